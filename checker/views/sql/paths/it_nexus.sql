-- view: it_nexus
-- meaning: One row per initiator and VPLEX front-end port that are, or may be, logged in to each other.
-- grain: initiator_wwpn, target_wwpn
-- owner: storage_array
-- spine: array_login, path, zone_member
-- column initiator_wwpn text: world wide port name of the initiator; NULL if unknown [array_login.initiator_wwpn, path.initiator_wwpn]
-- column target_wwpn text: world wide port name of the front-end port; NULL if unknown [array_login.target_wwpn, path.target_wwpn]
-- column storage_array text: VPLEX system [target_port.storage_array]
-- column vplex_cluster text: VPLEX cluster [target_port.cluster, director.cluster]
-- column director text: director [target_port.director]
-- column host text: host of the initiator, else the initiator itself [initiator.host, registered_initiator.host]
-- column member bool: logged in; NULL if it is only possible [array_login.logged_in, path.state, zone_member.wwpn, login.wwpn]
-- column basis text: observed or planned (from zoning)
WITH stray AS (
    SELECT count(*) AS n FROM array_login WHERE target_wwpn IS NULL OR initiator_wwpn IS NULL
), reported AS (
    SELECT DISTINCT target_wwpn FROM array_login WHERE target_wwpn IS NOT NULL
), logged AS (
    SELECT DISTINCT wwpn FROM edge_port
), zoned AS (
    SELECT DISTINCT z.initiator_wwpn, z.target_wwpn,
        -- Zoned ports that both logged in to the fabric log in to each other; where VPLEX lists its logins, its list counts.
        CASE WHEN i.wwpn IS NOT NULL AND t.wwpn IS NOT NULL AND r.target_wwpn IS NULL AND (SELECT n FROM stray) = 0 THEN TRUE END AS member
    FROM zoned_pair z
    LEFT JOIN logged i ON i.wwpn = z.initiator_wwpn
    LEFT JOIN logged t ON t.wwpn = z.target_wwpn
    LEFT JOIN reported r ON r.target_wwpn = z.target_wwpn
), maybe_zoned AS (
    -- A member whose port or role is unknown may be an initiator.
    SELECT DISTINCT NULL::VARCHAR AS initiator_wwpn, t.wwpn AS target_wwpn, i.fabric || ' ' || i.zone || ' ' || coalesce(i.wwpn, i.member, '') AS nth
    FROM (SELECT * FROM zone_port WHERE active AND role IN ('target', 'both')) t
    JOIN (SELECT * FROM zone_port WHERE active AND (wwpn IS NULL OR role IS NULL)) i ON i.fabric = t.fabric AND i.vsan = t.vsan AND i.zone = t.zone
), pairs_seen AS (
    SELECT initiator_wwpn, target_wwpn, logged_in AS member, 1 AS position, storage_array, cluster,
        CASE WHEN initiator_wwpn IS NULL OR target_wwpn IS NULL THEN row_number() OVER (ORDER BY storage_array, cluster, initiator_wwpn, target_wwpn, port_name)::VARCHAR END AS nth
    FROM array_login
    UNION ALL
    SELECT initiator_wwpn, target_wwpn, CASE WHEN bool_or(live) THEN TRUE END, 2, NULL, NULL,
        CASE WHEN initiator_wwpn IS NULL OR target_wwpn IS NULL THEN p.host || ' ' || coalesce(regexp_replace(hctl, ':L?[0-9]+$', ''), path_name, hba, '') END AS nth
    FROM path_place p LEFT JOIN device_scope d ON d.host = p.host AND d.device = p.device
    -- The path of a local disk has no target port, and leads to no VPLEX either.
    WHERE basis = 'observed' AND (p.family IS NULL OR p.family = 'vplex') AND (target_wwpn IS NOT NULL OR d.in_scope IS NOT FALSE)
    GROUP BY initiator_wwpn, target_wwpn, nth
    UNION ALL
    SELECT initiator_wwpn, target_wwpn, member, 3, NULL, NULL, NULL FROM zoned
    UNION ALL
    SELECT initiator_wwpn, target_wwpn, NULL, 3, NULL, NULL, nth FROM maybe_zoned
), merged AS (
    SELECT initiator_wwpn, target_wwpn, nth, min(storage_array) AS said_array, min(cluster) AS said_cluster, min(position) AS position,
        -- Statements of VPLEX take precedence over paths, and paths over zoning.
        -- A login with an unknown end may be one that is known from elsewhere.
        CASE WHEN initiator_wwpn IS NULL OR target_wwpn IS NULL THEN NULL WHEN bool_or(member) THEN TRUE WHEN bool_or(position = 1) AND bool_and(member IS FALSE) FILTER (WHERE position = 1) THEN FALSE END AS member
    FROM pairs_seen GROUP BY initiator_wwpn, target_wwpn, nth
)
SELECT m.initiator_wwpn, m.target_wwpn, coalesce(t.storage_array, m.said_array) AS storage_array,
    coalesce(t.cluster, m.said_cluster) AS vplex_cluster, t.director, coalesce(r.host, m.initiator_wwpn) AS host, m.member,
    CASE WHEN m.position < 3 THEN 'observed' ELSE 'planned' END AS basis
FROM merged m
LEFT JOIN target_place t ON t.target_wwpn = m.target_wwpn
LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn
LEFT JOIN storage_array a ON a.storage_array = m.said_array
WHERE (t.family = 'vplex' OR t.family IS NULL AND m.target_wwpn IS NULL AND (a.family IS NULL OR a.family = 'vplex'))
    AND coalesce(t.role, 'front-end') = 'front-end'
