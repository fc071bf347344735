-- view: counter_rate
-- meaning: One row per counter of a switch port: how fast it rises, as far as two samples or a clear time show.
-- grain: switch, port, counter
-- owner: switch
-- spine: counter_sample
-- column switch text: name of the switch
-- column port text: port as the switch prints it
-- column counter text: name of the counter
-- column counter_text text: the counter in a message
-- column fabric text: fabric of the switch, the first by name
-- column attached text: device or switch at the other end, which identifies findings
-- column peer text: the same for messages: the description of the port where no device is logged in; NULL if unknown
-- column port_type text: F, E, TE … [switch_port.port_type]
-- column is_isl bool: the port carries an inter-switch link [switch_port.port_type]
-- column is_online bool: the link is up [switch_port.port_state]
-- column value int: newest value [counter_sample.value]
-- column has_two_samples bool: two samples with known times; NULL if a time is missing [counter_sample.captured_at]
-- column rate_per_min float: mean rise per minute between the two newest samples; of a single one since the counter was cleared [counter_sample.value, counter_sample.captured_at, counter_sample.cleared_at, counter_sample.clear_age_seconds, counter_sample.bits]
-- column since text: what the rate is counted from
-- column increase int: rise between the two newest samples; of a single one its value since it was cleared [counter_sample.value, counter_sample.captured_at]
-- column counts_no_credit bool: the counter states how long the port had no credit to send [switch.vendor]
-- column no_credit_share float: share of the time in which the port had no credit to send, from counters of ticks of 2.5 microseconds or printed shares [counter_sample.value, counter_sample.captured_at, counter_sample.cleared_at, counter_sample.clear_age_seconds, counter_sample.bits, switch.vendor]
-- column utilisation float: mean use of the line rate of the port towards the device [port_load.value, switch_port.speed_gbps]
-- column clear_days float: days between the last clearing and the newest sample [counter_sample.captured_at, counter_sample.cleared_at, counter_sample.clear_age_seconds]
-- column has_good_eof bool: the port also counts CRC errors of frames that arrived with a good end, which arose on this link [counter_sample.value]
-- column has_invalid_words bool: the port also counts invalid transmission words [counter_sample.value]
-- column is_behind_edge bool: a device port of the same fabric has rising transmit timeouts [counter_sample.value, counter_sample.captured_at, counter_sample.cleared_at, counter_sample.clear_age_seconds, switch_port.port_type]
WITH usable AS (
    -- Of samples without time, a rounded one may be an exact one again.
    SELECT * FROM counter_sample WHERE switch IS NOT NULL AND port IS NOT NULL
    QUALIFY captured_at IS NOT NULL OR NOT coalesce(rounded, FALSE) OR count(*) FILTER (WHERE captured_at IS NULL AND NOT coalesce(rounded, FALSE)) OVER (PARTITION BY switch, port, counter) = 0
), ordered AS (
    SELECT switch, port, counter, value, captured_at, cleared_at, clear_age_seconds, coalesce(rounded, FALSE) AS rounded,
        -- A counter of 32 bits and ticks of 2.5 microseconds wraps around in 10,737 seconds without credit.
        coalesce(bits, 64) = 32 AND counter = 'credit_zero' AS wraps,
        row_number() OVER newest AS nth, lead(value) OVER newest AS before_value, lead(captured_at) OVER newest AS before_at,
        lead(coalesce(rounded, FALSE)) OVER newest AS before_rounded,
        count(*) OVER (PARTITION BY switch, port, counter) AS samples, count(captured_at) OVER (PARTITION BY switch, port, counter) AS dated
    FROM usable
    WINDOW newest AS (PARTITION BY switch, port, counter ORDER BY captured_at DESC NULLS LAST, value DESC NULLS LAST)
), timed AS (
    SELECT switch, port, counter, captured_at, cleared_at, samples,
        wraps AND date_diff('second', CASE WHEN samples = 1 THEN cleared_at ELSE before_at END, captured_at) >= 10737 AS wrapped,
        CASE WHEN samples = 1 OR dated = samples THEN value END AS value,
        CASE WHEN samples = 1 THEN FALSE WHEN dated = samples THEN TRUE END AS two_samples,
        before_value, before_at, rounded OR coalesce(before_rounded, FALSE) AS rounded,
        date_diff('second', before_at, captured_at) / 60.0 AS minutes, coalesce(date_diff('second', cleared_at, captured_at), clear_age_seconds) / 60.0 AS clear_minutes
    FROM ordered WHERE nth = 1
), rated AS (
    SELECT switch, port, counter, value, two_samples, before_at, cleared_at,
        CASE WHEN wrapped AND value > 0 THEN NULL WHEN value = 0 OR NOT two_samples THEN value WHEN two_samples AND NOT rounded THEN CASE WHEN value >= before_value THEN value - before_value WHEN cleared_at > before_at THEN value END END AS increase,
        CASE WHEN clear_minutes >= 0 THEN clear_minutes / 1440.0 END AS clear_days,
        CASE WHEN wrapped AND value > 0 THEN NULL WHEN two_samples THEN
                -- A smaller value means the counter was cleared or wrapped around; rounded values have no usable difference.
                CASE WHEN value = 0 THEN 0.0 WHEN rounded THEN NULL WHEN value >= before_value AND minutes > 0 THEN (value - before_value) / minutes
                     WHEN value < before_value AND cleared_at > before_at AND clear_minutes > 0 THEN value / clear_minutes END
             WHEN NOT two_samples THEN CASE WHEN value = 0 THEN 0.0 WHEN clear_minutes > 0 THEN value / clear_minutes END END AS rate_per_min
    FROM timed
), ports AS (
    SELECT switch, port, port_type, description, lower(port_state) IN ('online', 'up', 'trunking') AS is_online,
        port_type IN ('E', 'TE', 'VE', 'EX', 'VEX') OR port_type LIKE 'E%' AS is_isl FROM switch_port
), homes AS (
    SELECT switch, min(fabric) AS fabric FROM switch_fabric GROUP BY switch
), edges AS (
    SELECT h.fabric, CASE WHEN bool_or(r.rate_per_min > 0 AND NOT p.is_isl) THEN TRUE
            WHEN bool_and(coalesce(r.rate_per_min = 0 OR p.is_isl, FALSE)) THEN FALSE END AS slow
    FROM rated r LEFT JOIN ports p ON p.switch = r.switch AND p.port = r.port JOIN homes h ON h.switch = r.switch
    WHERE r.counter = 'class3_timeout_tx' GROUP BY h.fabric
), good_eof AS (
    SELECT DISTINCT switch, port FROM counter_sample WHERE counter = 'crc_good_eof' AND value IS NOT NULL
), invalid_words AS (
    SELECT DISTINCT switch, port FROM counter_sample WHERE counter = 'invalid_words' AND value IS NOT NULL
), attached AS (
    SELECT e.switch, e.port, min(coalesce(r.label, e.wwpn)) AS label FROM edge_port e LEFT JOIN port_role r ON r.wwpn = e.wwpn GROUP BY e.switch, e.port
), used AS (
    SELECT place, max(mean_ratio) AS ratio FROM port_utilisation WHERE about_kind = 'switch_port' AND direction IN ('tx', 'both') GROUP BY place
), far_ends AS (
    SELECT i.switch, i.port, min(coalesce(w.switch, i.peer_switch, i.peer_wwn)) AS label FROM isl i LEFT JOIN switch w ON w.switch_wwn = i.peer_wwn GROUP BY i.switch, i.port
)
SELECT r.switch, r.port, r.counter, counter_text(r.counter) AS counter_text, h.fabric, coalesce(a.label, i.label, 'unknown device') AS attached,
    coalesce(a.label, i.label, nullif(p.description, '')) AS peer, p.port_type, p.is_isl, p.is_online, r.value,
    r.two_samples AS has_two_samples, r.rate_per_min,
    CASE WHEN r.two_samples THEN 'between samples' WHEN r.clear_days IS NOT NULL THEN 'since the last clearing' ELSE 'at an unknown time' END AS since,
    r.increase,
    -- Cisco's credit_zero counts how often that happened, Brocade's counts ticks.
    CASE WHEN r.counter IN ('txwait_2_5us', 'txwait_percent_1h', 'txwait_percent_72h') THEN TRUE WHEN r.counter = 'credit_zero' THEN v.vendor = 'brocade' ELSE FALSE END AS counts_no_credit,
    CASE WHEN r.counter = 'txwait_2_5us' OR r.counter = 'credit_zero' AND v.vendor = 'brocade' THEN r.rate_per_min / 60 * 0.0000025
         WHEN r.counter IN ('txwait_percent_1h', 'txwait_percent_72h') THEN r.value / 100.0 END AS no_credit_share,
    u.ratio AS utilisation, r.clear_days, g.switch IS NOT NULL AS has_good_eof, w.switch IS NOT NULL AS has_invalid_words, e.slow AS is_behind_edge
FROM rated r
LEFT JOIN ports p ON p.switch = r.switch AND p.port = r.port
LEFT JOIN homes h ON h.switch = r.switch
LEFT JOIN good_eof g ON g.switch = r.switch AND g.port = r.port
LEFT JOIN invalid_words w ON w.switch = r.switch AND w.port = r.port
LEFT JOIN attached a ON a.switch = r.switch AND a.port = r.port
LEFT JOIN far_ends i ON i.switch = r.switch AND i.port = r.port
LEFT JOIN edges e ON e.fabric = h.fabric
LEFT JOIN switch v ON v.switch = r.switch
LEFT JOIN used u ON u.place = r.switch || ' ' || r.port
