-- view: cable
-- meaning: One row per initiator, except ports for replication and ports of arrays that have no target, and each target port that an active zone or a path connects it to; one row without a target if there is none.
-- grain: initiator_wwpn, target_wwpn
-- spine: port_role
-- column initiator_wwpn text: world wide port name of the initiator
-- column target_wwpn text: world wide port name of the target port; NULL if none is known
-- column owner_kind text: kind of machine that owns the initiator; NULL if unknown [initiator.host, path.host, login.fc4_role]
-- column owners list: machines whose exports claim the initiator; several if exports disagree [initiator.host, path.host]
-- column registered list: hosts under whose name arrays registered the initiator [registered_initiator.host]
-- column initiator text: the initiator by name [initiator.hba, path.hba]
-- column initiator_gbps float: its current speed, Gbit/s [switch_port.speed_gbps, initiator.speed_gbps]
-- column initiator_switch_ports list: switch and port where it is logged in [login.wwpn, login.port]
-- column fabrics list: fabrics that the initiator is in [login.wwpn]
-- column zones list: active zones that connect the two; NULL if unknown [zone_member.zone, zone_member.wwpn]
-- column connection text: zone, path, or zone and path; without a target: not zoned, no target in its zones, or NULL if unknown
-- column paths int: paths of the host between the two; NULL if its paths were not exported [path.target_wwpn]
-- column target_switch_ports list: switch and port where the target port is logged in [login.wwpn, login.port]
-- column target text: the target port by name [target_port.storage_array, target_port.port]
-- column target_owners list: machines whose exports claim the target port [target_port.storage_array]
-- column target_gbps float: its current speed, Gbit/s [switch_port.speed_gbps, target_port.speed_gbps]
WITH pairs AS (
    SELECT initiator_wwpn, target_wwpn, list_sort(list(DISTINCT zone) FILTER (WHERE zone IS NOT NULL)) AS zones, sum(paths)::BIGINT AS paths FROM (
        SELECT initiator_wwpn, target_wwpn, zone, NULL::BIGINT AS paths FROM zoned_pair
        UNION ALL SELECT initiator_wwpn, target_wwpn, NULL, count(*) FROM path WHERE initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL GROUP BY initiator_wwpn, target_wwpn
    ) GROUP BY initiator_wwpn, target_wwpn
), listed AS (
    SELECT DISTINCT initiator_wwpn FROM path WHERE initiator_wwpn IS NOT NULL
), doubtful AS (
    -- A member without a known port or role may be a target.
    SELECT DISTINCT i.wwpn FROM (SELECT * FROM zone_port WHERE active AND wwpn IS NOT NULL) i
    JOIN (SELECT * FROM zone_port WHERE active AND coalesce(member_type, '') <> 'property' AND (wwpn IS NULL OR role IS NULL)) m
        ON m.fabric = i.fabric AND m.vsan = i.vsan AND m.zone = i.zone AND m.wwpn IS DISTINCT FROM i.wwpn
)
SELECT i.wwpn AS initiator_wwpn, p.target_wwpn, i.owner_kind, i.owners, i.registered, i.shown AS initiator, i.speed_gbps AS initiator_gbps, i.switch_ports AS initiator_switch_ports, i.fabrics,
    CASE WHEN p.zones IS NOT NULL THEN p.zones WHEN i.zones IS NOT NULL AND d.wwpn IS NULL AND p.target_wwpn IS NOT NULL THEN []::VARCHAR[] WHEN p.target_wwpn IS NULL THEN i.zones END AS zones,
    CASE WHEN p.zones IS NOT NULL AND p.paths IS NOT NULL THEN 'zone and path' WHEN p.zones IS NOT NULL THEN 'zone' WHEN p.paths IS NOT NULL THEN 'path'
         WHEN len(i.zones) = 0 THEN 'not zoned' WHEN i.zones IS NOT NULL AND d.wwpn IS NULL THEN 'no target in its zones' END AS connection,
    CASE WHEN p.target_wwpn IS NOT NULL THEN coalesce(p.paths, CASE WHEN y.initiator_wwpn IS NOT NULL THEN 0 END) END AS paths,
    coalesce(t.switch_ports, []) AS target_switch_ports, t.shown AS target, coalesce(t.owners, []) AS target_owners, t.speed_gbps AS target_gbps
FROM port_identity i
LEFT JOIN pairs p ON p.initiator_wwpn = i.wwpn
LEFT JOIN port_identity t ON t.wwpn = p.target_wwpn
LEFT JOIN listed y ON y.initiator_wwpn = i.wwpn
LEFT JOIN doubtful d ON d.wwpn = i.wwpn
WHERE i.port_role IN ('initiator', 'both') AND coalesce(i.owner_kind, '') <> 'replication'
    -- A port of an array for several purposes, such as the physical port below logical ones, is an initiator only where it has a target.
    AND NOT (i.port_role = 'both' AND i.owner_kind = 'array' AND p.target_wwpn IS NULL)
