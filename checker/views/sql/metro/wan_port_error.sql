-- view: wan_port_error
-- meaning: One row per WAN COM port of VPLEX, or switch port of an FCIP tunnel, with counters of lost or repeated packets.
-- grain: place
-- owner: storage_array
-- spine: port_load
-- column place text: the port, as the export names it
-- column storage_array text: VPLEX system, if the export states it
-- column counters list: counters of errors that are not zero, with their values
-- column errors float: sum of the newest values of these counters [port_load.value]
-- column packets float: packets in the same time; NULL if none are counted [port_load.value]
WITH newest AS (
    SELECT about_key, coalesce(director, '') AS director, metric, min(storage_array) AS storage_array, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS value, bool_or(value IS NULL) AS unsure
    FROM port_load WHERE about_key IS NOT NULL AND regexp_matches(lower(metric), '^(ip-com-port|fc-com-port|com-port|wan|fcip)[._-]') GROUP BY ALL
), judged AS (
    SELECT about_key, director, metric, storage_array, value, unsure, regexp_matches(lower(metric), 'retrans|rexmit|resend|drop|lost|discard|error|err$|bad|crc|timeout') AS is_error,
        regexp_matches(lower(metric), '(packets|pckts|pkts|frames)') AND NOT regexp_matches(lower(metric), 'retrans|rexmit|resend|drop|lost|discard|error|bad|crc|timeout') AS is_traffic
    FROM newest
)
SELECT trim(director || ' ' || about_key) AS place, min(storage_array) AS storage_array, list_sort(coalesce(list(metric || ': ' || CAST(value AS BIGINT)) FILTER (WHERE is_error AND value > 0), [])) AS counters,
    CASE WHEN bool_or(is_error AND value > 0) OR NOT bool_or(unsure AND is_error) THEN sum(value) FILTER (WHERE is_error) END AS errors, sum(value) FILTER (WHERE is_traffic) AS packets
FROM judged GROUP BY director, about_key HAVING bool_or(is_error)
