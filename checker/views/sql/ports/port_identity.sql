-- view: port_identity
-- meaning: One row per known port of a device: the machines that claim it, where it is logged in and the active zones that contain it.
-- grain: wwpn
-- spine: port_role
-- column wwpn text: world wide port name
-- column port_role text: initiator, target or both; NULL if unknown [login.fc4_role, initiator.initiator_wwpn, target_port.target_wwpn, target_port.role]
-- column owner_kind text: host, array, virtualiser, replication or backup; NULL if unknown, or if machines of different kinds claim it [initiator.host, path.host, target_port.storage_array, login.fc4_role]
-- column owners list: machines whose exports claim the port; several if exports disagree [initiator.host, path.host, target_port.storage_array]
-- column registered list: hosts under whose name arrays registered the port [registered_initiator.host]
-- column names list: each of these machines with the name of the port there, or its world wide name [initiator.hba, path.hba, target_port.port]
-- column alias text: alias, or the name under which an array or a switch registered the port
-- column shown text: names of the port if a machine claims it, else its alias, marked as one, else the world wide name
-- column switch_ports list: switch and port of each place where it is logged in [login.wwpn, login.port]
-- column fabrics list: fabrics it is in [login.wwpn]
-- column zones list: active zones that contain it; NULL if a zone with unresolved members may [zone_member.zone, zone_member.wwpn]
-- column speed_gbps float: current speed, Gbit/s: of its switch port, else as the machine states it [switch_port.speed_gbps, initiator.speed_gbps, target_port.speed_gbps]
WITH claims AS (
    -- Windows names its ports by their place in the device tree (PCI\VEN_1077&…), which is too long to be a name.
    SELECT initiator_wwpn AS wwpn, coalesce(owner_kind, 'host') AS kind, host AS owner, CASE WHEN NOT contains(hba, '\') THEN hba END AS place FROM initiator WHERE initiator_wwpn IS NOT NULL AND host IS NOT NULL
    UNION SELECT initiator_wwpn, 'host', host, hba FROM path WHERE initiator_wwpn IS NOT NULL AND host IS NOT NULL
    UNION SELECT target_wwpn, 'array', storage_array, coalesce(port_place(director, port), director, port, port_name) FROM target_port WHERE target_wwpn IS NOT NULL AND storage_array IS NOT NULL
), claim AS (
    SELECT wwpn, owner, min(kind) FILTER (WHERE kind <> 'host') AS other_kind, min(kind) AS kind, max(place) AS place FROM claims GROUP BY wwpn, owner
), owned AS (
    SELECT wwpn, count(DISTINCT coalesce(other_kind, kind)) AS kinds, min(coalesce(other_kind, kind)) AS kind,
        list_sort(list(DISTINCT owner)) AS owners, list_sort(list(DISTINCT concat_ws(' ', owner, coalesce(place, colons(wwpn))))) AS names
    FROM claim GROUP BY wwpn
), registration AS (
    SELECT initiator_wwpn AS wwpn, list_sort(list(DISTINCT host)) AS hosts FROM registered_initiator WHERE initiator_wwpn IS NOT NULL AND host IS NOT NULL GROUP BY initiator_wwpn
), located AS (
    SELECT wwpn, list_sort(list(DISTINCT switch || coalesce(' ' || port, ''))) AS switch_ports, count(DISTINCT (switch, port)) AS places, min(switch) AS switch, min(port) AS port
    FROM edge_port WHERE switch IS NOT NULL GROUP BY wwpn
), zoned_fabric AS (
    SELECT fabric, bool_and(wwpn IS NOT NULL) AS is_resolved FROM zone_port WHERE active AND coalesce(member_type, '') <> 'property' GROUP BY fabric
), unzoned_fabric AS (
    SELECT DISTINCT f.fabric FROM switch s JOIN switch_fabric f ON f.switch = s.switch WHERE NOT s.zoning_on
), placed AS (
    SELECT w.wwpn, list_sort(list(DISTINCT w.fabric)) AS fabrics, bool_and(coalesce(z.is_resolved, u.fabric IS NOT NULL)) AS is_complete
    FROM wwpn_fabric w LEFT JOIN zoned_fabric z ON z.fabric = w.fabric LEFT JOIN unzoned_fabric u ON u.fabric = w.fabric
    WHERE w.basis <> 'inferred' GROUP BY w.wwpn
), member AS (
    SELECT wwpn, list_sort(list(DISTINCT zone)) AS zones FROM zone_port WHERE active AND wwpn IS NOT NULL AND zone IS NOT NULL GROUP BY wwpn
), stated AS (
    SELECT wwpn, CASE WHEN count(DISTINCT speed_gbps) = 1 THEN min(speed_gbps) END AS speed_gbps FROM (
        SELECT initiator_wwpn AS wwpn, speed_gbps FROM initiator UNION SELECT target_wwpn, speed_gbps FROM target_port
    ) WHERE wwpn IS NOT NULL AND speed_gbps > 0 GROUP BY wwpn
)
SELECT r.wwpn, r.role AS port_role,
    -- A port of an array that is an initiator is that of a virtualiser or of replication.
    CASE WHEN o.kinds = 1 THEN CASE WHEN o.kind = 'array' THEN coalesce(nullif(r.owner_kind, 'unknown'), 'array') ELSE o.kind END WHEN o.kinds IS NULL THEN CASE WHEN r.role = 'target' THEN 'array' ELSE nullif(r.owner_kind, 'unknown') END END AS owner_kind,
    coalesce(o.owners, []) AS owners, coalesce(g.hosts, []) AS registered, coalesce(o.names, []) AS names, r.label AS alias,
    coalesce(array_to_string(o.names, ' or '), r.label || ' (alias)', colons(r.wwpn)) AS shown,
    coalesce(l.switch_ports, []) AS switch_ports, coalesce(p.fabrics, []) AS fabrics,
    coalesce(m.zones, CASE WHEN p.is_complete THEN []::VARCHAR[] END) AS zones,
    coalesce(s.speed_gbps, t.speed_gbps) AS speed_gbps
FROM port_role r
LEFT JOIN owned o ON o.wwpn = r.wwpn
LEFT JOIN registration g ON g.wwpn = r.wwpn
LEFT JOIN located l ON l.wwpn = r.wwpn
LEFT JOIN placed p ON p.wwpn = r.wwpn
LEFT JOIN member m ON m.wwpn = r.wwpn
LEFT JOIN stated t ON t.wwpn = r.wwpn
LEFT JOIN switch_port s ON l.places = 1 AND s.switch = l.switch AND s.port = l.port AND lower(s.port_state) IN ('online', 'up', 'trunking')
WHERE length(r.wwpn) = 16 AND NOT starts_with(r.wwpn, '0002000000')
