-- view: core_switch
-- meaning: One row per core switch of a fabric: a switch that joins two or more others with fewer neighbours.
-- grain: fabric, switch
-- owner: switch
-- spine: switch_pair
-- column fabric text: name of the fabric
-- column switch text: core switch
-- column max_gbps float: fastest speed of its ports, Gbit/s [switch_port.max_speed_gbps]
-- column edge_max_gbps float: fastest speed of the ports of the fastest switch it joins [switch_port.max_speed_gbps]
-- column faster_switches list: switches it joins that are faster
WITH joined AS (
    SELECT one_switch AS switch, other_switch AS peer, fabric FROM switch_pair UNION SELECT other_switch, one_switch, fabric FROM switch_pair
), degree AS (
    SELECT fabric, switch, count(DISTINCT peer) AS neighbours FROM joined GROUP BY fabric, switch
), speeds AS (
    SELECT switch, CASE WHEN count(max_speed_gbps) = count(*) THEN max(max_speed_gbps) END AS gbps FROM switch_port GROUP BY switch
), edges AS (
    SELECT j.fabric, j.switch, j.peer FROM joined j JOIN degree a ON a.fabric = j.fabric AND a.switch = j.switch JOIN degree b ON b.fabric = j.fabric AND b.switch = j.peer
    WHERE a.neighbours >= 2 AND a.neighbours > b.neighbours
)
SELECT e.fabric, e.switch, min(s.gbps) AS max_gbps, CASE WHEN count(p.gbps) = count(*) THEN max(p.gbps) END AS edge_max_gbps,
    names_of(e.peer || ': ' || p.gbps, p.gbps > s.gbps) AS faster_switches
FROM edges e LEFT JOIN speeds s ON s.switch = e.switch LEFT JOIN speeds p ON p.switch = e.peer GROUP BY e.fabric, e.switch HAVING count(DISTINCT e.peer) >= 2
