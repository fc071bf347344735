-- view: host_zoning
-- meaning: One row per host with FC ports: what zoning lets it reach on each fabric.
-- grain: host
-- owner: host
-- spine: initiator, path, registered_initiator
-- column host text: name of the host
-- column has_paths bool: an export of the host lists its paths
-- column initiator_fabrics span: fabrics its ports are logged in to [login.wwpn, initiator.initiator_wwpn]
-- column zoned_fabrics span: fabrics on which zoning gives it a target port; NULL if members or logins are unknown or an export of the zones was cut [login.wwpn, initiator.initiator_wwpn, zone_member.wwpn, alias.wwpn, zone_member.active, login.fc4_role, target_port.target_wwpn, target_port.role]
-- column is_uneven bool: arrays or controllers reached differ between its fabrics; NULL if a port, a member or a controller is unknown [login.wwpn, initiator.initiator_wwpn, zone_member.wwpn, alias.wwpn, zone_member.active, target_port.director, target_port.storage_array, director.letter, login.fc4_role, target_port.target_wwpn, target_port.role]
-- column reached list: controllers reached on each fabric
-- column lacking list: what one fabric reaches and another does not
WITH own AS (
    SELECT r.host, r.wwpn, f.fabric FROM port_role r
    LEFT JOIN port_fabric f ON f.wwpn = r.wwpn AND f.basis <> 'inferred'
    WHERE r.host IS NOT NULL AND r.role = 'initiator' AND r.owner_kind = 'host'
), hosts AS (
    SELECT host, count(*) AS ports, count(fabric) AS placed FROM own GROUP BY host
), unnamed AS (
    SELECT DISTINCT host FROM initiator WHERE initiator_wwpn IS NULL AND host IS NOT NULL AND coalesce(lower(transport), 'fc') IN ('fc', 'fcoe')
), spine AS (
    SELECT host FROM hosts UNION SELECT host FROM unnamed
), zones AS (
    SELECT fabric, count(*) FILTER (WHERE active IS NOT FALSE AND (wwpn IS NULL OR active IS NULL) AND member_type IS DISTINCT FROM 'property') AS unresolved
    FROM zone_port GROUP BY fabric HAVING count(*) FILTER (WHERE active IS NOT FALSE) > 0
), sides AS (
    SELECT DISTINCT host, fabric FROM own WHERE fabric IS NOT NULL
), side_state AS (
    SELECT s.host, bool_and(z.fabric IS NOT NULL AND z.unresolved = 0 AND q.fabric IS NULL) AS zones_known FROM sides s LEFT JOIN zones z ON z.fabric = s.fabric
    LEFT JOIN (SELECT DISTINCT fabric FROM fabric_reading WHERE zones_cut) q ON q.fabric = s.fabric GROUP BY s.host
), strangers AS (
    -- A member of unknown role in a zone of the host may be one more target port.
    SELECT DISTINCT o.host FROM own o JOIN zone_port i ON i.wwpn = o.wwpn AND i.active
    JOIN zone_port m ON m.fabric = i.fabric AND m.vsan = i.vsan AND m.zone = i.zone AND m.active AND m.role IS NULL AND m.wwpn IS NOT NULL
), targets AS (
    SELECT DISTINCT o.host, o.fabric, z.target_wwpn, t.storage_array, t.director, t.family, t.letter
    FROM own o JOIN zoned_pair z ON z.initiator_wwpn = o.wwpn AND z.fabric = o.fabric
    LEFT JOIN target_place t ON t.target_wwpn = z.target_wwpn
), target_state AS (
    SELECT host, distinct_span(fabric, TRUE) AS fabrics,
        bool_and(storage_array IS NOT NULL AND director IS NOT NULL AND family IS NOT NULL AND (family <> 'vplex' OR letter IS NOT NULL)) AS placed
    FROM targets GROUP BY host
), counted AS (
    SELECT host, fabric, storage_array || CASE WHEN coalesce(letter, '') = '' THEN '' ELSE ' ' || letter END AS side, count(DISTINCT director) AS controllers
    FROM targets WHERE storage_array IS NOT NULL GROUP BY host, fabric, side
), expected AS (
    SELECT s.host, s.fabric, e.side, e.controllers AS most, coalesce(c.controllers, 0) AS controllers
    FROM sides s JOIN (SELECT host, side, max(controllers) AS controllers FROM counted GROUP BY host, side) e ON e.host = s.host
    LEFT JOIN counted c ON c.host = s.host AND c.fabric = s.fabric AND c.side = e.side
), compared AS (
    SELECT host, bool_or(controllers < most) AS uneven,
        list_sort(list(fabric || ': ' || side || ' × ' || controllers)) AS reached,
        coalesce(list_sort(list(fabric || ' reaches ' || controllers || ' of ' || most || ' controllers of ' || side) FILTER (WHERE controllers < most)), []) AS lacking
    FROM expected GROUP BY host
)
SELECT s.host, p.host IS NOT NULL AS has_paths,
    CASE WHEN h.host IS NOT NULL AND u.host IS NULL THEN {'lo': coalesce(n.fabrics, 0), 'hi': coalesce(n.fabrics, 0) + h.ports - h.placed} END AS initiator_fabrics,
    CASE WHEN u.host IS NULL AND x.host IS NULL AND h.ports = h.placed AND d.zones_known THEN coalesce(t.fabrics, {'lo': 0, 'hi': 0}) END AS zoned_fabrics,
    CASE WHEN u.host IS NULL AND x.host IS NULL AND h.ports = h.placed AND d.zones_known AND coalesce(t.placed, TRUE) THEN coalesce(c.uneven, FALSE) END AS is_uneven,
    c.reached, c.lacking
FROM spine s
LEFT JOIN hosts h ON h.host = s.host
LEFT JOIN unnamed u ON u.host = s.host
LEFT JOIN strangers x ON x.host = s.host
LEFT JOIN side_state d ON d.host = s.host
LEFT JOIN (SELECT host, count(*) AS fabrics FROM sides GROUP BY host) n ON n.host = s.host
LEFT JOIN target_state t ON t.host = s.host
LEFT JOIN compared c ON c.host = s.host
LEFT JOIN (SELECT DISTINCT host FROM path WHERE target_wwpn IS NOT NULL OR hctl IS NOT NULL OR path_name IS NOT NULL) p ON p.host = s.host
