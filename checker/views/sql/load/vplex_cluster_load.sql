-- view: vplex_cluster_load
-- meaning: One row per VPLEX cluster: how its front-end load is spread over the directors.
-- grain: storage_array, vplex_cluster
-- owner: storage_array
-- spine: director
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [director.cluster]
-- column directors_down int: directors known not to work; NULL if the state of one is unknown [director.operational_status]
-- column hosts span: hosts logged in [array_login.target_wwpn, array_login.initiator_wwpn, path.target_wwpn, zone_member.wwpn, initiator.host]
-- column load_basis text: measured or logins; NULL if unknown which [port_load.about_key, port_load.metric]
-- column load_unit text: what the loads count: IOPS or logins
-- column total_load float: load of all directors: I/Os per second if measured, else logins [port_load.value, port_load.about_key, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, target_port.director, target_port.role]
-- column busiest_load float: load of the busiest director [port_load.value, port_load.about_key, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, target_port.director, target_port.role]
-- column mean_load float: mean load of the directors [port_load.value, port_load.about_key, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, target_port.director, target_port.role]
-- column busiest_director text: the busiest director
-- column pair_load float: load of the two busiest directors together [port_load.value, port_load.about_key, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, target_port.director, target_port.role]
-- column busiest_pair list: the two busiest directors
-- column engines span: engines of the cluster; without an upper bound unless it is known to be complete or their number is stated [director.engine, engine.engine, vplex_cluster.engines, completeness.complete]
-- column director_loads list: load of each director, for people
WITH members AS (
    SELECT d.storage_array, d.cluster AS vplex_cluster, d.director,
        CASE WHEN lower(d.operational_status) IN ('ok', 'running', 'online', 'degraded', 'stressed') THEN FALSE WHEN lower(d.operational_status) <> 'unknown' THEN TRUE END AS down
    FROM director d LEFT JOIN storage_array a ON a.storage_array = d.storage_array
    WHERE d.director IS NOT NULL AND d.cluster <> '' AND coalesce(a.family, 'vplex') = 'vplex'
), stray AS (
    SELECT count(*) AS n FROM it_nexus WHERE director IS NULL OR vplex_cluster IS NULL
), nexuses AS (
    SELECT n.storage_array, n.vplex_cluster, n.director, count_span(n.member) AS logins FROM it_nexus n WHERE n.director IS NOT NULL GROUP BY ALL
), ports AS (
    SELECT storage_array, vplex_cluster, director, bool_and(logins.hi IS NOT NULL AND is_front IS NOT NULL) AS listed FROM fe_port_load GROUP BY ALL
), hosts AS (
    SELECT storage_array, vplex_cluster, distinct_span(host, member) AS hosts FROM it_nexus WHERE vplex_cluster IS NOT NULL GROUP BY ALL
), measured AS (
    SELECT about_key, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS iops
    FROM port_load WHERE about_kind = 'director' AND metric = 'iops' AND about_key IS NOT NULL GROUP BY 1
), stray_loads AS (
    SELECT count(*) AS n FROM port_load WHERE about_kind IS NULL OR about_kind = 'director' AND (about_key IS NULL OR metric IS NULL)
), unique_names AS (
    -- A load names a director without its system; two systems may have directors of one name.
    SELECT director FROM members GROUP BY 1 HAVING count(*) = 1
), based AS (
    SELECT m.storage_array, m.vplex_cluster,
        CASE WHEN count(w.about_key) > 0 THEN 'measured' WHEN (SELECT n FROM stray_loads) = 0 THEN 'logins' END AS load_basis
    FROM members m LEFT JOIN measured w ON w.about_key = m.director GROUP BY ALL
), loads AS (
    SELECT m.storage_array, m.vplex_cluster, m.director, b.load_basis,
        CASE WHEN b.load_basis = 'measured' THEN CASE WHEN u.director IS NOT NULL THEN w.iops END
             WHEN b.load_basis = 'logins' AND p.listed AND (SELECT n FROM stray) = 0
                 THEN CASE WHEN coalesce(n.logins.lo, 0) = coalesce(n.logins.hi, 0) THEN coalesce(n.logins.lo, 0)::DOUBLE END END AS director_load
    FROM members m
    JOIN based b ON b.storage_array = m.storage_array AND b.vplex_cluster = m.vplex_cluster
    LEFT JOIN unique_names u ON u.director = m.director
    LEFT JOIN measured w ON w.about_key = m.director
    LEFT JOIN ports p ON p.storage_array = m.storage_array AND p.vplex_cluster = m.vplex_cluster AND p.director = m.director
    LEFT JOIN nexuses n ON n.storage_array = m.storage_array AND n.vplex_cluster = m.vplex_cluster AND n.director = m.director
), spread AS (
    SELECT storage_array, vplex_cluster, load_basis, count(*) = count(director_load) AS known, list(director_load ORDER BY director_load) AS values_known,
        min(CASE WHEN director_load IS NOT NULL THEN struct_pack(load := -director_load, director := director) END).director AS busiest_director,
        list(director ORDER BY director_load DESC, director)[1:2] AS busiest_pair, list_sum(list(director_load ORDER BY director_load DESC)[1:2]) AS pair_load,
        list(director || ': ' || printf('%.0f', director_load) ORDER BY director) FILTER (WHERE director_load IS NOT NULL) AS director_loads
    FROM loads GROUP BY ALL
), states AS (
    SELECT storage_array, vplex_cluster, CASE WHEN bool_and(down IS NOT NULL) THEN count(*) FILTER (WHERE down) END AS directors_down FROM members GROUP BY ALL
)
SELECT s.storage_array, s.vplex_cluster, t.directors_down,
    CASE WHEN h.vplex_cluster IS NOT NULL THEN {'lo': h.hosts.lo, 'hi': h.hosts.hi + (SELECT n FROM stray)} END AS hosts, s.load_basis, CASE s.load_basis WHEN 'measured' THEN 'IOPS' ELSE s.load_basis END AS load_unit,
    CASE WHEN s.known THEN list_sum(s.values_known) END AS total_load, CASE WHEN s.known THEN list_max(s.values_known) END AS busiest_load,
    CASE WHEN s.known THEN list_avg(s.values_known) END AS mean_load,
    CASE WHEN s.known THEN s.busiest_director END AS busiest_director, CASE WHEN s.known THEN s.pair_load END AS pair_load, CASE WHEN s.known THEN s.busiest_pair END AS busiest_pair,
    c.engines, s.director_loads
FROM spread s
LEFT JOIN vplex_cluster_summary c ON c.storage_array = s.storage_array AND c.vplex_cluster = s.vplex_cluster
JOIN states t ON t.storage_array = s.storage_array AND t.vplex_cluster = s.vplex_cluster
LEFT JOIN hosts h ON h.storage_array = s.storage_array AND h.vplex_cluster = s.vplex_cluster
