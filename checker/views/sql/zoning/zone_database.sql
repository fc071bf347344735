-- view: zone_database
-- meaning: One row per fabric and VSAN: whether the active zoning is the defined one, on all its switches; unknown where only a part of the zones was exported.
-- grain: fabric, vsan
-- owner: switch
-- spine: zone_member, zone
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column vsan_label text: the VSAN for messages; '' if the name of the fabric ends with it
-- column switch text: first switch whose zone database was read
-- column ficon bool: a FICON VSAN
-- column changed_zones span: zones that are active and defined with different members [zone_member.wwpn, alias.wwpn, zone_member.active, zone.active]
-- column changed_names list: those zones with what differs
-- column undefined_zones span: active zones that the defined database of their switch does not contain [zone.active, zone_member.active, zone.zone]
-- column undefined_names list: those zones
-- column pending_zones span: additional zones in the defined set with the name of the active one; NULL unless the zones of both sets are known [zone_set.zone, zone_set.active, zone.active]
-- column pending_names list: those zones
-- column zone text: the first zone of these lists
-- column differing_switches span: switches whose active set differs from that of the first switch [zone_member.wwpn, alias.wwpn, zone_member.active]
-- column differing_names list: those switches
WITH aliases AS (
    SELECT switch, vsan, alias, list_sort(list(DISTINCT coalesce(wwpn, member))) AS ports, bool_and(wwpn IS NOT NULL OR regexp_full_match(member, '[0-9]+,[0-9]+')) AS known
    FROM alias GROUP BY switch, vsan, alias
), members AS (
    SELECT DISTINCT coalesce(f.fabric, m.switch) AS fabric, m.switch, m.vsan, m.active, m.zone, m.member, m.member_type,
        CASE WHEN m.member_type = 'alias' OR m.wwpn IS NULL THEN coalesce(m.alias, m.member) END AS alias, m.wwpn
    FROM zone_member m LEFT JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan
    WHERE m.active IS NOT NULL AND m.member_type IS DISTINCT FROM 'property'
), ports AS (
    SELECT m.fabric, m.switch, m.vsan, m.active, m.zone, unnest(coalesce(CASE WHEN m.wwpn IS NOT NULL THEN [m.wwpn] END, a.ports, d.ports, [m.member])) AS port,
        m.wwpn IS NOT NULL OR coalesce(a.known, d.known, FALSE) OR m.member_type IN ('domain_port', 'fcid', 'interface', 'wwnn') AS known
    FROM members m
    LEFT JOIN aliases a ON m.wwpn IS NULL AND a.switch = m.switch AND a.vsan = m.vsan AND a.alias = m.alias
    LEFT JOIN aliases d ON m.wwpn IS NULL AND a.alias IS NULL AND d.switch = m.switch AND d.vsan = '' AND d.alias = m.alias
), zones AS (
    SELECT fabric, switch, vsan, active, zone, list_sort(list(DISTINCT port)) AS ports, bool_and(known) AS known FROM ports GROUP BY ALL
), twins AS (
    SELECT a.fabric, a.vsan, a.zone, a.switch, CASE WHEN a.ports = d.ports THEN FALSE WHEN a.known AND d.known THEN TRUE END AS changed,
        list_filter(a.ports, lambda p: NOT list_contains(d.ports, p)) AS gone, list_filter(d.ports, lambda p: NOT list_contains(a.ports, p)) AS new
    FROM zones a JOIN zones d ON d.switch = a.switch AND d.vsan = a.vsan AND d.zone = a.zone AND NOT d.active WHERE a.active
), changes AS (
    SELECT fabric, vsan, count_span(changed) AS changed_zones, count(*) AS compared,
        names_of(zone || CASE WHEN len(gone) > 0 THEN ': loses ' || array_to_string(gone, ' ') ELSE '' END || CASE WHEN len(new) > 0 THEN ': gains ' || array_to_string(new, ' ') ELSE '' END, changed) AS changed_names
    FROM twins GROUP BY fabric, vsan
), listed AS (
    SELECT switch, vsan, active, zone, max(zone_set) AS zone_set FROM (
        SELECT switch, vsan, active, zone, zone_set FROM zone UNION ALL SELECT switch, vsan, active, zone, NULL FROM zone_member
        UNION ALL SELECT switch, vsan, active, zone, zone_set FROM zone_set
    ) WHERE active IS NOT NULL AND zone IS NOT NULL GROUP BY ALL
), sides AS (
    SELECT switch, vsan, bool_or(active) AS has_active, bool_or(NOT active) AS has_defined FROM listed GROUP BY switch, vsan
), undefined AS (
    SELECT coalesce(f.fabric, a.switch) AS fabric, a.vsan, count_span(d.zone IS NULL) AS undefined_zones, names_of(a.zone, d.zone IS NULL) AS undefined_names
    FROM listed a JOIN sides s ON s.switch = a.switch AND s.vsan = a.vsan AND s.has_defined
    LEFT JOIN listed d ON d.switch = a.switch AND d.vsan = a.vsan AND d.zone = a.zone AND NOT d.active
    LEFT JOIN switch_fabric f ON f.switch = a.switch AND f.vsan = a.vsan
    WHERE a.active GROUP BY ALL
), in_sets AS (
    SELECT DISTINCT switch, vsan, active, zone_set, zone FROM (SELECT switch, vsan, active, zone_set, zone FROM zone_set UNION ALL SELECT switch, vsan, active, zone_set, zone FROM zone)
    WHERE zone_set IS NOT NULL AND active IS NOT NULL AND zone IS NOT NULL
), active_sets AS (
    SELECT DISTINCT switch, vsan, zone_set FROM in_sets WHERE active
), pending AS (
    SELECT coalesce(f.fabric, d.switch) AS fabric, d.vsan, count_span(a.zone IS NULL) AS pending_zones, names_of(d.zone, a.zone IS NULL) AS pending_names
    FROM in_sets d JOIN active_sets s ON s.switch = d.switch AND s.vsan = d.vsan AND s.zone_set = d.zone_set
    LEFT JOIN listed a ON a.switch = d.switch AND a.vsan = d.vsan AND a.zone = d.zone AND a.active
    LEFT JOIN switch_fabric f ON f.switch = d.switch AND f.vsan = d.vsan
    WHERE NOT d.active GROUP BY ALL
), first_switch AS (
    SELECT fabric, vsan, min(switch) AS switch, count(DISTINCT switch) AS switches FROM zones WHERE active GROUP BY fabric, vsan
), on_switch AS (
    SELECT z.fabric, z.vsan, z.switch, list_sort(list(z.zone || '=' || array_to_string(z.ports, ' '))) AS content, bool_and(z.known) AS known FROM zones z WHERE z.active GROUP BY ALL
), compared AS (
    SELECT o.fabric, o.vsan, count_span(CASE WHEN o.content = b.content THEN FALSE WHEN o.known AND b.known THEN TRUE END) AS differing_switches,
        names_of(o.switch, o.content <> b.content AND o.known AND b.known) AS differing_names
    FROM on_switch o JOIN first_switch f ON f.fabric = o.fabric AND f.vsan = o.vsan JOIN on_switch b ON b.fabric = f.fabric AND b.vsan = f.vsan AND b.switch = f.switch
    GROUP BY o.fabric, o.vsan
), ficon AS (
    SELECT DISTINCT f.fabric, v.vsan FROM vsan v JOIN switch_fabric f ON f.switch = v.switch AND f.vsan = v.vsan WHERE v.ficon
), spine AS (
    SELECT coalesce(f.fabric, l.switch) AS fabric, l.vsan, min(l.switch) AS switch, bool_or(s.has_active AND s.has_defined) AS both_sides
    FROM (SELECT DISTINCT switch, vsan FROM zone UNION SELECT DISTINCT switch, vsan FROM zone_member) l
    LEFT JOIN sides s ON s.switch = l.switch AND s.vsan = l.vsan
    LEFT JOIN switch_fabric f ON f.switch = l.switch AND f.vsan = l.vsan GROUP BY ALL
)
SELECT s.fabric, s.vsan, vsan_label(s.fabric, s.vsan) AS vsan_label, s.switch, i.fabric IS NOT NULL AS ficon,
    CASE WHEN s.both_sides AND NOT coalesce(q.zones_cut, FALSE) THEN coalesce(c.changed_zones, {'lo': 0, 'hi': 0}) END AS changed_zones, coalesce(c.changed_names, []) AS changed_names,
    CASE WHEN NOT coalesce(q.zones_cut, FALSE) THEN u.undefined_zones END AS undefined_zones, coalesce(u.undefined_names, []) AS undefined_names,
    CASE WHEN NOT coalesce(q.zones_cut, FALSE) THEN p.pending_zones END AS pending_zones, coalesce(p.pending_names, []) AS pending_names,
    coalesce(split_part(c.changed_names[1], ': ', 1), u.undefined_names[1], p.pending_names[1]) AS zone,
    CASE WHEN NOT coalesce(q.zones_cut, FALSE) THEN x.differing_switches END AS differing_switches, coalesce(x.differing_names, []) AS differing_names
FROM spine s
LEFT JOIN changes c ON c.fabric = s.fabric AND c.vsan = s.vsan
LEFT JOIN undefined u ON u.fabric = s.fabric AND u.vsan = s.vsan
LEFT JOIN pending p ON p.fabric = s.fabric AND p.vsan = s.vsan
LEFT JOIN compared x ON x.fabric = s.fabric AND x.vsan = s.vsan
LEFT JOIN ficon i ON i.fabric = s.fabric AND i.vsan = s.vsan
LEFT JOIN fabric_reading q ON q.fabric = s.fabric AND q.vsan = s.vsan
