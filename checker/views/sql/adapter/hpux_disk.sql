-- view: hpux_disk
-- meaning: One row per disk of an HP-UX host: its policy of load balancing, and the paths that another policy would use.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column disk text: name of the disk: disk10 …
-- column policy text: round_robin, least_cmd_load, preferred_path … [device.policy]
-- column usable span: active lunpaths; those on standby lead to controllers that do not serve the volume [path.state]
-- column usable_paths int: those that are known
WITH counted AS (
    SELECT host, device, count_span(CASE WHEN state = 'active' THEN TRUE WHEN state IS NOT NULL THEN FALSE END) AS usable FROM path
    WHERE host IS NOT NULL AND device IS NOT NULL GROUP BY ALL
)
SELECT d.host, d.device AS volume, coalesce(d.kernel_name, d.device) AS disk, lower(trim(d.policy)) AS policy, c.usable, (c.usable).lo AS usable_paths
FROM device d JOIN host h ON h.host = d.host AND h.platform = 'hpux' JOIN counted c ON c.host = d.host AND c.device = d.device
