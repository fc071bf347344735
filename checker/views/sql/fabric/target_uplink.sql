-- view: target_uplink
-- meaning: One row per array port that initiators on other switches are zoned to: its speed against the links of its switch that lead to them.
-- grain: fabric, target_wwpn
-- owner: switch
-- spine: initiator_target
-- column fabric text: fabric
-- column target_wwpn text: world wide port name of the target port
-- column switch text: switch it is logged in to [login.wwpn]
-- column target_label text: alias or registered name
-- column remote_initiators int: initiators on other switches that it is zoned to
-- column target_gbps float: its speed, Gbit/s [switch_port.speed_gbps]
-- column isl_gbps float: links of its switch on a shortest route to one of them together, including those that may be on one, Gbit/s; NULL unless the speed and members of each are known [isl.speed_gbps, isl.members, isl.bandwidth_gbps, isl.peer_wwn, isl.peer_switch, switch.switch_wwn]
-- column least_isl_gbps float: links together that are known to be on such a route and whose speed is known, Gbit/s [isl.speed_gbps, isl.members, isl.bandwidth_gbps, isl.peer_wwn, isl.peer_switch, switch.switch_wwn]
WITH links AS (
    SELECT i.switch, i.port, coalesce(w.switch, n.switch) AS peer,
        coalesce(i.bandwidth_gbps, i.speed_gbps * CASE WHEN i.is_trunk THEN i.members ELSE coalesce(i.members, 1) END) AS gbps
    FROM isl i LEFT JOIN switch w ON w.switch_wwn = i.peer_wwn
    LEFT JOIN switch n ON w.switch IS NULL AND substr(n.switch, 1, 15) = substr(i.peer_switch, 1, 15)
    WHERE coalesce(i.link_kind, 'isl') = 'isl'
), wanted AS (
    SELECT DISTINCT fabric, target_switch AS switch, initiator_switch FROM initiator_target WHERE initiator_switch <> target_switch
), directed AS (
    -- Frames take shortest routes: a link leads to a switch if its other end is one nearer to it.
    SELECT w.fabric, w.switch, l.port, l.peer, min(l.gbps) AS gbps, CASE WHEN bool_or(t.switches = f.switches - 1) THEN TRUE WHEN count(t.switches = f.switches - 1) = count(*) THEN FALSE END AS leads
    FROM wanted w JOIN links l ON l.switch = w.switch
    LEFT JOIN switch_route f ON f.fabric = w.fabric AND f.from_switch = w.switch AND f.to_switch = w.initiator_switch
    LEFT JOIN switch_route t ON t.fabric = w.fabric AND t.from_switch = l.peer AND t.to_switch = w.initiator_switch
    GROUP BY w.fabric, w.switch, l.port, l.peer
), uplinks AS (
    SELECT fabric, switch, CASE WHEN count(*) FILTER (WHERE gbps IS NULL AND leads IS NOT FALSE) = 0 THEN coalesce(sum(gbps) FILTER (WHERE leads IS NOT FALSE), 0) END AS most,
        coalesce(sum(gbps) FILTER (WHERE leads), 0) AS least
    FROM directed GROUP BY fabric, switch
)
SELECT p.fabric, p.target_wwpn, p.target_switch AS switch, min(p.target_label) AS target_label, count(*) AS remote_initiators, max(p.target_gbps) AS target_gbps,
    min(u.most) AS isl_gbps, min(u.least) AS least_isl_gbps
FROM initiator_target p LEFT JOIN uplinks u ON u.fabric = p.fabric AND u.switch = p.target_switch
WHERE p.initiator_switch <> p.target_switch GROUP BY p.fabric, p.target_wwpn, p.target_switch
