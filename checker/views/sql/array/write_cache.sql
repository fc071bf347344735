-- view: write_cache
-- meaning: One row per array, LUN or RAID group whose write cache can be on or off.
-- grain: storage_array, part_kind, part
-- owner: storage_array
-- spine: array_setting, raid_group
-- column storage_array text: array
-- column part_kind text: array, LUN or RAID group
-- column part text: name; '' for the whole array
-- column is_part bool: a LUN or RAID group, not the whole array
-- column write_cache bool: writes are cached [array_setting.value, raid_group.write_cache]
-- column flash bool: it is on flash; NULL if the drives are not known [raid_group.drive_type, pool.drive_type, storage_volume.raid_group, storage_volume.pool, storage_array.array_class]
-- column generation text: model of the array [storage_array.model]
-- column tagged_important bool: the LUN or the array is tagged production or backup
WITH stated AS (
    SELECT storage_array, CASE WHEN coalesce(scope, '') = '' THEN 'array' WHEN scope LIKE 'LUN %' THEN 'LUN' ELSE 'array' END AS part_kind,
        CASE WHEN scope LIKE 'LUN %' THEN substring(scope, 5) ELSE '' END AS part, lower(trim(value)) AS word, NULL::BOOLEAN AS known
    FROM array_setting WHERE lower(setting) IN ('sp write cache state', 'write cache state', 'write cache', 'sp write cache') AND (coalesce(scope, '') = '' OR scope LIKE 'LUN %' OR upper(scope) IN ('SPA', 'SPB', 'SP A', 'SP B'))
    UNION ALL SELECT storage_array, 'RAID group', raid_group, NULL, write_cache FROM raid_group WHERE raid_group IS NOT NULL
), states AS (
    SELECT storage_array, part_kind, part, CASE WHEN known IS NOT NULL THEN known WHEN word IN ('enabled', 'on', 'true', 'yes') THEN TRUE WHEN word IN ('disabled', 'off', 'false', 'no', 'disabling', 'frozen', 'dumped') THEN FALSE END AS state
    FROM stated WHERE storage_array IS NOT NULL
), merged AS (
    SELECT storage_array, part_kind, part, CASE WHEN bool_or(NOT state) THEN FALSE WHEN bool_and(state IS NOT NULL) THEN TRUE END AS write_cache FROM states GROUP BY ALL
), groups AS (
    SELECT storage_array, raid_group, CASE WHEN regexp_matches(lower(drive_type), 'ssd|efd|flash|nvme') THEN TRUE WHEN drive_type IS NOT NULL THEN FALSE END AS flash FROM raid_group
), pools AS (
    SELECT storage_array, pool, CASE WHEN regexp_full_match(lower(drive_type), '.*(ssd|efd|flash|nvme).*') AND NOT regexp_matches(lower(drive_type), 'sas|sata|fc|nl|mixed') THEN TRUE WHEN drive_type IS NOT NULL THEN FALSE END AS flash FROM pool
), marks AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind IN ('storage_volume', 'storage_array', 'raid_group') AND lower(tag) IN ('production', 'backup')
)
SELECT m.storage_array, m.part_kind, m.part, m.part_kind <> 'array' AS is_part, m.write_cache,
    CASE WHEN m.part_kind = 'array' THEN CASE WHEN a.array_class = 'flash' THEN TRUE WHEN a.array_class IS NOT NULL THEN FALSE END
         WHEN m.part_kind = 'RAID group' THEN g.flash
         ELSE coalesce(vg.flash, vp.flash, CASE WHEN a.array_class = 'flash' THEN TRUE WHEN a.array_class = 'disk' THEN FALSE END) END AS flash,
    a.model AS generation, k.about_key IS NOT NULL OR l.about_key IS NOT NULL OR n.about_key IS NOT NULL AS tagged_important
FROM merged m
LEFT JOIN storage_array a ON a.storage_array = m.storage_array
LEFT JOIN groups g ON m.part_kind = 'RAID group' AND g.storage_array = m.storage_array AND g.raid_group = m.part
LEFT JOIN storage_volume v ON m.part_kind = 'LUN' AND v.storage_array = m.storage_array AND v.storage_volume = m.part
LEFT JOIN groups vg ON vg.storage_array = v.storage_array AND vg.raid_group = v.raid_group
LEFT JOIN pools vp ON vp.storage_array = v.storage_array AND vp.pool = v.pool
LEFT JOIN marks k ON k.about_key = m.storage_array
LEFT JOIN marks l ON m.part <> '' AND l.about_key = m.part
LEFT JOIN marks n ON n.about_key = v.label
