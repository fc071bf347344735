-- view: initiator_media
-- meaning: One row per initiator of a host that active zones join with target ports: how many of them are tape, and how many disk.
-- grain: initiator_wwpn
-- owner: host
-- spine: zone_member
-- column initiator_wwpn text: world wide port name of the initiator
-- column initiator_label text: alias or registered name
-- column host text: host that owns it
-- column switch text: switch whose zone database was read
-- column tape_targets span: target ports of tape drives and libraries in its zones [zone_member.wwpn, alias.wwpn, login.fc4_role, login.node_symbolic_name, login.symbolic_name, target_port.target_wwpn, target_port.role]
-- column tape_labels list: those ports
-- column disk_targets span: target ports of disk arrays in its zones [zone_member.wwpn, alias.wwpn, login.fc4_role, login.node_symbolic_name, login.symbolic_name, target_port.target_wwpn, target_port.role, target_port.storage_array]
-- column disk_labels list: those ports
-- column in_one_zone bool: one of its zones contains both; NULL while a port of one may be either [zone_member.wwpn, alias.wwpn, login.fc4_role, login.node_symbolic_name, login.symbolic_name, target_port.target_wwpn, target_port.role, target_port.storage_array]
WITH own AS (
    SELECT DISTINCT fabric, vsan, zone, switch, wwpn, member_label FROM zone_member_state
    WHERE wwpn IS NOT NULL AND port_role IN ('initiator', 'both') AND owner_kind = 'host' AND NOT ficon
), other_members AS (
    SELECT o.wwpn AS initiator_wwpn, o.fabric, o.vsan, o.zone, coalesce(m.wwpn, m.member) AS port, m.member_label AS label, m.target_kind AS kind
    FROM own o JOIN zone_member_state m ON m.fabric = o.fabric AND m.vsan = o.vsan AND m.zone = o.zone
    WHERE m.port_role IS DISTINCT FROM 'initiator' AND m.wwpn IS DISTINCT FROM o.wwpn
), zones AS (
    SELECT initiator_wwpn, fabric, vsan, zone, bool_or(kind = 'tape') AND bool_or(kind = 'disk') AS mixed, bool_or(kind IS NULL) AS unsure FROM other_members GROUP BY ALL
), mixed AS (
    SELECT initiator_wwpn, CASE WHEN bool_or(coalesce(mixed, FALSE)) THEN TRUE WHEN NOT bool_or(unsure) THEN FALSE END AS in_one_zone FROM zones GROUP BY initiator_wwpn
), counted AS (
    SELECT initiator_wwpn, count(DISTINCT port) FILTER (WHERE kind IS NULL) AS unsure,
        count(DISTINCT port) FILTER (WHERE kind = 'tape') AS tapes, count(DISTINCT port) FILTER (WHERE kind = 'disk') AS disks,
        names_of(label, kind = 'tape') AS tape_labels, names_of(label, kind = 'disk') AS disk_labels
    FROM other_members GROUP BY initiator_wwpn
)
SELECT c.initiator_wwpn, coalesce(r.label, c.initiator_wwpn) AS initiator_label, r.host, p.switch,
    {'lo': c.tapes, 'hi': c.tapes + c.unsure} AS tape_targets, c.tape_labels, {'lo': c.disks, 'hi': c.disks + c.unsure} AS disk_targets, c.disk_labels, m.in_one_zone
FROM counted c JOIN mixed m ON m.initiator_wwpn = c.initiator_wwpn
JOIN (SELECT wwpn, min(switch) AS switch FROM own GROUP BY wwpn) p ON p.wwpn = c.initiator_wwpn
LEFT JOIN port_role r ON r.wwpn = c.initiator_wwpn
