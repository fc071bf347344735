-- view: vplex_system
-- meaning: One row per VPLEX system: product, release and number of clusters.
-- grain: storage_array
-- owner: storage_array
-- spine: storage_array, vplex_cluster
-- column storage_array text: VPLEX system
-- column product_type text: local, metro or geo; metro if it is not stated, the system has two clusters and its release is 6.0 or later [storage_array.product_type, vplex_cluster.cluster, storage_array.array_version]
-- column hardware text: hardware generation [storage_array.hardware]
-- column release text: GeoSynchrony release, major and minor [storage_array.array_version]
-- column clusters span: clusters; without an upper bound unless the exports of the system are known to be complete [vplex_cluster.cluster, completeness.complete]
-- column cluster_names list: names of the known clusters
-- column expected_clusters int: clusters that a system of the stated product has [storage_array.product_type]
-- column release_parts list: the release as texts that limits are looked up by [storage_array.array_version]
WITH clusters AS (
    SELECT storage_array, count(DISTINCT cluster) AS n, list_sort(list(DISTINCT cluster)) AS names FROM vplex_cluster WHERE cluster IS NOT NULL GROUP BY 1
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE scope = 'storage_array' AND complete
), systems AS (
    SELECT storage_array FROM storage_array WHERE family = 'vplex'
    UNION SELECT storage_array FROM vplex_cluster WHERE storage_array IS NOT NULL
), releases AS (
    SELECT storage_array, lower(product_type) AS product_type, hardware,
        nullif(regexp_extract(lower(array_version), '^(?:geosynchrony )?v?([0-9]{1,3}\.[0-9]{1,3})(?:[^0-9]|$)', 1), '') AS release
    FROM storage_array
)
SELECT s.storage_array,
    -- Since GeoSynchrony 6.0 the products are Local and Metro (GeoSynchrony 6.0 Product Guide, VPLEX product family).
    coalesce(a.product_type, CASE WHEN c.n > 1 AND split_part(a.release, '.', 1)::INTEGER >= 6 THEN 'metro' END) AS product_type, a.hardware, a.release,
    {'lo': coalesce(c.n, 0), 'hi': CASE WHEN k.name IS NOT NULL THEN c.n END} AS clusters, c.names AS cluster_names,
    CASE a.product_type WHEN 'local' THEN 1 WHEN 'metro' THEN 2 WHEN 'geo' THEN 2 END AS expected_clusters,
    string_split(a.release, '.') AS release_parts
FROM systems s
LEFT JOIN releases a ON a.storage_array = s.storage_array
LEFT JOIN clusters c ON c.storage_array = s.storage_array
LEFT JOIN complete k ON k.name = s.storage_array
