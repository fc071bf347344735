-- view: vplex_sizing
-- meaning: One row per VPLEX cluster with XtremIO behind it: its engines against the X-Bricks, and the load on the volumes of its system.
-- grain: storage_array, vplex_cluster
-- owner: storage_array
-- spine: backend_path
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column engines span: engines of the cluster; without an upper bound unless it is known to be complete or their number is stated [director.engine, vplex_cluster.engines]
-- column bricks span: X-Bricks of the XtremIO arrays behind it; without an upper bound unless those are known to be complete [engine.engine, completeness.complete]
-- column more_bricks bool: there are more X-Bricks than engines [engine.engine, director.engine, completeness.complete, vplex_cluster.engines]
-- column back_arrays list: those arrays
-- column mean_io_bytes float: mean size of an I/O on the volumes of the system; NULL unless load and size of each that was captured are known [workload.iops, workload.io_bytes]
-- column read_miss_ratio float: share of the reads there that missed the cache; NULL unless known of each that was captured [workload.iops, workload.read_ratio, workload.read_miss_ratio, workload.hit_ratio]
-- column has_model bool: a record of type sizing-model is about the system; NULL if there are no records [record.record_type, record.about_key]
WITH behind AS (
    SELECT DISTINCT b.storage_array, b.vplex_cluster, b.back_array FROM backend_array b
    JOIN storage_array a ON a.storage_array = b.back_array AND a.family = 'xtremio' WHERE b.vplex_cluster IS NOT NULL
), bricks AS (
    SELECT b.storage_array, b.vplex_cluster, sum(x.bricks.lo) AS lo, CASE WHEN count(x.bricks.hi) = count(*) THEN sum(x.bricks.hi) END AS hi, list_sort(list(b.back_array)) AS back_arrays
    FROM behind b LEFT JOIN xtremio_cluster x ON x.storage_array = b.back_array GROUP BY ALL
), loads AS (
    -- The busiest moment captured of each volume; figures of VPLEX take precedence over those of hosts.
    SELECT v.storage_array, v.device, w.iops, w.io_bytes, w.read_ratio, coalesce(w.read_miss_ratio, 1 - w.hit_ratio) AS miss
    FROM virtual_volume v JOIN workload w ON w.about_kind = 'virtual_volume' AND w.about_key = v.virtual_volume OR w.about_kind <> 'virtual_volume' AND w.device = v.device
    WHERE v.storage_array IS NOT NULL AND coalesce(w.director, '') = ''
    QUALIFY row_number() OVER (PARTITION BY v.storage_array, coalesce(v.device, v.virtual_volume) ORDER BY w.about_kind = 'virtual_volume' DESC, w.iops DESC NULLS LAST, w.captured_at, w.about_key) = 1
), mixes AS (
    SELECT storage_array, CASE WHEN count(iops * io_bytes) = count(*) THEN sum(iops * io_bytes) / nullif(sum(iops), 0) END AS mean_io_bytes,
        CASE WHEN count(iops * read_ratio * miss) = count(*) THEN sum(iops * read_ratio * miss) / nullif(sum(iops * read_ratio), 0) END AS read_miss_ratio
    FROM loads GROUP BY 1
), record_counts AS (
    SELECT count(*) AS n, count(*) FILTER (WHERE record_type IS NULL OR lower(record_type) = 'sizing-model' AND about_key IS NULL) AS unknown FROM record
), models AS (
    SELECT DISTINCT about_key AS storage_array FROM record WHERE lower(record_type) = 'sizing-model' AND about_key IS NOT NULL
)
SELECT b.storage_array, b.vplex_cluster, s.cluster_engines AS engines, {'lo': b.lo, 'hi': b.hi} AS bricks,
    CASE WHEN b.lo > s.cluster_engines.hi THEN TRUE WHEN b.hi <= s.cluster_engines.lo THEN FALSE END AS more_bricks, b.back_arrays,
    m.mean_io_bytes, m.read_miss_ratio, CASE WHEN k.storage_array IS NOT NULL THEN TRUE WHEN t.n > 0 AND t.unknown = 0 THEN FALSE END AS has_model
FROM bricks b
CROSS JOIN record_counts t
LEFT JOIN vplex_cluster_size s ON s.storage_array = b.storage_array AND s.vplex_cluster = b.vplex_cluster
LEFT JOIN mixes m ON m.storage_array = b.storage_array
LEFT JOIN models k ON k.storage_array = b.storage_array
