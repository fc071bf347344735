-- view: windows_disk
-- meaning: One row per disk of Windows' own multipathing: its policy, and the paths that another policy would use.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column disk text: its names on the host: MPIO Disk0 (PhysicalDrive1)
-- column policy text: policy of load balancing: FOO, RR, RRWS, LQD, WP, LB [device.policy]
-- column usable span: live paths that lead to the controllers that serve the volume at full speed; without ALUA, all live paths [path.state, path.group_state, device.hardware_handler]
-- column usable_paths int: those that are known
WITH counted AS (
    SELECT host, device, bool_or(group_state IS NOT NULL) AS grouped,
        count_span(live AND lower(group_state) LIKE '%/optimi_ed') AS preferred, count_span(live) AS all_live
    FROM (
        SELECT host, device, group_state, CASE WHEN state IN ('active', 'standby') THEN TRUE WHEN state IN ('dead', 'disabled', 'unavailable') THEN FALSE END AS live FROM path
    ) WHERE host IS NOT NULL AND device IS NOT NULL GROUP BY ALL
)
SELECT d.host, d.device AS volume, concat_ws(' ', d.alias, '(' || d.kernel_name || ')') AS disk, upper(d.policy) AS policy,
    -- With ALUA, only the state of its group says whether a path is as good as the one in use.
    CASE WHEN c.grouped THEN c.preferred WHEN lower(d.hardware_handler) = 'alua not supported' THEN c.all_live ELSE {'lo': least(c.all_live.lo, 1), 'hi': c.all_live.hi} END AS usable,
    (usable).lo AS usable_paths
FROM device d JOIN counted c ON c.host = d.host AND c.device = d.device
WHERE lower(d.multipath_owner) = 'mpio'
