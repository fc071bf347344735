-- view: alias_summary
-- meaning: One row per alias of a fabric: who uses it and what it stands for.
-- grain: fabric, vsan, alias
-- owner: switch
-- spine: alias
-- column fabric text: name of the fabric; of the first one for an alias that several VSANs of a switch share
-- column vsan text: VSAN, '' for device aliases and without VSANs
-- column alias text: name
-- column switch text: switch whose list was read
-- column ports list: ports it stands for
-- column is_used bool: a zone names it or one of its ports; NULL if no zone database with names was exported, or only a part of it [zone_member.alias, zone_member.wwpn, zone_member.active, zone_member.zone]
-- column is_named bool: a zone names it, so that the zone loses the port with it; NULL if no zone database with names was exported, or only a part of it [zone_member.alias, zone_member.active, zone_member.zone]
-- column is_present bool: one of its ports is logged in; FALSE only if all logins of the fabric were exported [login.wwpn, completeness.complete, fabric_member.member_wwn, login.local, switch_port.port_type, switch_port.attached_wwn]
-- column is_spare bool: tagged spare
-- column twins list: other aliases for the same single port
-- column is_doubled bool: other aliases stand for the same single port, and it is the last of them by name, so that a port is reported once [alias.wwpn]
-- column other_fabrics list: fabrics in which an alias of this name stands for other ports
-- column is_ambiguous bool: an alias of this name stands for other ports in another fabric [alias.wwpn]
-- column hosts span: hosts whose initiators it stands for [alias.wwpn, initiator.initiator_wwpn, initiator.host]
-- column host_names list: those that are known
-- column in_plain_zone bool: an active zone without roles of its own names it [zone_member.alias, zone_member.active, zone_member.zone]
WITH places AS (
    -- A device alias has no VSAN and applies to all VSANs of its switch.
    SELECT DISTINCT a.switch, a.vsan, f.fabric FROM (SELECT DISTINCT switch, vsan FROM alias) a
    LEFT JOIN switch_fabric f ON f.switch = a.switch AND (f.vsan = a.vsan OR a.vsan = '')
), homes AS (
    SELECT switch, vsan, coalesce(min(fabric), switch) AS fabric, list_sort(list(coalesce(fabric, switch))) AS fabrics FROM places GROUP BY switch, vsan
), spread AS (
    SELECT switch, vsan, unnest(fabrics) AS place FROM homes
), members AS (
    SELECT DISTINCT h.fabric, a.switch, a.vsan, a.alias, a.member, a.wwpn FROM alias a JOIN homes h ON h.switch = a.switch AND h.vsan = a.vsan
    WHERE a.alias IS NOT NULL
), aliases AS (
    SELECT fabric, vsan, alias, min(switch) AS switch, list_sort(list(DISTINCT coalesce(wwpn, member))) AS ports, bool_and(wwpn IS NOT NULL) AS known
    FROM members GROUP BY fabric, vsan, alias
), zone_use AS (
    SELECT coalesce(f.fabric, m.switch) AS fabric, m.active, m.zone, m.vsan, m.wwpn, CASE WHEN m.member_type = 'alias' OR m.wwpn IS NULL THEN coalesce(m.alias, m.member) ELSE m.alias END AS alias
    FROM zone_member m LEFT JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan
), listed AS (
    SELECT fabric, vsan, alias, switch, unnest(ports) AS port FROM aliases
), names_used AS (
    SELECT DISTINCT s.switch, s.vsan, z.alias FROM (SELECT DISTINCT fabric, alias FROM zone_use WHERE alias IS NOT NULL) z
    JOIN spread s ON s.place = z.fabric
), ports_used AS (
    SELECT DISTINCT l.fabric, l.vsan, l.alias FROM (SELECT DISTINCT fabric, wwpn FROM zone_use WHERE wwpn IS NOT NULL) z
    JOIN spread s ON s.place = z.fabric JOIN listed l ON l.switch = s.switch AND l.vsan = s.vsan AND l.port = z.wwpn
), defined AS (
    SELECT z.fabric FROM zone_use z LEFT JOIN fabric_reading r ON r.fabric = z.fabric AND r.vsan = z.vsan WHERE NOT z.active
    GROUP BY z.fabric HAVING count(*) = count(z.zone) AND NOT coalesce(bool_or(r.zones_cut), FALSE)
), judged AS (
    SELECT s.switch, s.vsan, bool_and(d.fabric IS NOT NULL) AS judged FROM spread s LEFT JOIN defined d ON d.fabric = s.place GROUP BY s.switch, s.vsan
), used AS (
    SELECT a.fabric, a.vsan, a.alias, n.alias IS NOT NULL OR p.alias IS NOT NULL AS used, n.alias IS NOT NULL AS named, j.judged
    FROM aliases a
    LEFT JOIN names_used n ON n.switch = a.switch AND n.vsan = a.vsan AND n.alias = a.alias
    LEFT JOIN ports_used p ON p.fabric = a.fabric AND p.vsan = a.vsan AND p.alias = a.alias
    LEFT JOIN judged j ON j.switch = a.switch AND j.vsan = a.vsan
), plain AS (
    SELECT u.fabric, u.alias, bool_or(s.special_type IS NULL AND NOT s.role_filtered AND NOT s.ficon) AS plain
    FROM zone_use u JOIN zone_summary s ON s.fabric = u.fabric AND s.vsan = u.vsan AND s.zone = u.zone AND s.in_active_set WHERE u.active AND u.alias IS NOT NULL GROUP BY u.fabric, u.alias
), defined_use AS (
    -- An effective configuration lists ports; the aliases are in the defined zone of the same name.
    SELECT u.fabric, u.alias, bool_or(s.special_type IS NULL AND NOT s.role_filtered AND NOT s.ficon) AS plain
    FROM zone_use u JOIN zone_summary s ON s.fabric = u.fabric AND s.vsan = u.vsan AND s.zone = u.zone AND s.in_active_set WHERE NOT u.active AND u.alias IS NOT NULL GROUP BY u.fabric, u.alias
), singles AS (
    SELECT fabric, vsan, alias, ports[1] AS port FROM aliases WHERE known AND len(ports) = 1
), shared AS (
    SELECT fabric, vsan, port, list_sort(list(alias)) AS names FROM singles GROUP BY fabric, vsan, port HAVING count(*) > 1
), doubled AS (
    SELECT a.fabric, a.vsan, a.alias, list_filter(s.names, lambda name: name <> a.alias) AS twins FROM singles a
    JOIN shared s ON s.fabric = a.fabric AND s.vsan = a.vsan AND s.port = a.port
), elsewhere AS (
    SELECT a.fabric, a.vsan, a.alias, list_sort(list(DISTINCT b.fabric)) AS fabrics FROM aliases a JOIN aliases b ON b.alias = a.alias AND b.fabric <> a.fabric AND b.ports <> a.ports AND a.known AND b.known GROUP BY ALL
), owners AS (
    SELECT m.fabric, m.vsan, m.alias,
        distinct_span(r.host, CASE WHEN r.role = 'initiator' AND r.owner_kind = 'host' THEN TRUE WHEN r.role IS NOT NULL AND r.owner_kind IS DISTINCT FROM 'unknown' THEN FALSE END) AS hosts,
        names_of(r.host, r.role = 'initiator' AND r.owner_kind = 'host') AS host_names
    FROM members m LEFT JOIN port_role r ON r.wwpn = m.wwpn GROUP BY m.fabric, m.vsan, m.alias
), logins_read AS (
    SELECT s.switch, s.vsan, bool_and(k.complete) AS judged FROM spread s
    JOIN (SELECT fabric, bool_and(coalesce(logins_complete, FALSE)) AS complete FROM fabric_reading WHERE fabric IN (SELECT fabric FROM edge_port) GROUP BY fabric) k ON k.fabric = s.place
    GROUP BY s.switch, s.vsan
), present AS (
    SELECT l.fabric, l.vsan, l.alias, bool_or(e.wwpn IS NOT NULL) AS present, bool_and(coalesce(k.judged, FALSE)) AS judged
    FROM listed l LEFT JOIN edge_port e ON e.wwpn = l.port LEFT JOIN logins_read k ON k.switch = l.switch AND k.vsan = l.vsan
    GROUP BY l.fabric, l.vsan, l.alias
), spare AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind = 'alias' AND tag = 'spare'
)
SELECT a.fabric, a.vsan, a.alias, a.switch, a.ports, CASE WHEN u.used THEN TRUE WHEN u.judged THEN FALSE END AS is_used,
    CASE WHEN u.named THEN TRUE WHEN u.judged THEN FALSE END AS is_named,
    CASE WHEN l.present THEN TRUE WHEN l.judged THEN FALSE END AS is_present, s.about_key IS NOT NULL AS is_spare,
    coalesce(d.twins, []) AS twins, CASE WHEN d.twins IS NOT NULL THEN a.alias > list_max(d.twins) WHEN a.known THEN FALSE END AS is_doubled,
    coalesce(e.fabrics, []) AS other_fabrics, CASE WHEN e.fabrics IS NOT NULL THEN TRUE WHEN a.known THEN FALSE END AS is_ambiguous,
    o.hosts, o.host_names, CASE WHEN p.plain OR v.plain THEN TRUE WHEN u.judged OR NOT p.plain THEN FALSE END AS in_plain_zone
FROM aliases a
LEFT JOIN used u ON u.fabric = a.fabric AND u.vsan = a.vsan AND u.alias = a.alias
LEFT JOIN doubled d ON d.fabric = a.fabric AND d.vsan = a.vsan AND d.alias = a.alias
LEFT JOIN elsewhere e ON e.fabric = a.fabric AND e.vsan = a.vsan AND e.alias = a.alias
LEFT JOIN owners o ON o.fabric = a.fabric AND o.vsan = a.vsan AND o.alias = a.alias
LEFT JOIN plain p ON p.fabric = a.fabric AND p.alias = a.alias
LEFT JOIN defined_use v ON v.fabric = a.fabric AND v.alias = a.alias
LEFT JOIN present l ON l.fabric = a.fabric AND l.vsan = a.vsan AND l.alias = a.alias
LEFT JOIN spare s ON s.about_key = a.alias
