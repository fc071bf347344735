-- view: vplex_object_count
-- meaning: One row per VPLEX system and kind of object that its release limits in number.
-- grain: storage_array, limit_name
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column limit_name text: virtual volumes or storage elements
-- column used span: virtual volumes, or storage volumes: listed, or in the totals that VPLEX prints; without an upper bound unless the totals or the completeness of the exports are known [virtual_volume.storage_array, storage_volume.used_by_array, array_setting.value, completeness.complete]
-- column used_with_parts span: the same, for storage elements with the listed extents and devices too [virtual_volume.storage_array, storage_volume.used_by_array, extent.storage_array, vplex_device.storage_array, array_setting.value, completeness.complete]
-- column maximum int: most of them allowed; NULL if the release is not in the reference table [storage_array.array_version, storage_array.product_type]
WITH counted AS (
    SELECT storage_array, 'virtual volumes' AS limit_name, count(*) AS n, 0 AS more FROM virtual_volume GROUP BY 1
    UNION ALL SELECT used_by_array, 'storage elements', count(*), 0 FROM storage_volume GROUP BY 1
    UNION ALL SELECT storage_array, 'storage elements', 0, count(*) FROM extent GROUP BY 1
    UNION ALL SELECT storage_array, 'storage elements', 0, count(*) FROM vplex_device GROUP BY 1
), summed AS (
    SELECT storage_array, limit_name, sum(n) AS n, sum(more) AS more FROM counted GROUP BY ALL
), totals AS (
    -- Each cluster prints its own total; a distributed volume is in those of both.
    SELECT storage_array, CASE setting WHEN 'total virtual-volumes' THEN 'virtual volumes' ELSE 'storage elements' END AS limit_name,
        CASE WHEN min(setting) = 'total virtual-volumes' THEN max(try_cast(value AS BIGINT)) ELSE sum(try_cast(value AS BIGINT)) END AS least,
        CASE WHEN count(try_cast(value AS BIGINT)) = count(*) THEN sum(try_cast(value AS BIGINT)) END AS most,
        count(*) AS clusters
    FROM array_setting WHERE setting IN ('total virtual-volumes', 'total storage-volumes') GROUP BY storage_array, setting
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE scope = 'storage_array' AND complete
), spine AS (
    SELECT y.storage_array, y.expected_clusters, k.limit_name FROM vplex_system y CROSS JOIN (VALUES ('virtual volumes'), ('storage elements')) AS k(limit_name)
), judged AS (
    SELECT s.storage_array, s.limit_name, coalesce(c.n, 0) AS n, coalesce(c.more, 0) AS more, coalesce(o.n, 0) AS loose, coalesce(o.more, 0) AS more_loose,
        t.least, CASE WHEN t.clusters >= s.expected_clusters THEN t.most END AS most, k.name IS NOT NULL AS complete
    FROM spine s
    LEFT JOIN summed c ON c.storage_array = s.storage_array AND c.limit_name = s.limit_name
    LEFT JOIN summed o ON o.storage_array IS NULL AND o.limit_name = s.limit_name
    LEFT JOIN totals t ON t.storage_array = s.storage_array AND t.limit_name = s.limit_name
    LEFT JOIN complete k ON k.name = s.storage_array
)
SELECT j.storage_array, j.limit_name,
    -- Objects of an unknown system may be of this one. A total above what complete exports list leaves the number open.
    CASE WHEN j.complete AND j.least > j.n + j.loose THEN NULL
         ELSE {'lo': CASE WHEN j.least > j.n THEN j.least ELSE j.n END, 'hi': CASE WHEN j.complete THEN j.n + j.loose WHEN j.most >= j.n THEN j.most END} END AS used,
    CASE WHEN j.complete AND j.least > j.n + j.loose THEN NULL
         ELSE {'lo': j.more + CASE WHEN j.least > j.n THEN j.least ELSE j.n END, 'hi': CASE WHEN j.complete THEN j.n + j.loose + j.more + j.more_loose END} END AS used_with_parts,
    l.maximum
FROM judged j
LEFT JOIN vplex_limit_value l ON l.storage_array = j.storage_array AND l.limit_name = j.limit_name
