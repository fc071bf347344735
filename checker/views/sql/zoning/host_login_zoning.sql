-- view: host_login_zoning
-- meaning: One row per port of a host and fabric that it is logged in to: whether an active zone contains it.
-- grain: host, initiator_wwpn, fabric, vsan
-- owner: host
-- spine: login
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the port
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column switch text: switch it is logged in to
-- column label text: alias or registered name, else the world wide port name
-- column port text: port of the switch
-- column zoned bool: an active zone of this or another fabric contains the port; FALSE only where the zones of this fabric are known, every member of active zones is, and no export of them was cut [zone_member.wwpn, alias.wwpn, zone_member.active, zone_member.member_type]
-- column has_paths bool: the host has paths through it
-- column others_in_use bool: another port of the host is zoned or has paths
-- column default_open bool: the default zone lets devices communicate that are in no zone
-- column excused bool: it or its host is tagged as reserved, spare or for migration
WITH own AS (
    SELECT DISTINCT host, wwpn, label FROM port_role
    WHERE host IS NOT NULL AND wwpn IS NOT NULL AND role = 'initiator' AND owner_kind = 'host'
), logged AS (
    SELECT wwpn, fabric, vsan, min(switch) AS switch, min(port) AS port FROM edge_port
    WHERE wwpn IS NOT NULL AND fabric IS NOT NULL GROUP BY wwpn, fabric, vsan
), members AS (
    SELECT fabric, vsan, wwpn, active FROM zone_port WHERE active IS NOT FALSE AND member_type IS DISTINCT FROM 'property'
), zones AS (
    SELECT DISTINCT fabric, vsan FROM members
), unresolved AS (
    SELECT count(*) AS n FROM members WHERE wwpn IS NULL OR active IS NULL
), zoned AS (
    SELECT DISTINCT wwpn FROM members WHERE active AND wwpn IS NOT NULL
), used AS (
    SELECT DISTINCT initiator_wwpn AS wwpn FROM path WHERE initiator_wwpn IS NOT NULL
), in_use AS (
    SELECT o.host, o.wwpn FROM own o WHERE o.wwpn IN (SELECT wwpn FROM zoned UNION SELECT wwpn FROM used)
), marks AS (
    SELECT DISTINCT about_key FROM tag WHERE lower(replace(tag, '_', '-')) IN ('reserved', 'migration', 'pre-provisioned', 'standby') OR is_excuse(tag)
)
SELECT o.host, o.wwpn AS initiator_wwpn, l.fabric, l.vsan, l.switch, coalesce(o.label, o.wwpn) AS label, l.port,
    CASE WHEN s.wwpn IS NOT NULL THEN TRUE WHEN z.fabric IS NOT NULL AND u.n = 0 AND NOT r.zones_cut THEN FALSE END AS zoned,
    p.wwpn IS NOT NULL AS has_paths,
    EXISTS (SELECT 1 FROM in_use i WHERE i.host = o.host AND i.wwpn <> o.wwpn) AS others_in_use,
    coalesce(v.default_open, FALSE) AS default_open,
    EXISTS (SELECT 1 FROM marks m WHERE m.about_key IN (o.host, o.wwpn)) AS excused
FROM own o JOIN logged l ON l.wwpn = o.wwpn CROSS JOIN unresolved u
LEFT JOIN zoned s ON s.wwpn = o.wwpn
LEFT JOIN used p ON p.wwpn = o.wwpn
LEFT JOIN zones z ON z.fabric = l.fabric AND z.vsan = l.vsan
LEFT JOIN fabric_reading r ON r.fabric = l.fabric AND r.vsan = l.vsan
LEFT JOIN vsan_summary v ON v.fabric = l.fabric AND v.vsan = l.vsan
