-- view: director_summary
-- meaning: One row per VPLEX director: its front-end and back-end ports, what they carry and what they reach.
-- grain: storage_array, vplex_cluster, director
-- owner: storage_array
-- spine: director, target_port
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [director.cluster, target_port.cluster]
-- column director text: director [director.director]
-- column array_family text: product family [storage_array.family]
-- column front_ports span: front-end ports; NULL if no port of the director is known [target_port.role, target_port.director]
-- column live_front_ports span: front-end ports that are cabled and online; NULL if no port of the director is known [target_port.port_state, target_port.role, target_port.director, login.wwpn]
-- column second_fabric_ports span: live front-end ports in the fabric that has the second most of them; 0 if all are in one fabric [target_port.port_state, target_port.role, target_port.director, target_port.target_wwpn, login.wwpn]
-- column front_port_names list: live front-end ports, each with its fabric
-- column dark_port_names list: front-end ports that are not cabled or not online
-- column fabric_basis text: login, path or inferred
-- column load_basis text: measured or logins; NULL if unknown which [port_load.about_key, port_load.metric]
-- column load_unit text: what the loads count: IOPS or logins
-- column busiest_port text: live front-end port with the highest load
-- column busiest_port_load float: its load: I/Os per second if measured, else logins [port_load.value, port_load.about_key, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, login.wwpn, target_port.port_state, target_port.role]
-- column least_port_load float: lowest load of a live front-end port [port_load.value, port_load.about_key, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, login.wwpn, target_port.port_state, target_port.role]
-- column mean_port_load float: mean load of the live front-end ports [port_load.value, port_load.about_key, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, login.wwpn, target_port.port_state, target_port.role]
-- column port_loads list: load of each live front-end port, for people
-- column idle_front_ports span: live front-end ports that have no login and are not reserved [array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, login.wwpn, target_port.port_state, target_port.role]
-- column idle_front_port_names list: their names
-- column most_logins span: logins of the front-end port that has the most [array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, login.wwpn, target_port.role]
-- column back_ports span: back-end ports; NULL if no port of the director is known [target_port.role, target_port.director]
-- column most_arrays span: arrays behind the back-end port that reaches the most [backend_path.initiator_wwpn, storage_volume.storage_array, target_port.storage_array, target_port.role]
-- column shared_back_port_names list: back-end ports with more than one array, with their arrays
-- column idle_back_ports span: live back-end ports that reach no array and are not reserved [backend_path.initiator_wwpn, zone_member.wwpn, completeness.complete, target_port.port_state, target_port.role, login.wwpn]
-- column idle_back_port_names list: their names
WITH front AS (
    SELECT *, is_front AND live AS live_front FROM fe_port_load WHERE director IS NOT NULL AND is_front IS NOT FALSE
), back AS (
    SELECT * FROM backend_port WHERE director IS NOT NULL AND is_back IS NOT FALSE
), by_fabric AS (
    SELECT storage_array, vplex_cluster, director, fabric,
        count(*) FILTER (WHERE live_front) AS lo, count(*) FILTER (WHERE live_front IS NOT FALSE) AS hi
    FROM front GROUP BY ALL
), ranked AS (
    SELECT storage_array, vplex_cluster, director,
        coalesce(sum(hi) FILTER (WHERE fabric IS NULL), 0)::BIGINT AS unknown_ports,
        list_sort(coalesce(list(lo) FILTER (WHERE fabric IS NOT NULL), []), 'DESC') AS los,
        list_sort(coalesce(list(hi) FILTER (WHERE fabric IS NOT NULL), []), 'DESC') AS his
    FROM by_fabric GROUP BY ALL
), second AS (
    -- Ports of unknown fabric may all be in the second one, or split so that the first two are equal.
    SELECT storage_array, vplex_cluster, director, coalesce(los[2], 0)::BIGINT AS lo,
        least(coalesce(his[2], 0) + unknown_ports, (coalesce(his[1], 0) + coalesce(his[2], 0) + unknown_ports) // 2)::BIGINT AS hi
    FROM ranked
), front_side AS (
    SELECT storage_array, vplex_cluster, director, count_span(is_front) AS front_ports, count_span(live_front) AS live_front_ports,
        list_sort(coalesce(list(port || ' ' || coalesce(fabric, 'unknown fabric')) FILTER (WHERE live_front), [])) AS front_port_names,
        names_of(port, is_front AND NOT live) AS dark_port_names, max(fabric_basis) FILTER (WHERE live_front) AS fabric_basis,
        CASE WHEN bool_and(measured IS NOT NULL) THEN CASE WHEN bool_or(measured) THEN 'measured' ELSE 'logins' END END AS load_basis,
        -- The loads are compared only where the load of every live port is known.
        bool_and(live_front IS NOT NULL) AND bool_and(iops IS NOT NULL) FILTER (WHERE live_front) AS all_measured,
        bool_and(live_front IS NOT NULL) AND bool_and(logins.lo = logins.hi AND logins.hi IS NOT NULL) FILTER (WHERE live_front) AS all_counted,
        {'lo': max(logins.lo) FILTER (WHERE is_front), 'hi': CASE WHEN bool_and(logins.hi IS NOT NULL) THEN max(logins.hi) END} AS most_logins,
        {'lo': count(*) FILTER (WHERE live_front AND NOT reserved AND logins.lo = 0 AND logins.hi = 0),
         'hi': count(*) FILTER (WHERE live_front IS NOT FALSE AND NOT reserved AND coalesce(logins.lo, 0) = 0)} AS idle_front_ports,
        names_of(port, live_front AND NOT reserved AND logins.lo = 0 AND logins.hi = 0) AS idle_front_port_names
    FROM front GROUP BY ALL
), loads AS (
    SELECT f.storage_array, f.vplex_cluster, f.director, f.port,
        CASE WHEN s.load_basis = 'measured' THEN CASE WHEN s.all_measured THEN f.iops END
             WHEN s.load_basis = 'logins' THEN CASE WHEN s.all_counted THEN f.logins.lo::DOUBLE END END AS port_load
    FROM front f JOIN front_side s ON s.storage_array = f.storage_array AND s.vplex_cluster IS NOT DISTINCT FROM f.vplex_cluster AND s.director = f.director
    WHERE f.live_front AND NOT f.reserved
), spread AS (
    SELECT storage_array, vplex_cluster, director, max(port_load) AS busiest_port_load, min(port_load) AS least_port_load,
        list_aggregate(list(port_load ORDER BY port_load), 'avg') AS mean_port_load,
        min(struct_pack(load := -port_load, port := port)).port AS busiest_port,
        list(port || ': ' || printf('%.0f', port_load) ORDER BY port) FILTER (WHERE port_load IS NOT NULL) AS port_loads
    FROM loads GROUP BY ALL
), back_side AS (
    SELECT storage_array, vplex_cluster, director, count_span(is_back) AS back_ports,
        {'lo': max(arrays.lo) FILTER (WHERE is_back AND NOT reserved), 'hi': CASE WHEN bool_and(arrays.hi IS NOT NULL OR reserved) THEN coalesce(max(arrays.hi) FILTER (WHERE NOT reserved), 0) END} AS most_arrays,
        {'lo': count(*) FILTER (WHERE is_back AND live AND NOT reserved AND arrays.lo = 0 AND arrays.hi = 0),
         'hi': count(*) FILTER (WHERE live IS NOT FALSE AND NOT reserved AND coalesce(arrays.lo, 0) = 0)} AS idle_back_ports,
        names_of(port, is_back AND live AND NOT reserved AND arrays.lo = 0 AND arrays.hi = 0) AS idle_back_port_names,
        list_sort(coalesce(list(port || ' (' || array_to_string(array_names, ', ') || ')') FILTER (WHERE len(array_names) > 1 AND NOT reserved), [])) AS shared_back_port_names
    FROM back GROUP BY ALL
), spine AS (
    SELECT d.storage_array, d.cluster AS vplex_cluster, d.director FROM director d
    LEFT JOIN storage_array a ON a.storage_array = d.storage_array
    WHERE d.director IS NOT NULL AND d.cluster IS NOT NULL AND (a.family = 'vplex' OR a.family IS NULL AND d.cluster <> '')
    UNION SELECT storage_array, vplex_cluster, director FROM front
    UNION SELECT storage_array, vplex_cluster, director FROM back
), loose AS (
    -- A front-end port whose director is unknown may be a port of any director.
    SELECT storage_array, count(*) AS n FROM fe_port_load WHERE director IS NULL AND is_front IS NOT FALSE AND live IS NOT FALSE GROUP BY 1
), known_ports AS (
    SELECT DISTINCT storage_array, director FROM target_port WHERE director IS NOT NULL
)
SELECT s.storage_array, s.vplex_cluster, s.director, coalesce(a.family, 'vplex') AS array_family,
    CASE WHEN k.director IS NOT NULL THEN coalesce(f.front_ports, {'lo': 0, 'hi': 0}) END AS front_ports,
    -- Every director has several front-end ports: a capture that shows fewer than two shows a part of them.
    CASE WHEN k.director IS NOT NULL THEN {'lo': coalesce(f.live_front_ports.lo, 0), 'hi': CASE WHEN f.front_ports.hi > 1 THEN f.live_front_ports.hi + coalesce(l.n, 0) END} END AS live_front_ports,
    CASE WHEN k.director IS NOT NULL THEN {'lo': coalesce(n.lo, 0), 'hi': CASE WHEN f.front_ports.hi > 1 THEN coalesce(n.hi, 0) + coalesce(l.n, 0) END} END AS second_fabric_ports,
    coalesce(f.front_port_names, []) AS front_port_names, coalesce(f.dark_port_names, []) AS dark_port_names, f.fabric_basis,
    f.load_basis, CASE f.load_basis WHEN 'measured' THEN 'IOPS' ELSE f.load_basis END AS load_unit, p.busiest_port, p.busiest_port_load, p.least_port_load, p.mean_port_load, p.port_loads,
    f.idle_front_ports, f.idle_front_port_names, f.most_logins,
    CASE WHEN k.director IS NOT NULL THEN coalesce(b.back_ports, {'lo': 0, 'hi': 0}) END AS back_ports,
    b.most_arrays, b.shared_back_port_names, b.idle_back_ports, b.idle_back_port_names
FROM spine s
LEFT JOIN storage_array a ON a.storage_array = s.storage_array
LEFT JOIN known_ports k ON k.storage_array = s.storage_array AND k.director = s.director
LEFT JOIN loose l ON l.storage_array = s.storage_array
LEFT JOIN front_side f ON f.storage_array = s.storage_array AND f.vplex_cluster IS NOT DISTINCT FROM s.vplex_cluster AND f.director = s.director
LEFT JOIN second n ON n.storage_array = s.storage_array AND n.vplex_cluster IS NOT DISTINCT FROM s.vplex_cluster AND n.director = s.director
LEFT JOIN spread p ON p.storage_array = s.storage_array AND p.vplex_cluster IS NOT DISTINCT FROM s.vplex_cluster AND p.director = s.director
LEFT JOIN back_side b ON b.storage_array = s.storage_array AND b.vplex_cluster IS NOT DISTINCT FROM s.vplex_cluster AND b.director = s.director
