-- view: zone_summary
-- meaning: One row per zone of a fabric, active or only defined; what its members are.
-- grain: fabric, vsan, zone
-- owner: switch
-- spine: zone, zone_member
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column vsan_label text: the VSAN for messages; '' if the name of the fabric ends with it
-- column zone text: name of the zone
-- column switch text: switch whose zone database was read
-- column in_active_set bool: in the active set; NULL if no active set of the VSAN was exported, or perhaps only a part of it [zone.active, zone_member.active]
-- column is_defined bool: in the defined database [zone.active, zone_member.active]
-- column is_pending bool: not active, but added to the set with the name of the active one, so that the next activation includes it; FALSE where zone_database does not show it
-- column special_type text: peer, lsan, traffic-isolation, redirect …; NULL for ordinary zones
-- column role_filtered bool: smart zoning is on and its members say initiator or target
-- column ficon bool: in a FICON VSAN
-- column zone_tags list: tags of the zone
-- column members int: members, without the property member of a peer zone; 0 only where the members of other active zones are known
-- column member_ports span: ports of the members; an alias that no list resolves may stand for any number [zone_member.wwpn, alias.wwpn]
-- column initiators span: machines or ports that are initiators; ports of one virtualiser or one LPM adapter count as one [zone_member.wwpn, alias.wwpn, login.fc4_role, initiator.initiator_wwpn, target_port.target_wwpn, target_port.role, path.initiator_wwpn]
-- column initiator_labels list: names of the initiators
-- column initiator_members list: the members that are initiators, by their alias where one stands for the port alone, else as written
-- column unzoned_members list: those of them that no other zone contains alone with all target ports of this one, neither an active nor a defined one; NULL if a zone of their own cannot be named after zone and member, because a zone, alias or configuration has this name or it is longer than 64 characters [zone_member.wwpn, alias.wwpn, zone.zone, alias.alias, zone_set.zone_set]
-- column waiting_zones list: defined, inactive zones that contain such an initiator alone with the same target ports, and are not in zone_set yet [zone_member.wwpn, alias.wwpn, zone_set.zone_set, zone.zone_set]
-- column target_members list: the members that are target ports, named likewise
-- column all_members list: members to create it again with, as written; NULL if that takes more than a list of members, or an export was cut
-- column nxos_members list: the same as NX-OS configures them: pwwn, device-alias or fcalias, with the role in a smart zone; NULL if that of one is unknown, or an export was cut [zone_member.member_type, zone_member.wwpn, alias.alias]
-- column configurations list: configurations or zone sets to add it to again then; NULL if it is active and their name is unknown [zone.zone_set, zone_set.zone_set, switch.effective_config, vsan.active_zone_set]
-- column nxos_zone_sets list: the same, empty where nxos_members are unknown [zone.zone_set, zone_set.zone_set, vsan.active_zone_set]
-- column zone_set text: effective configuration or active zone set of the fabric; NULL unless its switches agree [switch.effective_config, vsan.active_zone_set, zone_set.zone_set, zone.zone_set]
-- column targets span: target ports, those seen in both roles included [zone_member.wwpn, alias.wwpn, login.fc4_role, target_port.target_wwpn, target_port.role, path.target_wwpn]
-- column target_arrays span: arrays of the target ports [zone_member.wwpn, alias.wwpn, login.fc4_role, target_port.target_wwpn, target_port.role, target_port.storage_array]
-- column target_array_names list: those that are known
-- column tape_targets span: target ports of tape drives and libraries [zone_member.wwpn, alias.wwpn, login.fc4_role, login.node_symbolic_name, login.symbolic_name, target_port.target_wwpn, target_port.role]
-- column disk_targets span: target ports of disk arrays [zone_member.wwpn, alias.wwpn, login.fc4_role, login.node_symbolic_name, login.symbolic_name, target_port.target_wwpn, target_port.role, target_port.storage_array]
-- column vplex_front_labels list: VPLEX front-end ports in it
-- column vplex_back_labels list: VPLEX back-end ports in it
-- column vplex_front_ports span: VPLEX front-end ports in it [zone_member.wwpn, alias.wwpn, target_port.role]
-- column vplex_back_ports span: VPLEX back-end ports in it [zone_member.wwpn, alias.wwpn, target_port.role]
-- column host_initiators span: initiators in it that belong to hosts [zone_member.wwpn, alias.wwpn, login.fc4_role, initiator.initiator_wwpn]
-- column unknown_labels list: members whose role is unknown
-- column has_pair bool: some initiator and some target may communicate; NULL if unknown roles leave it open [zone_member.wwpn, alias.wwpn, login.fc4_role, initiator.initiator_wwpn, target_port.target_wwpn, target_port.role, path.initiator_wwpn, path.target_wwpn]
-- column is_replication bool: a replication port is in it; NULL while a member is unknown [zone_member.wwpn, alias.wwpn]
-- column between_arrays bool: all members are target ports, of more than one array: they replicate, or one uses the other; NULL while a role or array is unknown [zone_member.wwpn, alias.wwpn, login.fc4_role, initiator.initiator_wwpn, target_port.target_wwpn, target_port.role, target_port.storage_array]
WITH tagged AS (
    SELECT about_key AS zone, list_sort(list(tag)) AS tags FROM tag WHERE about_kind = 'zone' GROUP BY 1
), ficon AS (
    SELECT DISTINCT f.fabric, v.vsan FROM vsan v JOIN switch_fabric f ON f.switch = v.switch AND f.vsan = v.vsan WHERE v.ficon
), named AS (
    SELECT switch, vsan, zone, active, CASE WHEN zone_type <> 'normal' THEN zone_type END AS special, smart, FALSE AS has_role FROM zone
    UNION ALL
    SELECT switch, vsan, zone, active, CASE WHEN member_type = 'property' OR member_role IN ('principal', 'peer') THEN 'peer' END, NULL,
        coalesce(member_role IN ('initiator', 'target', 'both'), FALSE) FROM zone_member
), zones AS (
    SELECT coalesce(f.fabric, n.switch) AS fabric, n.vsan, n.zone, min(n.switch) AS switch, bool_or(n.active) AS active, bool_or(NOT n.active) AS defined,
        CASE WHEN min(n.special) IS NOT NULL THEN min(n.special)
             WHEN starts_with(n.zone, 'red_') OR starts_with(n.zone, 'r_e_d_i_r_c__fg') THEN 'redirect'
             WHEN starts_with(lower(n.zone), 'lsan_') THEN 'lsan'
             WHEN regexp_matches(lower(n.zone), '^qos[hlm][0-9]*_') THEN 'qos' END AS special,
        bool_or(coalesce(n.smart, v.smart_zoning, FALSE)) AND bool_or(n.has_role) AS filtered
    FROM named n LEFT JOIN switch_fabric f ON f.switch = n.switch AND f.vsan = n.vsan
    LEFT JOIN vsan v ON v.switch = n.switch AND v.vsan = n.vsan
    GROUP BY coalesce(f.fabric, n.switch), n.vsan, n.zone
), effective AS (
    SELECT coalesce(f.fabric, a.switch) AS fabric, a.vsan, min(a.zone_set) AS zone_set
    FROM active_zone_set a LEFT JOIN switch_fabric f ON f.switch = a.switch AND f.vsan = a.vsan
    GROUP BY coalesce(f.fabric, a.switch), a.vsan HAVING count(DISTINCT a.zone_set) = 1
), alias_names AS (
    SELECT switch, alias, list(DISTINCT vsan) AS vsans FROM alias GROUP BY switch, alias
), spelled AS (
    SELECT coalesce(f.fabric, m.switch) AS fabric, m.vsan, m.zone, m.member, NOT m.active AS defined,
        nxos_member(m.member_type, m.alias, m.wwpn, m.vsan, a.vsans, m.member_role) AS nxos
    FROM zone_member m LEFT JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan
    LEFT JOIN alias_names a ON m.member_type = 'alias' AND a.switch = m.switch AND a.alias = m.alias
), written AS (
    SELECT fabric, vsan, zone, list_sort(coalesce(list(DISTINCT member) FILTER (WHERE defined), list(DISTINCT member))) AS members,
        CASE WHEN bool_or(defined) THEN CASE WHEN bool_and(nxos IS NOT NULL) FILTER (WHERE defined) THEN list_sort(list(DISTINCT nxos) FILTER (WHERE defined)) END
             WHEN bool_and(nxos IS NOT NULL) THEN list_sort(list(DISTINCT nxos)) END AS nxos
    FROM spelled GROUP BY fabric, vsan, zone
), listed AS (
    SELECT coalesce(f.fabric, s.switch) AS fabric, s.vsan, s.zone, list_sort(list(DISTINCT s.zone_set)) AS configurations
    FROM (SELECT switch, vsan, zone, zone_set FROM zone_set UNION ALL SELECT switch, vsan, zone, zone_set FROM zone) s
    LEFT JOIN switch_fabric f ON f.switch = s.switch AND f.vsan = s.vsan WHERE s.zone_set IS NOT NULL GROUP BY ALL
), sides AS (
    SELECT fabric, vsan, zone, list(DISTINCT member_port) FILTER (WHERE port_role = 'initiator') AS sources, list(DISTINCT member_port) FILTER (WHERE port_role IN ('target', 'both')) AS sinks,
        bool_and(port_role IS NOT NULL AND wwpn IS NOT NULL) AS is_clear
    FROM zone_member_state GROUP BY fabric, vsan, zone
), own_zones AS (
    SELECT s.fabric, s.vsan, s.zone, s.sources[1] AS initiator, s.sinks
    FROM sides s JOIN zones z ON z.fabric = s.fabric AND z.vsan = s.vsan AND z.zone = s.zone
    WHERE s.is_clear AND len(s.sources) = 1 AND z.special IS NULL AND NOT coalesce(z.filtered, FALSE)
), in_own_zone AS (
    SELECT DISTINCT s.fabric, s.vsan, s.zone, o.initiator FROM sides s JOIN zone_member_state m ON m.fabric = s.fabric AND m.vsan = s.vsan AND m.zone = s.zone AND m.port_role = 'initiator'
    JOIN own_zones o ON o.fabric = s.fabric AND o.vsan = s.vsan AND o.initiator = m.member_port AND o.zone <> s.zone WHERE len(s.sources) > 1 AND list_has_all(o.sinks, s.sinks)
), waiting AS (
    -- Per initiator without an active zone of its own: a defined zone with exactly the ports that it needs.
    SELECT s.fabric, s.vsan, s.zone, s.initiator, min(p.zone) AS waiting_zone FROM (SELECT *, unnest(sources) AS initiator FROM sides WHERE is_clear AND len(sources) > 1) s
    JOIN (SELECT fabric, vsan, zone, list(wwpn) AS ports, bool_and(wwpn IS NOT NULL) AS is_clear FROM zone_port WHERE NOT active GROUP BY ALL) p
        ON p.fabric = s.fabric AND p.vsan = s.vsan AND p.is_clear AND list_sort(p.ports) = list_sort([s.initiator] || s.sinks)
    JOIN zones z ON z.fabric = p.fabric AND z.vsan = p.vsan AND z.zone = p.zone AND NOT coalesce(z.active, FALSE) AND z.special IS NULL AND NOT coalesce(z.filtered, FALSE)
    ANTI JOIN in_own_zone i ON i.fabric = s.fabric AND i.vsan = s.vsan AND i.zone = s.zone AND i.initiator = s.initiator
    GROUP BY ALL
), to_add AS (
    SELECT w.fabric, w.vsan, w.zone, list_sort(list(DISTINCT w.waiting_zone)) AS waiting_zones FROM waiting w
    LEFT JOIN effective e ON e.fabric = w.fabric AND e.vsan = w.vsan
    LEFT JOIN listed l ON l.fabric = w.fabric AND l.vsan = w.vsan AND l.zone = w.waiting_zone
    WHERE NOT coalesce(list_contains(l.configurations, e.zone_set), FALSE) GROUP BY ALL
), names AS (
    SELECT fabric, vsan, zone AS name FROM zones
    UNION SELECT coalesce(f.fabric, a.switch), a.vsan, a.alias FROM alias a LEFT JOIN switch_fabric f ON f.switch = a.switch AND f.vsan = a.vsan
    UNION SELECT fabric, vsan, unnest(configurations) FROM listed
), sole_alias AS (
    -- The alias of one port only; the active zones of FOS list world wide names, although people know the alias.
    SELECT coalesce(f.fabric, a.switch) AS fabric, a.vsan, a.wwpn, min(a.alias) AS alias FROM (
        SELECT switch, vsan, alias, min(wwpn) AS wwpn FROM alias GROUP BY switch, vsan, alias HAVING count(*) = count(wwpn) AND count(DISTINCT wwpn) = 1
    ) a LEFT JOIN switch_fabric f ON f.switch = a.switch AND f.vsan = a.vsan GROUP BY ALL
), spelled_members AS (
    SELECT m.* EXCLUDE (member), CASE WHEN lower(replace(m.member, ':', '')) <> m.wwpn THEN m.member ELSE coalesce(CASE WHEN lower(replace(m.defined_member, ':', '')) <> m.wwpn THEN m.defined_member END, a.alias, m.member) END AS member
    FROM zone_member_state m LEFT JOIN sole_alias a ON a.fabric = m.fabric AND a.vsan = m.vsan AND a.wwpn = m.wwpn
), splits AS (
    SELECT m.fabric, m.vsan, m.zone, list_sort(list(DISTINCT m.member)) AS unzoned_members,
        count(DISTINCT m.member) = count(DISTINCT m.own_name) AND NOT bool_or(n.name IS NOT NULL OR length(m.own_name) > 64) AS are_named
    FROM (SELECT fabric, vsan, zone, member, member_port, regexp_replace(zone, '[^A-Za-z0-9_]+', '_', 'g') || '_' || regexp_replace(member, '[^A-Za-z0-9_]+', '_', 'g') AS own_name
        FROM spelled_members WHERE port_role = 'initiator') m
    LEFT JOIN in_own_zone i ON i.fabric = m.fabric AND i.vsan = m.vsan AND i.zone = m.zone AND i.initiator = m.member_port
    LEFT JOIN names n ON n.fabric = m.fabric AND n.vsan = m.vsan AND n.name = m.own_name
    LEFT JOIN waiting w ON w.fabric = m.fabric AND w.vsan = m.vsan AND w.zone = m.zone AND w.initiator = m.member_port
    WHERE i.initiator IS NULL AND w.initiator IS NULL GROUP BY m.fabric, m.vsan, m.zone
), has_active AS (
    SELECT fabric, vsan, bool_or(active) AS some FROM zones GROUP BY fabric, vsan
), counted AS (
    SELECT fabric, vsan, zone, count(*) AS members,
        distinct_span(initiator_owner, CASE WHEN port_role = 'initiator' THEN TRUE WHEN port_role IS NOT NULL THEN FALSE END) AS initiators,
        names_of(member_label, port_role = 'initiator') AS initiator_labels,
        names_of(member, port_role = 'initiator') AS initiator_members, names_of(member, port_role IN ('target', 'both')) AS target_members,
        count_span(CASE WHEN port_role IN ('target', 'both') THEN TRUE WHEN port_role IS NOT NULL THEN FALSE END) AS targets,
        {'lo': greatest(count(DISTINCT wwpn), 1), 'hi': CASE WHEN count(wwpn) = count(*) THEN count(DISTINCT wwpn)
            WHEN NOT bool_or(wwpn IS NULL AND NOT regexp_matches(member, '^[0-9]+,[0-9]+$')) THEN count(*) END} AS member_ports,
        distinct_span(target_array, CASE WHEN port_role IN ('target', 'both') THEN vplex_side IS DISTINCT FROM 'back-end' WHEN port_role IS NOT NULL THEN FALSE END) AS target_arrays,
        names_of(target_array, port_role IN ('target', 'both')) AS target_array_names,
        count_span(CASE WHEN port_role = 'initiator' OR target_kind = 'disk' THEN FALSE WHEN target_kind = 'tape' THEN TRUE END) AS tape_targets,
        count_span(CASE WHEN port_role = 'initiator' OR target_kind = 'tape' THEN FALSE WHEN target_kind = 'disk' THEN TRUE END) AS disk_targets,
        names_of(member_label, vplex_side = 'front-end') AS vplex_front_labels, names_of(member_label, vplex_side = 'back-end') AS vplex_back_labels,
        count_span(CASE WHEN vplex_side = 'front-end' THEN TRUE WHEN vplex_side IS NOT NULL OR port_family(wwpn) <> 'vplex' THEN FALSE END) AS vplex_front_ports,
        count_span(CASE WHEN vplex_side = 'back-end' THEN TRUE WHEN vplex_side IS NOT NULL OR port_family(wwpn) <> 'vplex' THEN FALSE END) AS vplex_back_ports,
        count_span(CASE WHEN port_role IN ('target', 'both') OR owner_kind IN ('virtualiser', 'replication', 'backup') THEN FALSE
            WHEN port_role = 'initiator' AND owner_kind = 'host' THEN TRUE END) AS host_initiators,
        names_of(member_label, port_role IS NULL) AS unknown_labels,
        count(*) FILTER (WHERE port_role = 'initiator') AS only_initiators, count(*) FILTER (WHERE port_role = 'target') AS only_targets,
        count(*) FILTER (WHERE port_role IN ('target', 'both') AND target_array IS NULL) AS arrayless,
        count(*) FILTER (WHERE port_role = 'both') AS both_roles, count(*) FILTER (WHERE port_role IS NULL) AS unknown,
        CASE WHEN bool_or(owner_kind = 'replication') THEN TRUE WHEN count(wwpn) = count(*) THEN FALSE END AS is_replication
    FROM spelled_members GROUP BY fabric, vsan, zone
)
SELECT z.fabric, z.vsan, vsan_label(z.fabric, z.vsan) AS vsan_label, z.zone, z.switch,
    CASE WHEN z.active THEN TRUE WHEN h.some AND NOT z.active AND NOT coalesce(q.zones_cut, FALSE) THEN FALSE END AS in_active_set, coalesce(z.defined, FALSE) AS is_defined, coalesce(list_contains(o.pending_names, z.zone), FALSE) AS is_pending,
    z.special AS special_type, coalesce(z.filtered, FALSE) AS role_filtered, i.fabric IS NOT NULL AS ficon, coalesce(t.tags, []) AS zone_tags,
    coalesce(c.members, CASE WHEN z.active AND k.fabric IS NOT NULL THEN 0 END) AS members,
    coalesce(CASE WHEN q.zones_cut THEN {'lo': c.member_ports.lo, 'hi': NULL} ELSE c.member_ports END, CASE WHEN z.active AND k.fabric IS NOT NULL THEN {'lo': 0, 'hi': 0} END) AS member_ports, c.initiators, c.initiator_labels, c.initiator_members, CASE WHEN u.zone IS NULL THEN [] WHEN u.are_named THEN u.unzoned_members END AS unzoned_members, coalesce(a.waiting_zones, []) AS waiting_zones, c.target_members, CASE WHEN NOT coalesce(z.filtered, FALSE) THEN w.members END AS all_members, w.nxos AS nxos_members, e.zone_set,
    CASE WHEN w.members IS NULL OR coalesce(z.filtered, FALSE) OR l.configurations IS NULL AND NOT coalesce(z.active, FALSE) THEN [] ELSE coalesce(l.configurations, CASE WHEN e.zone_set IS NOT NULL THEN [e.zone_set] END) END AS configurations,
    CASE WHEN w.nxos IS NULL OR l.configurations IS NULL AND NOT coalesce(z.active, FALSE) THEN [] ELSE coalesce(l.configurations, CASE WHEN e.zone_set IS NOT NULL THEN [e.zone_set] END) END AS nxos_zone_sets, c.targets, c.target_arrays, c.target_array_names, c.tape_targets, c.disk_targets,
    c.vplex_front_labels, c.vplex_back_labels, c.vplex_front_ports, c.vplex_back_ports, c.host_initiators, c.unknown_labels,
    CASE WHEN (c.only_initiators > 0 AND c.only_targets > 0) OR (c.both_roles > 0 AND c.only_initiators + c.only_targets + c.both_roles > 1) THEN TRUE
         WHEN c.unknown = 0 AND NOT coalesce(q.zones_cut, FALSE) THEN FALSE END AS has_pair,
    CASE WHEN c.fabric IS NULL THEN FALSE ELSE c.is_replication END AS is_replication,
    CASE WHEN c.fabric IS NULL OR c.only_initiators > 0 OR c.members = 1 THEN FALSE
         WHEN c.unknown + c.arrayless = 0 AND NOT coalesce(q.zones_cut, FALSE) THEN len(c.target_array_names) > 1 END AS between_arrays
FROM zones z
JOIN has_active h ON h.fabric = z.fabric AND h.vsan = z.vsan
LEFT JOIN fabric_reading q ON q.fabric = z.fabric AND q.vsan = z.vsan
LEFT JOIN counted c ON c.fabric = z.fabric AND c.vsan = z.vsan AND c.zone = z.zone
LEFT JOIN (SELECT DISTINCT fabric, vsan FROM zone_member_state) k ON k.fabric = z.fabric AND k.vsan = z.vsan
LEFT JOIN splits u ON u.fabric = z.fabric AND u.vsan = z.vsan AND u.zone = z.zone
LEFT JOIN to_add a ON a.fabric = z.fabric AND a.vsan = z.vsan AND a.zone = z.zone
LEFT JOIN effective e ON e.fabric = z.fabric AND e.vsan = z.vsan
LEFT JOIN written w ON w.fabric = z.fabric AND w.vsan = z.vsan AND w.zone = z.zone AND z.special IS NULL AND NOT coalesce(q.zones_cut, FALSE)
LEFT JOIN listed l ON l.fabric = z.fabric AND l.vsan = z.vsan AND l.zone = z.zone
LEFT JOIN ficon i ON i.fabric = z.fabric AND i.vsan = z.vsan
LEFT JOIN tagged t ON t.zone = z.zone
LEFT JOIN zone_database o ON o.fabric = z.fabric AND o.vsan = z.vsan
