-- view: lun_security
-- meaning: One row per front-end port of a Hitachi array: whether the port checks which host may access which LUN.
-- grain: storage_array, port_name
-- owner: storage_array
-- spine: array_setting
-- column storage_array text: array
-- column port_name text: the port
-- column front_end bool: hosts connect to it; not a port for external arrays or replication only [target_port.role]
-- column secured bool: LUN security is on [array_setting.value]
-- column groups int: host groups of the port that contain an initiator
WITH stated AS (
    SELECT storage_array, scope AS port_name, min(lower(trim(value))) AS value FROM array_setting
    WHERE storage_array IS NOT NULL AND lower(setting) = 'lun security' GROUP BY ALL
), roles AS (
    SELECT storage_array, port_name, bool_or(role = 'front-end') AS front_end FROM target_port WHERE port_name IS NOT NULL GROUP BY ALL
), used AS (
    SELECT m.storage_array, m.port_name, count(DISTINCT m.view) AS groups FROM mask_port m
    JOIN (SELECT DISTINCT storage_array, view FROM mask_initiator) i ON i.storage_array = m.storage_array AND i.view = m.view GROUP BY ALL
)
SELECT s.storage_array, s.port_name, r.front_end, CASE WHEN s.value IN ('y', 'on', 'true', 'enable', 'enabled') THEN TRUE WHEN s.value IN ('n', 'off', 'false', 'disable', 'disabled') THEN FALSE END AS secured,
    coalesce(u.groups, 0) AS groups
FROM stated s LEFT JOIN roles r ON r.storage_array = s.storage_array AND r.port_name = s.port_name
LEFT JOIN used u ON u.storage_array = s.storage_array AND u.port_name = s.port_name
