-- view: aix_disk
-- meaning: One row per disk of an AIX host: how AIX's own multipathing uses and checks its paths.
-- grain: host, disk
-- owner: host
-- spine: host_setting
-- column host text: name of the host
-- column disk text: hdisk4 …
-- column check_seconds int: hcheck_interval: time between checks of the paths; 0 for none [host_setting.value]
-- column timeout_seconds int: rw_timeout: time a command may take [host_setting.value]
-- column algorithm text: fail_over, round_robin or shortest_queue [host_setting.value]
-- column reserved bool: reserve_policy single_path: the disk is reserved for one path [host_setting.value]
-- column multipathed bool: the disk has two paths or more [path.target_wwpn, path.initiator_wwpn, path.hctl]
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
)
SELECT a.host, a.disk, a.check_seconds, a.timeout_seconds, a.algorithm, a.reserve_policy = 'single_path' AS reserved,
    above(v.known_paths, 1) AS multipathed, c.fibre
FROM attribute a LEFT JOIN named n ON n.host = a.host AND n.kernel_name = a.disk
LEFT JOIN host_volume v ON v.host = a.host AND v.volume = n.device
LEFT JOIN carried c ON c.host = a.host AND c.device = n.device
