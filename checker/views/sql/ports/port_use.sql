-- view: port_use
-- meaning: One row per port of a switch: whether it is in use, what is attached to it, and the zones of what is attached.
-- grain: switch, port
-- owner: switch
-- spine: switch_port, sfp, login, isl, trunk_member
-- column switch text: name of the switch
-- column port text: port as the switch prints it
-- column port_index int: index within the switch [switch_port.port_index]
-- column fabric text: fabric it is in; NULL if unknown
-- column use text: online, no signal (a transceiver without light), empty (no transceiver), disabled, no licence or not online; NULL if its state is unknown [switch_port.port_state]
-- column state text: state as printed, with its reason [switch_port.port_state]
-- column port_type text: F, E, EX, N, NP, TE … [switch_port.port_type]
-- column speed_gbps float: current speed of a port that is online, Gbit/s [switch_port.speed_gbps]
-- column max_speed_gbps float: fastest speed of the port or its transceiver, Gbit/s [switch_port.max_speed_gbps, sfp.max_speed_gbps]
-- column is_physical bool: a port of the chassis, not a port channel, tunnel or virtual interface
-- column attached_kind text: switch, host, array, virtualiser, replication or backup; NULL if unknown or several
-- column attached list: what is attached: devices by the names of their ports, or the switch and port at the other end; empty if unknown or none [login.wwpn, isl.peer_switch, isl.peer_wwn]
-- column attached_wwpns list: world wide port names of the devices logged in at it [login.wwpn]
-- column zones list: active zones that contain one of these devices; NULL if unknown [zone_member.zone, zone_member.wwpn]
-- column is_licensed bool: a licence of a port is assigned to it [switch_port.licensed]
-- column description text: name or description of the port
WITH ports AS (
    SELECT switch, port FROM switch_port UNION SELECT switch, port FROM sfp UNION SELECT switch, port FROM edge_port
    UNION SELECT switch, port FROM isl UNION SELECT switch, port FROM trunk_member
), links AS (
    SELECT switch, port, peer_wwn, peer_switch, peer_port FROM isl
    UNION ALL SELECT switch, port, peer_wwn, NULL, peer_port FROM trunk_member
), named AS (
    SELECT switch_wwn, min(switch) AS switch FROM switch WHERE switch_wwn IS NOT NULL GROUP BY switch_wwn HAVING count(*) = 1
), peers AS (
    SELECT l.switch, l.port, max(coalesce(n.switch, l.peer_switch, colons(l.peer_wwn))) AS peer, max(l.peer_port) AS peer_port
    FROM links l LEFT JOIN named n ON n.switch_wwn = l.peer_wwn GROUP BY l.switch, l.port
), devices AS (
    SELECT switch, port, wwpn FROM edge_port WHERE wwpn IS NOT NULL
    UNION
    -- The name printed next to a port of a link is that of the other switch.
    SELECT p.switch, p.port, p.attached_wwn FROM switch_port p ANTI JOIN links k ON k.switch = p.switch AND k.port = p.port
    WHERE p.attached_wwn IS NOT NULL AND NOT coalesce(regexp_matches(p.port_type, 'E'), FALSE)
), logins AS (
    SELECT d.switch, d.port, list_sort(list(DISTINCT d.wwpn)) AS wwpns, list_sort(list(DISTINCT coalesce(i.shown, colons(d.wwpn)))) AS attached,
        CASE WHEN count(DISTINCT coalesce(i.owner_kind, '')) = 1 THEN min(i.owner_kind) END AS kind,
        CASE WHEN count(i.zones) = count(*) THEN list_sort(list_distinct(flatten(list(i.zones)))) END AS zones
    FROM devices d LEFT JOIN port_identity i ON i.wwpn = d.wwpn GROUP BY d.switch, d.port
), homes AS (
    SELECT switch, CASE WHEN count(DISTINCT fabric) = 1 THEN min(fabric) END AS fabric FROM switch_fabric GROUP BY switch
), states AS (
    SELECT n.switch, n.port, lower(p.port_state) AS state, lower(concat_ws(' ', p.port_state, p.state_reason)) AS stated,
        coalesce(p.sfp_present, CASE WHEN lower(p.port_state) = 'no_module' THEN FALSE END) AS has_module, p.persistently_disabled OR p.fenced AS is_disabled
    FROM ports n LEFT JOIN switch_port p ON p.switch = n.switch AND p.port = n.port
)
SELECT n.switch, n.port, p.port_index, coalesce(f.fabric, h.fabric) AS fabric,
    CASE WHEN s.state IN ('online', 'up', 'trunking') THEN 'online'
         WHEN s.stated LIKE '%licen_e%' THEN 'no licence'
         WHEN s.is_disabled OR s.stated LIKE '%disabled%' THEN 'disabled'
         WHEN s.has_module IS FALSE THEN 'empty'
         WHEN s.state = 'no_light' OR regexp_matches(s.stated, 'not ?connected') THEN 'no signal'
         WHEN s.state IS NOT NULL THEN 'not online' END AS use,
    p.port_state || coalesce(' (' || p.state_reason || ')', '') AS state, p.port_type,
    CASE WHEN s.state IN ('online', 'up', 'trunking') THEN p.speed_gbps END AS speed_gbps,
    coalesce(p.max_speed_gbps, o.max_speed_gbps) AS max_speed_gbps,
    NOT regexp_matches(lower(n.port), 'channel|fcip|vfc|vnp|^ve') AS is_physical,
    CASE WHEN l.wwpns IS NOT NULL THEN l.kind WHEN k.peer IS NOT NULL OR m.peer IS NOT NULL OR regexp_matches(p.port_type, 'E') THEN 'switch' END AS attached_kind,
    CASE WHEN l.attached IS NOT NULL THEN l.attached WHEN k.peer IS NOT NULL THEN [k.peer || coalesce(' ' || k.peer_port, '')] WHEN m.peer IS NOT NULL THEN [m.peer] ELSE []::VARCHAR[] END AS attached,
    coalesce(l.wwpns, []) AS attached_wwpns, l.zones, p.licensed AS is_licensed, nullif(p.description, '') AS description
FROM ports n
JOIN states s ON s.switch = n.switch AND s.port = n.port
LEFT JOIN switch_port p ON p.switch = n.switch AND p.port = n.port
LEFT JOIN sfp o ON o.switch = n.switch AND o.port = n.port
LEFT JOIN logins l ON l.switch = n.switch AND l.port = n.port
LEFT JOIN peers k ON k.switch = n.switch AND k.port = n.port AND k.peer IS NOT NULL
LEFT JOIN peers m ON m.switch = n.switch AND m.port = p.trunk_master
LEFT JOIN switch_fabric f ON f.switch = n.switch AND f.vsan = p.port_vsan
LEFT JOIN homes h ON h.switch = n.switch
WHERE n.switch IS NOT NULL AND n.port IS NOT NULL
