-- view: space_fill
-- meaning: One row per thin pool, and per array that has one pool of space for everything.
-- grain: storage_array, pool
-- owner: storage_array
-- spine: pool, storage_array
-- column storage_array text: array
-- column pool text: name; '' for the whole array
-- column array_family text: product family [storage_array.family]
-- column thin bool: volumes take space as they are written [pool.thin, storage_array.family]
-- column used_bytes int: space in use [pool.used_bytes, storage_array.used_bytes]
-- column size_bytes int: space [pool.size_bytes, storage_array.size_bytes]
-- column used_ratio float: share in use [pool.used_bytes, pool.size_bytes, storage_array.used_bytes, storage_array.size_bytes]
SELECT p.storage_array, p.pool, a.family AS array_family, p.thin, p.used_bytes, p.size_bytes, p.used_bytes / nullif(p.size_bytes, 0)::DOUBLE AS used_ratio
FROM pool p LEFT JOIN storage_array a ON a.storage_array = p.storage_array WHERE p.storage_array IS NOT NULL AND p.pool IS NOT NULL
UNION ALL
SELECT storage_array, '', family, TRUE, used_bytes, size_bytes, used_bytes / nullif(size_bytes, 0)::DOUBLE FROM storage_array WHERE family IN ('xtremio', 'pure', 'powerstore')
