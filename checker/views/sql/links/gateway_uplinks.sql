-- view: gateway_uplinks
-- meaning: One row per access gateway or NPV switch: its links to the fabric and the ports behind them.
-- grain: switch
-- owner: switch
-- spine: switch
-- column switch text: name of the switch
-- column uplinks span: ports to the fabric that are up; members of a port channel count one by one; NULL if no port leads to the fabric: then the listing is not that of a gateway [switch_port.port_type, switch_port.port_state]
-- column uplink_names list: those ports
-- column device_ports span: ports with hosts that are up [switch_port.port_type, switch_port.port_state]
WITH gateway AS (
    SELECT switch FROM switch WHERE lower(switch_mode) LIKE '%gateway%' OR lower(switch_mode) LIKE '%npv%'
), ports AS (
    SELECT p.switch, p.port, CASE WHEN p.port_type IS NOT NULL THEN upper(p.port_type) IN ('N', 'NP', 'TNP', 'N-PORT', 'NP-PORT') END AS is_uplink,
        CASE WHEN p.port_state IS NOT NULL THEN lower(p.port_state) IN ('online', 'up', 'trunking') END AS is_up
    FROM switch_port p JOIN gateway g ON g.switch = p.switch WHERE NOT starts_with(p.port, 'port-channel') AND NOT starts_with(p.port, 'san-port-channel')
)
SELECT g.switch, CASE WHEN count(p.port) > 0 AND bool_or(p.is_uplink) IS NOT FALSE THEN count_span(p.is_uplink AND p.is_up) END AS uplinks, names_of(p.port, p.is_uplink AND p.is_up) AS uplink_names, count_span(p.port IS NOT NULL AND NOT p.is_uplink AND p.is_up) AS device_ports
FROM gateway g LEFT JOIN ports p ON p.switch = g.switch GROUP BY g.switch
