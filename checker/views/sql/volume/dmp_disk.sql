-- view: dmp_disk
-- meaning: One row per volume that Veritas DMP shows on a host, or may show: which other disks of the host are the same volume of the array.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the disk as DMP reports it
-- column array_serial text: serial number of the array [device.array_serial]
-- column array_device text: number of the volume on the array [device.array_device]
-- column is_symmetrix bool: a volume of a Symmetrix [device.vendor, device.model]
-- column under_dmp bool: DMP manages it [device.multipath_owner]
-- column twins span: other disks of the host that are the same volume of the same array [device.array_serial, device.array_device]
-- column twin_names list: all disks of the host that are this volume, this one included
WITH disks AS (
    SELECT host, device, array_serial, array_device, lower(multipath_owner) = 'dmp' AS under_dmp,
        CASE WHEN model IS NOT NULL THEN upper(model) LIKE 'SYMMETRIX%' END AS is_symmetrix, array_serial IS NOT NULL AND array_device IS NOT NULL AS numbered
    FROM device WHERE host IS NOT NULL AND device IS NOT NULL AND coalesce(lower(multipath_owner) = 'dmp', TRUE)
), placed AS (
    SELECT host, count(*) AS n, count(*) FILTER (WHERE NOT numbered) AS unnumbered FROM disks GROUP BY host
), volumes AS (
    SELECT host, array_serial, array_device, count(*) AS n, list_sort(list(device)) AS names FROM disks WHERE numbered GROUP BY ALL
)
SELECT d.host, d.device AS volume, d.array_serial, d.array_device, d.is_symmetrix, d.under_dmp,
    CASE WHEN d.numbered THEN {'lo': v.n - 1, 'hi': v.n - 1 + p.unnumbered} ELSE {'lo': 0, 'hi': p.n - 1} END AS twins, coalesce(v.names, [d.device]) AS twin_names
FROM disks d JOIN placed p ON p.host = d.host
LEFT JOIN volumes v ON d.numbered AND v.host = d.host AND v.array_serial = d.array_serial AND v.array_device = d.array_device
