-- view: array_port
-- meaning: One row per front-end port of an array that is not a VPLEX: who logs in there and what was measured.
-- grain: storage_array, director, port
-- owner: storage_array
-- spine: target_port
-- column storage_array text: array
-- column director text: controller, '' where it is unknown [target_port.director]
-- column port text: port
-- column target_wwpn text: world wide port name
-- column array_family text: product family [storage_array.family]
-- column engine text: engine or X-Brick [director.engine]
-- column live bool: cabled and online [target_port.port_state, login.wwpn]
-- column logins span: initiators logged in; without an upper bound unless the array lists its logins or the zoning of the port's fabric is known [array_login.initiator_wwpn, array_login.target_wwpn, array_login.logged_in, path.target_wwpn, backend_path.target_wwpn, zone_member.wwpn]
-- column vplex_logins span: VPLEX back-end ports among them [backend_path.initiator_wwpn, backend_path.target_wwpn, array_login.initiator_wwpn, array_login.target_wwpn]
-- column measured bool: a measured I/O rate of the port was given
-- column iops float: measured I/Os per second, newest [port_load.value]
-- column reserved bool: set aside by a tag, or not for hosts
WITH ports AS (
    SELECT t.storage_array, coalesce(t.director, p.director, '') AS director, coalesce(t.port, t.port_name, t.target_wwpn) AS port, t.target_wwpn, t.port_name, coalesce(a.family, p.family) AS family, p.engine,
        CASE WHEN lower(t.port_state) IN ('up', 'online', 'connected', 'ok') THEN TRUE WHEN t.port_state IS NOT NULL THEN FALSE END AS up
    FROM target_port t
    LEFT JOIN target_place p ON p.target_wwpn = t.target_wwpn
    LEFT JOIN storage_array a ON a.storage_array = t.storage_array
    WHERE t.storage_array IS NOT NULL AND coalesce(a.family, p.family, '') <> 'vplex' AND t.role = 'front-end' AND coalesce(t.protocol, 'fc') IN ('fc', 'fcoe', 'nvme') AND t.enabled IS NOT FALSE
), logins_of AS (
    SELECT target_wwpn, initiator_wwpn, CASE WHEN logged_in THEN TRUE WHEN NOT logged_in THEN FALSE END AS member FROM array_login WHERE target_wwpn IS NOT NULL
    UNION ALL SELECT DISTINCT target_wwpn, initiator_wwpn, CASE WHEN live THEN TRUE END FROM path_place WHERE basis = 'observed' AND target_wwpn IS NOT NULL AND family IS DISTINCT FROM 'vplex'
    UNION ALL SELECT DISTINCT target_wwpn, initiator_wwpn, TRUE FROM backend_path WHERE target_wwpn IS NOT NULL
    UNION ALL SELECT DISTINCT z.target_wwpn, z.initiator_wwpn, NULL FROM zoned_pair z
), members AS (
    SELECT m.target_wwpn, m.initiator_wwpn, CASE WHEN bool_or(m.member) THEN TRUE WHEN bool_or(m.member IS FALSE) THEN FALSE END AS member, bool_or(r.owner_kind = 'virtualiser' OR q.role = 'back-end') AS virtualiser
    FROM logins_of m LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn LEFT JOIN target_place q ON q.target_wwpn = m.initiator_wwpn
    GROUP BY ALL
), counted AS (
    SELECT target_wwpn, count_span(member) AS logins, count_span(member AND virtualiser) AS vplex_logins FROM members GROUP BY 1
), listing AS (SELECT DISTINCT storage_array FROM array_login WHERE target_wwpn IS NOT NULL AND initiator_wwpn IS NOT NULL AND logged_in IS NOT NULL
), stray AS (SELECT storage_array, count(*) AS n FROM array_login WHERE target_wwpn IS NULL GROUP BY 1
), astray AS (
    -- A VPLEX path that does not say where it ends may end at any port.
    SELECT count(DISTINCT initiator_wwpn) AS n FROM backend_path WHERE target_wwpn IS NULL
), zoned_fabric AS (SELECT DISTINCT fabric FROM zone_port WHERE active
), loose AS (SELECT DISTINCT fabric FROM zone_port WHERE active AND (wwpn IS NULL OR role IS NULL)
), loads AS (
    SELECT about_key, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS iops FROM port_load WHERE about_kind = 'target_port' AND metric = 'iops' AND about_key IS NOT NULL GROUP BY 1
), marks AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind = 'target_port' AND lower(tag) IN ('recoverpoint', 'migration', 'reserved', 'spare', 'replication')
)
SELECT p.storage_array, p.director, p.port, p.target_wwpn, p.family AS array_family, p.engine,
    CASE WHEN p.up THEN TRUE WHEN p.up IS NULL AND e.wwpn IS NOT NULL THEN TRUE WHEN NOT p.up AND e.wwpn IS NULL THEN FALSE END AS live,
    CASE WHEN p.target_wwpn IS NOT NULL THEN {'lo': coalesce(c.logins.lo, 0), 'hi': CASE WHEN l.storage_array IS NOT NULL OR z.fabric IS NOT NULL AND x.fabric IS NULL THEN coalesce(c.logins.hi, 0) + coalesce(s.n, 0) + (SELECT n FROM astray) END} END AS logins,
    CASE WHEN p.target_wwpn IS NOT NULL THEN {'lo': coalesce(c.vplex_logins.lo, 0), 'hi': CASE WHEN l.storage_array IS NOT NULL OR z.fabric IS NOT NULL AND x.fabric IS NULL THEN coalesce(c.vplex_logins.hi, 0) + coalesce(s.n, 0) + (SELECT n FROM astray) END} END AS vplex_logins,
    w.about_key IS NOT NULL OR n.about_key IS NOT NULL AS measured, coalesce(w.iops, n.iops) AS iops,
    k.about_key IS NOT NULL OR b.about_key IS NOT NULL AS reserved
FROM ports p
LEFT JOIN (SELECT DISTINCT wwpn FROM edge_port) e ON e.wwpn = p.target_wwpn
LEFT JOIN counted c ON c.target_wwpn = p.target_wwpn
LEFT JOIN listing l ON l.storage_array = p.storage_array
LEFT JOIN stray s ON s.storage_array = p.storage_array
LEFT JOIN port_fabric f ON f.wwpn = p.target_wwpn
LEFT JOIN zoned_fabric z ON z.fabric = f.fabric
LEFT JOIN loose x ON x.fabric = f.fabric
LEFT JOIN loads w ON w.about_key = p.target_wwpn
LEFT JOIN loads n ON n.about_key = p.port_name
LEFT JOIN marks k ON k.about_key = p.target_wwpn
LEFT JOIN marks b ON b.about_key = p.port_name
