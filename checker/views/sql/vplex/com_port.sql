-- view: com_port
-- meaning: One row per local-COM port of VPLEX: whether it can be reached in a fabric that hosts or arrays use.
-- grain: storage_array, director, port
-- owner: storage_array
-- spine: target_port
-- column storage_array text: VPLEX system
-- column director text: director, '' where it is unknown
-- column port text: port
-- column target_wwpn text: world wide port name
-- column logged_in bool: logged in to such a fabric; FALSE only if logins of a fabric are known [target_port.target_wwpn, target_port.role, login.wwpn]
-- column zoned bool: a member of an active zone with a port that is not a local-COM port; FALSE only if zones are known [target_port.target_wwpn, target_port.role, zone_member.wwpn]
-- column fabric_names list: fabrics it is logged in to or zoned in
WITH ports AS (
    SELECT storage_array, coalesce(director, '') AS director, coalesce(port, port_name, target_wwpn) AS port, target_wwpn FROM target_port WHERE role = 'local-com' AND storage_array IS NOT NULL
), com AS (SELECT DISTINCT target_wwpn AS wwpn FROM ports WHERE target_wwpn IS NOT NULL
), shared AS (
    -- The private switches of a large VPLEX have local-COM ports only.
    SELECT DISTINCT e.fabric FROM edge_port e JOIN port_role r ON r.wwpn = e.wwpn ANTI JOIN com c ON c.wwpn = e.wwpn
), logged AS (
    SELECT e.wwpn, list_sort(list(DISTINCT e.fabric)) AS fabrics FROM edge_port e JOIN com c ON c.wwpn = e.wwpn JOIN shared s ON s.fabric = e.fabric GROUP BY 1
), zones AS (
    SELECT z.wwpn, list_sort(list(DISTINCT z.fabric)) AS fabrics, bool_or(o.wwpn IS NOT NULL) AS certain
    FROM zone_port z JOIN com c ON c.wwpn = z.wwpn
    JOIN zone_port o ON o.fabric = z.fabric AND o.vsan = z.vsan AND o.zone = z.zone AND o.active AND o.wwpn IS DISTINCT FROM z.wwpn
    LEFT JOIN com x ON x.wwpn = o.wwpn
    WHERE z.active AND x.wwpn IS NULL GROUP BY 1
)
SELECT p.storage_array, p.director, p.port, p.target_wwpn,
    CASE WHEN l.wwpn IS NOT NULL THEN TRUE WHEN p.target_wwpn IS NOT NULL AND (SELECT count(*) FROM shared) > 0 AND (SELECT count(*) FROM login WHERE wwpn IS NULL) = 0 THEN FALSE END AS logged_in,
    CASE WHEN z.certain THEN TRUE WHEN z.wwpn IS NULL AND p.target_wwpn IS NOT NULL AND (SELECT count(*) FROM zone_port WHERE active AND wwpn IS NOT NULL) > 0 AND (SELECT count(*) FROM zone_port WHERE active AND wwpn IS NULL) = 0 THEN FALSE END AS zoned,
    list_sort(list_distinct(list_concat(coalesce(l.fabrics, []), coalesce(z.fabrics, [])))) AS fabric_names
FROM ports p
LEFT JOIN logged l ON l.wwpn = p.target_wwpn
LEFT JOIN zones z ON z.wwpn = p.target_wwpn
