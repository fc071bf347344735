-- view: switch_pair_demand
-- meaning: One row per two switches that links join directly: what the hosts attached to them can demand, against what the links carry.
-- grain: one_switch, other_switch
-- owner: switch
-- spine: isl
-- column one_switch text: the first by name
-- column other_switch text: the second by name
-- column switch text: switch whose export lists the links
-- column hosts_gbps float: speeds of the initiators on one of them that are zoned to targets on the other, each at most that of these targets together; NULL unless all speeds are known [switch_port.speed_gbps, login.wwpn]
-- column isl_gbps float: the links together, Gbit/s [isl.speed_gbps, isl.members, isl.bandwidth_gbps]
-- column demand_ratio float: the first over the second
-- column demand_grade text: high above 10, the highest ratio that vendors design for; else more than usual
-- column load_measured bool: the load of one of the links was measured
-- column peak_ratio float: the highest measured peak of these links over their speed [port_load.value, port_load.peak, port_load.unit]
WITH named AS (
    SELECT i.switch, coalesce(w.switch, i.peer_switch, i.peer_wwn) AS peer, i.port,
        coalesce(i.bandwidth_gbps, i.speed_gbps * CASE WHEN i.is_trunk THEN i.members ELSE coalesce(i.members, 1) END) AS gbps
    FROM isl i LEFT JOIN (SELECT switch_wwn, min(switch) AS switch FROM switch WHERE switch_wwn IS NOT NULL GROUP BY 1 HAVING count(*) = 1) w ON w.switch_wwn = i.peer_wwn
    WHERE coalesce(i.link_kind, 'isl') = 'isl'
), sides AS (
    SELECT switch, least(switch, peer) AS one_switch, greatest(switch, peer) AS other_switch, sum(gbps) AS gbps, bool_and(gbps IS NOT NULL) AS known
    FROM named WHERE peer <> switch GROUP BY ALL
), pairs AS (
    SELECT one_switch, other_switch, min(switch) AS switch, CASE WHEN bool_and(known) THEN max(gbps) END AS gbps FROM sides GROUP BY ALL
), loads AS (
    SELECT n.one_switch, n.other_switch, TRUE AS measured,
        max(CASE WHEN l.metric = 'throughput_mbps' THEN l.peak / nullif(n.gbps * 100, 0) WHEN l.unit = 'ratio' THEN l.peak END) AS peak_ratio
    FROM (SELECT least(switch, peer) AS one_switch, greatest(switch, peer) AS other_switch, switch || ' ' || port AS place, gbps FROM named) n
    JOIN port_load l ON l.about_kind = 'switch_port' AND l.about_key = n.place AND l.metric IN ('utilisation', 'busy', 'throughput_mbps') GROUP BY ALL
), asked AS (
    SELECT least(initiator_switch, target_switch) AS one_switch, greatest(initiator_switch, target_switch) AS other_switch, initiator_wwpn,
        CASE WHEN max(initiator_gbps) IS NOT NULL AND count(target_gbps) = count(*) THEN least(max(initiator_gbps), sum(target_gbps)) END AS gbps
    FROM initiator_target WHERE initiator_switch <> target_switch AND switches = 2 GROUP BY ALL
), demand AS (
    SELECT one_switch, other_switch, CASE WHEN count(gbps) = count(*) THEN sum(gbps) END AS gbps FROM asked GROUP BY ALL
)
SELECT p.one_switch, p.other_switch, p.switch, d.gbps AS hosts_gbps, p.gbps AS isl_gbps, d.gbps / nullif(p.gbps, 0) AS demand_ratio, CASE WHEN d.gbps / nullif(p.gbps, 0) > 10 THEN 'high' ELSE 'more than usual' END AS demand_grade, coalesce(l.measured, FALSE) AS load_measured, l.peak_ratio
FROM pairs p LEFT JOIN demand d ON d.one_switch = p.one_switch AND d.other_switch = p.other_switch
LEFT JOIN loads l ON l.one_switch = p.one_switch AND l.other_switch = p.other_switch
