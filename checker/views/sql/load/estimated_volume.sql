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
-- column p95_ms float: response time that 95 % of the I/Os do not exceed, typical; NULL where the state allows no figure [estimated_response.p95_ms]
-- column p99_ms float: response time that 99 % of the I/Os do not exceed, typical; NULL where the state allows no figure [estimated_response.p99_ms]
-- column observed_ms float: mean response time that was measured with this load [estimated_response.observed_ms]
-- column goal_ms float: mean response time of its service level, declared for the volume, else for the host [record.value]
-- column goal_p95_ms float: response time of its service level that 95 % of the I/Os must not exceed [record.value]
-- column goal_p99_ms float: response time of its service level that 99 % of the I/Os must not exceed [record.value]
-- column misses_goal bool: it is slower than a service level, or cannot carry the load at all [record.value, estimated_response.mean_ms, estimated_response.p95_ms, estimated_response.p99_ms, estimated_response.state]
-- column missed_goal_ms float: the service level that it misses: of the mean, else of the percentile
-- column missed_share text: share of the I/Os that this service level applies to; NULL for the mean
-- column missed_ms float: its response time compared with this service level
WITH goals AS (
    SELECT about_kind, about_key, min(TRY_CAST(value AS DOUBLE)) FILTER (fact = 'response_ms') AS goal_ms,
        min(TRY_CAST(value AS DOUBLE)) FILTER (fact = 'response_p95_ms') AS goal_p95_ms,
        min(TRY_CAST(value AS DOUBLE)) FILTER (fact = 'response_p99_ms') AS goal_p99_ms
    FROM record WHERE record_type = 'service-level' AND fact IN ('response_ms', 'response_p95_ms', 'response_p99_ms') AND about_key IS NOT NULL
    GROUP BY about_kind, about_key
), named AS (
    SELECT DISTINCT d.host, d.device, g.goal_ms, g.goal_p95_ms, g.goal_p99_ms
    FROM device d JOIN goals g ON g.about_kind IN ('device', 'virtual_volume', 'volume') AND g.about_key IN (d.device, d.alias)
), own AS (
    SELECT host, device, min(goal_ms) AS goal_ms, min(goal_p95_ms) AS goal_p95_ms, min(goal_p99_ms) AS goal_p99_ms FROM named GROUP BY host, device
), stated AS (
    SELECT e.*, coalesce(o.goal_ms, h.goal_ms) AS goal_ms, coalesce(o.goal_p95_ms, h.goal_p95_ms) AS goal_p95_ms, coalesce(o.goal_p99_ms, h.goal_p99_ms) AS goal_p99_ms,
        e.state IN ('saturated', 'queue_depth_limited', 'wan_limited') AS is_limited
    FROM estimated_response e
    LEFT JOIN own o ON o.host = e.host AND o.device = e.device
    LEFT JOIN goals h ON h.about_kind = 'host' AND h.about_key = e.host
), compared AS (
    SELECT *, CASE WHEN is_limited THEN goal_ms IS NOT NULL ELSE goal_ms IS NOT NULL AND mean_ms > goal_ms END AS misses_mean,
        CASE WHEN is_limited THEN goal_p95_ms IS NOT NULL ELSE goal_p95_ms IS NOT NULL AND p95_ms > goal_p95_ms END AS misses_p95,
        CASE WHEN is_limited THEN goal_p99_ms IS NOT NULL ELSE goal_p99_ms IS NOT NULL AND p99_ms > goal_p99_ms END AS misses_p99
    FROM stated
)
SELECT host, device AS volume, state AS load_state,
    CASE state WHEN 'saturated' THEN 'a resource on its path is saturated' WHEN 'queue_depth_limited' THEN 'the queue depth of the host limits the load'
        WHEN 'wan_limited' THEN 'the link between the clusters limits the load' END AS limit_text,
    iops, mean_ms, mean_high_ms AS high_ms, p95_ms, p99_ms, observed_ms, goal_ms, goal_p95_ms, goal_p99_ms,
    CASE WHEN goal_ms IS NULL AND goal_p95_ms IS NULL AND goal_p99_ms IS NULL THEN NULL ELSE misses_mean OR misses_p95 OR misses_p99 END AS misses_goal,
    CASE WHEN misses_mean THEN goal_ms WHEN misses_p95 THEN goal_p95_ms WHEN misses_p99 THEN goal_p99_ms END AS missed_goal_ms,
    CASE WHEN misses_mean THEN NULL WHEN misses_p95 THEN '95 %' WHEN misses_p99 THEN '99 %' END AS missed_share,
    CASE WHEN misses_mean THEN mean_ms WHEN misses_p95 THEN p95_ms WHEN misses_p99 THEN p99_ms END AS missed_ms
FROM compared
