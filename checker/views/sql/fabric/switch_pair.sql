-- view: switch_pair
-- meaning: One row per two switches that links join.
-- grain: one_switch, other_switch
-- owner: switch
-- spine: isl
-- column one_switch text: the first by name
-- column other_switch text: the second by name
-- column switch text: switch whose export lists the links
-- column fabric text: fabric of the links, the first by name
-- column links span: physical links between them, members of trunks counted one by one [isl.members, isl.is_trunk, isl.bandwidth_gbps, isl.speed_gbps, trunk_member.trunk]
-- column link_ports list: ports that carry the links
-- column is_one_blade bool: all links of a switch with several port blades end on one of them; NULL if the blades or the links are not all known [isl.members, isl.is_trunk, isl.bandwidth_gbps, isl.speed_gbps, trunk_member.trunk]
-- column blade_switches list: switches whose links all end on one blade
-- column is_site_link bool: the switches are at different sites, or the link is FCIP or set for a long distance
WITH peers AS (
    SELECT i.switch, coalesce(w.switch, n.switch, i.peer_switch, i.peer_wwn) AS peer, i.port, i.vsan, i.is_trunk, i.members, i.speed_gbps, i.bandwidth_gbps,
        coalesce(i.link_kind = 'fcip', FALSE) OR coalesce(i.distance_km > 0, FALSE) AS far
    FROM isl i
    LEFT JOIN (SELECT switch_wwn, min(switch) AS switch FROM switch WHERE switch_wwn IS NOT NULL GROUP BY 1 HAVING count(*) = 1) w ON w.switch_wwn = i.peer_wwn
    -- islshow cuts names to 15 characters.
    LEFT JOIN (SELECT substr(switch, 1, 15) AS cut, min(switch) AS switch FROM switch GROUP BY 1 HAVING count(*) = 1) n ON n.cut = substr(i.peer_switch, 1, 15) AND w.switch IS NULL
    WHERE coalesce(i.link_kind, 'isl') IN ('isl', 'fcip')
), trunks AS (
    SELECT switch, trunk, count(*) AS ports FROM trunk_member WHERE trunk IS NOT NULL GROUP BY switch, trunk
), ports AS (
    SELECT p.switch, p.peer, p.port, min(p.vsan) AS vsan, bool_or(p.far) AS far, bool_and(NOT p.is_trunk) AS single,
        min(coalesce(m.trunk, CASE WHEN c.trunk IS NOT NULL THEN p.port END)) AS trunk,
        coalesce(max(p.members), max(c.ports), max(t.ports), max(CASE WHEN p.speed_gbps > 0 THEN round(p.bandwidth_gbps / p.speed_gbps)::BIGINT END)) AS members
    FROM peers p
    LEFT JOIN trunk_member m ON m.switch = p.switch AND m.port = p.port
    LEFT JOIN trunks t ON t.switch = m.switch AND t.trunk = m.trunk
    LEFT JOIN trunks c ON c.switch = p.switch AND c.trunk = p.port
    WHERE p.peer IS NOT NULL AND p.peer <> p.switch GROUP BY p.switch, p.peer, p.port
), sides AS (
    SELECT switch, peer, sum(coalesce(members, 1)) AS lo,
        -- A port that may be a trunk of unknown size leaves the number open.
        CASE WHEN bool_and(coalesce(members IS NOT NULL OR single, FALSE)) THEN sum(coalesce(members, 1)) END AS hi,
        bool_or(far) AS far, min(vsan) AS vsan
    FROM ports GROUP BY switch, peer
), physical AS (
    SELECT DISTINCT p.switch, p.peer, coalesce(t.port, p.port) AS port FROM ports p
    LEFT JOIN trunk_member t ON t.switch = p.switch AND t.trunk = p.trunk
), blades AS (
    SELECT switch, count(DISTINCT regexp_extract(port, '^[a-z]*([0-9]+)/', 1)) AS blades FROM switch_port
    WHERE NOT starts_with(port, 'port-channel') GROUP BY switch
), distance AS (
    SELECT p.switch, p.peer, bool_or(s.distance_km > 0 OR s.long_distance NOT IN ('L0', 'NO', '')) AS far FROM physical p
    JOIN switch_port s ON s.switch = p.switch AND s.port = p.port GROUP BY p.switch, p.peer
), bladed AS (
    SELECT p.switch, p.peer, list_sort(list(p.switch || ' ' || p.port)) AS names, count(*) FILTER (WHERE NOT starts_with(p.port, 'port-channel')) AS listed,
        count(DISTINCT regexp_extract(p.port, '^[a-z]*([0-9]+)/', 1)) FILTER (WHERE NOT starts_with(p.port, 'port-channel')) AS slots,
        bool_or(contains(p.port, '/')) AS slotted
    FROM physical p GROUP BY p.switch, p.peer
), judged AS (
    SELECT s.switch, s.peer, s.lo, s.hi, s.vsan, s.far OR coalesce(d.far, FALSE) AS far, b.names,
        CASE WHEN NOT b.slotted OR b.slots > 1 OR c.blades = 1 THEN FALSE
             WHEN c.blades > 1 AND s.hi = 1 THEN FALSE
             WHEN c.blades > 1 AND s.lo = s.hi AND b.listed = s.lo AND b.slots = 1 THEN TRUE END AS one_blade
    FROM sides s JOIN bladed b ON b.switch = s.switch AND b.peer = s.peer
    LEFT JOIN blades c ON c.switch = s.switch LEFT JOIN distance d ON d.switch = s.switch AND d.peer = s.peer
), pairs AS (
    SELECT least(switch, peer) AS one_switch, greatest(switch, peer) AS other_switch, min(switch) AS switch, min(vsan) AS vsan,
        -- Both ends count the same links: the greater certain number and the smaller possible one apply.
        max(lo) AS lo, greatest(min(hi), CASE WHEN min(hi) IS NOT NULL THEN max(lo) END) AS hi, bool_or(far) AS far,
        list_sort(flatten(list(names ORDER BY switch))) AS names,
        CASE WHEN bool_or(one_blade) THEN TRUE WHEN count(one_blade) = count(*) THEN FALSE END AS one_blade,
        names_of(switch, one_blade) AS blade_switches
    FROM judged GROUP BY ALL
)
SELECT p.one_switch, p.other_switch, p.switch, f.fabric, {'lo': p.lo, 'hi': p.hi} AS links, p.names AS link_ports, p.one_blade AS is_one_blade, p.blade_switches,
    p.far OR coalesce(a.site <> b.site, FALSE) AS is_site_link
FROM pairs p
LEFT JOIN (SELECT switch, min(fabric) AS fabric FROM switch_fabric GROUP BY switch) f ON f.switch = p.switch
LEFT JOIN switch a ON a.switch = p.one_switch
LEFT JOIN switch b ON b.switch = p.other_switch
