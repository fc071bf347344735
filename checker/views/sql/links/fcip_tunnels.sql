-- view: fcip_tunnels
-- meaning: One row per FCIP tunnel of a Brocade switch, with the states of its circuits.
-- grain: switch, port
-- owner: switch
-- spine: fcip_circuit
-- column switch text: name of the switch
-- column port text: VE port of the tunnel
-- column peer text: switch at the other end
-- column state text: state of the tunnel itself [fcip_circuit.circuit_state]
-- column circuits list: circuits, each with its Ethernet port
-- column failed list: circuits that are not up and not disabled, each with its Ethernet port and state [fcip_circuit.circuit_state]
-- column failing bool: the tunnel or one of its circuits is not fully up; disabled ones are not considered [fcip_circuit.circuit_state]
-- column down bool: the tunnel carries nothing: no circuit is up or degraded [fcip_circuit.circuit_state]
WITH parts AS (
    SELECT switch, port, circuit, circuit_state, circuit || coalesce(' on ' || ethernet_port, '') AS label,
        CASE WHEN circuit_state IN ('degraded', 'down', 'in progress') THEN TRUE WHEN circuit_state IN ('up', 'disabled', 'empty') THEN FALSE END AS failed
    FROM fcip_circuit WHERE switch IS NOT NULL AND port IS NOT NULL
), peers AS (
    SELECT switch, port, min(peer_switch) AS peer FROM isl GROUP BY switch, port
)
SELECT c.switch, c.port, min(p.peer) AS peer, min(c.circuit_state) FILTER (WHERE c.circuit = '') AS state,
    names_of(c.label, c.circuit <> '') AS circuits, names_of(c.label || ' is ' || c.circuit_state, c.circuit <> '' AND c.failed) AS failed,
    CASE WHEN bool_or(c.failed) THEN TRUE WHEN bool_and(c.failed IS FALSE) THEN FALSE END AS failing,
    CASE WHEN bool_or(c.circuit_state IN ('up', 'degraded')) THEN FALSE WHEN bool_and(c.failed IS NOT NULL) THEN TRUE END AS down
FROM parts c LEFT JOIN peers p ON p.switch = c.switch AND p.port = c.port
GROUP BY c.switch, c.port
