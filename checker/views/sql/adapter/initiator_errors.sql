-- view: initiator_errors
-- meaning: One row per error counter of a host's FC port: how fast it rises, as far as two samples or the time of the reset show.
-- grain: host, hba, counter
-- owner: host
-- spine: initiator_counter
-- column host text: name of the host
-- column hba text: name of the port on the host
-- column counter text: name of the counter
-- column is_online bool: the port is online [initiator.port_state]
-- column value int: newest value [initiator_counter.value]
-- column increase int: rise between the two newest samples; 0 of a single one that is 0 [initiator_counter.value, initiator_counter.captured_at]
-- column rate_per_min float: mean rise per minute between the two newest samples; of a single one since its reset [initiator_counter.value, initiator_counter.captured_at, initiator_counter.counted_seconds]
-- column since text: what the rate is counted from
-- column rate_text text: the rate as text: 6.0 CRC errors per minute
-- column increase_text text: the rise as text: 2 losses of sync
-- column resource text: what the adapter ran out of; '' for error counters
-- column limit_name text: setting of the adapter whose limit a shortage shows: num_cmd_elems, max_xfer_size; '' for other counters
-- column limit_value text: value of this setting [host_setting.value]
WITH ordered AS (
    SELECT host, hba, counter, value, counted_seconds, captured_at, row_number() OVER newest AS nth,
        lead(value) OVER newest AS before_value, lead(captured_at) OVER newest AS before_at,
        count(*) OVER (PARTITION BY host, hba, counter) AS samples, count(captured_at) OVER (PARTITION BY host, hba, counter) AS dated
    FROM initiator_counter WHERE host IS NOT NULL AND hba IS NOT NULL AND counter IS NOT NULL
    WINDOW newest AS (PARTITION BY host, hba, counter ORDER BY captured_at DESC NULLS LAST, value DESC NULLS LAST)
), compared AS (
    SELECT *, samples = 1 AS single, samples > 1 AND dated = samples AND value >= before_value AS rises,
        date_diff('second', before_at, captured_at) / 60.0 AS minutes
    FROM ordered WHERE nth = 1
), named(counter, one, many) AS (VALUES
    ('crc_err', 'CRC error', 'CRC errors'), ('error_frames', 'error frame', 'error frames'), ('invalid_words', 'invalid word', 'invalid words'),
    ('no_command_resource', 'time', 'times'), ('no_adapter_elements', 'time', 'times'),
    ('no_dma_resource', 'time', 'times'),
    ('link_failure', 'link failure', 'link failures'), ('loss_sync', 'loss of sync', 'losses of sync'), ('loss_signal', 'loss of signal', 'losses of signal')
), rated AS (
    SELECT *, CASE WHEN rises THEN value - before_value WHEN single AND value = 0 THEN 0 END AS increase,
        CASE WHEN rises AND minutes > 0 THEN (value - before_value) / minutes
             WHEN single AND value = 0 THEN 0.0 WHEN single AND counted_seconds > 0 THEN value * 60.0 / counted_seconds END AS rate_per_min
    FROM compared
)
SELECT c.host, c.hba, c.counter, lower(i.port_state) IN ('online', 'link up', 'up') AS is_online,
    CASE WHEN c.single OR c.dated = c.samples THEN c.value END AS value,
    c.increase, c.rate_per_min,
    CASE WHEN c.rises THEN 'between samples' ELSE 'since the counters were reset' END AS since,
    format('{:,.1f} {} per minute', c.rate_per_min, n.many) AS rate_text, c.increase || ' ' || CASE c.increase WHEN 1 THEN n.one ELSE n.many END AS increase_text,
    coalesce(m.resource, '') AS resource, coalesce(m.setting, '') AS limit_name, s.value AS limit_value
FROM rated c LEFT JOIN named n ON n.counter = c.counter
LEFT JOIN (VALUES ('no_command_resource', 'num_cmd_elems', 'command resources'), ('no_adapter_elements', 'num_cmd_elems', 'adapter elements'), ('no_dma_resource', 'max_xfer_size', 'DMA resources')) m(counter, setting, resource) ON m.counter = c.counter
LEFT JOIN (SELECT host, scope, setting, min(value) AS value FROM host_setting GROUP BY ALL HAVING count(DISTINCT value) <= 1) s ON s.host = c.host AND s.scope = c.hba AND s.setting = m.setting
LEFT JOIN (SELECT host, hba, max(port_state) AS port_state FROM initiator GROUP BY ALL HAVING count(DISTINCT port_state) <= 1) i ON i.host = c.host AND i.hba = c.hba
