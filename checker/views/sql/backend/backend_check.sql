-- view: backend_check
-- meaning: One row per VPLEX cluster and check of its back end by VPLEX itself (connectivity validate-be, health-check): how many storage volumes fail it.
-- grain: storage_array, vplex_cluster, setting
-- owner: storage_array
-- spine: array_setting
-- column storage_array text: VPLEX system
-- column vplex_cluster text: cluster
-- column setting text: the check
-- column problem text: what is wrong with the volumes that fail it
-- column affected int: how many do [array_setting.value]
-- column serious bool: they cannot be used
SELECT storage_array, split_part(scope, ' ', 1) AS vplex_cluster, setting, CASE WHEN setting = 'unhealthy-storage-volumes' THEN 'are unhealthy' ELSE regexp_replace(setting, '^storage-volumes that ', '') END AS problem,
    try_cast(value AS INTEGER) AS affected, contains(setting, 'dead') AS serious
FROM array_setting
WHERE storage_array IS NOT NULL AND starts_with(scope, 'cluster-') AND (starts_with(setting, 'storage-volumes that ') OR setting = 'unhealthy-storage-volumes')
