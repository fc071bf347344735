-- view: array_port_spread
-- meaning: One row per array that is not a VPLEX: how its front-end ports share the logins and the load.
-- grain: storage_array
-- owner: storage_array
-- spine: array_port
-- column storage_array text: array
-- column array_family text: product family [storage_array.family]
-- column live_ports span: front-end ports that are cabled, online and not reserved [target_port.port_state, login.wwpn]
-- column load_basis text: measured or logins; NULL if a load names no port [port_load.about_key]
-- column load_unit text: what the loads count: IOPS or logins
-- column busiest_port text: port with the highest load
-- column busiest_load float: its load: I/Os per second if measured, else logins; NULL unless that of every live port is known [port_load.value, array_login.initiator_wwpn, array_login.target_wwpn, array_login.logged_in, zone_member.wwpn, path.target_wwpn, target_port.port_state, login.wwpn]
-- column mean_load float: mean load of the live ports [port_load.value, array_login.initiator_wwpn, array_login.target_wwpn, array_login.logged_in, zone_member.wwpn, path.target_wwpn, target_port.port_state, login.wwpn]
-- column total_load float: load of all live ports [port_load.value, array_login.initiator_wwpn, array_login.target_wwpn, array_login.logged_in, zone_member.wwpn, path.target_wwpn, target_port.port_state, login.wwpn]
-- column port_loads list: load of each live port, for people
-- column idle_ports span: live ports that have no login and are not reserved [array_login.initiator_wwpn, array_login.target_wwpn, array_login.logged_in, zone_member.wwpn, backend_path.target_wwpn, target_port.port_state, login.wwpn]
-- column idle_port_names list: their names
-- column most_vplex_logins span: VPLEX back-end ports logged in to the port that has the most of them [backend_path.initiator_wwpn, backend_path.target_wwpn, array_login.initiator_wwpn, array_login.target_wwpn]
-- column crowded_port_names list: ports with more than one VPLEX back-end port, with their number
-- column engines span: engines or X-Bricks; without an upper bound unless the array is known to be complete [director.engine, engine.engine, completeness.complete]
-- column vplex_engines span: engines of the VPLEX in front of it; NULL if there is none, or more than one [engine.engine, director.engine, vplex_cluster.engines, backend_path.storage_array, storage_volume.storage_array, completeness.complete]
WITH ports AS (
    SELECT *, CASE WHEN NOT reserved THEN live ELSE FALSE END AS counts, CASE WHEN director <> '' AND NOT starts_with(port, director) THEN port_place(director, port) ELSE port END AS shown FROM array_port
), unnamed AS (
    -- If the port of a load is unknown, it is open whether the ports of an array are measured.
    SELECT count(*) > 0 AS any_unnamed FROM port_load WHERE about_key IS NULL
), based AS (
    SELECT storage_array, min(array_family) AS array_family, CASE WHEN bool_or(measured) THEN 'measured' WHEN NOT (SELECT any_unnamed FROM unnamed) THEN 'logins' END AS load_basis, count_span(counts) AS live_ports,
        bool_and(counts IS NOT NULL) AND bool_and(iops IS NOT NULL) FILTER (WHERE counts) AS all_measured,
        bool_and(counts IS NOT NULL) AND bool_and(logins.lo = logins.hi AND logins.hi IS NOT NULL) FILTER (WHERE counts) AS all_counted,
        {'lo': count(*) FILTER (WHERE counts AND logins.lo = 0 AND logins.hi = 0), 'hi': count(*) FILTER (WHERE counts IS NOT FALSE AND coalesce(logins.lo, 0) = 0)} AS idle_ports,
        names_of(shown, counts AND logins.lo = 0 AND logins.hi = 0) AS idle_port_names,
        {'lo': coalesce(max(vplex_logins.lo), 0), 'hi': CASE WHEN bool_and(vplex_logins.hi IS NOT NULL) THEN max(vplex_logins.hi) END} AS most_vplex_logins,
        list_sort(coalesce(list(shown || ': ' || vplex_logins.lo) FILTER (WHERE vplex_logins.lo > 1), [])) AS crowded_port_names
    FROM ports GROUP BY storage_array
), loads AS (
    SELECT p.storage_array, p.shown, CASE WHEN b.load_basis = 'measured' THEN CASE WHEN b.all_measured THEN p.iops END WHEN b.load_basis = 'logins' AND b.all_counted THEN p.logins.lo::DOUBLE END AS load
    FROM ports p JOIN based b ON b.storage_array = p.storage_array WHERE p.counts
), spread AS (
    SELECT storage_array, max(load) AS busiest_load, list_aggregate(list(load ORDER BY load), 'avg') AS mean_load, list_sum(list(load ORDER BY load)) AS total_load,
        min(struct_pack(load := -load, port := shown)).port AS busiest_port, list(shown || ': ' || printf('%.0f', load) ORDER BY shown) FILTER (WHERE load IS NOT NULL) AS port_loads
    FROM loads GROUP BY 1
), complete AS (SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array'
), engine_names AS (
    -- An engine without a name, or a director without one, may be of another engine than those that are named.
    SELECT storage_array, count(DISTINCT engine) AS n, count(engine) = count(*) AS all_named FROM (SELECT storage_array, engine FROM engine UNION ALL SELECT storage_array, engine FROM director) GROUP BY 1
), fronts AS (
    SELECT back_array AS storage_array, min(storage_array) AS vplex, min(vplex_cluster) AS vplex_cluster FROM backend_nexus WHERE back_array IS NOT NULL
    GROUP BY 1 HAVING count(DISTINCT storage_array || ' ' || vplex_cluster) = 1 AND count(*) = count(vplex_cluster)
)
SELECT b.storage_array, b.array_family, b.live_ports, b.load_basis, CASE b.load_basis WHEN 'measured' THEN 'IOPS' ELSE b.load_basis END AS load_unit, s.busiest_port, s.busiest_load, s.mean_load, s.total_load, s.port_loads, b.idle_ports, b.idle_port_names, b.most_vplex_logins, b.crowded_port_names,
    {'lo': coalesce(n.n, 0), 'hi': CASE WHEN c.name IS NOT NULL AND n.all_named THEN n.n END} AS engines, v.engines AS vplex_engines
FROM based b
LEFT JOIN spread s ON s.storage_array = b.storage_array
LEFT JOIN complete c ON c.name = b.storage_array
LEFT JOIN engine_names n ON n.storage_array = b.storage_array
LEFT JOIN fronts f ON f.storage_array = b.storage_array
LEFT JOIN vplex_cluster_summary v ON v.storage_array = f.vplex AND v.vplex_cluster = f.vplex_cluster
