-- view: unix_disk
-- meaning: One row per disk of an HP-UX or Solaris host: its policy of load balancing, and the paths that another policy would use.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column disk text: name of the disk: disk10 …; the LUN where the host names its disks by that
-- column setting text: what the host calls the policy
-- column policy text: round_robin, least_cmd_load, preferred_path … on HP-UX, round-robin, logical-block or none on Solaris [device.policy]
-- column single bool: the policy uses one path at a time [device.policy]
-- column usable span: active paths that are not known to lead to a controller that does not serve the volume [path.state]
-- column usable_paths int: those that are known
WITH counted AS (
    SELECT host, device, count_span(CASE WHEN optimised IS FALSE THEN FALSE WHEN state = 'active' THEN TRUE WHEN state IS NOT NULL THEN FALSE END) AS usable FROM path
    WHERE host IS NOT NULL AND device IS NOT NULL GROUP BY ALL
)
SELECT d.host, d.device AS volume, CASE WHEN h.platform = 'hpux' AND d.kernel_name IS NOT NULL THEN d.kernel_name ELSE d.device END AS disk,
    CASE h.platform WHEN 'hpux' THEN 'load_bal_policy' ELSE 'load balance' END AS setting, lower(trim(d.policy)) AS policy,
    CASE h.platform WHEN 'hpux' THEN lower(trim(d.policy)) IN ('path_lockdown', 'preferred_path') ELSE lower(trim(d.policy)) IN ('none', 'same-path') END AS single,
    c.usable, (c.usable).lo AS usable_paths
FROM device d JOIN host h ON h.host = d.host AND h.platform IN ('hpux', 'solaris') JOIN counted c ON c.host = d.host AND c.device = d.device
