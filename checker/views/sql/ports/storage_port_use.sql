-- view: storage_port_use
-- meaning: One row per target port, except ports for replication: where it is logged in, and how many initiators and hosts are connected to it.
-- grain: target_wwpn
-- owner: storage_array
-- spine: port_role
-- column target_wwpn text: world wide port name
-- column storage_array text: array whose exports claim the port; all machines that claim it if exports disagree [target_port.storage_array]
-- column director text: director or controller [target_port.director]
-- column port text: name of the port [target_port.port, target_port.port_name]
-- column target text: the port by name
-- column port_state text: state as the array prints it [target_port.port_state]
-- column speed_gbps float: current speed, Gbit/s [switch_port.speed_gbps, target_port.speed_gbps]
-- column switch_ports list: switch and port of each place where it is logged in [login.wwpn, login.port]
-- column fabrics list: fabrics it is in [login.wwpn]
-- column zones list: active zones that contain it; NULL if unknown [zone_member.zone, zone_member.wwpn]
-- column initiators span: initiators that active zones or paths connect to it; members of its zones with unknown role or port may be more [zone_member.wwpn, login.fc4_role]
-- column hosts span: machines that own these initiators; an initiator of unknown owner may belong to another one [initiator.host, zone_member.wwpn]
-- column initiator_gbps float: speeds of these initiators together, Gbit/s; NULL unless all are known [switch_port.speed_gbps, initiator.speed_gbps]
-- column fan_in float: the speed of its initiators over its own
WITH fan AS (
    SELECT target_wwpn, count(*) AS initiators, distinct_span(CASE WHEN len(owners) > 0 THEN array_to_string(owners, ' or ') END, TRUE) AS hosts,
        CASE WHEN count(initiator_gbps) = count(*) THEN sum(initiator_gbps) END AS initiator_gbps
    FROM cable WHERE target_wwpn IS NOT NULL GROUP BY target_wwpn
), doubtful AS (
    SELECT t.wwpn, count(DISTINCT coalesce(m.wwpn, m.fabric || ' ' || m.member)) AS members FROM (SELECT * FROM zone_port WHERE active AND wwpn IS NOT NULL) t
    JOIN (SELECT * FROM zone_port WHERE active AND coalesce(member_type, '') <> 'property' AND (wwpn IS NULL OR role IS NULL)) m
        ON m.fabric = t.fabric AND m.vsan = t.vsan AND m.zone = t.zone AND m.wwpn IS DISTINCT FROM t.wwpn GROUP BY t.wwpn
), counted AS (
    SELECT i.wwpn, coalesce(f.initiators, 0) AS initiators, coalesce(f.hosts.lo, 0) AS least_hosts, coalesce(f.hosts.hi, 0) AS most_hosts, f.initiator_gbps,
        -- Without its zones, what is connected to it is known only in part.
        CASE WHEN i.zones IS NOT NULL THEN coalesce(d.members, 0) END AS more
    FROM port_identity i LEFT JOIN fan f ON f.target_wwpn = i.wwpn LEFT JOIN doubtful d ON d.wwpn = i.wwpn
)
SELECT i.wwpn AS target_wwpn, CASE WHEN len(i.owners) > 0 THEN array_to_string(i.owners, ' or ') END AS storage_array, t.director, coalesce(t.port, t.port_name) AS port, i.shown AS target, t.port_state, i.speed_gbps,
    i.switch_ports, i.fabrics, i.zones,
    {'lo': c.initiators, 'hi': c.initiators + c.more} AS initiators, {'lo': c.least_hosts, 'hi': c.most_hosts + c.more} AS hosts,
    CASE WHEN c.more = 0 THEN c.initiator_gbps END AS initiator_gbps, CASE WHEN c.more = 0 THEN c.initiator_gbps / nullif(i.speed_gbps, 0) END AS fan_in
FROM port_identity i
JOIN counted c ON c.wwpn = i.wwpn
LEFT JOIN target_port t ON t.target_wwpn = i.wwpn
WHERE i.port_role IN ('target', 'both') AND coalesce(i.owner_kind, '') <> 'replication'
