-- view: masked_host_port
-- meaning: One row per host port that is zoned to an array or VPLEX cluster on which the host has a view: whether it is in one, too.
-- grain: host, initiator_wwpn, storage_array, vplex_cluster
-- owner: storage_array
-- spine: mask_initiator
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the port
-- column storage_array text: array or VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for other arrays
-- column masked bool: it is in a view there; FALSE only if all members of the array's views are known and no export of them is cut off [mask_initiator.initiator_wwpn, mask_initiator.initiator_name, mask_initiator.view]
-- column view_names list: views that contain other ports of the host
-- column masked_names list: these ports
-- column complete bool: all views of the array or cluster are known, so that the port is in no other [completeness.complete]
-- column excused bool: it or its host is tagged as reserved, spare or for migration
WITH pairs AS (
    SELECT DISTINCT z.initiator_wwpn, t.storage_array, coalesce(t.cluster, '') AS cluster FROM zoned_pair z JOIN target_place t ON t.target_wwpn = z.target_wwpn
    WHERE t.storage_array IS NOT NULL
), owned AS (
    SELECT DISTINCT wwpn, host FROM port_role WHERE host IS NOT NULL AND wwpn IS NOT NULL
), members AS (
    SELECT m.storage_array, coalesce(m.cluster, '') AS cluster, coalesce(m.initiator_wwpn, r.initiator_wwpn) AS wwpn, m.view
    FROM mask_initiator m
    LEFT JOIN registered_initiator r ON m.initiator_wwpn IS NULL AND r.storage_array = m.storage_array AND r.cluster = m.cluster AND r.initiator_name = m.initiator_name
), unnamed AS (
    SELECT DISTINCT storage_array FROM members WHERE wwpn IS NULL OR view IS NULL
), known AS (
    SELECT DISTINCT storage_array, cluster, wwpn FROM members WHERE wwpn IS NOT NULL
), others AS (
    SELECT o.host, m.storage_array, m.cluster, list_sort(list(DISTINCT m.view)) AS view_names, list_sort(list(DISTINCT m.wwpn)) AS masked_names
    FROM members m JOIN owned o ON o.wwpn = m.wwpn WHERE m.view IS NOT NULL GROUP BY ALL
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), marks AS (
    SELECT DISTINCT about_key FROM tag WHERE lower(replace(tag, '_', '-')) IN ('reserved', 'spare', 'migration', 'recoverpoint', 'pre-provisioned', 'standby') OR is_excuse(tag)
)
SELECT o.host, p.initiator_wwpn, p.storage_array, p.cluster AS vplex_cluster,
    CASE WHEN k.wwpn IS NOT NULL THEN TRUE WHEN u.storage_array IS NULL AND q.storage_array IS NULL THEN FALSE END AS masked, s.view_names, s.masked_names,
    ca.name IS NOT NULL OR cc.name IS NOT NULL AS complete,
    EXISTS (SELECT 1 FROM marks m WHERE m.about_key IN (o.host, p.initiator_wwpn)) AS excused
FROM pairs p JOIN owned o ON o.wwpn = p.initiator_wwpn
JOIN others s ON s.host = o.host AND s.storage_array = p.storage_array AND s.cluster = p.cluster
LEFT JOIN known k ON k.storage_array = p.storage_array AND k.cluster = p.cluster AND k.wwpn = p.initiator_wwpn
LEFT JOIN unnamed u ON u.storage_array = p.storage_array
LEFT JOIN complete ca ON ca.scope = 'storage_array' AND ca.name = p.storage_array
LEFT JOIN complete cc ON cc.scope = 'vplex_cluster' AND cc.name = p.cluster
LEFT JOIN (SELECT storage_array FROM array_reading WHERE masks_cut) q ON q.storage_array = p.storage_array
