-- view: partition_alignment
-- meaning: One row per partition of a LUN, and per partition inside a virtual machine's disk.
-- grain: host, volume, guest, partition
-- owner: host
-- spine: partition
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column guest text: virtual machine whose disk it is on; '' for the host's own partitions
-- column partition int: partition number
-- column start_bytes int: first byte; NULL where the export rounds it [partition.start_bytes, partition.exact]
-- column start_sector int: first sector; NULL where the export rounds it [partition.start_sector, partition.start_bytes, partition.sector_bytes]
-- column role text: what the partition is for [partition.role]
-- column holds_data bool: its alignment matters: data, LVM or VMFS; on ESXi only VMFS [partition.role, host.platform]
-- column on_san bool: it is on a SAN volume, and no export calls its disk local [device.model, device.size_bytes, device.vendor]
-- column on_local_disk bool: an export calls the disk local, or it is not a SAN volume
-- column dynamic_disk bool: a Windows dynamic disk, whose partition does not show the layout; FALSE if not stated
-- column array_family text: product family of the array [device.vendor, device.model]
-- column page_bytes int: page of the array: a start on a multiple of it is aligned
WITH placed AS (
    -- Exports that round the start give no sector; one that gives it is exact.
    SELECT host, device, coalesce(guest, '') AS guest, partition, role, is_local, dynamic_disk,
        coalesce(exact, CASE WHEN start_sector IS NOT NULL THEN TRUE END) AS exact,
        start_bytes, coalesce(start_sector, start_bytes // nullif(sector_bytes, 0)) AS start_sector
    FROM partition
)
SELECT p.host, p.device AS volume, p.guest, p.partition,
    CASE WHEN p.exact THEN p.start_bytes END AS start_bytes, CASE WHEN p.exact THEN p.start_sector END AS start_sector, p.role,
    CASE WHEN p.role = 'vmfs' THEN TRUE
         WHEN p.role IN ('data', 'lvm') THEN CASE WHEN p.guest <> '' THEN TRUE ELSE h.platform <> 'esxi' END
         WHEN p.role IS NOT NULL THEN FALSE END AS holds_data,
    s.in_scope AND NOT coalesce(p.is_local, FALSE) AS on_san, coalesce(p.is_local, FALSE) OR coalesce(NOT s.in_scope, FALSE) AS on_local_disk,
    coalesce(p.dynamic_disk, FALSE) AS dynamic_disk, s.array_family, g.page_bytes
FROM placed p
LEFT JOIN device_policy s ON s.host = p.host AND s.volume = p.device
LEFT JOIN host h ON h.host = p.host
LEFT JOIN ref_array_page g ON g.family = s.array_family AND g.confirmed
