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
-- column start span: smallest and largest possible first byte [partition.start_bytes, partition.start_low_bytes, partition.start_high_bytes, partition.exact]
-- column start_text text: the first byte or its bounds, as text
-- column at_sector_63 bool: it starts at sector 63 [partition.start_sector, partition.start_bytes, partition.start_low_bytes, partition.start_high_bytes, partition.sector_bytes]
-- column role text: what the partition is for [partition.role]
-- column holds_data bool: its alignment matters: data, LVM or VMFS; on ESXi only VMFS [partition.role, host.platform]
-- column on_san bool: it is on a SAN volume, and no export calls its disk local [device.model, device.size_bytes, device.vendor]
-- column on_local_disk bool: an export calls the disk local, or it is not a SAN volume
-- column dynamic_disk bool: a Windows dynamic disk, whose partition does not show the layout; FALSE if not stated
-- column array_family text: product family of the array [device.vendor, device.model]
-- column page_bytes int: page of the array: a start on a multiple of it is aligned
WITH stated AS (
    SELECT p.host, p.device, coalesce(p.guest, '') AS guest, p.partition, p.role, p.is_local, p.dynamic_disk,
        coalesce(p.exact, p.start_bytes IS NOT NULL OR p.start_sector IS NOT NULL) AS exact, p.start_sector,
        coalesce(p.start_bytes, p.start_sector * coalesce(p.sector_bytes, d.sector_bytes)) AS start_bytes,
        p.start_low_bytes, p.start_high_bytes, coalesce(p.sector_bytes, d.sector_bytes) AS sector_bytes,
        -- A disk that is known by its kernel name only may be a LUN or a local disk; its vendor and product show which.
        starts_with(p.device, 'block:') AND NOT coalesce(p.is_local, d.is_local, FALSE) AS by_name_only,
        d.vendor IS NULL AND d.model IS NULL AND d.transport IS NULL AS unidentified,
        lun_family(NULL, upper(trim(d.vendor)), upper(trim(d.model))) AS family_of_vendor
    FROM partition p LEFT JOIN device d ON d.host = p.host AND d.device = p.device AND coalesce(p.guest, '') = ''
), placed AS (
    SELECT * REPLACE (CASE WHEN exact THEN start_bytes END AS start_bytes),
        CASE WHEN exact AND start_bytes IS NOT NULL THEN {'lo': start_bytes, 'hi': start_bytes}
             WHEN start_low_bytes IS NOT NULL AND start_high_bytes IS NOT NULL THEN {'lo': start_low_bytes, 'hi': start_high_bytes} END AS start,
        CASE WHEN exact THEN coalesce(start_sector, start_bytes // nullif(sector_bytes, 0)) END AS start_sector_known
    FROM stated
), judged AS (
    SELECT p.*, coalesce(s.array_family, CASE WHEN p.by_name_only THEN p.family_of_vendor END) AS array_family,
        CASE WHEN NOT p.by_name_only OR s.in_scope THEN s.in_scope
             WHEN p.unidentified THEN NULL ELSE p.family_of_vendor <> 'other' END AS on_lun
    FROM placed p LEFT JOIN device_policy s ON s.host = p.host AND s.volume = p.device
)
SELECT p.host, p.device AS volume, p.guest, p.partition, p.start_bytes, p.start,
    CASE WHEN p.start.lo = p.start.hi THEN 'byte ' || p.start.lo::VARCHAR ELSE 'a byte between ' || p.start.lo::VARCHAR || ' and ' || p.start.hi::VARCHAR END AS start_text,
    -- Disks with 63 sectors in front have sectors of 512 bytes.
    CASE WHEN p.start_sector_known = 63 OR p.start_bytes = 32256 THEN TRUE
         WHEN p.start_sector_known IS NOT NULL OR p.start.hi < 32256 OR p.start.lo > 32256 THEN FALSE END AS at_sector_63,
    p.role,
    CASE WHEN p.role = 'vmfs' THEN TRUE
         WHEN p.role IN ('data', 'lvm') THEN CASE WHEN p.guest <> '' THEN TRUE ELSE h.platform <> 'esxi' END
         WHEN p.role IS NOT NULL THEN FALSE END AS holds_data,
    p.on_lun AND NOT coalesce(p.is_local, FALSE) AS on_san, coalesce(p.is_local, FALSE) OR coalesce(NOT p.on_lun, FALSE) AS on_local_disk,
    coalesce(p.dynamic_disk, FALSE) AS dynamic_disk, p.array_family, g.page_bytes
FROM judged p
LEFT JOIN host h ON h.host = p.host
LEFT JOIN ref_array_page g ON g.family = p.array_family AND g.confirmed
