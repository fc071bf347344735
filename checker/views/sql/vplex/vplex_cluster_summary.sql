-- view: vplex_cluster_summary
-- meaning: One row per VPLEX cluster: its hardware and what its limits count.
-- grain: storage_array, vplex_cluster
-- owner: storage_array
-- spine: vplex_cluster, director, engine
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column product_type text: local, metro or geo [storage_array.product_type]
-- column hardware text: hardware generation [storage_array.hardware]
-- column engines span: engines; without an upper bound unless the cluster is known to be complete or their number is stated [engine.engine, director.engine, vplex_cluster.engines, completeness.complete]
-- column directors span: directors; without an upper bound unless the cluster is known to be complete [director.director, completeness.complete]
-- column engine_directors span: directors in the engines, two each [engine.engine, director.engine, vplex_cluster.engines, completeness.complete]
-- column engine_names list: known engines
-- column director_names list: known directors
-- column fc_ports span: front-end and back-end ports known [target_port.role, target_port.cluster]
-- column fc_port_limit int: ports that a cluster of this hardware and number of engines has; NULL if it is not in the reference table [storage_array.hardware, engine.engine, director.engine, vplex_cluster.engines, completeness.complete]
-- column most_front_ports span: front-end ports of the director that has the most [target_port.role, target_port.director]
-- column most_back_ports span: back-end ports of the director that has the most [target_port.role, target_port.director]
-- column port_counts list: ports of each director, for people
-- column it_nexuses span: initiator and port pairs logged in; the stated number counts where the logins are incomplete [vplex_cluster.it_nexuses, array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, path.target_wwpn, zone_member.wwpn, target_port.target_wwpn]
-- column maximum_nexuses int: most of them allowed; NULL if the release is not in the reference table [storage_array.array_version, storage_array.product_type]
-- column nexus_basis text: planned if the count rests on zoning
WITH seen_engines AS (
    SELECT storage_array, cluster, engine FROM engine WHERE cluster <> '' AND engine IS NOT NULL
    UNION SELECT storage_array, cluster, engine FROM director WHERE cluster <> '' AND engine IS NOT NULL
), engines AS (
    SELECT storage_array, cluster, count(*) AS n, list_sort(list(engine)) AS names FROM seen_engines GROUP BY ALL
), directors AS (
    SELECT storage_array, cluster, count(DISTINCT director) AS n, list_sort(list(DISTINCT director)) AS names, count(*) FILTER (WHERE engine IS NULL) AS loose
    FROM director WHERE cluster <> '' AND director IS NOT NULL GROUP BY ALL
), spine AS (
    SELECT storage_array, cluster FROM vplex_cluster WHERE cluster IS NOT NULL
    UNION SELECT storage_array, cluster FROM engines UNION SELECT storage_array, cluster FROM directors
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), counted AS (
    SELECT s.storage_array, s.cluster, e.names AS engine_names, d.names AS director_names, v.it_nexuses AS stated_nexuses,
        {'lo': coalesce(e.n, 0), 'hi': CASE WHEN (ca.name IS NOT NULL OR cc.name IS NOT NULL) AND coalesce(d.loose, 0) = 0 THEN e.n WHEN v.engines >= coalesce(e.n, 0) THEN v.engines END} AS engines,
        {'lo': coalesce(d.n, 0), 'hi': CASE WHEN ca.name IS NOT NULL OR cc.name IS NOT NULL THEN d.n END} AS directors
    FROM spine s
    LEFT JOIN engines e ON e.storage_array = s.storage_array AND e.cluster = s.cluster
    LEFT JOIN directors d ON d.storage_array = s.storage_array AND d.cluster = s.cluster
    LEFT JOIN vplex_cluster v ON v.storage_array = s.storage_array AND v.cluster = s.cluster
    LEFT JOIN complete ca ON ca.scope = 'storage_array' AND ca.name = s.storage_array
    LEFT JOIN complete cc ON cc.scope = 'vplex_cluster' AND cc.name = s.cluster
), ports AS (
    SELECT storage_array, cluster, {'lo': count(*) FILTER (WHERE role IN ('front-end', 'back-end')), 'hi': count(*) FILTER (WHERE role IN ('front-end', 'back-end') OR role IS NULL)} AS fc_ports
    FROM target_port WHERE cluster <> '' GROUP BY ALL
), by_director AS (
    SELECT storage_array, vplex_cluster, {'lo': max(front_ports.lo), 'hi': max(front_ports.hi)} AS most_front_ports, {'lo': max(back_ports.lo), 'hi': max(back_ports.hi)} AS most_back_ports,
        list(director || ': ' || front_ports.lo || ' front-end, ' || back_ports.lo || ' back-end' ORDER BY director) FILTER (WHERE front_ports IS NOT NULL) AS port_counts
    FROM director_summary GROUP BY ALL
), stray AS (
    SELECT count(*) AS n FROM it_nexus WHERE target_wwpn IS NULL OR vplex_cluster IS NULL
), nexuses AS (
    SELECT storage_array, vplex_cluster, count_span(member) AS logins, bool_or(basis = 'planned' AND member) AS planned FROM it_nexus WHERE vplex_cluster IS NOT NULL GROUP BY ALL
), listed AS (
    SELECT storage_array, vplex_cluster, bool_and(logins.hi IS NOT NULL) AS all_listed FROM fe_port_load WHERE is_front IS NOT FALSE GROUP BY ALL
)
SELECT c.storage_array, c.cluster AS vplex_cluster, y.product_type, y.hardware, c.engines, c.directors,
    {'lo': 2 * c.engines.lo, 'hi': 2 * c.engines.hi} AS engine_directors, c.engine_names, c.director_names,
    p.fc_ports, w.fc_ports AS fc_port_limit, b.most_front_ports, b.most_back_ports, b.port_counts,
    CASE WHEN l.all_listed THEN CASE WHEN c.stated_nexuses IS NULL OR c.stated_nexuses BETWEEN coalesce(n.logins.lo, 0) AND coalesce(n.logins.hi, 0) + (SELECT n FROM stray)
            THEN {'lo': coalesce(n.logins.lo, 0), 'hi': coalesce(n.logins.hi, 0) + (SELECT n FROM stray)} END
         WHEN c.stated_nexuses >= coalesce(n.logins.lo, 0) THEN {'lo': c.stated_nexuses, 'hi': c.stated_nexuses}
         WHEN c.stated_nexuses IS NULL THEN {'lo': coalesce(n.logins.lo, 0), 'hi': NULL} END AS it_nexuses,
    m.maximum AS maximum_nexuses, CASE WHEN n.planned THEN 'planned' END AS nexus_basis
FROM counted c
LEFT JOIN vplex_system y ON y.storage_array = c.storage_array
LEFT JOIN ref_vplex_hardware w ON w.hardware = y.hardware AND c.engines.lo = c.engines.hi AND w.engines = c.engines.lo
LEFT JOIN ports p ON p.storage_array = c.storage_array AND p.cluster = c.cluster
LEFT JOIN by_director b ON b.storage_array = c.storage_array AND b.vplex_cluster = c.cluster
LEFT JOIN nexuses n ON n.storage_array = c.storage_array AND n.vplex_cluster = c.cluster
LEFT JOIN listed l ON l.storage_array = c.storage_array AND l.vplex_cluster = c.cluster
LEFT JOIN vplex_limit_value m ON m.storage_array = c.storage_array AND m.limit_name = 'it_nexuses'
