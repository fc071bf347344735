-- view: backend_latency
-- meaning: One row per storage volume and kind of I/O whose latency was measured, compared with the others of its array with the same size of I/O.
-- grain: storage_array, storage_volume, operation
-- owner: storage_array
-- spine: workload
-- column storage_array text: array that provides the volume [storage_volume.storage_array, workload.storage_array]
-- column storage_volume text: name of the volume
-- column operation text: read or write
-- column latency_ms float: its mean latency [workload.read_ms, workload.write_ms]
-- column iops float: its I/Os per second [workload.iops, workload.read_iops, workload.write_iops]
-- column median_ms float: median latency of the busy volumes of the array with I/Os of the same size class [workload.read_ms, workload.write_ms, workload.io_bytes, workload.iops, storage_volume.storage_array]
-- column peers int: number of those volumes [workload.read_ms, workload.write_ms, workload.io_bytes, workload.iops, storage_volume.storage_array]
WITH newest AS (
    SELECT about_key, nullif(storage_array, '') AS measured_by, device, arg_max(struct_pack(iops := iops, read_iops := read_iops, write_iops := write_iops, read_ms := read_ms, write_ms := write_ms, io_bytes := io_bytes, read_io_bytes := read_io_bytes, write_io_bytes := write_io_bytes),
        coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS w
    FROM workload WHERE about_kind = 'storage_volume' AND measured IS NOT FALSE AND coalesce(director, '') = '' AND about_key IS NOT NULL GROUP BY ALL
), placed AS (
    SELECT n.*, coalesce(v.storage_array, n.measured_by, d.storage_array) AS storage_array, coalesce(v.storage_volume, d.storage_volume, n.about_key) AS storage_volume FROM newest n
    LEFT JOIN storage_volume v ON v.device = coalesce(n.device, n.about_key)
    LEFT JOIN (SELECT storage_volume, min(storage_array) AS storage_array FROM storage_volume WHERE storage_volume IS NOT NULL GROUP BY 1 HAVING count(*) = 1) d ON v.device IS NULL AND n.measured_by IS NULL AND d.storage_volume = n.about_key
), rows_of AS (
    SELECT storage_array, storage_volume, 'read' AS operation, w.read_ms AS latency_ms, coalesce(w.read_iops, w.iops) AS iops, round(log2(nullif(coalesce(w.read_io_bytes, w.io_bytes), 0) / 4096)) AS size_class FROM placed WHERE w.read_ms IS NOT NULL
    UNION ALL SELECT storage_array, storage_volume, 'write', w.write_ms, coalesce(w.write_iops, w.iops), round(log2(nullif(coalesce(w.write_io_bytes, w.io_bytes), 0) / 4096)) FROM placed WHERE w.write_ms IS NOT NULL
), medians AS (
    SELECT storage_array, operation, size_class, median(latency_ms) AS median_ms, count(*) AS peers FROM rows_of WHERE storage_array IS NOT NULL AND size_class IS NOT NULL AND iops >= 50 GROUP BY ALL
)
SELECT r.storage_array, r.storage_volume, r.operation, max(r.latency_ms) AS latency_ms, max(r.iops) AS iops, max(m.median_ms) AS median_ms, max(m.peers) AS peers
FROM rows_of r LEFT JOIN medians m ON m.storage_array = r.storage_array AND m.operation = r.operation AND m.size_class = r.size_class
WHERE r.storage_array IS NOT NULL GROUP BY ALL
