-- view: rebuild_load
-- meaning: One row per VPLEX cluster: rebuilds that run or wait there, and the logging volumes that keep them short.
-- grain: storage_array, vplex_cluster
-- owner: storage_array
-- spine: vplex_cluster, vplex_device
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column rebuilds span: devices of the cluster that are rebuilt or wait for it; a distributed device counts at each cluster [vplex_device.rebuild_status]
-- column rebuild_names list: those that are known
-- column distributed_devices span: distributed devices with a leg at the cluster [vplex_device.distributed, device_component.component_cluster]
-- column logging_volumes span: logging volumes of the cluster; without an upper bound unless an export lists its system volumes or it is known to be complete [system_volume.volume_type, vplex_cluster.logging_volumes, completeness.complete]
WITH spine AS (
    SELECT storage_array, cluster FROM vplex_cluster WHERE cluster IS NOT NULL
    UNION SELECT storage_array, cluster FROM vplex_device WHERE cluster <> ''
), sides AS (
    SELECT DISTINCT storage_array, vplex_device, component_cluster FROM device_component WHERE cluster = ''
), devices AS (
    SELECT d.storage_array, d.vplex_device, CASE WHEN d.distributed OR d.cluster = '' AND d.distributed IS NOT NULL THEN TRUE ELSE d.distributed END AS distributed, s.component_cluster, nullif(d.cluster, '') AS cluster,
        CASE WHEN lower(d.rebuild_status) IN ('done', 'n/a', 'none', 'complete') THEN FALSE WHEN d.rebuild_status IS NOT NULL THEN TRUE END AS active
    FROM vplex_device d LEFT JOIN sides s ON s.storage_array = d.storage_array AND d.cluster = '' AND s.vplex_device = d.vplex_device
), counted AS (
    SELECT p.storage_array, p.cluster, count_span(d.active AND CASE WHEN d.cluster IS NOT NULL THEN d.cluster = p.cluster ELSE d.component_cluster = p.cluster END) AS rebuilds,
        names_of(d.vplex_device, d.active AND coalesce(d.cluster, d.component_cluster) = p.cluster) AS rebuild_names,
        count_span(d.distributed AND CASE WHEN d.cluster IS NOT NULL THEN FALSE ELSE d.component_cluster = p.cluster END) AS distributed_devices
    FROM spine p JOIN devices d ON d.storage_array = p.storage_array AND coalesce(d.cluster, d.component_cluster, p.cluster) = p.cluster GROUP BY ALL
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), cut AS (
    SELECT DISTINCT owner AS storage_array FROM export WHERE (ends_inside_record OR filtered) AND NOT coalesce(superseded, FALSE)
), logs AS (
    SELECT storage_array, cluster, count(*) FILTER (WHERE lower(volume_type) LIKE 'logging%') AS n, count(*) FILTER (WHERE volume_type IS NULL) AS untold FROM system_volume GROUP BY ALL
)
SELECT s.storage_array, s.cluster AS vplex_cluster, coalesce(c.rebuilds, {'lo': 0, 'hi': 0}) AS rebuilds, coalesce(c.rebuild_names, []) AS rebuild_names,
    coalesce(c.distributed_devices, {'lo': 0, 'hi': 0}) AS distributed_devices,
    {'lo': coalesce(l.n, 0), 'hi': CASE WHEN ca.name IS NOT NULL OR cc.name IS NOT NULL THEN coalesce(l.n, 0) + coalesce(l.untold, 0)
        WHEN v.logging_volumes >= 0 AND q.storage_array IS NULL THEN greatest(v.logging_volumes, coalesce(l.n, 0)) + coalesce(l.untold, 0) END} AS logging_volumes
FROM spine s
LEFT JOIN storage_array a ON a.storage_array = s.storage_array
LEFT JOIN counted c ON c.storage_array = s.storage_array AND c.cluster = s.cluster
LEFT JOIN logs l ON l.storage_array = s.storage_array AND l.cluster = s.cluster
LEFT JOIN vplex_cluster v ON v.storage_array = s.storage_array AND v.cluster = s.cluster
LEFT JOIN cut q ON q.storage_array = s.storage_array
LEFT JOIN complete ca ON ca.scope = 'storage_array' AND ca.name = s.storage_array
LEFT JOIN complete cc ON cc.scope = 'vplex_cluster' AND cc.name = s.cluster
WHERE coalesce(a.family, 'vplex') = 'vplex'
