-- view: virtual_volume_service
-- meaning: One row per virtual volume of VPLEX with a service status.
-- grain: storage_array, vplex_cluster, virtual_volume
-- owner: storage_array
-- spine: virtual_volume
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' of a distributed volume and where it is unknown
-- column virtual_volume text: name of the volume
-- column consistency_group text: its group; '' if it is in none or this is unknown
-- column service_status text: as printed [virtual_volume.service_status]
-- column refused bool: VPLEX does not serve it; NULL if the meaning of the status is unknown [virtual_volume.service_status]
SELECT storage_array, coalesce(cluster, '') AS vplex_cluster, virtual_volume, coalesce(consistency_group, '') AS consistency_group, service_status,
    CASE WHEN state_word(service_status) IN ('running', 'unexported') THEN FALSE
         WHEN state_word(service_status) IN ('suspended', 'stopped', 'cluster-unreachable', 'need-resume', 'need-winner', 'potential-conflict', 'data-safe-failed') THEN TRUE END AS refused
FROM virtual_volume WHERE storage_array IS NOT NULL AND virtual_volume IS NOT NULL
