-- view: initiator_target
-- meaning: One row per initiator and target port that a zone or a path joins, in their fabric; not where one of them is certainly not logged in.
-- grain: fabric, initiator_wwpn, target_wwpn
-- owner: initiator_switch
-- spine: zone_member, path
-- column fabric text: name of the fabric
-- column initiator_wwpn text: world wide port name of the initiator
-- column target_wwpn text: world wide port name of the target port
-- column initiator_label text: alias or registered name of the initiator
-- column target_label text: alias or registered name of the target port
-- column initiator_switch text: switch the initiator is logged in to [login.wwpn]
-- column target_switch text: switch the target port is logged in to [login.wwpn]
-- column switches int: switches on the shortest route, both ends counted; NULL if a login, a route or a switch on the route is unknown [login.wwpn, isl.peer_wwn, isl.peer_switch]
-- column crosses_sites bool: the two switches are declared at different sites
-- column initiator_gbps float: current speed at the initiator's switch port, Gbit/s [switch_port.speed_gbps]
-- column target_gbps float: current speed at the target's switch port, Gbit/s [switch_port.speed_gbps]
-- column initiator_starves bool: frames to the initiator time out at its switch port
WITH absent AS (
    -- Between a port that is not logged in and another one there is no route.
    SELECT DISTINCT z.fabric, z.wwpn FROM zone_port z JOIN fabric_reading c ON c.fabric = z.fabric AND c.vsan = z.vsan
    WHERE z.active AND NOT z.logged_in AND c.logins_complete
), pairs AS (
    SELECT fabric, initiator_wwpn, target_wwpn FROM zoned_pair z
    WHERE NOT EXISTS (SELECT 1 FROM absent a WHERE a.fabric = z.fabric AND a.wwpn IN (z.initiator_wwpn, z.target_wwpn))
    UNION
    SELECT i.fabric, p.initiator_wwpn, p.target_wwpn FROM (SELECT DISTINCT initiator_wwpn, target_wwpn FROM path) p
    JOIN port_fabric i ON i.wwpn = p.initiator_wwpn JOIN port_fabric t ON t.wwpn = p.target_wwpn AND t.fabric = i.fabric
    WHERE i.basis <> 'inferred'
), places AS (
    SELECT fabric, wwpn, CASE WHEN count(DISTINCT switch) = 1 THEN min(switch) END AS switch, CASE WHEN count(DISTINCT (switch, port)) = 1 THEN min(port) END AS port
    FROM edge_port GROUP BY fabric, wwpn
), starving AS (
    SELECT DISTINCT switch, port FROM counter_rate WHERE counter = 'class3_timeout_tx' AND rate_per_min > 0
), gaps AS (
    -- A neighbour without exports may offer a shorter route.
    SELECT DISTINCT f.fabric FROM isl i JOIN switch_fabric f ON f.switch = i.switch
    LEFT JOIN switch w ON w.switch_wwn = i.peer_wwn LEFT JOIN switch n ON substr(n.switch, 1, 15) = substr(i.peer_switch, 1, 15)
    WHERE w.switch IS NULL AND n.switch IS NULL
)
SELECT p.fabric, p.initiator_wwpn, p.target_wwpn, coalesce(ri.label, p.initiator_wwpn) AS initiator_label, coalesce(rt.label, p.target_wwpn) AS target_label,
    i.switch AS initiator_switch, t.switch AS target_switch,
    CASE WHEN g.fabric IS NULL OR r.switches < 3 THEN r.switches END AS switches,
    coalesce(a.site <> b.site, FALSE) AS crosses_sites,
    pi.speed_gbps AS initiator_gbps, pt.speed_gbps AS target_gbps, v.switch IS NOT NULL AS initiator_starves
FROM pairs p
LEFT JOIN places i ON i.fabric = p.fabric AND i.wwpn = p.initiator_wwpn
LEFT JOIN places t ON t.fabric = p.fabric AND t.wwpn = p.target_wwpn
LEFT JOIN switch_route r ON r.fabric = p.fabric AND r.from_switch = i.switch AND r.to_switch = t.switch
LEFT JOIN gaps g ON g.fabric = p.fabric
LEFT JOIN switch a ON a.switch = i.switch
LEFT JOIN switch b ON b.switch = t.switch
LEFT JOIN port_role ri ON ri.wwpn = p.initiator_wwpn
LEFT JOIN port_role rt ON rt.wwpn = p.target_wwpn
LEFT JOIN switch_port pi ON pi.switch = i.switch AND pi.port = i.port
LEFT JOIN switch_port pt ON pt.switch = t.switch AND pt.port = t.port
LEFT JOIN starving v ON v.switch = i.switch AND v.port = i.port
