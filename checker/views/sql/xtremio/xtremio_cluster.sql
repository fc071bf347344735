-- view: xtremio_cluster
-- meaning: One row per XtremIO cluster: its X-Bricks, InfiniBand switches and battery units.
-- grain: storage_array
-- owner: storage_array
-- spine: storage_array
-- column storage_array text: XtremIO cluster
-- column hardware text: hardware generation [storage_array.hardware]
-- column release text: XIOS release, major and minor [storage_array.array_version]
-- column release_major int: XIOS release, major [storage_array.array_version]
-- column bricks span: X-Bricks; without an upper bound unless the array is known to be complete [engine.engine, completeness.complete]
-- column brick_names list: known X-Bricks
-- column brick_count_exists bool: the release has clusters of so many X-Bricks; NULL if the number or the release's sizes are unknown [engine.engine, completeness.complete, storage_array.array_version]
-- column sizes_confirmed bool: a document confirms the sizes of the release [storage_array.array_version]
-- column brick_counts list: numbers of X-Bricks that the release has [storage_array.array_version]
-- column infiniband_switches span: InfiniBand switches; NULL if none is listed [com_switch.switch_type, completeness.complete]
-- column battery_units span: battery backup units; NULL if none is listed [component.component_type, power_supply.supply_type, completeness.complete]
WITH arrays AS (
    SELECT storage_array, hardware, nullif(regexp_extract(lower(array_version), '^(?:xios )?v?([0-9]{1,3}\.[0-9]{1,3})', 1), '') AS release
    FROM storage_array WHERE family = 'xtremio'
), bricks AS (
    SELECT storage_array, count(*) AS n, list_sort(list(engine)) AS names FROM engine WHERE engine IS NOT NULL GROUP BY 1
), switches AS (
    SELECT storage_array, count_span(lower(switch_type) = 'infiniband') AS n FROM com_switch GROUP BY 1
), batteries AS (
    SELECT storage_array, count_span(battery) AS n FROM (
        SELECT storage_array, CASE WHEN component_type IS NULL THEN NULL ELSE lower(component_type) IN ('bbu', 'battery') END AS battery FROM component
        UNION ALL SELECT storage_array, CASE WHEN supply_type IS NULL THEN NULL ELSE lower(supply_type) IN ('ups', 'bbu', 'battery') END FROM power_supply
    ) WHERE battery IS NOT FALSE GROUP BY 1
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array'
), sizes AS (
    SELECT a.storage_array, bool_and(r.confirmed) AS confirmed, list(r.bricks ORDER BY r.bricks) AS bricks
    FROM arrays a JOIN ref_xtremio_size r
        ON string_split(a.release, '.')::INTEGER[] BETWEEN string_split(r.from_release, '.')::INTEGER[] AND string_split(r.to_release, '.')::INTEGER[]
    GROUP BY 1
)
SELECT a.storage_array, a.hardware, a.release, try_cast(split_part(a.release, '.', 1) AS BIGINT) AS release_major,
    {'lo': coalesce(b.n, 0), 'hi': CASE WHEN k.name IS NOT NULL THEN b.n END} AS bricks, coalesce(b.names, []) AS brick_names,
    CASE WHEN k.name IS NOT NULL THEN list_contains(z.bricks, b.n) WHEN b.n > list_max(z.bricks) THEN FALSE END AS brick_count_exists,
    z.confirmed AS sizes_confirmed, list_transform(z.bricks, lambda n: n::VARCHAR) AS brick_counts,
    CASE WHEN w.storage_array IS NOT NULL THEN {'lo': w.n.lo, 'hi': CASE WHEN k.name IS NOT NULL THEN w.n.hi END} END AS infiniband_switches,
    CASE WHEN t.storage_array IS NOT NULL THEN {'lo': t.n.lo, 'hi': CASE WHEN k.name IS NOT NULL THEN t.n.hi END} END AS battery_units
FROM arrays a
LEFT JOIN bricks b ON b.storage_array = a.storage_array
LEFT JOIN switches w ON w.storage_array = a.storage_array
LEFT JOIN batteries t ON t.storage_array = a.storage_array
LEFT JOIN complete k ON k.name = a.storage_array
LEFT JOIN sizes z ON z.storage_array = a.storage_array
