-- view: virtual_volume_count
-- meaning: One row per VPLEX system: its virtual volumes, whose number its release limits.
-- grain: storage_array
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column used span: virtual volumes, listed or in the totals that VPLEX prints; without an upper bound unless the totals or the completeness of the exports are known [virtual_volume.storage_array, array_setting.value, completeness.complete]
-- column maximum int: most of them allowed; NULL if the release is not in the reference table [storage_array.array_version, storage_array.product_type]
WITH listed AS (
    SELECT storage_array, count(*) AS n FROM virtual_volume GROUP BY 1
), totals AS (
    -- Each cluster prints its own total; a distributed volume is in those of both.
    SELECT storage_array, max(try_cast(value AS BIGINT)) AS least,
        CASE WHEN count(try_cast(value AS BIGINT)) = count(*) THEN sum(try_cast(value AS BIGINT)) END AS most, count(*) AS clusters
    FROM array_setting WHERE setting = 'total virtual-volumes' GROUP BY 1
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE scope = 'storage_array' AND complete
), counted AS (
    SELECT y.storage_array, coalesce(c.n, 0) AS n, coalesce(o.n, 0) AS loose,
        t.least, CASE WHEN t.clusters >= y.expected_clusters THEN t.most END AS most, k.name IS NOT NULL AS complete
    FROM vplex_system y
    LEFT JOIN listed c ON c.storage_array = y.storage_array
    LEFT JOIN listed o ON o.storage_array IS NULL
    LEFT JOIN totals t ON t.storage_array = y.storage_array
    LEFT JOIN complete k ON k.name = y.storage_array
)
SELECT j.storage_array,
    listed_or_printed(j.n, j.loose, j.least, j.most, j.complete) AS used,
    l.maximum
FROM counted j
LEFT JOIN vplex_limit_value l ON l.storage_array = j.storage_array AND l.limit_name = 'virtual volumes'
