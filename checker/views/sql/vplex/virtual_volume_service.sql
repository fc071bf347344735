-- view: virtual_volume_service
-- meaning: One row per virtual volume of VPLEX, and per device under none that is listed, with its service status.
-- grain: storage_array, vplex_cluster, volume_name
-- owner: storage_array
-- spine: virtual_volume, vplex_device
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' of a distributed volume and where it is unknown
-- column volume_name text: name of the volume or device
-- column label text: the same for messages, with what it is
-- column consistency_group text: its group; '' if it is in none or this is unknown
-- column service_status text: as printed [virtual_volume.service_status, vplex_device.service_status]
-- column refused bool: VPLEX does not serve it; NULL if the meaning of the status is unknown [virtual_volume.service_status, vplex_device.service_status]
WITH volumes AS (
    SELECT storage_array, cluster, virtual_volume, 'virtual volume ' || virtual_volume AS label, consistency_group, service_status FROM virtual_volume
    UNION ALL SELECT d.storage_array, d.cluster, d.vplex_device, 'device ' || d.vplex_device, d.consistency_group, d.service_status
    FROM vplex_device d LEFT JOIN (SELECT DISTINCT storage_array, vplex_device FROM virtual_volume WHERE service_status IS NOT NULL) v ON v.storage_array = d.storage_array AND v.vplex_device = d.vplex_device
    WHERE v.vplex_device IS NULL AND d.service_status IS NOT NULL
)
SELECT storage_array, coalesce(cluster, '') AS vplex_cluster, virtual_volume AS volume_name, label, coalesce(consistency_group, '') AS consistency_group, service_status,
    CASE WHEN state_word(service_status) IN ('running', 'unexported') THEN FALSE
         WHEN state_word(service_status) IN ('suspended', 'stopped', 'cluster-unreachable', 'need-resume', 'need-winner', 'potential-conflict', 'data-safe-failed') THEN TRUE END AS refused
FROM volumes WHERE storage_array IS NOT NULL AND virtual_volume IS NOT NULL
