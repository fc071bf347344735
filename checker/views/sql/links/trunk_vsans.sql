-- view: trunk_vsans
-- meaning: One row per trunk of a Cisco switch whose VSANs are listed; the ports of a port channel are one trunk.
-- grain: switch, port
-- owner: switch
-- spine: trunk_vsan
-- column switch text: name of the switch
-- column port text: port, or port channel
-- column peer text: switch at the other end
-- column up list: VSANs that are up
-- column isolated list: VSANs that are isolated [trunk_vsan.vsan_state]
-- column isolated_count span: how many are isolated [trunk_vsan.vsan_state]
-- column reasons list: reasons that the switch gives for isolation
-- column vsan_state text: isolated if a VSAN is, to find its line [trunk_vsan.vsan_state]
WITH trunks AS (
    SELECT v.switch, coalesce(m.trunk, v.port) AS port, v.vsan, v.vsan_state, v.state_reason
    FROM trunk_vsan v LEFT JOIN (SELECT switch, port, min(trunk) AS trunk FROM trunk_member GROUP BY switch, port) m ON m.switch = v.switch AND m.port = v.port
    WHERE v.port IS NOT NULL AND v.vsan IS NOT NULL
), peers AS (
    SELECT switch, port, min(peer_switch) AS peer FROM isl GROUP BY switch, port
)
SELECT t.switch, t.port, min(p.peer) AS peer,
    list_transform(list_sort(list(DISTINCT try_cast(t.vsan AS INTEGER)) FILTER (WHERE t.vsan_state = 'up')), lambda n: n::VARCHAR) AS up,
    list_transform(list_sort(list(DISTINCT try_cast(t.vsan AS INTEGER)) FILTER (WHERE t.vsan_state = 'isolated')), lambda n: n::VARCHAR) AS isolated,
    distinct_span(t.vsan, t.vsan_state = 'isolated') AS isolated_count,
    names_of(t.state_reason, t.vsan_state = 'isolated') AS reasons,
    max(t.vsan_state) FILTER (WHERE t.vsan_state = 'isolated') AS vsan_state
FROM trunks t LEFT JOIN peers p ON p.switch = t.switch AND p.port = t.port
GROUP BY t.switch, t.port
