-- view: estimated_volume
-- meaning: One row per host and volume with load under the workload of the audit: estimated, declared and observed response times.
-- grain: host, volume
-- owner: host
-- spine: estimated_response
-- column host text: name of the host
-- column volume text: identity of the volume
-- column load_state text: ok, saturated, queue_depth_limited, wan_limited or unknown_parameter [estimated_response.state]
-- column limit_text text: what limits the load, as text; NULL if nothing does
-- column iops float: I/Os per second
-- column mean_ms float: mean response time, typical; NULL where the state allows no figure [estimated_response.mean_ms]
-- column high_ms float: mean response time at the pessimistic end; NULL where that end saturates [estimated_response.mean_high_ms]
-- column observed_ms float: mean response time that was measured with this load [estimated_response.observed_ms]
-- column goal_ms float: response time of its service level, declared for the volume, else for the host [record.value]
-- column misses_goal bool: it is slower than its service level, or cannot carry the load at all [record.value, estimated_response.mean_ms, estimated_response.state]
WITH goals AS (
    SELECT about_kind, about_key, min(TRY_CAST(value AS DOUBLE)) AS goal_ms FROM record
    WHERE record_type = 'service-level' AND fact = 'response_ms' AND about_key IS NOT NULL GROUP BY ALL
), named AS (
    SELECT DISTINCT d.host, d.device, g.goal_ms FROM device d JOIN goals g ON g.about_kind IN ('device', 'virtual_volume', 'volume') AND g.about_key IN (d.device, d.alias)
), own AS (
    SELECT host, device, min(goal_ms) AS goal_ms FROM named GROUP BY host, device
)
SELECT e.host, e.device AS volume, e.state AS load_state,
    CASE e.state WHEN 'saturated' THEN 'a resource on its path is saturated' WHEN 'queue_depth_limited' THEN 'the queue depth of the host limits the load'
        WHEN 'wan_limited' THEN 'the link between the clusters limits the load' END AS limit_text,
    e.iops, e.mean_ms, e.mean_high_ms AS high_ms, e.observed_ms, coalesce(o.goal_ms, h.goal_ms) AS goal_ms,
    CASE WHEN coalesce(o.goal_ms, h.goal_ms) IS NULL THEN NULL WHEN e.state IN ('saturated', 'queue_depth_limited', 'wan_limited') THEN TRUE
        ELSE e.mean_ms > coalesce(o.goal_ms, h.goal_ms) END AS misses_goal
FROM estimated_response e
LEFT JOIN own o ON o.host = e.host AND o.device = e.device
LEFT JOIN goals h ON h.about_kind = 'host' AND h.about_key = e.host
