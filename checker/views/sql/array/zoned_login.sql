-- view: zoned_login
-- meaning: One row per initiator and array port that an active zone joins and the array's list of logins names: whether the initiator is logged in there.
-- grain: storage_array, initiator_wwpn, target_wwpn
-- owner: storage_array
-- spine: array_login
-- column storage_array text: array or VPLEX system
-- column initiator_wwpn text: world wide port name of the initiator
-- column target_wwpn text: world wide port name of the array port
-- column host text: host that owns the initiator [initiator.host, registered_initiator.host]
-- column port_name text: name of the array port
-- column logged_in bool: the array lists the initiator as logged in at the port; NULL unless it states the state [array_login.logged_in]
-- column expected bool: both are logged in to one fabric, a view that contains both has volumes, and the host shows no live path between them; never FALSE but for such a path [login.wwpn, mask_initiator.initiator_wwpn, mask_port.target_wwpn, mask_volume.view]
-- column elsewhere bool: the initiator is logged in at another port of the array; NULL unless the array states it [array_login.logged_in]
-- column other_ports list: ports of the array at which the initiator is logged in
-- column spread_days span: days between the oldest and the newest export of this audit [export.captured_at]
-- column excused bool: it, the port or its host is tagged as reserved, spare or for migration
WITH listed AS (
    SELECT storage_array, initiator_wwpn, target_wwpn, min(port_name) AS port_name,
        CASE WHEN bool_or(logged_in) THEN TRUE WHEN bool_and(logged_in IS NOT NULL) THEN FALSE END AS logged_in
    FROM array_login WHERE storage_array IS NOT NULL AND initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL GROUP BY storage_array, initiator_wwpn, target_wwpn
), stated AS (
    SELECT l.* REPLACE (coalesce(l.port_name, t.label, colons(l.target_wwpn)) AS port_name) FROM listed l LEFT JOIN port_role t ON t.wwpn = l.target_wwpn
), elsewhere AS (
    SELECT storage_array, initiator_wwpn, names_of(port_name, logged_in) AS names,
        CASE WHEN bool_or(logged_in) THEN TRUE WHEN bool_and(logged_in IS NOT NULL) THEN FALSE END AS is_logged_in FROM stated GROUP BY storage_array, initiator_wwpn
), joined AS (
    SELECT DISTINCT s.* FROM stated s JOIN zoned_pair z ON z.initiator_wwpn = s.initiator_wwpn AND z.target_wwpn = s.target_wwpn
), filled AS (
    SELECT DISTINCT storage_array, cluster, view FROM mask_volume WHERE view IS NOT NULL
), presented AS (
    SELECT DISTINCT i.storage_array, i.initiator_wwpn, p.target_wwpn FROM mask_initiator i
    JOIN mask_port p ON p.storage_array = i.storage_array AND p.cluster = i.cluster AND p.view = i.view AND p.enabled IS NOT FALSE
    JOIN filled f ON f.storage_array = i.storage_array AND f.cluster = i.cluster AND f.view = i.view
), working AS (
    SELECT DISTINCT initiator_wwpn, target_wwpn FROM path_place WHERE basis = 'observed' AND live
), marks AS (
    SELECT DISTINCT about_key FROM tag WHERE lower(replace(tag, '_', '-')) IN ('reserved', 'spare', 'migration', 'recoverpoint', 'pre-provisioned', 'standby') OR is_excuse(tag)
)
SELECT j.storage_array, j.initiator_wwpn, j.target_wwpn, r.host, j.port_name, j.logged_in,
    CASE WHEN w.target_wwpn IS NOT NULL THEN FALSE WHEN p.target_wwpn IS NOT NULL AND EXISTS (
        SELECT 1 FROM edge_port a JOIN edge_port b ON b.fabric = a.fabric WHERE a.wwpn = j.initiator_wwpn AND b.wwpn = j.target_wwpn) THEN TRUE END AS expected,
    e.is_logged_in AS elsewhere, e.names AS other_ports, c.spread_days,
    EXISTS (SELECT 1 FROM marks m WHERE m.about_key IN (r.host, j.initiator_wwpn, j.target_wwpn)) AS excused
FROM joined j CROSS JOIN capture_age c
JOIN elsewhere e ON e.storage_array = j.storage_array AND e.initiator_wwpn = j.initiator_wwpn
LEFT JOIN presented p ON p.storage_array = j.storage_array AND p.initiator_wwpn = j.initiator_wwpn AND p.target_wwpn = j.target_wwpn
LEFT JOIN working w ON w.initiator_wwpn = j.initiator_wwpn AND w.target_wwpn = j.target_wwpn
LEFT JOIN port_role r ON r.wwpn = j.initiator_wwpn
