-- view: switch_link
-- meaning: One row per switch port with something plugged in: its speed and what both ends could run.
-- grain: switch, port
-- owner: switch
-- spine: switch_port
-- column switch text: name of the switch
-- column port text: port as the switch prints it
-- column fabric text: fabric of the switch, the first by name
-- column attached text: device or switch at the other end
-- column port_type text: F, E, TE …
-- column is_online bool: the link is up [switch_port.port_state]
-- column speed_gbps float: current speed, Gbit/s [switch_port.speed_gbps]
-- column speed_mode text: auto or fixed
-- column is_auto bool: the port negotiates its speed; FALSE if that is not stated
-- column port_max_gbps float: fastest speed of the port, by its export or by the model of the switch [switch_port.max_speed_gbps, switch.model]
-- column sfp_max_gbps float: fastest speed of its transceiver [sfp.max_speed_gbps]
-- column device_max_gbps float: fastest speed of the device or of the port at the other end [initiator.max_speed_gbps, target_port.max_speed_gbps, login.wwpn, switch_port.max_speed_gbps, sfp.max_speed_gbps, isl.peer_wwn, isl.peer_port]
-- column is_pinned_for_distance bool: the speed is fixed on a long-distance or DWDM port
WITH devices AS (
    SELECT e.switch, e.port, max(coalesce(i.max_speed_gbps, t.max_speed_gbps)) AS max_speed_gbps, min(coalesce(r.label, e.wwpn)) AS label
    FROM edge_port e
    LEFT JOIN (SELECT initiator_wwpn, max(max_speed_gbps) AS max_speed_gbps FROM initiator WHERE initiator_wwpn IS NOT NULL GROUP BY 1) i ON i.initiator_wwpn = e.wwpn
    LEFT JOIN (SELECT target_wwpn, max(max_speed_gbps) AS max_speed_gbps FROM target_port WHERE target_wwpn IS NOT NULL GROUP BY 1) t ON t.target_wwpn = e.wwpn
    LEFT JOIN port_role r ON r.wwpn = e.wwpn
    WHERE e.port IS NOT NULL GROUP BY e.switch, e.port
), far_ends AS (
    SELECT i.switch, i.port, min(coalesce(w.switch, i.peer_switch, i.peer_wwn)) AS label,
        min(CASE WHEN p.max_speed_gbps IS NOT NULL AND f.max_speed_gbps IS NOT NULL THEN least(p.max_speed_gbps, f.max_speed_gbps) END) AS max_speed_gbps
    FROM isl i LEFT JOIN switch w ON w.switch_wwn = i.peer_wwn
    LEFT JOIN switch_port p ON p.switch = w.switch AND p.port = i.peer_port
    LEFT JOIN sfp f ON f.switch = w.switch AND f.port = i.peer_port
    GROUP BY i.switch, i.port
), pinned AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind = 'switch_port' AND tag IN ('dwdm', 'long_distance')
)
SELECT s.switch, s.port, f.fabric, coalesce(d.label, i.label, s.attached_wwn) AS attached, s.port_type,
    lower(s.port_state) IN ('online', 'up', 'trunking') AS is_online,
    s.speed_gbps, s.speed_mode, coalesce(lower(s.speed_mode) = 'auto', FALSE) AS is_auto, coalesce(s.max_speed_gbps, switch_port_gbps(w.model)) AS port_max_gbps, x.max_speed_gbps AS sfp_max_gbps,
    coalesce(d.max_speed_gbps, i.max_speed_gbps) AS device_max_gbps,
    coalesce(s.speed_mode = 'fixed', FALSE) AND (coalesce(s.distance_km > 0, FALSE) OR coalesce(s.long_distance NOT IN ('L0', 'NO', ''), FALSE) OR t.about_key IS NOT NULL) AS is_pinned_for_distance
FROM switch_port s
LEFT JOIN (SELECT switch, min(fabric) AS fabric FROM switch_fabric GROUP BY switch) f ON f.switch = s.switch
LEFT JOIN switch w ON w.switch = s.switch
LEFT JOIN devices d ON d.switch = s.switch AND d.port = s.port
LEFT JOIN far_ends i ON i.switch = s.switch AND i.port = s.port
LEFT JOIN sfp x ON x.switch = s.switch AND x.port = s.port
LEFT JOIN pinned t ON t.about_key = s.switch || ' ' || s.port
