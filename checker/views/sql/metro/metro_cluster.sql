-- view: metro_cluster
-- meaning: One row per VPLEX cluster: its metadata and logging volumes.
-- grain: storage_array, vplex_cluster
-- owner: storage_array
-- spine: system_volume, vplex_cluster
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column meta_volume text: active metadata volume
-- column meta_mirrored bool: it is a mirror of two or more legs [system_volume.geometry, system_volume.component_count, system_volume.volume_type, system_volume.active]
-- column meta_healthy bool: its health is ok [system_volume.health_state, system_volume.volume_type, system_volume.active]
-- column meta_arrays span: arrays that its legs are on: as declared, else at most those of all storage volumes that the cluster uses for metadata [system_volume.leg_arrays, system_volume.volume_type, system_volume.active, storage_volume.vplex_use, storage_volume.storage_array, storage_volume.used_by_cluster]
-- column meta_on_lun_zero bool: a leg of a metadata volume or of a backup is LUN 0 of its array: as declared, or by the back-end paths of the storage volumes that the cluster uses for metadata [system_volume.on_lun_zero, system_volume.volume_type, storage_volume.vplex_use, backend_path.lun]
-- column meta_on_vault bool: a leg is on the vault drives of its array, as declared [system_volume.on_vault_drives, system_volume.volume_type]
-- column meta_backups span: backups and inactive metadata volumes; NULL if no system volume is listed, without an upper bound unless the system is known to be complete [system_volume.volume_type, system_volume.active, completeness.complete]
-- column arrays span: arrays that provide storage to the cluster; without an upper bound unless the system is known to be complete [storage_volume.used_by_cluster, storage_volume.storage_array, completeness.complete]
-- column log_volumes list: logging volumes, each with its number of legs
-- column log_unmirrored bool: a logging volume is not mirrored; NULL if none is listed [system_volume.geometry, system_volume.component_count, system_volume.volume_type]
WITH volumes AS (
    SELECT storage_array, cluster, system_volume, lower(volume_type) AS volume_type, active, component_count, lower(health_state) AS health_state,
        CASE WHEN component_count = 1 OR lower(geometry) IN ('raid-0', 'raid-c', '1:1') THEN FALSE WHEN component_count >= 2 AND lower(geometry) = 'raid-1' THEN TRUE END AS mirrored
    FROM system_volume WHERE cluster IS NOT NULL
), spine AS (
    SELECT storage_array, cluster FROM vplex_cluster WHERE cluster IS NOT NULL UNION SELECT storage_array, cluster FROM volumes
), meta AS (
    SELECT storage_array, cluster, min(system_volume) AS name, bool_and(mirrored) AS mirrored, bool_and(health_state = 'ok') AS healthy, count(mirrored) = count(*) AS known, count(health_state) = count(*) AS health_known
    FROM volumes WHERE volume_type = 'meta-volume' AND active GROUP BY ALL
), legs AS (
    SELECT storage_array, cluster, len(list_distinct(flatten(list(string_split(trim(regexp_replace(leg_arrays, '[ ,;]+', ' ', 'g')), ' ')) FILTER (WHERE active AND leg_arrays IS NOT NULL)))) AS declared,
        bool_or(on_lun_zero) AS any_zero, bool_and(on_lun_zero IS NOT NULL) AS all_zero_known, bool_or(on_vault_drives) AS any_vault, bool_and(on_vault_drives IS NOT NULL) AS all_vault_known
    FROM (SELECT storage_array, cluster, volume_type, active, leg_arrays, on_lun_zero, on_vault_drives FROM system_volume WHERE cluster IS NOT NULL)
    WHERE lower(volume_type) IN ('meta-volume', 'backup', 'meta-volume-backup') OR volume_type IS NULL GROUP BY storage_array, cluster
), metadata AS (
    -- LUN numbers are those of the array's side: the same for all directors of a cluster as a rule, so one 0 is enough.
    SELECT v.used_by_array AS storage_array, v.used_by_cluster AS cluster, count(*) FILTER (WHERE v.meta) AS volumes, bool_and(v.meta IS NOT NULL) AS all_known,
        count(DISTINCT v.storage_array) FILTER (WHERE v.meta IS NOT FALSE) AS arrays, bool_and(v.storage_array IS NOT NULL) FILTER (WHERE v.meta IS NOT FALSE) AS arrays_known,
        bool_or(p.lun = 0) FILTER (WHERE v.meta) AS zero, bool_and(p.lun IS NOT NULL) FILTER (WHERE v.meta IS NOT FALSE) AS luns_known
    FROM (SELECT *, starts_with(replace(lower(vplex_use), '_', '-'), 'meta') AS meta FROM storage_volume WHERE used_by_array IS NOT NULL AND used_by_cluster IS NOT NULL) v
    LEFT JOIN (SELECT storage_array, device, min(lun) AS lun FROM backend_path GROUP BY ALL) p ON p.storage_array = v.used_by_array AND p.device = v.device
    GROUP BY ALL
), backups AS (
    SELECT storage_array, cluster, count_span(CASE WHEN volume_type IN ('backup', 'meta-volume-backup') THEN TRUE WHEN volume_type = 'meta-volume' THEN NOT active WHEN volume_type IS NOT NULL THEN FALSE END) AS n
    FROM volumes GROUP BY ALL
), logs AS (
    SELECT storage_array, cluster, CASE WHEN bool_or(NOT mirrored) THEN TRUE WHEN bool_and(mirrored IS NOT NULL) THEN FALSE END AS unmirrored,
        list(system_volume || ': ' || coalesce(component_count::VARCHAR, 'unknown') || ' legs' ORDER BY system_volume) AS names
    FROM volumes WHERE volume_type = 'logging-volume' GROUP BY ALL
), behind AS (
    SELECT used_by_array AS storage_array, used_by_cluster AS cluster, distinct_span(storage_array, TRUE) AS arrays FROM storage_volume WHERE used_by_array IS NOT NULL AND used_by_cluster IS NOT NULL GROUP BY ALL
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array'
)
SELECT s.storage_array, s.cluster AS vplex_cluster, m.name AS meta_volume, CASE WHEN NOT m.mirrored THEN FALSE WHEN m.known THEN TRUE END AS meta_mirrored,
    CASE WHEN NOT m.healthy THEN FALSE WHEN m.health_known THEN TRUE END AS meta_healthy,
    CASE WHEN g.declared > 0 THEN {'lo': g.declared, 'hi': g.declared} ELSE {'lo': CASE WHEN m.name IS NOT NULL THEN 1 ELSE 0 END, 'hi': CASE WHEN d.volumes > 0 AND d.all_known AND d.arrays_known THEN d.arrays END} END AS meta_arrays,
    CASE WHEN g.any_zero OR d.zero THEN TRUE WHEN g.all_zero_known OR d.volumes > 0 AND d.all_known AND d.luns_known THEN FALSE END AS meta_on_lun_zero,
    CASE WHEN g.any_vault THEN TRUE WHEN g.all_vault_known THEN FALSE END AS meta_on_vault,
    CASE WHEN b.storage_array IS NOT NULL THEN {'lo': b.n.lo, 'hi': CASE WHEN k.name IS NOT NULL THEN b.n.hi END} END AS meta_backups,
    {'lo': coalesce(a.arrays.lo, 0), 'hi': CASE WHEN k.name IS NOT NULL THEN a.arrays.hi END} AS arrays, coalesce(l.names, []) AS log_volumes, l.unmirrored AS log_unmirrored
FROM spine s
LEFT JOIN meta m ON m.storage_array = s.storage_array AND m.cluster = s.cluster
LEFT JOIN legs g ON g.storage_array = s.storage_array AND g.cluster = s.cluster
LEFT JOIN metadata d ON d.storage_array = s.storage_array AND d.cluster = s.cluster
LEFT JOIN backups b ON b.storage_array = s.storage_array AND b.cluster = s.cluster
LEFT JOIN logs l ON l.storage_array = s.storage_array AND l.cluster = s.cluster
LEFT JOIN behind a ON a.storage_array = s.storage_array AND a.cluster = s.cluster
LEFT JOIN complete k ON k.name = s.storage_array
