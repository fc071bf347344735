-- view: zone_addressing
-- meaning: One row per active zone: how its members are named.
-- grain: fabric, vsan, zone
-- owner: switch
-- spine: zone_member
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column zone text: name of the zone
-- column switch text: switch whose zone database was read
-- column special_type text: as in zone_summary
-- column ficon bool: in a FICON VSAN
-- column is_exempt bool: tagged port_zoning_policy: the zone, its fabric, or its switch
-- column place_members span: members named by switch port or FC address instead of by name [zone_member.member_type, alias.member, zone_member.alias]
-- column place_names list: those members
-- column named_members int: members named by a world wide name
-- column strays span: members whose domain no switch of the fabric has [zone_member.member_type, alias.member, zone_member.alias, fabric_member.member_domain, switch.domain_id]
-- column stray_names list: those members
-- column node_members span: members that are the name of a node, not of a port [zone_member.wwpn, zone_member.member_type, alias.wwpn, login.wwpn, login.wwnn, initiator.wwnn]
-- column node_names list: those members
WITH members AS (
    SELECT DISTINCT coalesce(f.fabric, m.switch) AS fabric, m.switch, m.vsan, m.zone, m.member, m.member_type,
        CASE WHEN m.member_type = 'alias' OR m.wwpn IS NULL THEN coalesce(m.alias, m.member) END AS alias, m.wwpn
    FROM zone_member m LEFT JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan
    WHERE m.active AND m.member_type IS DISTINCT FROM 'property'
), aliases AS (
    SELECT DISTINCT switch, vsan, alias, member, wwpn FROM alias
), parts AS (
    -- A member that is an alias is named by the contents of the alias.
    SELECT m.fabric, m.switch, m.vsan, m.zone, m.member,
        CASE WHEN m.member_type IN ('domain_port', 'fcid', 'interface') THEN m.member WHEN m.member_type = 'alias' THEN a.member ELSE m.member END AS part,
        CASE WHEN m.member_type IN ('domain_port', 'fcid', 'interface') THEN TRUE
             WHEN m.member_type IN ('wwpn', 'wwnn') OR m.wwpn IS NOT NULL THEN FALSE
             WHEN m.member_type = 'alias' THEN CASE WHEN a.wwpn IS NOT NULL THEN FALSE
                 WHEN regexp_full_match(a.member, '[0-9]+,[0-9]+') THEN TRUE WHEN regexp_full_match(a.member, '[0-9a-f]{16}|([0-9a-f]{2}:){7}[0-9a-f]{2}') THEN FALSE END END AS by_place,
        coalesce(m.wwpn, a.wwpn) AS wwpn, m.member_type = 'wwnn' AS is_node
    FROM members m LEFT JOIN aliases a ON m.wwpn IS NULL AND a.switch = m.switch AND a.vsan IN (m.vsan, '') AND a.alias = m.alias
), nodes AS (
    -- A name that is a node's and, as far as is known, of none of its ports.
    SELECT wwnn, count(*) = count(wwpn) AND NOT bool_or(wwpn = wwnn) AS sure FROM (
        SELECT wwnn, wwpn FROM login UNION ALL SELECT wwnn, initiator_wwpn FROM initiator UNION ALL SELECT target_wwnn, target_wwpn FROM remote_port
    ) WHERE wwnn IS NOT NULL GROUP BY wwnn
), port_names AS (
    SELECT wwpn FROM login WHERE wwpn IS NOT NULL UNION SELECT initiator_wwpn FROM initiator WHERE initiator_wwpn IS NOT NULL
    UNION SELECT target_wwpn FROM target_port WHERE target_wwpn IS NOT NULL UNION SELECT target_wwpn FROM remote_port WHERE target_wwpn IS NOT NULL
    UNION SELECT initiator_wwpn FROM path WHERE initiator_wwpn IS NOT NULL UNION SELECT target_wwpn FROM path WHERE target_wwpn IS NOT NULL
    UNION SELECT initiator_wwpn FROM registered_initiator WHERE initiator_wwpn IS NOT NULL
), domains AS (
    -- The list that one switch prints contains all switches of its fabric.
    SELECT f.fabric, list(DISTINCT m.member_domain) AS listed, count(*) = count(m.member_domain) AS known
    FROM fabric_member m JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan GROUP BY f.fabric
), own AS (
    SELECT f.fabric, list(DISTINCT s.domain_id) FILTER (WHERE s.domain_id IS NOT NULL) AS listed FROM switch s JOIN switch_fabric f ON f.switch = s.switch GROUP BY f.fabric
), judged AS (
    SELECT p.*, n.sure, k.wwpn IS NOT NULL AS is_port,
        CASE WHEN NOT regexp_full_match(p.part, '[0-9]+,[0-9]+') THEN FALSE
             WHEN list_contains(d.listed, split_part(p.part, ',', 1)) OR list_contains(o.listed, split_part(p.part, ',', 1)) THEN FALSE
             WHEN d.known THEN TRUE END AS strays
    FROM parts p LEFT JOIN domains d ON d.fabric = p.fabric LEFT JOIN own o ON o.fabric = p.fabric
    LEFT JOIN nodes n ON n.wwnn = p.wwpn LEFT JOIN port_names k ON k.wwpn = p.wwpn
), marks AS (
    SELECT DISTINCT about_kind, about_key FROM tag WHERE tag = 'port_zoning_policy'
), zones AS (
    SELECT fabric, vsan, zone, min(switch) AS switch,
        count_span(by_place) AS place_members, names_of(part, by_place) AS place_names, count(*) FILTER (WHERE NOT by_place) AS named_members,
        count_span(CASE WHEN by_place IS NULL THEN NULL ELSE by_place AND strays END) AS strays, names_of(part, by_place AND strays) AS stray_names,
        count_span(CASE WHEN is_node THEN TRUE WHEN by_place OR is_port THEN FALSE WHEN sure THEN TRUE END) AS node_members,
        names_of(coalesce(wwpn, member), is_node OR (NOT is_port AND sure)) AS node_names
    FROM judged GROUP BY fabric, vsan, zone
)
SELECT z.fabric, z.vsan, z.zone, z.switch, s.special_type, coalesce(s.ficon, FALSE) AS ficon,
    mz.about_key IS NOT NULL OR mf.about_key IS NOT NULL OR ms.about_key IS NOT NULL AS is_exempt,
    z.place_members, z.place_names, z.named_members, z.strays, z.stray_names, z.node_members, z.node_names
FROM zones z LEFT JOIN zone_summary s ON s.fabric = z.fabric AND s.vsan = z.vsan AND s.zone = z.zone
LEFT JOIN marks mz ON mz.about_kind = 'zone' AND mz.about_key = z.zone
LEFT JOIN marks mf ON mf.about_kind = 'fabric' AND mf.about_key = z.fabric
LEFT JOIN marks ms ON ms.about_kind = 'switch' AND ms.about_key = z.switch
