-- view: volume_state
-- meaning: One row per volume of an array or VPLEX system that reports its state.
-- grain: storage_array, vplex_cluster, volume_kind, volume_name
-- owner: storage_array
-- spine: storage_volume, virtual_volume, vplex_device
-- column storage_array text: array or VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for other arrays and where it is unknown
-- column volume_kind text: volume, storage volume (of VPLEX), virtual volume, or device whose state no virtual volume shows
-- column volume_name text: name, else its identity
-- column volume_label text: name for messages, with its kind unless the name contains it
-- column device text: identity of the LUN
-- column state_words list: states as printed; those that show a fault if one does [storage_volume.health_state, storage_volume.operational_status, storage_volume.io_status, virtual_volume.health_state, virtual_volume.operational_status, vplex_device.health_state, vplex_device.operational_status]
-- column failed bool: a state says that there is no I/O to it, or that data is lost [storage_volume.health_state, storage_volume.operational_status, storage_volume.io_status, storage_volume.mapped, virtual_volume.health_state, virtual_volume.operational_status, vplex_device.health_state, vplex_device.operational_status]
-- column impaired bool: a state says that it works in part only [storage_volume.health_state, storage_volume.operational_status, storage_volume.io_status, storage_volume.mapped, virtual_volume.health_state, virtual_volume.operational_status, vplex_device.health_state, vplex_device.operational_status]
-- column excused bool: tagged as spare, in maintenance or not in use
WITH on_devices AS (
    SELECT storage_array, vplex_device, bool_or(state_class(state_word(health_state)) IN ('failed', 'impaired') OR state_class(state_word(operational_status)) IN ('failed', 'impaired')) AS shows_fault
    FROM virtual_volume WHERE vplex_device IS NOT NULL AND coalesce(health_state, operational_status) IS NOT NULL GROUP BY ALL
), volumes AS (
    SELECT storage_array, '' AS cluster, 'volume' AS volume_kind, coalesce(storage_volume, label, device) AS volume, storage_volume AS own_name, label, device, health_state, operational_status, NULL AS io_status, mapped
    FROM storage_volume WHERE used_by_array IS NULL
    -- What VPLEX says about a volume that it uses.
    UNION ALL SELECT used_by_array, coalesce(used_by_cluster, ''), 'storage volume', coalesce(vplex_name, storage_volume, device), storage_volume, NULL, device, health_state, operational_status, io_status, NULL
    FROM storage_volume WHERE used_by_array IS NOT NULL
    UNION ALL SELECT storage_array, coalesce(cluster, ''), 'virtual volume', coalesce(virtual_volume, device), NULL, NULL, device, health_state, operational_status, NULL, NULL FROM virtual_volume
    -- The virtual volume on a device usually shows the state of the device.
    UNION ALL SELECT d.storage_array, coalesce(d.cluster, ''), CASE WHEN d.distributed THEN 'distributed device' ELSE 'device' END, d.vplex_device, NULL, NULL, NULL, d.health_state, d.operational_status, NULL, NULL
    FROM vplex_device d LEFT JOIN on_devices o ON o.storage_array = d.storage_array AND o.vplex_device = d.vplex_device
    WHERE coalesce(d.health_state, d.operational_status) IS NOT NULL AND (o.vplex_device IS NULL
        OR o.shows_fault IS NOT TRUE AND (state_class(state_word(d.health_state)) IN ('failed', 'impaired') OR state_class(state_word(d.operational_status)) IN ('failed', 'impaired')))
), masked AS (
    SELECT DISTINCT storage_array, device FROM mask_volume WHERE device IS NOT NULL
), masked_name AS (
    SELECT DISTINCT storage_array, volume_name FROM mask_volume WHERE volume_name IS NOT NULL
), masking AS (
    SELECT DISTINCT storage_array FROM mask_volume
), words AS (
    SELECT v.storage_array, v.cluster, v.volume_kind, v.volume, v.label, v.device, v.mapped, printed, state_word(printed) AS word, a.family, m.device IS NOT NULL AS is_masked, n.volume_name IS NOT NULL AS name_masked, k.storage_array IS NOT NULL AS masking_known
    FROM (SELECT *, unnest(CASE WHEN coalesce(health_state, operational_status, io_status) IS NULL THEN [NULL]
                                ELSE list_distinct([health_state, operational_status, io_status]) END) AS printed FROM volumes) v
    LEFT JOIN storage_array a ON a.storage_array = v.storage_array
    LEFT JOIN masked m ON m.storage_array = v.storage_array AND m.device = v.device
    LEFT JOIN masked_name n ON n.storage_array = v.storage_array AND n.volume_name = v.own_name
    LEFT JOIN masking k ON k.storage_array = v.storage_array
    WHERE v.storage_array IS NOT NULL AND v.volume IS NOT NULL
), states AS (
    SELECT *, CASE
        -- Administrators of ONTAP set LUNs offline that no host uses any more.
        WHEN word = 'offline' AND (family = 'netapp' OR family IS NULL) THEN CASE WHEN is_masked OR mapped THEN 'failed' WHEN NOT mapped OR masking_known THEN 'fine' END
        -- Hitachi calls a volume blocked, too, that is not formatted yet; its numbers are those of the whole system.
        WHEN word = 'blk' THEN CASE WHEN is_masked OR name_masked THEN 'failed' END
        WHEN word IN ('offline', 'unreachable', 'broken', 'data-loss', 'not-available', 'down', 'inaccessible', 'indeterminate-data-loss', 'rank-failed', 'fenced') THEN 'failed'
        WHEN word IN ('degraded-paths', 'degraded-ports', 'read-only', 'rebuild', 'configuration-error', 'virtual-space-allocation-error', 'rank-repairing', 'pinned') THEN 'impaired'
        WHEN word IN ('nml', 'alive', 'read-write', 'rw', 'write-disabled', 'mapped', 'copying') THEN 'fine'
        WHEN word IN ('stopped', 'disabled', 'empty', 'standby', 'no-link') THEN NULL
        ELSE state_class(word) END AS class
    FROM words
), excuses AS (
    SELECT DISTINCT about_key FROM tag WHERE is_excuse(tag)
)
SELECT s.storage_array, s.cluster AS vplex_cluster, s.volume_kind, s.volume AS volume_name, part_label(s.volume_kind, s.volume) || coalesce(' (' || nullif(min(s.label), s.volume) || ')', '') AS volume_label, min(s.device) AS device,
    coalesce(list(DISTINCT s.printed ORDER BY s.printed) FILTER (s.class IN ('failed', 'impaired')), list(DISTINCT s.printed ORDER BY s.printed) FILTER (s.printed IS NOT NULL)) AS state_words,
    CASE WHEN bool_or(s.class = 'failed') THEN TRUE WHEN bool_and(s.class IS NOT NULL) THEN FALSE END AS failed,
    CASE WHEN bool_or(s.class = 'impaired') THEN TRUE WHEN bool_and(s.class IS NOT NULL) THEN FALSE END AS impaired,
    bool_or(e.about_key IS NOT NULL) AS excused
FROM states s LEFT JOIN excuses e ON e.about_key IN (s.volume, s.device)
GROUP BY s.storage_array, s.cluster, s.volume_kind, s.volume
