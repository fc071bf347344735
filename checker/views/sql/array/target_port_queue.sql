-- view: target_port_queue
-- meaning: One row per array port whose queue was measured: refused commands and outstanding I/Os.
-- grain: port
-- owner: storage_array
-- spine: port_load
-- column port text: world wide port name of the target port, else its name
-- column storage_array text: array or VPLEX system [target_port.storage_array, port_load.storage_array]
-- column director text: director or controller [target_port.director]
-- column refused float: commands that the port answered with queue full or busy, newest count [port_load.value]
-- column outstanding float: outstanding I/Os at the port, the highest mean [port_load.value]
-- column refusals_counted bool: an export counts refused commands at the port
-- column outstanding_measured bool: outstanding I/Os were measured at the port
-- column initiators int: initiators with a path to the port [path.target_wwpn, path.initiator_wwpn]
WITH measured AS (
    SELECT about_key AS port, min(storage_array) AS storage_array,
        arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) FILTER (WHERE metric = 'queue_full_count') AS refused,
        max(value) FILTER (WHERE metric IN ('outstanding', 'queue_length')) AS outstanding,
        bool_or(metric = 'queue_full_count') AS refusals_counted, bool_or(metric IN ('outstanding', 'queue_length')) AS outstanding_measured
    FROM port_load WHERE about_kind = 'target_port' AND about_key IS NOT NULL AND metric IN ('queue_full_count', 'outstanding', 'queue_length') GROUP BY 1
), used AS (
    SELECT target_wwpn, count(DISTINCT initiator_wwpn) AS n FROM (SELECT DISTINCT target_wwpn, initiator_wwpn FROM path_place WHERE target_wwpn IS NOT NULL) GROUP BY 1
)
SELECT m.port, coalesce(t.storage_array, m.storage_array) AS storage_array, t.director, m.refused, m.outstanding, m.refusals_counted, m.outstanding_measured, u.n AS initiators
FROM measured m
LEFT JOIN target_place t ON t.target_wwpn = m.port
LEFT JOIN used u ON u.target_wwpn = m.port
