-- view: virtual_volume_size
-- meaning: One row per virtual volume of VPLEX with its size and the limits for it.
-- grain: storage_array, vplex_cluster, virtual_volume
-- owner: storage_array
-- spine: virtual_volume
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for a distributed volume
-- column virtual_volume text: name, else identity [virtual_volume.virtual_volume]
-- column size_bytes int: size in bytes; NULL where the export rounds it [virtual_volume.size_bytes]
-- column size span: smallest and largest possible size in bytes [virtual_volume.size_bytes, virtual_volume.size_low_bytes, virtual_volume.size_high_bytes]
-- column minimum_bytes int: smallest size allowed; NULL if the release is not in the reference table [storage_array.array_version, storage_array.product_type]
-- column maximum_bytes int: largest size allowed; NULL if the release is not in the reference table [storage_array.array_version, storage_array.product_type]
SELECT v.storage_array, v.cluster AS vplex_cluster, coalesce(v.virtual_volume, v.device) AS virtual_volume, v.size_bytes,
    bounds(v.size_bytes, v.size_low_bytes, v.size_high_bytes) AS size,
    l.minimum AS minimum_bytes, l.maximum AS maximum_bytes
FROM virtual_volume v
LEFT JOIN vplex_limit_value l ON l.storage_array = v.storage_array AND l.limit_name = 'virtual_volume_size'
WHERE v.storage_array IS NOT NULL
