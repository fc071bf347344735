-- view: isl_port
-- meaning: One row per switch port that carries an inter-switch link: distance, credits, optics and load.
-- grain: switch, port
-- owner: switch
-- spine: isl, trunk_member
-- column switch text: name of the switch
-- column port text: port as the switch prints it
-- column peer text: switch at the other end
-- column to_itself bool: the other end is the same switch by its world wide name; NULL if only a name is known, as several switches may have it [isl.peer_wwn, isl.peer_switch, switch.switch_wwn]
-- column link_kind text: isl, fcip, ivr …
-- column is_tunnel bool: a tunnel over IP
-- column speed_gbps float: current speed, Gbit/s [isl.speed_gbps, switch_port.speed_gbps]
-- column long_distance text: mode: L0, LE, LD, LS … [switch_port.long_distance]
-- column distance_km float: configured or measured distance [switch_port.distance_km]
-- column whole_km int: that distance in whole kilometres, rounded up, as switches take it; NULL if none is set [switch_port.distance_km]
-- column credits int: buffer credits assigned [switch_port.buffer_credits]
-- column full_frame_credits float: credits that keep the link busy with full frames over that distance, by the estimator's formula [switch_port.distance_km, isl.speed_gbps, switch_port.speed_gbps]
-- column optics text: short wave, long wave or extended [sfp.wavelength]
-- column peer_optics text: the same at the other end [sfp.wavelength, isl.peer_port, trunk_member.peer_port]
-- column peak_ratio float: measured peak load over the speed [port_load.value, port_load.peak, port_load.unit]
-- column load_basis text: what the load was measured as
WITH ends AS (
    SELECT i.switch, i.port, i.peer_wwn, i.peer_switch, i.peer_port, i.speed_gbps, i.link_kind FROM isl i WHERE i.port IS NOT NULL AND NOT starts_with(i.port, 'port-channel')
    UNION ALL
    SELECT t.switch, t.port, t.peer_wwn, NULL, t.peer_port, NULL, NULL FROM trunk_member t WHERE t.port IS NOT NULL
), ports AS (
    SELECT switch, port, min(peer_wwn) AS peer_wwn, min(peer_switch) AS peer_switch, min(peer_port) AS peer_port, min(speed_gbps) AS speed_gbps, min(link_kind) AS link_kind
    FROM ends GROUP BY switch, port
), named AS (
    SELECT switch_wwn, min(switch) AS switch FROM switch WHERE switch_wwn IS NOT NULL GROUP BY 1 HAVING count(*) = 1
), optics AS (
    SELECT switch, port, CASE WHEN regexp_matches(lower(wavelength), '^(sw|short|8[0-9]{2})') THEN 'short wave'
        WHEN regexp_matches(lower(wavelength), '^(elw|extend|el|15[0-9]{2}|14[0-9]{2}|16[0-9]{2})') THEN 'extended long wave'
        WHEN regexp_matches(lower(wavelength), '^(lw|long|1[23][0-9]{2})') THEN 'long wave' END AS optics
    FROM sfp
), loads AS (
    SELECT about_key, max(CASE WHEN metric IN ('utilisation', 'busy') AND unit = 'ratio' THEN coalesce(peak, value) END) AS ratio,
        max(CASE WHEN metric = 'throughput_mbps' THEN coalesce(peak, value) END) AS mbps
    FROM port_load WHERE about_kind = 'switch_port' GROUP BY about_key
)
SELECT p.switch, p.port, coalesce(w.switch, p.peer_switch, p.peer_wwn) AS peer,
    CASE WHEN p.peer_wwn IS NOT NULL THEN p.peer_wwn = h.switch_wwn WHEN lower(p.peer_switch) <> lower(p.switch) THEN FALSE END AS to_itself, p.link_kind, coalesce(p.link_kind = 'fcip', FALSE) AS is_tunnel,
    coalesce(p.speed_gbps, s.speed_gbps) AS speed_gbps, s.long_distance, s.distance_km, nullif(ceil(s.distance_km), 0)::BIGINT AS whole_km, s.buffer_credits AS credits,
    -- A frame of 2,112 bytes takes 19.88 us at 1 Gbit/s (106.25 MB/s), its credit returns after 10 us a kilometre.
    credits_needed(s.distance_km, coalesce(p.speed_gbps, s.speed_gbps)) AS full_frame_credits,
    o.optics, q.optics AS peer_optics,
    coalesce(l.ratio, l.mbps / nullif(coalesce(p.speed_gbps, s.speed_gbps) * 100, 0)) AS peak_ratio,
    CASE WHEN l.ratio IS NOT NULL THEN 'utilisation' WHEN l.mbps IS NOT NULL THEN 'throughput' END AS load_basis
FROM ports p
LEFT JOIN switch h ON h.switch = p.switch
LEFT JOIN named w ON w.switch_wwn = p.peer_wwn
LEFT JOIN switch_port s ON s.switch = p.switch AND s.port = p.port
LEFT JOIN optics o ON o.switch = p.switch AND o.port = p.port
LEFT JOIN optics q ON q.switch = w.switch AND q.port = p.peer_port
LEFT JOIN loads l ON l.about_key = p.switch || ' ' || p.port
