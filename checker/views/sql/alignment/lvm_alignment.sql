-- view: lvm_alignment
-- meaning: One row per LVM physical volume on a LUN: where its data begins, counted from the beginning of the LUN.
-- grain: host, volume, physical_volume
-- owner: host
-- spine: lvm_pv
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column physical_volume text: block device, '' where it is unknown
-- column volume_group text: volume group
-- column data_start_bytes int: first byte of data within the physical volume; NULL where the export rounds it [lvm_pv.data_start_bytes]
-- column partition_start_bytes int: first byte of its partition; 0 on a whole disk or multipath map; NULL unless only one partition can contain it [partition.start_bytes, partition.role, partition.exact, lvm_pv.on_map]
-- column first_byte int: both together; NULL where one is rounded [lvm_pv.data_start_bytes, partition.start_bytes, partition.role, partition.exact, lvm_pv.on_map]
-- column first_byte_span span: smallest and largest possible first byte [lvm_pv.data_start_bytes, lvm_pv.data_start_low_bytes, lvm_pv.data_start_high_bytes, partition.start_bytes, partition.role, partition.exact, lvm_pv.on_map]
-- column first_byte_text text: the first byte or its bounds, as text
-- column on_san bool: the LUN is a data volume of a SAN, and no export calls its disk local [device.model, device.size_bytes, device.vendor]
-- column array_family text: product family of the array [device.vendor, device.model]
-- column page_bytes int: page of the array: a start on a multiple of it is aligned
WITH parts AS (
    SELECT host, device, count(*) FILTER (WHERE role = 'lvm') AS lvms, count(*) FILTER (WHERE role IS NULL) AS untold,
        coalesce(bool_or(is_local), FALSE) AS is_local, coalesce(bool_or(dynamic_disk), FALSE) AS dynamic_disk,
        min(CASE WHEN coalesce(exact, start_sector IS NOT NULL) THEN start_bytes END) FILTER (WHERE role = 'lvm') AS start_bytes
    FROM partition WHERE coalesce(guest, '') = '' GROUP BY ALL
), placed AS (
    -- A map that is a LUN itself, by its exact name, is no partition of one.
    SELECT v.host, v.device, coalesce(v.kernel_name, '') AS physical_volume, v.vg, v.data_start_bytes,
        coalesce(v.data_start_bytes, v.data_start_low_bytes) AS least, coalesce(v.data_start_bytes, v.data_start_high_bytes) AS most,
        coalesce(p.is_local, FALSE) AS is_local,
        CASE WHEN p.dynamic_disk THEN NULL WHEN v.on_map AND NOT starts_with(v.device, 'block:') THEN 0 WHEN p.lvms = 1 AND p.untold = 0 THEN p.start_bytes WHEN p.host IS NULL AND regexp_matches(v.kernel_name, '^sd[a-z]+$') THEN 0 END AS partition_start
    FROM lvm_pv v LEFT JOIN parts p ON p.host = v.host AND p.device = v.device
    WHERE v.host IS NOT NULL AND v.device IS NOT NULL
)
SELECT p.host, p.device AS volume, p.physical_volume, p.vg AS volume_group, p.data_start_bytes, p.partition_start AS partition_start_bytes, p.partition_start + p.data_start_bytes AS first_byte,
    CASE WHEN p.partition_start + p.least + p.most IS NOT NULL THEN {'lo': p.partition_start + p.least, 'hi': p.partition_start + p.most} END AS first_byte_span,
    CASE WHEN p.least = p.most THEN 'byte ' || (p.partition_start + p.least)::VARCHAR ELSE 'a byte between ' || (p.partition_start + p.least)::VARCHAR || ' and ' || (p.partition_start + p.most)::VARCHAR END AS first_byte_text,
    s.in_scope AND NOT p.is_local AS on_san, s.array_family, g.page_bytes
FROM placed p
LEFT JOIN device_policy s ON s.host = p.host AND s.volume = p.device
LEFT JOIN ref_array_page g ON g.family = s.array_family AND g.confirmed
