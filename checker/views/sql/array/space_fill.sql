-- view: space_fill
-- meaning: One row per thin pool, and per array that has one pool of space for everything.
-- grain: storage_array, pool
-- owner: storage_array
-- spine: pool, storage_array
-- column storage_array text: array
-- column pool text: name; '' for the whole array
-- column pool_label text: the pool for messages; NULL for the whole array
-- column array_family text: product family [storage_array.family]
-- column thin bool: volumes take space as they are written [pool.thin, storage_array.family]
-- column used_bytes int: space in use; NULL where the export rounds it [pool.used_bytes, storage_array.used_bytes]
-- column used span: smallest and largest possible space in use in bytes [pool.used_bytes, pool.used_low_bytes, pool.used_high_bytes, storage_array.used_bytes, storage_array.used_low_bytes, storage_array.used_high_bytes]
-- column size_bytes int: space; NULL where the export rounds it [pool.size_bytes, storage_array.size_bytes]
-- column size span: smallest and largest possible space in bytes [pool.size_bytes, pool.size_low_bytes, pool.size_high_bytes, storage_array.size_bytes, storage_array.size_low_bytes, storage_array.size_high_bytes]
-- column used_ratio float: share in use; where the export rounds, the smallest possible share [pool.used_bytes, pool.used_low_bytes, pool.used_high_bytes, pool.size_bytes, pool.size_low_bytes, pool.size_high_bytes, storage_array.used_bytes, storage_array.used_low_bytes, storage_array.used_high_bytes, storage_array.size_bytes, storage_array.size_low_bytes, storage_array.size_high_bytes]
-- column greatest_ratio float: largest possible share in use [pool.used_bytes, pool.used_low_bytes, pool.used_high_bytes, pool.size_bytes, pool.size_low_bytes, pool.size_high_bytes, storage_array.used_bytes, storage_array.used_low_bytes, storage_array.used_high_bytes, storage_array.size_bytes, storage_array.size_low_bytes, storage_array.size_high_bytes]
-- column rounded bool: the share is not exact
WITH spaces AS (
    SELECT p.storage_array, p.pool, pool_label(p.pool, p.label) AS pool_label, a.family AS array_family, p.thin, p.used_bytes, p.size_bytes,
        bounds(p.used_bytes, p.used_low_bytes, p.used_high_bytes) AS used, bounds(p.size_bytes, p.size_low_bytes, p.size_high_bytes) AS size
    FROM pool p LEFT JOIN storage_array a ON a.storage_array = p.storage_array WHERE p.storage_array IS NOT NULL AND p.pool IS NOT NULL
    UNION ALL
    SELECT storage_array, '', NULL, family, TRUE, used_bytes, size_bytes, bounds(used_bytes, used_low_bytes, used_high_bytes), bounds(size_bytes, size_low_bytes, size_high_bytes)
    FROM storage_array WHERE family IN ('xtremio', 'pure', 'powerstore')
)
SELECT storage_array, pool, pool_label, array_family, thin, used_bytes, used, size_bytes, size, used.lo / nullif(size.hi, 0)::DOUBLE AS used_ratio,
    used.hi / nullif(size.lo, 0)::DOUBLE AS greatest_ratio, coalesce(used.lo <> used.hi OR size.lo <> size.hi, FALSE) AS rounded
FROM spaces
