-- view: backend_port
-- meaning: One row per back-end port of a VPLEX director.
-- grain: storage_array, vplex_cluster, director, port
-- owner: storage_array
-- spine: target_port, backend_path
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [target_port.cluster, director.cluster]
-- column director text: director; NULL if unknown [target_port.director, target_port.director_id]
-- column port text: port, such as A1-FC00
-- column target_wwpn text: world wide port name [target_port.target_wwpn]
-- column is_back bool: a back-end port [target_port.role]
-- column live bool: cabled and online [target_port.port_state, login.wwpn]
-- column arrays span: arrays it has paths to; without an upper bound unless the cluster is complete or the zoning of its fabric proves that it has none [backend_path.initiator_wwpn, storage_volume.storage_array, target_port.storage_array, zone_member.wwpn, completeness.complete]
-- column array_names list: those that are known
-- column reserved bool: set aside by a tag, or zoned with a replication appliance
WITH ports AS (
    SELECT t.storage_array, coalesce(p.cluster, nullif(t.cluster, '')) AS vplex_cluster, coalesce(t.director, p.director) AS director,
        coalesce(t.port, t.port_name, t.target_wwpn) AS port, t.target_wwpn, t.port_name,
        CASE WHEN t.role = 'back-end' THEN TRUE WHEN t.role IS NOT NULL THEN FALSE END AS is_back,
        CASE WHEN lower(t.port_state) IN ('up', 'online') THEN TRUE WHEN t.port_state IS NOT NULL THEN FALSE END AS up
    FROM target_port t
    LEFT JOIN target_place p ON p.target_wwpn = t.target_wwpn
    LEFT JOIN storage_array a ON a.storage_array = t.storage_array
    WHERE t.storage_array IS NOT NULL AND coalesce(a.family, p.family) = 'vplex' AND coalesce(t.role, 'back-end') = 'back-end'
), used AS (
    SELECT initiator_wwpn, count(DISTINCT back_array) AS n, count(DISTINCT storage_volume) FILTER (WHERE back_array IS NULL) AS unnamed,
        list_sort(coalesce(list(DISTINCT back_array) FILTER (WHERE back_array IS NOT NULL), [])) AS array_names
    FROM backend_nexus WHERE initiator_wwpn IS NOT NULL GROUP BY 1
), loose AS (
    SELECT storage_array, count(*) AS n FROM backend_nexus WHERE initiator_wwpn IS NULL GROUP BY 1
), zoned AS (
    -- Other members of the active zones of a port: arrays, appliances or unknown ports.
    SELECT z.wwpn, bool_or(o.wwpn IS NULL OR o.role IS NULL OR o.role IN ('target', 'both')) AS may_reach, bool_or(r.owner_kind = 'replication') AS replication
    FROM zone_port z
    JOIN ports b ON b.target_wwpn = z.wwpn
    JOIN zone_port o ON o.fabric = z.fabric AND o.vsan = z.vsan AND o.zone = z.zone AND o.active AND o.wwpn IS DISTINCT FROM z.wwpn
    LEFT JOIN port_role r ON r.wwpn = o.wwpn
    WHERE z.active GROUP BY 1
), zoned_fabric AS (
    SELECT DISTINCT fabric FROM zone_port WHERE active
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), marks AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind = 'target_port' AND lower(tag) IN ('recoverpoint', 'migration', 'reserved', 'spare')
)
SELECT p.storage_array, p.vplex_cluster, p.director, p.port, p.target_wwpn, p.is_back,
    CASE WHEN p.up AND p.up IS NOT NULL THEN TRUE WHEN p.up IS NULL AND e.wwpn IS NOT NULL THEN TRUE WHEN NOT p.up AND e.wwpn IS NULL THEN FALSE END AS live,
    CASE WHEN p.target_wwpn IS NOT NULL THEN {'lo': greatest(coalesce(u.n, 0), (coalesce(u.unnamed, 0) > 0)::BIGINT),
        'hi': CASE WHEN ca.name IS NOT NULL OR cc.name IS NOT NULL OR z.fabric IS NOT NULL AND NOT coalesce(o.may_reach, FALSE)
            THEN coalesce(u.n, 0) + coalesce(u.unnamed, 0) + coalesce(l.n, 0) END} END AS arrays,
    coalesce(u.array_names, []) AS array_names,
    k.about_key IS NOT NULL OR b.about_key IS NOT NULL OR coalesce(o.replication, FALSE) AS reserved
FROM ports p
LEFT JOIN (SELECT DISTINCT wwpn FROM edge_port) e ON e.wwpn = p.target_wwpn
LEFT JOIN port_fabric f ON f.wwpn = p.target_wwpn
LEFT JOIN used u ON u.initiator_wwpn = p.target_wwpn
LEFT JOIN loose l ON l.storage_array = p.storage_array
LEFT JOIN zoned o ON o.wwpn = p.target_wwpn
LEFT JOIN zoned_fabric z ON z.fabric = f.fabric
LEFT JOIN complete ca ON ca.scope = 'storage_array' AND ca.name = p.storage_array
LEFT JOIN complete cc ON cc.scope = 'vplex_cluster' AND cc.name = p.vplex_cluster
LEFT JOIN marks k ON k.about_key = p.target_wwpn
LEFT JOIN marks b ON b.about_key = p.port_name
