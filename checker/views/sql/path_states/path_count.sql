-- view: path_count
-- meaning: One row per host and LUN of which the host prints the number of paths, but not the paths.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column kernel_name text: name of the device on the host [device.kernel_name]
-- column storage_array text: array of the LUN: its name, else its serial number
-- column multipath_owner text: software that manages the paths [device.multipath_owner]
-- column device_state text: state of the device in lower case [device.device_state]
-- column printed_paths int: paths that exist [device.printed_paths]
-- column working_paths int: paths that work [device.working_paths]
-- column missing_paths int: paths that exist and do not work [device.printed_paths, device.working_paths]
-- column maintenance bool: a maintenance window is recorded or tagged for the host; FALSE if not declared
WITH listed AS (
    SELECT DISTINCT host, device FROM path WHERE state IS NOT NULL
), placed AS (
    SELECT host, device, min(storage_array) AS storage_array FROM path_place GROUP BY host, device
), window_host AS (
    SELECT about_key AS host FROM record WHERE record_type = 'window' AND about_kind = 'host'
    UNION SELECT about_key FROM tag WHERE about_kind = 'host' AND tag = 'maintenance'
)
-- ESX counts the paths of a device that its policy uses, not those that could be used.
SELECT d.host, d.device AS volume, d.kernel_name, coalesce(p.storage_array, d.array_serial) AS storage_array, lower(d.multipath_owner) AS multipath_owner,
    lower(d.device_state) AS device_state, d.printed_paths, d.working_paths, d.printed_paths - d.working_paths AS missing_paths, w.host IS NOT NULL AS maintenance
FROM device d
LEFT JOIN listed l ON l.host = d.host AND l.device = d.device
LEFT JOIN placed p ON p.host = d.host AND p.device = d.device
LEFT JOIN window_host w ON w.host = d.host
WHERE d.host IS NOT NULL AND d.device IS NOT NULL AND d.printed_paths IS NOT NULL AND l.host IS NULL
    AND coalesce(lower(d.multipath_owner) NOT IN ('nmp', 'hpp'), TRUE)
