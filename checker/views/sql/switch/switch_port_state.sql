-- view: switch_port_state
-- meaning: One row per switch port with a state or a transceiver: whether the switch disabled it, and its receive power.
-- grain: switch, port
-- owner: switch
-- spine: switch_port, sfp
-- column switch text: name of the switch
-- column port text: port as the switch prints it
-- column attached text: device at the other end, or the description of the port where none is logged in; it identifies findings
-- column peer text: the same for messages; NULL if unknown
-- column is_online bool: the link is up [switch_port.port_state]
-- column state text: state and reason as printed [switch_port.port_state, switch_port.state_reason]
-- column shut_by_switch bool: the switch itself fenced, quarantined or disabled it because of errors [switch_port.port_state, switch_port.state_reason, switch_port.fenced]
-- column rx_power_uw float: receive power in microwatts [sfp.rx_power_uw]
-- column rx_low_warning_uw float: receive power below which the transceiver warns, in microwatts [sfp.rx_low_warning_uw]
-- column is_dim bool: receive power is below the warning threshold of the transceiver [sfp.rx_power_uw, sfp.rx_low_warning_uw, sfp.rx_power_mark]
-- column dom_faults list: readings out of range by the transceiver's own limits, with their state; low receive power is is_dim [sfp.temperature_mark, sfp.voltage_mark, sfp.current_mark, sfp.tx_power_mark, sfp.rx_power_mark]
-- column dom_count span: how many readings are out of range [sfp.temperature_mark, sfp.voltage_mark, sfp.current_mark, sfp.tx_power_mark, sfp.rx_power_mark]
-- column dom_alarm bool: one of them is an alarm, not only a warning [sfp.temperature_mark, sfp.voltage_mark, sfp.current_mark, sfp.tx_power_mark, sfp.rx_power_mark]
WITH attached AS (
    SELECT e.switch, e.port, min(coalesce(r.label, e.wwpn)) AS label FROM edge_port e LEFT JOIN port_role r ON r.wwpn = e.wwpn GROUP BY e.switch, e.port
), ports AS (
    SELECT switch, port FROM switch_port WHERE switch IS NOT NULL AND port IS NOT NULL
    UNION SELECT switch, port FROM sfp WHERE switch IS NOT NULL AND port IS NOT NULL
)
SELECT n.switch, n.port, coalesce(a.label, nullif(p.description, ''), 'an unknown device') AS attached, coalesce(a.label, nullif(p.description, '')) AS peer,
    lower(p.port_state) IN ('online', 'up', 'trunking') AS is_online,
    p.port_state || coalesce(' (' || p.state_reason || ')', '') AS state,
    -- A port that works needs no reason; one that is down without a printed reason may be fenced.
    CASE WHEN regexp_matches(lower(concat_ws(' ', p.port_state, p.state_reason)), 'fenc|quarantin|err-?disabled|error-?disabled|errdisable|port decommission|bit error|link reset failure|isolated due to') THEN TRUE
         WHEN p.state_reason IS NOT NULL OR lower(p.port_state) IN ('online', 'up', 'trunking', 'no_light', 'no_module', 'no_sync', 'in_sync', 'mod_val', 'no_card') OR p.persistently_disabled THEN FALSE WHEN p.fenced THEN TRUE END AS shut_by_switch,
    s.rx_power_uw, s.rx_low_warning_uw,
    -- Flags may be older than the reading: less light than the printed limit counts in any case.
    CASE WHEN s.rx_power_mark IN ('low-warning', 'low-alarm') OR s.rx_power_uw < s.rx_low_warning_uw THEN TRUE
         WHEN s.rx_power_mark IS NOT NULL THEN FALSE ELSE s.rx_power_uw < s.rx_low_warning_uw END AS is_dim,
    list_filter(['temperature ' || s.temperature_mark, 'voltage ' || s.voltage_mark, 'bias current ' || s.current_mark, 'transmit power ' || s.tx_power_mark,
        CASE WHEN s.rx_power_mark LIKE 'high%' THEN 'receive power ' || s.rx_power_mark END], lambda fault: fault NOT LIKE '% ok') AS dom_faults,
    {'lo': len(list_filter([s.temperature_mark, s.voltage_mark, s.current_mark, s.tx_power_mark, CASE WHEN s.rx_power_mark LIKE 'low%' THEN 'ok' ELSE s.rx_power_mark END], lambda mark: mark <> 'ok')),
     'hi': len(list_filter([s.temperature_mark, s.voltage_mark, s.current_mark, s.tx_power_mark, CASE WHEN s.rx_power_mark LIKE 'low%' THEN 'ok' ELSE s.rx_power_mark END], lambda mark: coalesce(mark <> 'ok', TRUE)))} AS dom_count,
    concat_ws(' ', s.temperature_mark, s.voltage_mark, s.current_mark, s.tx_power_mark, CASE WHEN s.rx_power_mark LIKE 'high%' THEN s.rx_power_mark END) LIKE '%alarm%' AS dom_alarm
FROM ports n
LEFT JOIN switch_port p ON p.switch = n.switch AND p.port = n.port
LEFT JOIN sfp s ON s.switch = n.switch AND s.port = n.port
LEFT JOIN attached a ON a.switch = n.switch AND a.port = n.port
