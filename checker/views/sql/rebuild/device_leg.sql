-- view: device_leg
-- meaning: One row per leg of a VPLEX device: what it is on and whether it is up to date; one without a name for a mirror whose legs are in no export.
-- grain: storage_array, vplex_cluster, vplex_device, component
-- owner: storage_array
-- spine: device_component, vplex_device
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for a distributed device
-- column vplex_device text: device it is a leg of
-- column component text: name of the leg [device_component.component]
-- column geometry text: geometry of the device [vplex_device.geometry]
-- column mirrored bool: the device keeps copies: RAID-1 or distributed [vplex_device.geometry, vplex_device.distributed]
-- column leg_cluster text: cluster the leg is in
-- column leg_array text: array the leg is on; NULL if it isn't known, or is on several [extent.storage_volume, storage_volume.storage_array, backend_path.target_wwpn]
-- column pieces int: extents the leg is made of; NULL if its parts are not known [device_component.component, device_component.component_type, extent.extent]
-- column legs int: components that the device has [device_component.component]
-- column whole_volume bool: the leg is one extent that fills its storage volume [device_component.component_type, extent.size_bytes, extent.size_low_bytes, extent.size_high_bytes, extent.storage_volume, storage_volume.size_bytes, storage_volume.size_low_bytes, storage_volume.size_high_bytes]
-- column out_of_date bool: it waits for a rebuild, or is degraded [device_component.out_of_date, device_component.health_state]
-- column rebuild_active bool: a rebuild runs or waits on the device [vplex_device.rebuild_status]
-- column mobility_active bool: a mobility job uses it; NULL if a job's ends or state are unknown [mobility.source_name, mobility.target_name, mobility.job_state]
-- column cut_off bool: the clusters have lost contact, or the device's consistency group is suspended [vplex_cluster.connected, consistency_group.operational_status]
-- column size_bytes int: capacity of the leg; NULL where the export rounds it [device_component.size_bytes]
-- column size span: smallest and largest possible capacity of the leg [device_component.size_bytes, device_component.size_low_bytes, device_component.size_high_bytes]
-- column device_bytes int: capacity of the device; NULL where the export rounds it [vplex_device.size_bytes]
-- column device_size span: smallest and largest possible capacity of the device [vplex_device.size_bytes, vplex_device.size_low_bytes, vplex_device.size_high_bytes]
WITH components AS (
    SELECT c.*, coalesce(c.component_type, CASE WHEN e.extent IS NOT NULL THEN 'extent' END) AS kind FROM device_component c
    LEFT JOIN (SELECT DISTINCT storage_array, extent FROM extent) e ON e.storage_array = c.storage_array AND e.extent = c.component
    WHERE c.storage_array IS NOT NULL AND c.vplex_device IS NOT NULL AND c.component IS NOT NULL
), devices AS (
    SELECT *, CASE WHEN distributed THEN TRUE WHEN lower(geometry) = 'raid-1' THEN TRUE WHEN geometry IS NOT NULL THEN FALSE END AS mirrored FROM vplex_device
), all_legs AS (
    SELECT * FROM components UNION ALL BY NAME
    SELECT storage_array, cluster, vplex_device FROM devices WHERE mirrored AND storage_array IS NOT NULL AND vplex_device IS NOT NULL
        AND (storage_array, cluster, vplex_device) NOT IN (SELECT (storage_array, cluster, vplex_device) FROM components)
), volumes AS (
    SELECT used_by_array, used_by_cluster, coalesce(vplex_name, device) AS name, min(coalesce(size_bytes, size_low_bytes)) AS least_bytes, min(coalesce(size_bytes, size_high_bytes)) AS most_bytes,
        min(storage_array) AS back_array FROM storage_volume WHERE used_by_array IS NOT NULL GROUP BY ALL
), paths AS (SELECT storage_array, vplex_cluster, storage_volume, min(back_array) AS back_array FROM backend_nexus WHERE back_array IS NOT NULL GROUP BY ALL
), extents AS (
    SELECT e.storage_array, e.extent, coalesce(v.back_array, p.back_array) AS back_array, 
        CASE WHEN e.least_bytes >= v.most_bytes * 0.99 THEN TRUE WHEN e.most_bytes < v.least_bytes * 0.99 THEN FALSE END AS fills
    FROM (SELECT storage_array, cluster, extent, min(storage_volume) AS storage_volume, min(coalesce(size_bytes, size_low_bytes)) AS least_bytes,
        min(coalesce(size_bytes, size_high_bytes)) AS most_bytes FROM extent GROUP BY ALL) e
    LEFT JOIN volumes v ON v.used_by_array = e.storage_array AND v.name = e.storage_volume AND (v.used_by_cluster = e.cluster OR v.used_by_cluster IS NULL)
    LEFT JOIN paths p ON p.storage_array = e.storage_array AND p.vplex_cluster = e.cluster AND p.storage_volume = e.storage_volume
), below AS (
    -- A leg is an extent, or a local device whose own parts are extents.
    SELECT c.storage_array, c.cluster, c.vplex_device, c.component, c.component AS part, c.kind FROM components c WHERE c.kind = 'extent'
    UNION ALL SELECT c.storage_array, c.cluster, c.vplex_device, c.component, i.component, i.kind FROM components c
    LEFT JOIN components i ON i.storage_array = c.storage_array AND i.vplex_device = c.component AND i.cluster <> '' AND i.vplex_device <> c.vplex_device WHERE c.kind = 'device'
), laid AS (
    SELECT b.storage_array, b.cluster, b.vplex_device, b.component, count(b.part) AS parts, bool_and(b.kind = 'extent') AS all_extents, count(x.back_array) AS arrays_known, count(DISTINCT x.back_array) AS arrays,
        min(x.back_array) AS back_array, bool_and(x.fills) AS fills, count(x.fills) AS fills_known
    FROM below b LEFT JOIN extents x ON x.storage_array = b.storage_array AND x.extent = b.part GROUP BY ALL
), jobs AS (
    SELECT storage_array, source_name, target_name, CASE WHEN lower(job_state) IN ('complete', 'committed', 'cancelled', 'canceled', 'cleaned', 'done') THEN FALSE WHEN job_state IS NOT NULL THEN TRUE END AS active FROM mobility
), ends AS (
    SELECT storage_array, source_name AS name, active FROM jobs WHERE source_name IS NOT NULL UNION ALL SELECT storage_array, target_name, active FROM jobs WHERE target_name IS NOT NULL
), nameless AS (SELECT storage_array, count(*) AS n FROM jobs WHERE (source_name IS NULL OR target_name IS NULL) AND active IS NOT FALSE GROUP BY 1
), busy AS (
    SELECT c.storage_array, c.cluster, c.vplex_device, bool_or(e.active) AS active, bool_or(e.active IS NULL) AS unsure
    FROM components c JOIN ends e ON e.storage_array = c.storage_array AND e.name IN (c.component, c.vplex_device) GROUP BY ALL
), apart AS (
    SELECT storage_array, CASE WHEN bool_or(NOT connected) THEN TRUE WHEN bool_and(connected IS NOT NULL) THEN FALSE END AS apart FROM vplex_cluster GROUP BY 1
), groups AS (
    SELECT storage_array, consistency_group, bool_or(contains(lower(operational_status), 'suspend')) AS suspended, count(*) = count(operational_status) AS known FROM consistency_group GROUP BY ALL
)
SELECT c.storage_array, c.cluster AS vplex_cluster, c.vplex_device, c.component, d.geometry,
    d.mirrored, c.component_cluster AS leg_cluster, CASE WHEN l.parts = l.arrays_known AND l.arrays = 1 THEN l.back_array END AS leg_array,
    CASE WHEN c.kind = 'extent' THEN 1 WHEN l.parts > 0 AND l.all_extents THEN l.parts END AS pieces,
    CASE WHEN c.component IS NOT NULL THEN count(*) OVER (PARTITION BY c.storage_array, c.cluster, c.vplex_device) END AS legs,
    CASE WHEN l.parts > 1 AND l.all_extents THEN FALSE WHEN l.parts = 1 AND l.all_extents AND l.fills_known = 1 THEN l.fills END AS whole_volume,
    CASE WHEN c.out_of_date THEN TRUE WHEN lower(c.health_state) IN ('degraded', 'critical-failure', 'major-failure', 'minor-failure', 'non-recoverable-error', 'failed') THEN TRUE
         WHEN NOT c.out_of_date AND c.health_state IS NOT NULL AND lower(c.health_state) <> 'unknown' THEN FALSE END AS out_of_date,
    CASE WHEN lower(d.rebuild_status) IN ('done', 'n/a', 'none', 'complete') THEN FALSE WHEN d.rebuild_status IS NOT NULL THEN TRUE END AS rebuild_active,
    CASE WHEN b.active THEN TRUE WHEN b.unsure OR n.n > 0 THEN NULL ELSE FALSE END AS mobility_active,
    CASE WHEN a.apart OR g.suspended THEN TRUE WHEN NOT a.apart AND (g.suspended IS FALSE AND g.known OR d.consistency_group IS NULL OR g.consistency_group IS NULL) THEN FALSE END AS cut_off,
    c.size_bytes, bounds(c.size_bytes, c.size_low_bytes, c.size_high_bytes) AS size,
    d.size_bytes AS device_bytes, bounds(d.size_bytes, d.size_low_bytes, d.size_high_bytes) AS device_size
FROM all_legs c
LEFT JOIN devices d ON d.storage_array = c.storage_array AND d.cluster = c.cluster AND d.vplex_device = c.vplex_device
LEFT JOIN laid l ON l.storage_array = c.storage_array AND l.cluster = c.cluster AND l.vplex_device = c.vplex_device AND l.component = c.component
LEFT JOIN busy b ON b.storage_array = c.storage_array AND b.cluster = c.cluster AND b.vplex_device = c.vplex_device
LEFT JOIN nameless n ON n.storage_array = c.storage_array
LEFT JOIN apart a ON a.storage_array = c.storage_array
LEFT JOIN groups g ON g.storage_array = c.storage_array AND g.consistency_group = d.consistency_group
