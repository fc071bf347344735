-- view: target_link
-- meaning: One row per FC front-end port of an array that is not a VPLEX: whether it has a link, and who expects it to have one.
-- grain: storage_array, target_wwpn
-- owner: storage_array
-- spine: target_port
-- column storage_array text: array
-- column target_wwpn text: world wide port name of the port
-- column port_name text: its name on the array
-- column port_state text: its state as printed
-- column no_link bool: its state says that it has no link, and no switch sees it [target_port.port_state, login.wwpn]
-- column used bool: zones, masking or paths use it; never FALSE, because other exports may show its use [zone_member.member, mask_port.target_wwpn, mask_port.port_name, path.target_wwpn, backend_path.target_wwpn]
-- column used_by text: what uses it: zones and masking
-- column excused bool: tagged as spare, in maintenance or not in use
WITH ports AS (
    SELECT t.storage_array, t.target_wwpn, min(coalesce(t.port_name, port_place(t.director, t.port))) AS port_name, min(t.port_state) AS port_state, bool_and(no_link(t.port_state)) AS no_link
    FROM target_port t LEFT JOIN storage_array a ON a.storage_array = t.storage_array
    WHERE t.storage_array IS NOT NULL AND t.target_wwpn IS NOT NULL AND t.role = 'front-end' AND coalesce(t.protocol, 'fc') IN ('fc', 'fcoe', 'nvme')
        AND t.enabled IS NOT FALSE AND a.family IS DISTINCT FROM 'vplex'
    GROUP BY ALL
), views AS (
    -- A view without initiators gives no access.
    SELECT DISTINCT m.storage_array, m.target_wwpn, m.port_name FROM mask_port m
    JOIN (SELECT DISTINCT storage_array, view FROM mask_initiator) i ON i.storage_array = m.storage_array AND i.view = m.view
), uses AS (
    SELECT wwpn, 1 AS nth, 'zones' AS use FROM zone_port WHERE active
    UNION ALL SELECT target_wwpn, 2, 'masking' FROM views
    UNION ALL SELECT p.target_wwpn, 2, 'masking' FROM views v JOIN ports p ON p.storage_array = v.storage_array AND p.port_name = v.port_name
    UNION ALL SELECT target_wwpn, 3, 'paths' FROM path
    UNION ALL SELECT target_wwpn, 3, 'paths' FROM backend_path
), used AS (
    SELECT wwpn, list(use ORDER BY nth) AS uses FROM (SELECT DISTINCT wwpn, nth, use FROM uses WHERE wwpn IS NOT NULL) GROUP BY wwpn
), seen AS (
    SELECT DISTINCT wwpn FROM edge_port
), excuses AS (
    SELECT DISTINCT about_key FROM tag WHERE is_excuse(tag) OR lower(tag) = 'reserved'
)
SELECT p.storage_array, p.target_wwpn, p.port_name, p.port_state, CASE WHEN e.wwpn IS NOT NULL THEN FALSE ELSE p.no_link END AS no_link,
    CASE WHEN u.wwpn IS NOT NULL THEN TRUE END AS used,
    CASE WHEN len(u.uses) > 1 THEN array_to_string(u.uses[:-2], ', ') || ' and ' || u.uses[-1] ELSE u.uses[1] END AS used_by,
    x.about_key IS NOT NULL AS excused
FROM ports p LEFT JOIN used u ON u.wwpn = p.target_wwpn LEFT JOIN seen e ON e.wwpn = p.target_wwpn
LEFT JOIN excuses x ON x.about_key IN (p.target_wwpn, p.port_name)
