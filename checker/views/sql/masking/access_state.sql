-- view: access_state
-- meaning: One row per storage view of VPLEX, or host of an array, whose state the system reports.
-- grain: storage_array, vplex_cluster, view_name
-- owner: storage_array
-- spine: mask_view
-- column storage_array text: array or VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for other arrays
-- column view_name text: name of the storage view or host
-- column view_label text: the same for messages: storage view SV_esx01, host esx01
-- column state text: state as printed [mask_view.operational_status]
-- column lost bool: no host port reaches its volumes through it [mask_view.operational_status]
-- column impaired bool: some ports do not [mask_view.operational_status]
-- column has_volume bool: it contains a volume; FALSE only if the system is known to be complete [mask_volume.view, completeness.complete]
-- column excused bool: it or its host is tagged as spare, in maintenance or not in use
WITH printed AS (
    SELECT storage_array, cluster, view, min(initiator_group) AS host, min(operational_status) AS state, state_word(min(operational_status)) AS word FROM mask_view
    WHERE storage_array IS NOT NULL AND view IS NOT NULL GROUP BY ALL HAVING count(DISTINCT operational_status) = 1
), classes AS (
    SELECT *, CASE WHEN word IN ('offline', 'down') THEN 'failed' WHEN word NOT IN ('disabled', 'empty', 'standby', 'no-link') THEN state_class(word) END AS class FROM printed
), filled AS (
    SELECT DISTINCT storage_array, cluster, view FROM mask_volume WHERE view IS NOT NULL
), loose AS (
    SELECT DISTINCT storage_array FROM mask_volume WHERE view IS NULL
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), excuses AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind IN ('mask_view', 'host') AND is_excuse(tag)
)
SELECT p.storage_array, p.cluster AS vplex_cluster, p.view AS view_name, CASE WHEN a.family = 'vplex' THEN 'storage view ' || p.view ELSE 'host ' || coalesce(nullif(p.host, p.view) || ' (' || p.view || ')', p.view) END AS view_label, p.state,
    p.class = 'failed' AS lost, p.class = 'impaired' AS impaired,
    CASE WHEN f.view IS NOT NULL THEN TRUE WHEN (c.name IS NOT NULL OR d.name IS NOT NULL) AND l.storage_array IS NULL THEN FALSE END AS has_volume,
    e.about_key IS NOT NULL AS excused
FROM classes p LEFT JOIN storage_array a ON a.storage_array = p.storage_array
LEFT JOIN filled f ON f.storage_array = p.storage_array AND f.cluster = p.cluster AND f.view = p.view
LEFT JOIN loose l ON l.storage_array = p.storage_array
LEFT JOIN complete c ON c.scope = 'storage_array' AND c.name = p.storage_array
LEFT JOIN complete d ON d.scope = 'vplex_cluster' AND d.name = p.cluster
LEFT JOIN excuses e ON e.about_key = p.view
