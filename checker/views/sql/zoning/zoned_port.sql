-- view: zoned_port
-- meaning: One row per port that active zones name: what it is, and whose.
-- grain: wwpn
-- spine: zone_member
-- column wwpn text: world wide port name
-- column label text: alias or registered name, else the port itself
-- column fabrics list: fabrics whose active zones name it
-- column zones list: these zones
-- column port_role text: initiator, target or both; NULL if unknown [login.fc4_role, initiator.initiator_wwpn, target_port.target_wwpn, target_port.role]
-- column owner text: host or array that owns it [initiator.host, target_port.storage_array]
-- column is_placed bool: an export of an array or of VPLEX names the port; FALSE only where exports of arrays are there [target_port.target_wwpn, target_port.storage_array]
WITH named AS (
    SELECT wwpn, list_sort(list(DISTINCT fabric)) AS fabrics, list_sort(list(DISTINCT zone)) AS zones FROM zone_port
    WHERE wwpn IS NOT NULL AND length(wwpn) = 16 AND active AND NOT starts_with(wwpn, '0002000000') GROUP BY wwpn
), arrays AS (
    SELECT count(*) > 0 AND count(*) = count(target_wwpn) AS known FROM target_port WHERE coalesce(protocol, 'fc') IN ('fc', 'fcoe')
)
SELECT n.wwpn, coalesce(r.label, n.wwpn) AS label, n.fabrics, n.zones, r.role AS port_role, coalesce(r.host, r.storage_array) AS owner,
    CASE WHEN t.target_wwpn IS NOT NULL OR r.storage_array IS NOT NULL THEN TRUE WHEN a.known THEN FALSE END AS is_placed
FROM named n CROSS JOIN arrays a
LEFT JOIN port_role r ON r.wwpn = n.wwpn
LEFT JOIN (SELECT DISTINCT target_wwpn FROM target_port WHERE target_wwpn IS NOT NULL AND storage_array IS NOT NULL) t ON t.target_wwpn = n.wwpn
