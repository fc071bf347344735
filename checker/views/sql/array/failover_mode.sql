-- view: failover_mode
-- meaning: One row per array behind VPLEX whose failover modes are printed: those of VPLEX's own initiators.
-- grain: storage_array
-- owner: storage_array
-- spine: array_setting
-- column storage_array text: array
-- column array_family text: product family [storage_array.family]
-- column wrong span: initiators of VPLEX whose mode is not 4 (ALUA) [array_setting.value]
-- column modes span: different modes of VPLEX's initiators [array_setting.value]
-- column mode_names list: each initiator and port with its mode
WITH stated AS (
    SELECT s.storage_array, s.scope, split_part(s.scope, ' ', 1) AS wwpn, regexp_extract(s.value, '([0-9]+)', 1) AS mode FROM array_setting s
    WHERE lower(s.setting) IN ('failover mode', 'failovermode') AND s.storage_array IS NOT NULL
), ours AS (
    SELECT s.*, nullif(s.mode, '') AS known FROM stated s JOIN port_role r ON r.wwpn = s.wwpn WHERE r.owner_kind = 'virtualiser'
)
SELECT o.storage_array, min(a.family) AS array_family, count_span(o.known <> '4') AS wrong, distinct_span(o.known, TRUE) AS modes, list_sort(coalesce(list(o.scope || ': ' || o.known) FILTER (WHERE o.known IS NOT NULL), [])) AS mode_names
FROM ours o LEFT JOIN storage_array a ON a.storage_array = o.storage_array GROUP BY o.storage_array
