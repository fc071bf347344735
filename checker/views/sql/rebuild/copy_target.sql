-- view: copy_target
-- meaning: One row per copy that VPLEX makes: mobility jobs, and the legs of mirrors (one unnamed for a mirror whose legs are in no export), with the sizes of source and target.
-- grain: storage_array, vplex_cluster, job
-- owner: storage_array
-- spine: mobility, device_component, vplex_device
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column job text: name of the job, or device and leg
-- column source_name text: what is copied
-- column target_name text: where to [mobility.target_name, device_component.component]
-- column active bool: it still runs or waits; TRUE for the leg of a mirror [mobility.job_state, vplex_device.geometry]
-- column source_bytes int: capacity of the source; NULL where the export rounds it [vplex_device.size_bytes, extent.size_bytes, device_component.size_bytes]
-- column source span: smallest and largest possible capacity of the source [vplex_device.size_bytes, vplex_device.size_low_bytes, vplex_device.size_high_bytes, extent.size_bytes, extent.size_low_bytes, extent.size_high_bytes, device_component.size_bytes, device_component.size_low_bytes, device_component.size_high_bytes]
-- column target_bytes int: capacity of the target; NULL where the export rounds it [vplex_device.size_bytes, extent.size_bytes, device_component.size_bytes]
-- column target span: smallest and largest possible capacity of the target [vplex_device.size_bytes, vplex_device.size_low_bytes, vplex_device.size_high_bytes, extent.size_bytes, extent.size_low_bytes, extent.size_high_bytes, device_component.size_bytes, device_component.size_low_bytes, device_component.size_high_bytes]
WITH sizes AS (
    SELECT storage_array, name, min(size_bytes) AS size_bytes, min(size) AS size FROM (
        SELECT storage_array, vplex_device AS name, size_bytes, bounds(size_bytes, size_low_bytes, size_high_bytes) AS size FROM vplex_device
        UNION ALL SELECT storage_array, extent, size_bytes, bounds(size_bytes, size_low_bytes, size_high_bytes) FROM extent)
    WHERE name IS NOT NULL GROUP BY ALL HAVING count(DISTINCT size) = 1 AND count(*) = count(size)
)
SELECT m.storage_array, m.cluster AS vplex_cluster, m.mobility AS job, m.source_name, m.target_name,
    CASE WHEN lower(m.job_state) IN ('complete', 'committed', 'cancelled', 'canceled', 'cleaned', 'done') THEN FALSE WHEN m.job_state IS NOT NULL THEN TRUE END AS active,
    s.size_bytes AS source_bytes, s.size AS source, t.size_bytes AS target_bytes, t.size AS target
FROM mobility m
LEFT JOIN sizes s ON s.storage_array = m.storage_array AND s.name = m.source_name
LEFT JOIN sizes t ON t.storage_array = m.storage_array AND t.name = m.target_name
WHERE m.mobility IS NOT NULL AND m.storage_array IS NOT NULL
UNION ALL
SELECT storage_array, vplex_cluster, vplex_device || coalesce(' leg ' || component, ', legs unknown'), vplex_device, component, mirrored, device_bytes, device_size, size_bytes, size FROM device_leg
