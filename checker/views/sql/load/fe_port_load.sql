-- view: fe_port_load
-- meaning: One row per front-end port of a VPLEX director, with what logs in there and what was measured.
-- grain: storage_array, vplex_cluster, director, port
-- owner: storage_array
-- spine: target_port
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [target_port.cluster, director.cluster]
-- column director text: director; NULL if unknown [target_port.director, target_port.director_id]
-- column port text: port, such as A0-FC00
-- column target_wwpn text: world wide port name [target_port.target_wwpn]
-- column is_front bool: a front-end port [target_port.role]
-- column live bool: cabled and online [target_port.port_state, login.wwpn]
-- column fabric text: fabric the port is in [login.wwpn, target_port.target_wwpn]
-- column fabric_basis text: login, path or inferred
-- column logins span: initiators logged in; without an upper bound unless VPLEX's own logins or the zoning of the port's fabric are known [array_login.target_wwpn, array_login.initiator_wwpn, array_login.logged_in, zone_member.wwpn, path.target_wwpn, target_port.target_wwpn]
-- column measured bool: a measured I/O rate of the port was given [port_load.about_key, port_load.metric]
-- column iops float: measured I/Os per second, newest [port_load.value]
-- column reserved bool: set aside by a tag or by the purpose of a storage view
WITH ports AS (
    SELECT t.storage_array, coalesce(p.cluster, nullif(t.cluster, '')) AS vplex_cluster, coalesce(t.director, p.director) AS director,
        coalesce(t.port, t.port_name, t.target_wwpn) AS port, t.target_wwpn, t.port_name,
        CASE WHEN t.role = 'front-end' THEN TRUE WHEN t.role IS NOT NULL THEN FALSE END AS is_front,
        CASE WHEN lower(t.port_state) IN ('up', 'online') THEN TRUE WHEN t.port_state IS NOT NULL THEN FALSE END AS up
    FROM target_port t
    LEFT JOIN target_place p ON p.target_wwpn = t.target_wwpn
    LEFT JOIN storage_array a ON a.storage_array = t.storage_array
    WHERE t.storage_array IS NOT NULL AND coalesce(a.family, p.family) = 'vplex' AND coalesce(t.role, 'front-end') = 'front-end'
), logged AS (
    SELECT DISTINCT wwpn FROM edge_port
), stray AS (
    SELECT count(*) AS n FROM it_nexus WHERE target_wwpn IS NULL
), counted AS (
    SELECT target_wwpn, count_span(member) AS logins FROM it_nexus WHERE target_wwpn IS NOT NULL GROUP BY 1
), listed AS (
    -- VPLEX prints the logins of every registered initiator of a cluster: one login there means that they were read.
    SELECT DISTINCT p.storage_array, p.cluster FROM array_login l JOIN target_place p ON p.target_wwpn = l.target_wwpn
), zoned_fabric AS (
    SELECT DISTINCT fabric FROM zone_port WHERE active
), marks AS (
    SELECT about_key FROM tag WHERE about_kind = 'target_port' AND lower(tag) IN ('recoverpoint', 'migration', 'reserved', 'pre-provisioned', 'spare')
), views_reserved AS (
    SELECT v.storage_array, v.cluster, v.view FROM mask_view v
    LEFT JOIN tag g ON g.about_kind = 'mask_view' AND g.about_key = v.view AND lower(g.tag) IN ('recoverpoint', 'migration', 'reserved', 'pre-provisioned')
    WHERE g.tag IS NOT NULL OR lower(v.purpose) IN ('recoverpoint', 'migration', 'reserved', 'pre-provisioned')
), reserved_ports AS (
    SELECT DISTINCT m.target_wwpn FROM mask_port m JOIN views_reserved v ON v.storage_array = m.storage_array AND v.cluster = m.cluster AND v.view = m.view
), loads AS (
    SELECT about_key, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS iops
    FROM port_load WHERE about_kind = 'target_port' AND metric = 'iops' AND about_key IS NOT NULL GROUP BY 1
), loads_by_place AS (
    -- Monitors of VPLEX name director and port.
    SELECT storage_array, director, port, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS iops
    FROM port_load WHERE about_kind = 'target_port' AND metric = 'iops' AND director IS NOT NULL AND port IS NOT NULL GROUP BY ALL
), stray_loads AS (
    SELECT count(*) AS n FROM port_load WHERE about_kind IS NULL OR about_kind = 'target_port' AND (about_key IS NULL OR metric IS NULL)
)
SELECT p.storage_array, p.vplex_cluster, p.director, p.port, p.target_wwpn, p.is_front,
    CASE WHEN p.up AND p.up IS NOT NULL THEN TRUE WHEN p.up IS NULL AND e.wwpn IS NOT NULL THEN TRUE WHEN NOT p.up AND e.wwpn IS NULL THEN FALSE END AS live,
    f.fabric, f.basis AS fabric_basis,
    CASE WHEN p.target_wwpn IS NOT NULL THEN {'lo': coalesce(c.logins.lo, 0),
        'hi': CASE WHEN l.cluster IS NOT NULL OR z.fabric IS NOT NULL THEN coalesce(c.logins.hi, 0) + (SELECT n FROM stray) END} END AS logins,
    CASE WHEN w.about_key IS NOT NULL OR n.about_key IS NOT NULL OR d.port IS NOT NULL THEN TRUE WHEN (SELECT n FROM stray_loads) = 0 THEN FALSE END AS measured,
    coalesce(w.iops, n.iops, d.iops) AS iops,
    r.target_wwpn IS NOT NULL OR k.about_key IS NOT NULL OR b.about_key IS NOT NULL AS reserved
FROM ports p
LEFT JOIN logged e ON e.wwpn = p.target_wwpn
LEFT JOIN port_fabric f ON f.wwpn = p.target_wwpn
LEFT JOIN counted c ON c.target_wwpn = p.target_wwpn
LEFT JOIN listed l ON l.storage_array = p.storage_array AND l.cluster = p.vplex_cluster
LEFT JOIN zoned_fabric z ON z.fabric = f.fabric
LEFT JOIN loads w ON w.about_key = p.target_wwpn
LEFT JOIN loads n ON n.about_key = p.port_name
LEFT JOIN loads_by_place d ON d.storage_array = p.storage_array AND d.director = p.director AND d.port = p.port
LEFT JOIN reserved_ports r ON r.target_wwpn = p.target_wwpn
LEFT JOIN (SELECT DISTINCT about_key FROM marks) k ON k.about_key = p.target_wwpn
LEFT JOIN (SELECT DISTINCT about_key FROM marks) b ON b.about_key = p.port_name
