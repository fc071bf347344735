-- view: storage_volume_size
-- meaning: One row per storage volume that VPLEX sees, with its size and the limit for it.
-- grain: storage_array, vplex_cluster, storage_volume
-- owner: storage_array
-- spine: storage_volume, backend_path
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [storage_volume.used_by_cluster, backend_path.cluster]
-- column storage_volume text: name VPLEX gives it, else its identity [storage_volume.vplex_name, backend_path.vplex_name]
-- column back_array text: array that provides it [storage_volume.storage_array]
-- column size_bytes int: size in bytes; NULL where the export rounds it [storage_volume.size_bytes]
-- column size span: smallest and largest possible size in bytes [storage_volume.size_bytes, storage_volume.size_low_bytes, storage_volume.size_high_bytes]
-- column maximum_bytes int: largest size allowed; NULL if the release is not in the reference table [storage_array.array_version, storage_array.product_type]
WITH seen AS (
    SELECT used_by_array AS storage_array, used_by_cluster AS vplex_cluster, coalesce(vplex_name, device) AS storage_volume, storage_array AS back_array, size_bytes, size_low_bytes, size_high_bytes
    FROM storage_volume WHERE used_by_array IS NOT NULL
    UNION ALL
    SELECT storage_array, cluster, coalesce(vplex_name, device), NULL, NULL, NULL, NULL FROM backend_path WHERE storage_array IS NOT NULL
), merged AS (
    SELECT storage_array, vplex_cluster, storage_volume, min(back_array) AS back_array, max(size_bytes) AS size_bytes,
        max(size_low_bytes) AS size_low_bytes, min(size_high_bytes) AS size_high_bytes
    FROM seen GROUP BY ALL
)
SELECT m.storage_array, m.vplex_cluster, m.storage_volume, m.back_array, m.size_bytes,
    bounds(m.size_bytes, m.size_low_bytes, m.size_high_bytes) AS size, l.maximum AS maximum_bytes
FROM merged m
LEFT JOIN vplex_limit_value l ON l.storage_array = m.storage_array AND l.limit_name = 'storage_volume_size'
