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
-- column fault text: what is wrong with the transceiver or the port itself, by its state; NULL if nothing is or it is unknown
-- column hardware_fault bool: the switch does not accept the transceiver, or the laser or the port is faulty; FALSE if an administrator disabled the port [switch_port.port_state, switch_port.state_reason]
-- column isolation text: why it forwards nothing although its link is up; NULL if it is not isolated or this is unknown
-- column isolated bool: a link to another switch is segmented or isolated, or the port is in the isolated VSAN [switch_port.port_state, switch_port.state_reason, switch_port.port_vsan, switch_port.attached_wwn]
-- column rx_power_uw float: receive power in microwatts [sfp.rx_power_uw]
-- column rx_low_warning_uw float: receive power below which the transceiver warns, in microwatts [sfp.rx_low_warning_uw]
-- column is_dim bool: receive power is below the warning threshold of the transceiver [sfp.rx_power_uw, sfp.rx_low_warning_uw, sfp.rx_power_mark]
-- column dom_faults list: readings out of range by the transceiver's own limits, with their state; low receive power is is_dim [sfp.temperature_mark, sfp.voltage_mark, sfp.current_mark, sfp.tx_power_mark, sfp.rx_power_mark]
-- column dom_count span: how many readings are out of range [sfp.temperature_mark, sfp.voltage_mark, sfp.current_mark, sfp.tx_power_mark, sfp.rx_power_mark]
-- column dom_alarm bool: one of them is an alarm, not only a warning [sfp.temperature_mark, sfp.voltage_mark, sfp.current_mark, sfp.tx_power_mark, sfp.rx_power_mark]
WITH attached AS (
    SELECT e.switch, e.port, min(coalesce(r.label, e.wwpn)) AS label FROM edge_port e LEFT JOIN port_role r ON r.wwpn = e.wwpn GROUP BY e.switch, e.port
), faults AS (
    -- States of Fabric OS (mod_uns is unsupported), and reasons of NX-OS, where fcot is the transceiver.
    SELECT switch, port, CASE WHEN persistently_disabled THEN NULL
            WHEN lower(port_state) IN ('mod_inv', 'mod_uns') OR regexp_matches(lower(state_reason), '(sfp|fcot|transceiver|optic|module)[a-z ]*(invalid|not ?supported|unsupported|check ?sum|chksum|mismatch|validation ?failed|incompatible|not qualified)|(invalid|unsupported|incompatible) (sfp|transceiver|optic|module)') THEN 'the switch does not accept its transceiver'
            WHEN lower(port_state) = 'laser_flt' THEN 'its transceiver reports a laser fault'
            WHEN lower(port_state) = 'diag_flt' OR regexp_matches(lower(state_reason), 'diag[a-z]* ?fail') THEN 'it failed its diagnostics'
            WHEN lower(port_state) IN ('port_flt', 'hard_flt', 'faulty') OR regexp_matches(lower(state_reason), '(hw|hardware)[ -]?fail') THEN 'its hardware is faulty' END AS fault
    FROM switch_port
), suspended AS (
    SELECT DISTINCT switch, vsan FROM vsan WHERE lower(vsan_state) = 'suspended'
), isolations AS (
    -- Fabric OS calls a port to another switch segmented, NX-OS isolated. VSAN 4094 takes the ports whose VSAN was deleted.
    SELECT p.switch, p.port, CASE WHEN persistently_disabled THEN NULL
            WHEN regexp_matches(lower(concat_ws(' ', port_state, state_reason)), 'segmented|isolat') THEN 'is isolated from the switch at its other end: ' || coalesce(state_reason, port_state)
            WHEN port_vsan = '4094' AND lower(port_state) IN ('up', 'online', 'trunking') AND coalesce(port_type, 'F') NOT IN ('E', 'TE') THEN 'is in the isolated VSAN 4094, which forwards nothing'
            -- A suspended VSAN is FAB031.
            WHEN lower(state_reason) = 'inactive' AND u.switch IS NULL AND port_vsan <> '4094' THEN 'is inactive: VSAN ' || port_vsan || ' does not exist on the switch or is suspended' END AS isolation
    FROM switch_port p LEFT JOIN suspended u ON u.switch = p.switch AND u.vsan = p.port_vsan
), ports AS (
    SELECT switch, port FROM switch_port WHERE switch IS NOT NULL AND port IS NOT NULL
    UNION SELECT switch, port FROM sfp WHERE switch IS NOT NULL AND port IS NOT NULL
)
SELECT n.switch, n.port, coalesce(a.label, nullif(p.description, ''), 'an unknown device') AS attached, coalesce(a.label, nullif(p.description, '')) AS peer,
    lower(p.port_state) IN ('online', 'up', 'trunking') AS is_online,
    p.port_state || coalesce(' (' || p.state_reason || ')', '') AS state,
    -- A port that works needs no reason; one that is down without a printed reason may be fenced.
    CASE WHEN regexp_matches(lower(concat_ws(' ', p.port_state, p.state_reason)), 'fenc|quarantin|err(or)?[ -]?disable|port decommission|bit error|link reset failure') THEN TRUE
         WHEN p.state_reason IS NOT NULL OR lower(p.port_state) IN ('online', 'up', 'trunking', 'no_light', 'no_module', 'no_sync', 'in_sync', 'mod_val', 'no_card', 'mod_inv', 'mod_uns', 'laser_flt', 'port_flt', 'hard_flt', 'diag_flt', 'faulty', 'lock_ref', 'testing') OR p.persistently_disabled THEN FALSE WHEN p.fenced THEN TRUE END AS shut_by_switch,
    f.fault,
    CASE WHEN f.fault IS NOT NULL THEN TRUE WHEN p.state_reason IS NOT NULL OR p.persistently_disabled OR lower(p.port_state) NOT IN ('down', 'unknown') THEN FALSE END AS hardware_fault,
    o.isolation,
    -- Fabric OS calls a segmented port online and does not name the switch at its other end; NX-OS prints the VSAN of a port.
    CASE WHEN o.isolation IS NOT NULL THEN TRUE
         WHEN lower(p.port_state) = 'online' AND p.port_type IN ('E', 'VE', 'EX') AND p.state_reason IS NULL AND p.attached_wwn IS NULL THEN NULL
         WHEN lower(p.port_state) = 'up' AND p.port_vsan IS NULL AND coalesce(p.port_type, 'F') NOT IN ('E', 'TE') THEN NULL
         WHEN lower(p.state_reason) = 'inactive' AND p.port_vsan IS NULL THEN NULL
         WHEN p.state_reason IS NOT NULL OR p.persistently_disabled OR lower(p.port_state) NOT IN ('down', 'unknown') THEN FALSE END AS isolated,
    s.rx_power_uw, s.rx_low_warning_uw,
    -- Flags may be older than the reading: less light than the printed limit counts in any case, and a flag alone only where
    -- neither of them is printed.
    CASE WHEN s.rx_power_mark IN ('low-warning', 'low-alarm') THEN TRUE
         WHEN s.rx_power_mark IS NOT NULL AND s.rx_power_uw IS NULL AND s.rx_low_warning_uw IS NULL THEN FALSE
         ELSE s.rx_power_uw < s.rx_low_warning_uw END AS is_dim,
    list_filter(['temperature ' || s.temperature_mark, 'voltage ' || s.voltage_mark, 'bias current ' || s.current_mark, 'transmit power ' || s.tx_power_mark,
        CASE WHEN s.rx_power_mark LIKE 'high%' THEN 'receive power ' || s.rx_power_mark END], lambda fault: fault NOT LIKE '% ok') AS dom_faults,
    {'lo': len(list_filter([s.temperature_mark, s.voltage_mark, s.current_mark, s.tx_power_mark, CASE WHEN s.rx_power_mark LIKE 'low%' THEN 'ok' ELSE s.rx_power_mark END], lambda mark: mark <> 'ok')),
     'hi': len(list_filter([s.temperature_mark, s.voltage_mark, s.current_mark, s.tx_power_mark, CASE WHEN s.rx_power_mark LIKE 'low%' THEN 'ok' ELSE s.rx_power_mark END], lambda mark: coalesce(mark <> 'ok', TRUE)))} AS dom_count,
    concat_ws(' ', s.temperature_mark, s.voltage_mark, s.current_mark, s.tx_power_mark, CASE WHEN s.rx_power_mark LIKE 'high%' THEN s.rx_power_mark END) LIKE '%alarm%' AS dom_alarm
FROM ports n
LEFT JOIN switch_port p ON p.switch = n.switch AND p.port = n.port
LEFT JOIN faults f ON f.switch = n.switch AND f.port = n.port
LEFT JOIN isolations o ON o.switch = n.switch AND o.port = n.port
LEFT JOIN sfp s ON s.switch = n.switch AND s.port = n.port
LEFT JOIN attached a ON a.switch = n.switch AND a.port = n.port
