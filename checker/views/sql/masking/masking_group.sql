-- view: masking_group
-- meaning: One row per masking view of a Symmetrix: directors and engines of its ports.
-- grain: storage_array, view_name
-- owner: storage_array
-- spine: mask_port
-- column storage_array text: array
-- column view_name text: name of the masking view
-- column port_group text: its port group [mask_view.port_group]
-- column ports span: front-end ports in it [mask_port.port_name]
-- column directors span: directors of these ports [mask_port.port_name, target_port.director]
-- column engines span: engines of these directors [mask_port.port_name, target_port.director, director.engine]
-- column array_engines span: engines of the array; without an upper bound unless it is known to be complete [engine.engine, director.engine, completeness.complete]
-- column data_volumes bool: it contains a volume larger than a gatekeeper; NULL if the sizes are not known [mask_volume.size_bytes, mask_volume.size_low_bytes, mask_volume.size_high_bytes, storage_volume.size_bytes, storage_volume.size_low_bytes, storage_volume.size_high_bytes]
-- column other_way bool: its hosts see its volumes through another view and another director as well; NULL if unknown [mask_port.port_name, mask_initiator.initiator_wwpn, initiator.host, mask_volume.volume_name]
-- column director_names list: known directors
-- column engine_names list: known engines
-- column port_names list: its ports
-- column other_ports list: for each fabric of its ports, an online port on a director that it does not use yet, on another engine if there is one, as symaccess names it: 10E:0 [target_port.port_state]
WITH ports AS (
    SELECT m.storage_array, m.view, coalesce(m.port_name, t.director || ':' || t.port, m.target_wwpn) AS port,
        -- A port is named after its director: FA-7E:0.
        coalesce(t.director, p.director, CASE WHEN contains(m.port_name, ':') THEN split_part(m.port_name, ':', 1) END) AS director, coalesce(t.role, p.role) AS role
    FROM mask_port m
    JOIN storage_array a ON a.storage_array = m.storage_array AND a.family = 'symmetrix'
    LEFT JOIN target_place t ON t.target_wwpn = m.target_wwpn
    LEFT JOIN (SELECT storage_array, port_name, min(director) AS director, min(role) AS role FROM target_port WHERE port_name IS NOT NULL GROUP BY ALL) p ON p.storage_array = m.storage_array AND p.port_name = m.port_name
), placed AS (
    SELECT p.*, d.engine FROM ports p LEFT JOIN (SELECT storage_array, director, min(engine) AS engine FROM director GROUP BY ALL) d ON d.storage_array = p.storage_array AND d.director = p.director
    WHERE coalesce(p.role, 'front-end') = 'front-end'
), grouped AS (
    SELECT storage_array, view, count_span(TRUE) AS ports, distinct_span(director, TRUE) AS directors, distinct_span(engine, TRUE) AS engines,
        names_of(director, TRUE) AS director_names, names_of(engine, TRUE) AS engine_names, names_of(port, TRUE) AS port_names
    FROM placed GROUP BY ALL
), suspects AS (
    SELECT storage_array, view, director_names FROM grouped WHERE directors.lo <= 1
), members AS (
    SELECT m.storage_array, m.view, r.host FROM mask_initiator m LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn
), hosts AS (
    SELECT DISTINCT m.storage_array, m.host FROM members m JOIN suspects s ON s.storage_array = m.storage_array AND s.view = m.view WHERE m.host IS NOT NULL
), reached AS (
    SELECT DISTINCT m.storage_array, m.view, m.host, v.volume_name FROM members m
    JOIN hosts h ON h.storage_array = m.storage_array AND h.host = m.host
    JOIN (SELECT DISTINCT storage_array, view, volume_name FROM mask_volume WHERE volume_name IS NOT NULL) v ON v.storage_array = m.storage_array AND v.view = m.view
), ways AS (
    -- The directors over which a host sees a volume through all its views: comparing every two views would take the square of their number.
    SELECT storage_array, host, volume_name, list(DISTINCT director) AS director_names FROM (
        SELECT r.storage_array, r.host, r.volume_name, unnest(g.director_names) AS director FROM reached r JOIN grouped g ON g.storage_array = r.storage_array AND g.view = r.view
    ) GROUP BY storage_array, host, volume_name
), other AS (
    SELECT s.storage_array, s.view, bool_or(NOT list_has_all(s.director_names, w.director_names)) AS found FROM suspects s
    JOIN reached r ON r.storage_array = s.storage_array AND r.view = s.view
    JOIN ways w ON w.storage_array = r.storage_array AND w.host = r.host AND w.volume_name = r.volume_name GROUP BY ALL
), vague AS (
    SELECT storage_array, view, bool_or(host IS NULL) AS no_host FROM members GROUP BY ALL
), sizes AS (
    SELECT m.storage_array, m.view,
        CASE WHEN bool_or(coalesce(m.size_bytes, v.size_bytes, s.size_bytes, m.size_low_bytes, v.size_low_bytes, s.size_low_bytes) > 20000000) THEN TRUE
             WHEN bool_and(coalesce(coalesce(m.size_bytes, v.size_bytes, s.size_bytes, m.size_high_bytes, v.size_high_bytes, s.size_high_bytes) <= 20000000, FALSE)) THEN FALSE END AS data_volumes,
        bool_or(m.volume_name IS NULL) AS nameless
    FROM mask_volume m
    LEFT JOIN storage_volume v ON v.device = m.device
    LEFT JOIN (
        SELECT storage_array, storage_volume, min(size_bytes) AS size_bytes, min(size_low_bytes) AS size_low_bytes, min(size_high_bytes) AS size_high_bytes
        FROM storage_volume WHERE storage_volume IS NOT NULL GROUP BY ALL
    ) s ON s.storage_array = m.storage_array AND s.storage_volume = m.volume_name
    GROUP BY ALL
), sides AS (
    SELECT DISTINCT m.storage_array, m.view, f.fabric FROM mask_port m JOIN port_fabric f ON f.wwpn = m.target_wwpn
), candidates AS (
    SELECT s.storage_array, s.view, s.fabric, t.port_name, coalesce(list_contains(g.engine_names, d.engine), TRUE) AS same_engine
    FROM sides s
    JOIN grouped g ON g.storage_array = s.storage_array AND g.view = s.view
    JOIN port_fabric f ON f.fabric = s.fabric
    JOIN target_port t ON t.target_wwpn = f.wwpn AND t.storage_array = s.storage_array AND t.port_state = 'online' AND coalesce(t.role, 'front-end') = 'front-end' AND t.port_name LIKE 'FA-%:%'
    LEFT JOIN director d ON d.storage_array = t.storage_array AND d.director = split_part(t.port_name, ':', 1)
    WHERE NOT list_contains(g.director_names, split_part(t.port_name, ':', 1))
), offered AS (
    SELECT storage_array, view, list_sort(list(substr(port_name, 4))) AS other_ports
    FROM (SELECT * FROM candidates QUALIFY row_number() OVER (PARTITION BY storage_array, view, fabric ORDER BY same_engine, port_name) = 1) GROUP BY ALL
), engines AS (
    SELECT storage_array, count(DISTINCT engine) AS n, count(*) FILTER (WHERE engine IS NULL) AS nameless FROM (SELECT storage_array, engine FROM engine UNION ALL SELECT storage_array, engine FROM director) GROUP BY 1
)
SELECT g.storage_array, g.view AS view_name, w.port_group, opened(g.ports, q.masks_cut) AS ports, opened(g.directors, q.masks_cut) AS directors, opened(g.engines, q.masks_cut) AS engines, {'lo': coalesce(e.n, 0), 'hi': CASE WHEN c.name IS NOT NULL THEN e.n + e.nameless END} AS array_engines, z.data_volumes,
    CASE WHEN o.found THEN TRUE WHEN v.no_host IS FALSE AND z.nameless IS FALSE THEN FALSE END AS other_way, g.director_names, g.engine_names, g.port_names, coalesce(o2.other_ports, []) AS other_ports
FROM grouped g
LEFT JOIN mask_view w ON w.storage_array = g.storage_array AND w.view = g.view AND w.cluster = ''
LEFT JOIN array_reading q ON q.storage_array = g.storage_array
LEFT JOIN other o ON o.storage_array = g.storage_array AND o.view = g.view
LEFT JOIN offered o2 ON o2.storage_array = g.storage_array AND o2.view = g.view
LEFT JOIN vague v ON v.storage_array = g.storage_array AND v.view = g.view
LEFT JOIN sizes z ON z.storage_array = g.storage_array AND z.view = g.view
LEFT JOIN engines e ON e.storage_array = g.storage_array
LEFT JOIN (SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array') c ON c.name = g.storage_array
