-- view: distributed_group
-- meaning: One row per distributed virtual volume of VPLEX: whether a consistency group or a rule set decides which cluster continues.
-- grain: storage_array, virtual_volume
-- owner: storage_array
-- spine: virtual_volume
-- column storage_array text: VPLEX system
-- column virtual_volume text: name of the volume, else its identity
-- column consistency_group text: its group; NULL if none is stated [virtual_volume.consistency_group, vplex_device.consistency_group]
-- column in_group bool: it is in a consistency group; FALSE only if the exports state the group of another volume of the system [virtual_volume.consistency_group, vplex_device.consistency_group]
-- column rule_set text: detach rule set of its device; '' where none is stated [vplex_device.rule_set]
WITH volumes AS (
    SELECT v.storage_array, coalesce(v.virtual_volume, v.device) AS virtual_volume, min(coalesce(nullif(v.consistency_group, ''), nullif(d.consistency_group, ''))) AS consistency_group, min(d.rule_set) AS rule_set,
        bool_or(lower(coalesce(v.locality, d.locality)) = 'distributed' OR d.distributed) AS distributed
    FROM virtual_volume v LEFT JOIN vplex_device d ON d.storage_array = v.storage_array AND d.vplex_device = v.vplex_device AND d.top_level IS NOT FALSE
    WHERE v.storage_array IS NOT NULL GROUP BY ALL
), listing AS (
    SELECT storage_array FROM volumes WHERE consistency_group IS NOT NULL GROUP BY 1
)
SELECT v.storage_array, v.virtual_volume, v.consistency_group, CASE WHEN v.consistency_group IS NOT NULL THEN TRUE WHEN l.storage_array IS NOT NULL THEN FALSE END AS in_group, coalesce(v.rule_set, '') AS rule_set
FROM volumes v LEFT JOIN listing l ON l.storage_array = v.storage_array WHERE v.distributed AND v.virtual_volume IS NOT NULL
