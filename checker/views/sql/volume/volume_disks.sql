-- view: volume_disks
-- meaning: One row per host and LUN that the host lists as several disks: whether multipathing software combines them into one.
-- grain: host, volume
-- owner: host
-- spine: block_queue, path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column disks int: disks of that identity
-- column disk_names list: their names
-- column owned bool: multipathing owns the LUN; FALSE only if an export of the host states the owner of another LUN [device.multipath_owner, device_owner.multipath_owner]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column nvme bool: an NVMe namespace, which the kernel itself may multipath [device.transport]
WITH disks AS (
    SELECT host, device, kernel_name AS disk FROM block_queue WHERE device IS NOT NULL UNION SELECT host, device, path_name FROM path WHERE device IS NOT NULL AND path_name IS NOT NULL
), several AS (
    SELECT host, device, count(*) AS disks, list_sort(list(disk)) AS disk_names FROM disks WHERE host IS NOT NULL AND disk IS NOT NULL GROUP BY ALL HAVING count(*) > 1
), owners AS (
    SELECT host, device, max(multipath_owner) AS owner, count(*) > count(multipath_owner) AS unsure
    FROM (SELECT host, device, multipath_owner FROM device_owner UNION ALL SELECT host, device, multipath_owner FROM device WHERE multipath_owner IS NOT NULL) GROUP BY ALL
), with_owner AS (
    SELECT host FROM owners WHERE owner IS NOT NULL GROUP BY host
)
SELECT s.host, s.device AS volume, s.disks, s.disk_names,
    CASE WHEN o.owner IS NOT NULL THEN TRUE WHEN o.unsure THEN NULL WHEN t.host IS NOT NULL THEN FALSE END AS owned,
    d.in_scope, is_nvme(s.device, v.transport, v.hardware_handler) AS nvme
FROM several s
LEFT JOIN owners o ON o.host = s.host AND o.device = s.device
LEFT JOIN with_owner t ON t.host = s.host
LEFT JOIN device_scope d ON d.host = s.host AND d.device = s.device
LEFT JOIN device v ON v.host = s.host AND v.device = s.device
