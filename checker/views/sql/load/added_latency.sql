-- view: added_latency
-- meaning: One row per VPLEX director and kind of I/O: front-end and back-end latency of one measured window.
-- grain: storage_array, director, operation
-- owner: storage_array
-- spine: port_load
-- column storage_array text: VPLEX system
-- column director text: director
-- column operation text: read or write
-- column front_ms float: mean latency that hosts see, of the newest window that contains both [port_load.value, port_load.metric, port_load.unit]
-- column back_ms float: mean latency of the storage volumes in the same window [port_load.value, port_load.metric, port_load.unit]
-- column added_ms float: what VPLEX adds: front end less back end [port_load.value, port_load.metric, port_load.unit]
-- column iops float: I/Os per second of the director in that window [port_load.value, port_load.metric]
-- column distance_ms float: longest round trip to the other cluster; 0 for a Local system [storage_array.product_type, wan_link.rtt_ms]
WITH rows_of AS (
    SELECT l.storage_array, coalesce(nullif(l.director, ''), l.about_key) AS director, l.metric, l.value, l.captured_at,
        CASE WHEN l.metric IN ('read_ms', 'back_end_read_ms') THEN 'read' WHEN l.metric IN ('write_ms', 'back_end_write_ms') THEN 'write' END AS operation
    FROM port_load l WHERE l.about_kind = 'director' AND l.storage_array IS NOT NULL AND l.metric IN ('read_ms', 'write_ms', 'back_end_read_ms', 'back_end_write_ms', 'iops') AND (l.metric = 'iops' OR l.unit = 'ms')
), windows AS (
    SELECT storage_array, director, operation, captured_at, max(value) FILTER (WHERE NOT starts_with(metric, 'back_end')) AS front_ms, max(value) FILTER (WHERE starts_with(metric, 'back_end')) AS back_ms
    FROM rows_of WHERE operation IS NOT NULL AND director IS NOT NULL GROUP BY ALL
), newest AS (
    SELECT storage_array, director, operation, max(struct_pack(both_known := front_ms IS NOT NULL AND back_ms IS NOT NULL, captured_at := captured_at, front_ms := front_ms, back_ms := back_ms)) AS w
    FROM windows GROUP BY ALL
), ios AS (
    SELECT storage_array, director, captured_at, max(value) AS iops FROM rows_of WHERE metric = 'iops' GROUP BY ALL
), links AS (
    SELECT storage_array, CASE WHEN count(rtt_ms) = count(*) THEN max(rtt_ms) END AS rtt_ms FROM wan_link WHERE management_vpn IS NOT TRUE GROUP BY 1
)
SELECT n.storage_array, n.director, n.operation, n.w.front_ms AS front_ms, n.w.back_ms AS back_ms, n.w.front_ms - n.w.back_ms AS added_ms, i.iops,
    CASE WHEN a.product_type = 'local' THEN 0 ELSE l.rtt_ms END AS distance_ms
FROM newest n
LEFT JOIN storage_array a ON a.storage_array = n.storage_array
LEFT JOIN links l ON l.storage_array = n.storage_array
LEFT JOIN ios i ON i.storage_array = n.storage_array AND i.director = n.director AND i.captured_at IS NOT DISTINCT FROM n.w.captured_at
