-- view: load_capture
-- meaning: One row per tool that captured load: how long, how often and what it measured. Benchmark runs don't count.
-- grain: tool
-- spine: workload
-- column tool text: what measured it: esxtop, iostat, array …
-- column covered_seconds span: time that the capture covers, of the object that was watched longest [workload.seconds, workload.captured_at]
-- column interval_seconds span: longest mean interval of the samples of an object [workload.seconds, workload.samples]
-- column lacking list: which of I/Os, share of reads, size and latency it does not contain for any object
-- column sizes_hardware bool: an array is declared to be planned or new, so that captures are what it is sized by [storage_array.deployment_phase]
WITH objects AS (
    SELECT coalesce(tool, 'a tool that is not named') AS tool, about_kind, about_key, count(*) AS moments, count(captured_at) AS dated,
        epoch(max(captured_at)) - epoch(min(captured_at)) AS apart, max(seconds) AS longest, count(seconds) AS timed,
        max(seconds / nullif(samples, 0)) AS interval_seconds, count(seconds / nullif(samples, 0)) AS sampled,
        bool_or(coalesce(iops, read_iops, write_iops) IS NOT NULL) AS has_rate,
        bool_or(coalesce(read_ratio, read_iops, write_iops, read_mbps, random_read_ratio) IS NOT NULL) AS has_mix,
        bool_or(coalesce(io_bytes, read_io_bytes, write_io_bytes, throughput_mbps, read_mbps) IS NOT NULL) AS has_size,
        bool_or(coalesce(latency_ms, read_ms, write_ms, device_ms) IS NOT NULL) AS has_latency
    FROM workload WHERE measured IS NOT FALSE AND test_plan IS NULL AND about_kind <> 'test_run' AND coalesce(phase, '') <> 'since boot' GROUP BY ALL
), covered AS (
    -- With one moment its own length is all there is; the times of several must be known.
    SELECT *, longest + CASE WHEN moments > 1 AND dated > 1 THEN apart ELSE 0 END AS least, timed = moments AND (moments = 1 OR dated = moments) AS certain FROM objects
), phases AS (
    SELECT CASE WHEN bool_or(lower(deployment_phase) IN ('planned', 'initial')) THEN TRUE WHEN count(deployment_phase) = count(*) AND count(*) > 0 THEN FALSE END AS sizes_hardware FROM storage_array
)
SELECT tool, {'lo': coalesce(max(least), 0)::BIGINT, 'hi': CASE WHEN bool_and(certain) THEN max(least)::BIGINT END} AS covered_seconds,
    {'lo': coalesce(max(interval_seconds), 0)::BIGINT, 'hi': CASE WHEN sum(sampled) = sum(moments) THEN ceil(max(interval_seconds))::BIGINT END} AS interval_seconds,
    list_filter([CASE WHEN NOT bool_or(has_rate) THEN 'IOPS' END, CASE WHEN NOT bool_or(has_mix) THEN 'read share' END,
        CASE WHEN NOT bool_or(has_size) THEN 'I/O size' END, CASE WHEN NOT bool_or(has_latency) THEN 'latency' END], lambda name: name IS NOT NULL) AS lacking,
    any_value(p.sizes_hardware) AS sizes_hardware
FROM covered CROSS JOIN phases p GROUP BY tool
