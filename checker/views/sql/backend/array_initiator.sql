-- view: array_initiator
-- meaning: One row per initiator that an array or VPLEX lists: whether it is registered, logged in, zoned and masked.
-- grain: storage_array, vplex_cluster, initiator
-- owner: storage_array
-- spine: registered_initiator, mask_initiator
-- column storage_array text: array or VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for other arrays
-- column initiator text: world wide port name, else the name it was registered with
-- column initiator_wwpn text: its world wide port name
-- column initiator_name text: name it was registered with
-- column array_family text: product family [storage_array.family]
-- column host text: host that owns it [initiator.host, registered_initiator.host]
-- column registered bool: FALSE for one that only logged in [registered_initiator.registered]
-- column logged_in bool: logged in to a port of the array now; FALSE only if the array lists its logins or the state of the initiator [array_login.logged_in, array_login.initiator_wwpn, registered_initiator.port_state]
-- column zoned bool: an active zone joins it to a port of the array; FALSE only if the zoning of its fabric is known [zone_member.wwpn, login.wwpn, target_port.storage_array]
-- column in_view bool: in a storage view, masking view or initiator group; FALSE only if the array is known to be complete [mask_initiator.initiator_wwpn, mask_initiator.initiator_name, completeness.complete]
-- column has_volume bool: one of its views contains a volume; FALSE only if the array is known to be complete [mask_volume.view, mask_initiator.initiator_wwpn, mask_initiator.initiator_name, completeness.complete]
-- column view_names list: its views
-- column initiator_groups list: initiator groups of its masking views; empty for other arrays than Symmetrix [mask_view.initiator_group]
-- column reserved bool: it, its host or its view is tagged as reserved, spare or for migration
WITH listed AS (
    SELECT storage_array, cluster, coalesce(initiator_wwpn, initiator_name) AS initiator, initiator_wwpn, initiator_name, registered FROM registered_initiator
    UNION ALL SELECT storage_array, cluster, coalesce(initiator_wwpn, initiator_name), initiator_wwpn, initiator_name, NULL FROM mask_initiator
), spine AS (
    SELECT storage_array, cluster, initiator, min(initiator_wwpn) AS wwpn, min(initiator_name) AS initiator_name, bool_and(registered) AS registered
    FROM listed WHERE initiator IS NOT NULL AND storage_array IS NOT NULL GROUP BY ALL
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), absent AS (
    SELECT storage_array, initiator_wwpn FROM registered_initiator WHERE initiator_wwpn IS NOT NULL
    GROUP BY ALL HAVING bool_and(no_link(port_state) OR state_word(port_state) = 'not-logged-in')
), logins AS (
    SELECT storage_array, initiator_wwpn, CASE WHEN bool_or(logged_in) THEN TRUE WHEN bool_and(logged_in IS NOT NULL) THEN FALSE END AS logged_in
    FROM array_login WHERE initiator_wwpn IS NOT NULL GROUP BY ALL
), pairs AS (
    SELECT DISTINCT z.initiator_wwpn, t.storage_array, t.cluster FROM zoned_pair z JOIN target_place t ON t.target_wwpn = z.target_wwpn
), loose_zones AS (
    -- A member whose port or role is unknown may be the missing half of a pair.
    SELECT DISTINCT i.wwpn FROM (SELECT * FROM zone_port WHERE active AND wwpn IS NOT NULL) i
    JOIN (
        SELECT z.* FROM zone_port z LEFT JOIN target_place p ON p.target_wwpn = z.wwpn
        WHERE z.active AND (z.wwpn IS NULL OR z.role IS NULL OR z.role <> 'initiator' AND p.storage_array IS NULL)
    ) t ON t.fabric = i.fabric AND t.vsan = i.vsan AND t.zone = i.zone AND i.wwpn IS DISTINCT FROM t.wwpn
), nameless AS (
    SELECT DISTINCT fabric FROM zone_port WHERE active AND wwpn IS NULL
), zoned_fabric AS (
    SELECT DISTINCT fabric FROM zone_port WHERE active
), filled AS (
    SELECT DISTINCT storage_array, cluster, view FROM mask_volume WHERE view IS NOT NULL
), loose_volumes AS (SELECT storage_array, count(*) AS n FROM mask_volume WHERE view IS NULL GROUP BY 1
), loose_members AS (SELECT storage_array, count(*) AS n FROM mask_initiator WHERE initiator_wwpn IS NULL AND initiator_name IS NULL OR view IS NULL GROUP BY 1
), marks AS (
    SELECT DISTINCT about_kind, about_key FROM tag WHERE lower(replace(tag, '_', '-')) IN ('reserved', 'spare', 'migration', 'recoverpoint', 'pre-provisioned', 'standby')
), memberships AS (
    SELECT m.storage_array, m.cluster, coalesce(m.initiator_wwpn, r.initiator_wwpn, m.initiator_name) AS initiator, m.view, f.view IS NOT NULL AS has_volume, k.about_key IS NOT NULL AS reserved
    FROM mask_initiator m
    LEFT JOIN registered_initiator r ON m.initiator_wwpn IS NULL AND r.storage_array = m.storage_array AND r.cluster = m.cluster AND r.initiator_name = m.initiator_name
    LEFT JOIN filled f ON f.storage_array = m.storage_array AND f.cluster = m.cluster AND f.view = m.view
    LEFT JOIN marks k ON k.about_kind = 'mask_view' AND k.about_key = m.view
), masked AS (
    SELECT storage_array, cluster, initiator, bool_or(has_volume) AS has_volume, bool_or(reserved) AS reserved, list_sort(list(DISTINCT view) FILTER (WHERE view IS NOT NULL)) AS view_names
    FROM memberships WHERE initiator IS NOT NULL GROUP BY ALL
), grouped AS (
    SELECT m.storage_array, m.initiator, list_sort(list(DISTINCT w.initiator_group)) AS initiator_groups
    FROM memberships m JOIN mask_view w ON w.storage_array = m.storage_array AND w.view = m.view AND w.initiator_group IS NOT NULL
    JOIN storage_array a ON a.storage_array = m.storage_array AND a.family = 'symmetrix'
    WHERE m.initiator IS NOT NULL GROUP BY ALL
)
SELECT s.storage_array, s.cluster AS vplex_cluster, s.initiator, s.wwpn AS initiator_wwpn, s.initiator_name, a.family AS array_family, r.host,
    s.registered, CASE WHEN l.logged_in IS NOT NULL THEN l.logged_in WHEN b.storage_array IS NOT NULL THEN FALSE END AS logged_in,
    CASE WHEN z.initiator_wwpn IS NOT NULL THEN TRUE WHEN g.fabric IS NOT NULL AND o.wwpn IS NULL AND n.fabric IS NULL AND q.fabric IS NULL THEN FALSE END AS zoned,
    CASE WHEN m.initiator IS NOT NULL THEN TRUE WHEN (ca.name IS NOT NULL OR cc.name IS NOT NULL) AND coalesce(lm.n, 0) = 0 THEN FALSE END AS in_view,
    CASE WHEN m.has_volume THEN TRUE WHEN (ca.name IS NOT NULL OR cc.name IS NOT NULL) AND coalesce(lv.n, 0) = 0 AND (m.initiator IS NOT NULL OR coalesce(lm.n, 0) = 0) THEN FALSE END AS has_volume,
    m.view_names, coalesce(gr.initiator_groups, []) AS initiator_groups, coalesce(m.reserved, FALSE) OR kh.about_key IS NOT NULL OR ki.about_key IS NOT NULL AS reserved
FROM spine s
LEFT JOIN storage_array a ON a.storage_array = s.storage_array
LEFT JOIN port_role r ON r.wwpn = s.wwpn
LEFT JOIN logins l ON l.storage_array = s.storage_array AND l.initiator_wwpn = s.wwpn
LEFT JOIN absent b ON b.storage_array = s.storage_array AND b.initiator_wwpn = s.wwpn
LEFT JOIN (SELECT DISTINCT initiator_wwpn, storage_array, cluster FROM pairs) z ON z.initiator_wwpn = s.wwpn AND z.storage_array = s.storage_array AND coalesce(z.cluster, '') = s.cluster
LEFT JOIN port_fabric pf ON pf.wwpn = s.wwpn
LEFT JOIN zoned_fabric g ON g.fabric = pf.fabric
LEFT JOIN (SELECT DISTINCT fabric FROM fabric_reading WHERE zones_cut) q ON q.fabric = pf.fabric
LEFT JOIN loose_zones o ON o.wwpn = s.wwpn
LEFT JOIN nameless n ON n.fabric = pf.fabric
LEFT JOIN complete ca ON ca.scope = 'storage_array' AND ca.name = s.storage_array
LEFT JOIN complete cc ON cc.scope = 'vplex_cluster' AND cc.name = s.cluster
LEFT JOIN loose_members lm ON lm.storage_array = s.storage_array
LEFT JOIN loose_volumes lv ON lv.storage_array = s.storage_array
LEFT JOIN masked m ON m.storage_array = s.storage_array AND m.cluster = s.cluster AND m.initiator = s.initiator
LEFT JOIN grouped gr ON gr.storage_array = s.storage_array AND gr.initiator = s.initiator
LEFT JOIN marks kh ON kh.about_kind = 'host' AND kh.about_key = r.host
LEFT JOIN marks ki ON ki.about_kind IN ('initiator', 'registered_initiator') AND ki.about_key IN (s.wwpn, s.initiator_name)
