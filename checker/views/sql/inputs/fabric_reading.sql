-- view: fabric_reading
-- meaning: One row per fabric and VSAN: whether all its logins were exported, and whether only a part of its zones was. Needed by rules that conclude from absence.
-- grain: fabric, vsan
-- owner: fabric
-- spine: switch
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column logins_complete bool: the logins of all its switches are in the input; as declared or as the exports show [login.wwpn, completeness.complete, fabric_member.member_wwn, login.local, switch_port.port_type, switch_port.attached_wwn]
-- column zones_cut bool: an export of its zones ends inside a record, a filter after the command omitted lines, or the command named a zone and no other capture of it lists all
WITH unnamed AS (
    -- switchshow names the device of a port that has one, and only counts those of a port that has several.
    SELECT DISTINCT p.switch FROM switch_port p
    LEFT JOIN login n ON n.switch = p.switch AND n.port_index = p.port_index AND n.wwpn IS NOT NULL
    LEFT JOIN login l ON l.switch = p.switch AND l.port = p.port AND l.wwpn IS NOT NULL
    LEFT JOIN login a ON a.switch = p.switch AND left(a.fcid, 4) = left(p.fcid, 4) AND a.wwpn IS NOT NULL
    WHERE p.port_state = 'online' AND p.port_type IN ('F', 'FL', 'L') AND p.attached_wwn IS NULL AND p.trunk_master IS NULL
        AND n.wwpn IS NULL AND l.wwpn IS NULL AND a.wwpn IS NULL
), partial AS (
    SELECT DISTINCT owner AS switch FROM export
    WHERE (ends_inside_record OR filtered) AND NOT coalesce(superseded, FALSE) AND regexp_matches(format, 'ns(all)?show|fcns|flogi|login|switchshow|facts|rest|json|xml|tech')
), switches AS (
    SELECT f.fabric, f.vsan, count(*) AS switches, count(l.switch) FILTER (WHERE u.switch IS NULL AND k.switch IS NULL) AS with_logins, bool_or(n.switch IS NOT NULL AND k.switch IS NULL) AS name_server
    FROM switch_fabric f JOIN switch s ON s.switch = f.switch
    LEFT JOIN (SELECT DISTINCT switch, vsan FROM login WHERE local AND wwpn IS NOT NULL) l ON l.switch = f.switch AND l.vsan = f.vsan
    LEFT JOIN unnamed u ON u.switch = f.switch
    LEFT JOIN partial k ON k.switch = f.switch
    -- An NX-OS name server lists the devices of the whole fabric; the remote entries show that it is complete.
    LEFT JOIN (SELECT DISTINCT l.switch, l.vsan FROM login l JOIN switch c ON c.switch = l.switch AND c.vendor = 'cisco' WHERE NOT l.local AND l.wwpn IS NOT NULL) n
        ON n.switch = f.switch AND n.vsan = f.vsan
    GROUP BY f.fabric, f.vsan
), members AS (
    SELECT f.fabric, f.vsan, count(DISTINCT m.member_wwn) AS listed, count(*) = count(m.member_wwn) AS known
    FROM fabric_member m JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan GROUP BY f.fabric, f.vsan
), complete AS (
    SELECT s.fabric, s.vsan, coalesce(c.complete, FALSE) OR s.name_server
        OR (s.with_logins = s.switches AND m.known AND m.listed <= s.switches) AS complete
    FROM switches s LEFT JOIN members m ON m.fabric = s.fabric AND m.vsan = s.vsan
    LEFT JOIN whole_scope c ON c.scope = 'fabric' AND c.name = s.fabric
), zone_exports AS (
    SELECT owner, bool_or(ends_inside_record OR filtered) AS cut, bool_and(coalesce(selected, FALSE)) AS selected FROM export
    WHERE NOT coalesce(superseded, FALSE) AND regexp_matches(format, 'zone|zoning|cfg|alias|config|tech|facts|rest|json|xml') GROUP BY owner, format
), cut AS (
    SELECT DISTINCT f.fabric FROM zone_exports e JOIN switch_fabric f ON f.switch = e.owner WHERE e.cut OR e.selected
)
SELECT c.fabric, c.vsan, c.complete AS logins_complete, t.fabric IS NOT NULL AS zones_cut
FROM complete c LEFT JOIN cut t ON t.fabric = c.fabric
