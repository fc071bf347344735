-- view: trunk_candidate
-- meaning: One row per group of ISLs of a Brocade switch that could be one trunk: same neighbour, speed and distance, in one port group at both ends.
-- grain: switch, peer, ports
-- owner: switch
-- spine: isl
-- column switch text: name of the switch
-- column peer text: name of the neighbour, else its world wide name
-- column ports text: the ports of the ISLs
-- column links int: ISLs in the group
-- column trunks span: trunks that carry them; an ISL outside a trunk counts as one [isl.is_trunk, trunk_member.trunk]
-- column licensed bool: the switch has the licence for trunks, or has a trunk [fabric_setting.value, isl.is_trunk, trunk_member.trunk]
WITH named AS (
    SELECT switch_wwn, min(switch) AS switch FROM switch WHERE switch_wwn IS NOT NULL GROUP BY 1 HAVING count(*) = 1
), links AS (
    SELECT switch, port, peer_wwn, min(peer_port) AS peer_port, min(speed_gbps) AS speed_gbps, min(peer_switch) AS peer_switch,
        bool_or(coalesce(link_kind, 'isl') <> 'isl' OR coalesce(distance_km, 0) > 0) AS far, min(trunk) AS trunk, bool_and(is_trunk) AS is_trunk
    FROM (
        SELECT switch, port, peer_wwn, peer_port, speed_gbps, peer_switch, link_kind, distance_km, NULL AS trunk, is_trunk FROM isl
        UNION ALL SELECT switch, port, peer_wwn, peer_port, NULL, NULL, NULL, NULL, trunk, NULL FROM trunk_member
    ) WHERE peer_wwn IS NOT NULL GROUP BY ALL
), placed AS (
    -- Eight neighbouring ports, counted from 0, form a port group; the members of a trunk have the speed of its master.
    SELECT l.*, regexp_extract(l.port, '^([0-9]+/)?', 1) AS slot, try_cast(regexp_extract(l.port, '([0-9]+)$', 1) AS INTEGER) // 8 AS port_group,
        try_cast(regexp_extract(l.peer_port, '([0-9]+)$', 1) AS INTEGER) // 8 AS peer_group,
        coalesce(l.speed_gbps, p.speed_gbps, first_value(l.speed_gbps) OVER (PARTITION BY l.switch, coalesce(l.trunk, l.port) ORDER BY l.speed_gbps NULLS LAST)) AS speed
    FROM links l JOIN switch s ON s.switch = l.switch AND s.vendor = 'brocade'
    LEFT JOIN switch_port p ON p.switch = l.switch AND p.port = l.port
), licences AS (
    SELECT switch, bool_or(value = 'valid') AS licensed FROM fabric_setting WHERE starts_with(setting, 'licence ') AND contains(lower(setting), 'trunking') GROUP BY switch
), groups AS (
    SELECT switch, min(coalesce(n, peer_switch, colons(peer_wwn))) AS peer, list(port ORDER BY length(port), port) AS members, count(*) AS links,
        count(DISTINCT coalesce(trunk, CASE WHEN is_trunk IS FALSE THEN port END)) AS lo,
        bool_and(trunk IS NOT NULL OR coalesce(is_trunk IS FALSE, FALSE)) AS known
    FROM (SELECT p.*, n.switch AS n FROM placed p LEFT JOIN named n ON n.switch_wwn = p.peer_wwn)
    WHERE NOT far AND port_group IS NOT NULL AND peer_group IS NOT NULL AND speed IS NOT NULL
    GROUP BY switch, peer_wwn, slot, port_group, peer_group, speed HAVING count(*) > 1
), trunked AS (
    SELECT switch FROM isl WHERE is_trunk UNION SELECT switch FROM trunk_member GROUP BY switch, trunk HAVING count(*) > 1
)
SELECT g.switch, g.peer, array_to_string(g.members[:-2], ', ') || ' and ' || g.members[-1] AS ports, g.links,
    {'lo': greatest(g.lo, 1), 'hi': CASE WHEN g.known THEN g.lo ELSE g.links END} AS trunks,
    CASE WHEN t.switch IS NOT NULL THEN TRUE ELSE l.licensed END AS licensed
FROM groups g LEFT JOIN trunked t ON t.switch = g.switch LEFT JOIN licences l ON l.switch = g.switch
-- Where both ends are exported, the first by name states the group.
WHERE g.switch < g.peer OR NOT EXISTS (FROM groups o WHERE o.switch = g.peer AND o.peer = g.switch)
