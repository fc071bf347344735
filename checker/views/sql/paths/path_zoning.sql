-- view: path_zoning
-- meaning: One row per host, initiator and target port with a live path: whether an active zone lets them communicate.
-- grain: host, initiator_wwpn, target_wwpn
-- owner: host
-- spine: path
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the host's port
-- column target_wwpn text: world wide port name of the target port
-- column fabric text: fabric where both are logged in
-- column storage_array text: array or VPLEX system [target_port.storage_array]
-- column target_label text: alias or registered name of the target port
-- column zoned bool: a zone of the active set contains both; FALSE only if each member of the fabric's active zones is a known port [zone_member.wwpn, zone_member.active, alias.wwpn, login.wwpn]
WITH pairs AS (
    SELECT DISTINCT p.host, p.initiator_wwpn, p.target_wwpn, p.storage_array FROM path_place p
    WHERE p.basis = 'observed' AND p.live AND p.initiator_wwpn IS NOT NULL AND p.target_wwpn IS NOT NULL
), zoned AS (
    SELECT DISTINCT initiator_wwpn, target_wwpn FROM zoned_pair
), read_fabric AS (
    -- A member that is not a known port may be either of the two.
    SELECT fabric, bool_and(wwpn IS NOT NULL AND role IS NOT NULL) AS whole FROM zone_port WHERE active AND member_type IS DISTINCT FROM 'property' GROUP BY fabric
), unread AS (
    SELECT DISTINCT fabric FROM zone_port WHERE active IS NULL
)
SELECT p.host, p.initiator_wwpn, p.target_wwpn, i.fabric, p.storage_array, coalesce(r.label, p.target_wwpn) AS target_label,
    CASE WHEN z.initiator_wwpn IS NOT NULL THEN TRUE WHEN i.fabric = t.fabric AND f.whole AND u.fabric IS NULL AND q.fabric IS NULL THEN FALSE END AS zoned
FROM pairs p
LEFT JOIN port_fabric i ON i.wwpn = p.initiator_wwpn AND i.basis = 'login'
LEFT JOIN port_fabric t ON t.wwpn = p.target_wwpn AND t.basis = 'login'
LEFT JOIN zoned z ON z.initiator_wwpn = p.initiator_wwpn AND z.target_wwpn = p.target_wwpn
LEFT JOIN read_fabric f ON f.fabric = i.fabric
LEFT JOIN unread u ON u.fabric = i.fabric
LEFT JOIN (SELECT DISTINCT fabric FROM fabric_reading WHERE zones_cut) q ON q.fabric = i.fabric
LEFT JOIN port_role r ON r.wwpn = p.target_wwpn
