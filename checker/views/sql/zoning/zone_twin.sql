-- view: zone_twin
-- meaning: One row per active zone: other active zones that allow everything it allows.
-- grain: fabric, vsan, zone
-- owner: switch
-- spine: zone_member
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column zone text: name of the zone
-- column switch text: switch whose zone database was read
-- column special_type text: as in zone_summary
-- column role_filtered bool: as in zone_summary
-- column ficon bool: in a FICON VSAN
-- column all_members list: as in zone_summary
-- column nxos_members list: as in zone_summary
-- column configurations list: as in zone_summary
-- column nxos_zone_sets list: as in zone_summary
-- column is_covered bool: another zone contains all its members and, if it has several initiators, no more of them; of equal zones all but the first by name; NULL while an alias in it or in a zone that shares a member with it is unknown, the roles of more members are unknown, or an export of the zones was cut [zone_member.wwpn, alias.wwpn, login.fc4_role, initiator.initiator_wwpn, target_port.target_wwpn, target_port.role, path.initiator_wwpn]
-- column covering_zones list: those zones
WITH ports AS (
    SELECT DISTINCT z.fabric, z.vsan, z.zone, coalesce(z.wwpn, z.member) AS port, z.wwpn IS NULL AND coalesce(z.member_type, 'alias') IN ('alias', 'other') AS open, z.switch
    FROM zone_port z WHERE z.active AND z.member_type IS DISTINCT FROM 'property'
), zones AS (
    SELECT p.fabric, p.vsan, p.zone, min(p.switch) AS switch, list_sort(list(p.port)) AS ports, bool_or(p.open) AS open FROM ports p GROUP BY p.fabric, p.vsan, p.zone
), plain AS (
    SELECT z.*, s.initiators, s.special_type, s.role_filtered, s.ficon, s.all_members, s.nxos_members, s.configurations, s.nxos_zone_sets FROM zones z LEFT JOIN zone_summary s ON s.fabric = z.fabric AND s.vsan = z.vsan AND s.zone = z.zone
), first_port AS (
    -- What covers a zone shares each of its members, so also the first.
    SELECT fabric, vsan, zone, ports[1] AS port FROM plain WHERE special_type IS NULL AND NOT role_filtered
), open_side AS (
    SELECT fabric, vsan, count(*) FILTER (WHERE open) AS open FROM plain GROUP BY fabric, vsan
), pairs AS (
    SELECT f.fabric, f.vsan, f.zone, o.zone AS other, CASE
        WHEN NOT list_has_all(b.ports, a.ports) OR (len(b.ports) = len(a.ports) AND b.zone > a.zone) THEN FALSE
        WHEN len(b.ports) = len(a.ports) OR b.initiators.hi <= greatest(a.initiators.lo, 1) THEN TRUE
        -- The zone with one initiator is what should replace one with several (ZON001), so it is not redundant.
        WHEN b.initiators.lo > greatest(a.initiators.hi, 1) THEN FALSE END AS covers
    FROM first_port f JOIN ports o ON o.fabric = f.fabric AND o.vsan = f.vsan AND o.port = f.port AND o.zone <> f.zone
    JOIN plain a ON a.fabric = f.fabric AND a.vsan = f.vsan AND a.zone = f.zone
    JOIN plain b ON b.fabric = f.fabric AND b.vsan = f.vsan AND b.zone = o.zone AND b.special_type IS NULL AND NOT b.role_filtered
    WHERE NOT a.open AND len(a.ports) > 1
), covered AS (
    SELECT fabric, vsan, zone, bool_or(covers) AS covered, bool_or(covers IS NULL) AS doubtful, names_of(other, covers) AS covering_zones FROM pairs GROUP BY fabric, vsan, zone
)
SELECT p.fabric, p.vsan, p.zone, p.switch, p.special_type, coalesce(p.role_filtered, FALSE) AS role_filtered, coalesce(p.ficon, FALSE) AS ficon, p.all_members, p.nxos_members, p.configurations, p.nxos_zone_sets,
    -- If the export is truncated, some members of one zone are unknown, and it is unknown of which.
    CASE WHEN q.zones_cut THEN NULL WHEN c.covered THEN TRUE WHEN c.doubtful THEN NULL WHEN NOT p.open AND (o.open = 0 OR len(p.ports) < 2) THEN FALSE END AS is_covered, coalesce(c.covering_zones, []) AS covering_zones
FROM plain p LEFT JOIN covered c ON c.fabric = p.fabric AND c.vsan = p.vsan AND c.zone = p.zone
LEFT JOIN open_side o ON o.fabric = p.fabric AND o.vsan = p.vsan
LEFT JOIN fabric_reading q ON q.fabric = p.fabric AND q.vsan = p.vsan
