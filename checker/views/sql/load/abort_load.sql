-- view: abort_load
-- meaning: One row per director, port or volume of VPLEX and side whose aborted, reset or timed-out commands were measured.
-- grain: storage_array, side, about_kind, about
-- owner: storage_array
-- spine: port_load
-- column storage_array text: VPLEX system
-- column side text: front-end or back-end
-- column about_kind text: director, target_port or storage_volume
-- column about text: name of the director, port or volume
-- column metric_names list: what was measured
-- column windows int: measured windows
-- column bad_windows int: windows with at least one of them [port_load.value, port_load.metric]
-- column bad_in_a_day int: highest number of such windows within 24 hours; 1 where the times are unknown [port_load.value, port_load.metric, port_load.captured_at]
-- column per_minute float: highest mean rate of a window; NULL if the unit is unknown [port_load.value, port_load.unit, port_load.metric]
WITH measured AS (
    SELECT l.storage_array, l.about_kind, l.about_key AS about, l.metric, l.value, l.captured_at,
        CASE WHEN l.unit = '1/s' THEN l.value * 60
             WHEN l.unit = 'count' AND l.samples > 0 AND l.captured_at > l.started_at THEN l.value * l.samples * 60 / date_diff('second', l.started_at, l.captured_at) END AS per_minute,
        CASE WHEN l.metric IN ('aborts', 'fe-director.aborts') AND l.about_kind IN ('director', 'target_port') THEN 'front-end' ELSE 'back-end' END AS side
    FROM port_load l
    LEFT JOIN storage_array a ON a.storage_array = l.storage_array
    WHERE l.about_kind IN ('director', 'target_port', 'storage_volume') AND l.about_key IS NOT NULL AND l.storage_array IS NOT NULL AND coalesce(a.family, 'vplex') = 'vplex'
        AND (l.metric IN ('aborts', 'back_end_aborts', 'fe-director.aborts') OR regexp_full_match(l.metric, '(be-director|be-prt|storage-volume)\..*(abort|timeout|timed-out|reset|retr).*'))
), windowed AS (
    SELECT *, CASE WHEN captured_at IS NOT NULL THEN count(*) FILTER (WHERE value > 0) OVER (PARTITION BY storage_array, side, about_kind, about, metric ORDER BY captured_at RANGE BETWEEN INTERVAL 24 HOURS PRECEDING AND CURRENT ROW) END AS in_a_day
    FROM measured
)
SELECT storage_array, side, about_kind, about, list_sort(list(DISTINCT metric)) AS metric_names, count(*) AS windows,
    CASE WHEN count(value) = count(*) OR bool_or(value > 0) THEN count(*) FILTER (WHERE value > 0) END AS bad_windows,
    CASE WHEN bool_or(captured_at IS NULL AND value > 0) AND count(*) > 1 THEN NULL ELSE coalesce(max(in_a_day), 1) END AS bad_in_a_day,
    CASE WHEN count(per_minute) = count(*) THEN max(per_minute) END AS per_minute
FROM windowed GROUP BY ALL
