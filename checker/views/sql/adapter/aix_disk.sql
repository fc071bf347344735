-- view: aix_disk
-- meaning: One row per disk of an AIX host: how AIX's own multipathing uses and checks its paths.
-- grain: host, disk
-- owner: host
-- spine: host_setting
-- column host text: name of the host
-- column disk text: hdisk4 …
-- column check_seconds int: hcheck_interval: time between checks of the paths; 0 for none [host_setting.value]
-- column timeout_seconds int: rw_timeout: time a command may take [host_setting.value]
-- column advised_seconds int: interval to set: a minute, or the time a command may take if that is longer [host_setting.value]
-- column algorithm text: fail_over, round_robin or shortest_queue [host_setting.value]
-- column reserve_policy text: no_reserve, single_path, PR_exclusive or PR_shared [host_setting.value]
-- column multipathed bool: the disk has two paths or more [path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column other_hosts list: further hosts with paths to the disk, or that its array gives access to it
-- column fibre bool: its paths are Fibre Channel, not a virtual SCSI adapter [path.transport]
WITH attribute AS (
    SELECT host, scope AS disk, try_cast(max(value) FILTER (WHERE setting = 'hcheck_interval') AS INTEGER) AS check_seconds,
        try_cast(max(value) FILTER (WHERE setting = 'rw_timeout') AS INTEGER) AS timeout_seconds,
        max(lower(trim(value))) FILTER (WHERE setting = 'algorithm') AS algorithm, max(lower(trim(value))) FILTER (WHERE setting = 'reserve_policy') AS reserve_policy
    FROM host_setting WHERE host IS NOT NULL AND scope LIKE 'hdisk%' AND setting IN ('hcheck_interval', 'rw_timeout', 'algorithm', 'reserve_policy') GROUP BY host, scope
), named AS (
    SELECT host, kernel_name, min(device) AS device FROM device WHERE kernel_name IS NOT NULL GROUP BY ALL HAVING count(DISTINCT device) = 1
), carried AS (
    SELECT host, device, CASE WHEN bool_or(transport <> 'fc') THEN FALSE WHEN bool_and(transport IS NOT NULL) THEN TRUE END AS fibre FROM path GROUP BY ALL
), sharing AS (
    SELECT device, host FROM path WHERE device IS NOT NULL AND host IS NOT NULL
    UNION SELECT v.device, i.host FROM mask_volume v JOIN mask_initiator m ON m.storage_array = v.storage_array AND m.view = v.view
    JOIN initiator i ON i.initiator_wwpn = m.initiator_wwpn WHERE v.device IS NOT NULL AND i.host IS NOT NULL
), others AS (
    SELECT n.host, n.device, list_sort(list(DISTINCT s.host)) AS hosts FROM named n JOIN sharing s ON s.device = n.device AND s.host <> n.host GROUP BY ALL
)
SELECT a.host, a.disk, a.check_seconds, a.timeout_seconds, greatest(60, a.timeout_seconds) AS advised_seconds, a.algorithm, a.reserve_policy,
    above(v.known_paths, 1) AS multipathed, coalesce(o.hosts, []) AS other_hosts, c.fibre
FROM attribute a LEFT JOIN named n ON n.host = a.host AND n.kernel_name = a.disk
LEFT JOIN host_volume v ON v.host = a.host AND v.volume = n.device
LEFT JOIN carried c ON c.host = a.host AND c.device = n.device
LEFT JOIN others o ON o.host = a.host AND o.device = n.device
