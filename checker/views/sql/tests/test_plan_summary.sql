-- view: test_plan_summary
-- meaning: One row per benchmark plan: what it is for, what is done around its runs, and the load it was made from.
-- grain: test_plan
-- spine: test_plan, test_run
-- column test_plan text: name of the plan
-- column tool text: fio, vdbench, iometer, or a command that copies [test_plan.tool]
-- column goal text: what the test is for; 'unstated' if the plan was read and states nothing [test_plan.goal, test_plan.states_objective]
-- column states_objective bool: a goal or success metric is stated [test_plan.states_objective]
-- column repeats int: how often each run is repeated [test_plan.repeats]
-- column results int: results of one run that are in the input, the run with the most
-- column result_spread float: standard deviation of the I/Os a second over the results of one run as a share of their mean, the run where it is greatest [workload.iops]
-- column resets_cache bool: caches are cleared between the runs [test_plan.resets_cache]
-- column discards_first bool: the first of the repeats is discarded [test_plan.discards_first]
-- column monitors_host_cpu bool: processor use of the hosts is collected [test_plan.monitors_host_cpu]
-- column monitors_array_cpu bool: processor use of the array or VPLEX is collected [test_plan.monitors_array_cpu]
-- column cpu_ratio float: highest processor use measured during a run [workload.cpu_ratio]
-- column monitored_seconds float: time that the monitoring covers [test_plan.monitoring_interval_seconds, test_plan.monitoring_samples]
-- column test_seconds span: time of the whole test [test_run.runtime_seconds, test_run.ramp_seconds, test_plan.repeats]
-- column workload_source text: where the load was taken from [test_plan.workload_source]
-- column workload_source_seconds float: time that the capture or trace covers [test_plan.workload_source_seconds]
-- column may_migrate bool: the load generators may be migrated during the test [test_plan.may_migrate]
-- column stages list: stages of a staged test [test_plan.stages]
-- column load_models int: different loads that the plan gives to its targets at once [test_run.load_models, test_run.waits, test_run.io_bytes, test_run.read_ratio, test_run.random_ratio, test_plan.tool]
-- column bursty bool: a run has bursts; FALSE if none has [test_run.bursty]
-- column load_points int: fewest load points of one kind of load: depths, rates or points listed [test_run.outstanding, test_run.rate_iops, test_run.load_points, test_run.outstanding_points]
-- column soak_seconds span: longest continuous run of random writes [test_run.runtime_seconds, test_run.read_ratio, test_run.random_ratio, test_run.time_based]
-- column captured_volumes int: volumes whose measured load is in the input [workload.iops]
-- column top_share float: share of the captured load that the busiest fifth of these volumes carries [workload.iops]
-- column peak_to_median float: load of the busiest volume against the median [workload.iops]
-- column captured_read_ratio float: share of reads of the captured load [workload.iops, workload.read_ratio]
-- column planned_read_ratio float: share of reads of the plan, over its runs of equal weight or by load_share [test_run.read_ratio, test_run.load_share]
-- column layer_spread float: how far the I/Os a second that test, hosts and array counted differ, as a share of the smallest [workload.iops, workload.test_plan]
-- column layers list: what each of them counted, for people
WITH plans AS (
    SELECT test_plan FROM test_plan WHERE test_plan IS NOT NULL UNION SELECT test_plan FROM test_run WHERE test_plan IS NOT NULL
), runs AS (
    SELECT r.*, lower(p.tool) AS tool,
        greatest(CASE WHEN r.load_points LIKE 'curve' THEN 10 WHEN r.load_points LIKE 'curve %' THEN len(string_split(r.load_points, ' ')) - 1
            WHEN r.load_points IS NOT NULL THEN len(string_split(r.load_points, ' ')) ELSE 1 END,
            CASE WHEN r.outstanding_points IS NOT NULL THEN len(string_split(r.outstanding_points, ' ')) ELSE 1 END) AS points
    FROM test_run r LEFT JOIN test_plan p ON p.test_plan = r.test_plan WHERE r.test_plan IS NOT NULL AND NOT coalesce(r.fills_target, FALSE)
), swept AS (
    SELECT test_plan, io_bytes, io_size_mix, read_ratio, random_ratio,
        CASE WHEN max(points) > 1 OR count(outstanding) = count(*) THEN greatest(max(points), count(DISTINCT (outstanding, workers, rate_iops, rate_mbps)))::BIGINT END AS points
    FROM runs GROUP BY ALL
), sweeps AS (
    SELECT test_plan, CASE WHEN count(*) = count(points) THEN min(points) END AS load_points FROM swept GROUP BY test_plan
), totals AS (
    SELECT test_plan, CASE WHEN bool_and(coalesce(CASE WHEN tool <> 'fio' THEN TRUE ELSE waits END, FALSE)) THEN sum(runtime_seconds) ELSE max(runtime_seconds) END AS longest,
        CASE WHEN count(*) = count(runtime_seconds) THEN sum((runtime_seconds + coalesce(ramp_seconds, 0)) * points) END AS together,
        CASE WHEN bool_and(coalesce(CASE WHEN tool <> 'fio' THEN TRUE ELSE waits END, FALSE)) OR count(*) = 1 THEN CASE WHEN count(*) = count(load_models) THEN max(load_models) END
            WHEN bool_or(NOT waits) AND bool_and(tool = 'fio') AND count(*) = count(load_models) AND count(*) = count(io_bytes) AND count(*) = count(read_ratio) AND count(*) = count(random_ratio)
                THEN greatest(max(load_models), count(DISTINCT (io_bytes, read_ratio, random_ratio, outstanding, workers, rate_iops))) END::BIGINT AS load_models,
        CASE WHEN bool_or(bursty) THEN TRUE WHEN count(*) = count(bursty) THEN FALSE END AS bursty,
        max(CASE WHEN read_ratio = 0 AND random_ratio = 1 AND time_based THEN runtime_seconds END) AS soak_lo,
        max(CASE WHEN read_ratio > 0 OR random_ratio < 1 THEN 0 ELSE runtime_seconds END) AS soak_hi,
        count(*) FILTER (WHERE runtime_seconds IS NULL AND NOT coalesce(read_ratio > 0 OR random_ratio < 1, FALSE)) AS soak_unknown,
        CASE WHEN count(*) = count(read_ratio) THEN CASE WHEN count(load_share) = count(*) THEN sum(read_ratio * load_share) / nullif(sum(load_share), 0)
            WHEN count(load_share) = 0 THEN avg(read_ratio) END END AS read_ratio
    FROM runs GROUP BY test_plan
), volumes AS (
    SELECT about_key, max(iops) AS iops, arg_max(read_ratio, iops) AS read_ratio FROM workload
    WHERE about_kind IN ('device', 'storage_volume', 'virtual_volume') AND coalesce(measured, TRUE) AND test_plan IS NULL AND tool = 'array' AND about_key IS NOT NULL
    GROUP BY about_key
), ranked AS (
    SELECT *, row_number() OVER (ORDER BY iops DESC, about_key) AS place, count(*) OVER () AS n, count(iops) OVER () AS measured FROM volumes
), captured AS (
    SELECT count(*) AS volumes,
        CASE WHEN max(n) = max(measured) THEN sum(iops) FILTER (WHERE place <= ceil(n * 0.2)) / nullif(sum(iops), 0) END AS top_share,
        CASE WHEN max(n) = max(measured) THEN max(iops) / nullif(median(iops), 0) END AS peak_to_median,
        CASE WHEN count(*) = count(iops * read_ratio) THEN sum(iops * read_ratio) / nullif(sum(iops), 0) END AS read_ratio
    FROM ranked
), measured AS (
    SELECT test_plan, CASE about_kind WHEN 'test_run' THEN 'test' ELSE about_kind END AS layer, CASE WHEN count(*) = count(iops) THEN sum(iops) END AS iops, max(cpu_ratio) AS cpu_ratio FROM (
        -- Several results of one run are repeats: they count once.
        SELECT test_plan, about_kind, CASE WHEN count(*) = count(iops) THEN avg(iops) END AS iops, max(cpu_ratio) AS cpu_ratio
        FROM workload WHERE test_plan IS NOT NULL AND phase = '' AND about_kind IN ('test_run', 'host', 'storage_array') GROUP BY test_plan, about_kind, about_key)
    GROUP BY ALL
), repeated AS (
    SELECT test_plan, max(n) AS results, CASE WHEN count(*) = count(spread) THEN max(spread) END AS spread FROM (
        SELECT test_plan, about_key, count(*) AS n, CASE WHEN count(*) = count(iops) THEN stddev_samp(iops) / nullif(avg(iops), 0) END AS spread
        FROM workload WHERE test_plan IS NOT NULL AND phase = '' AND about_kind = 'test_run' GROUP BY ALL HAVING count(*) > 1) GROUP BY test_plan
), layers AS (
    SELECT test_plan, max(cpu_ratio) AS cpu_ratio,
        CASE WHEN count(*) > 1 AND count(*) = count(iops) THEN (max(iops) - min(iops)) / nullif(min(iops), 0) END AS spread,
        list(layer || ' ' || round(iops)::BIGINT::VARCHAR ORDER BY layer) FILTER (WHERE iops IS NOT NULL) AS shown
    FROM measured GROUP BY test_plan
)
SELECT n.test_plan, lower(p.tool) AS tool, coalesce(lower(p.goal), CASE WHEN NOT p.states_objective THEN 'unstated' END) AS goal,
    p.states_objective, p.repeats, coalesce(e.results, 0) AS results, e.spread AS result_spread, p.resets_cache, p.discards_first, p.monitors_host_cpu, p.monitors_array_cpu, l.cpu_ratio,
    p.monitoring_interval_seconds * p.monitoring_samples AS monitored_seconds,
    {'lo': floor(t.longest * p.repeats)::BIGINT, 'hi': ceil(t.together * p.repeats)::BIGINT} AS test_seconds,
    lower(p.workload_source) AS workload_source, p.workload_source_seconds, p.may_migrate, string_split(lower(p.stages), ' ') AS stages,
    t.load_models, t.bursty, s.load_points,
    {'lo': coalesce(floor(t.soak_lo)::BIGINT, 0), 'hi': CASE WHEN t.soak_unknown = 0 THEN coalesce(ceil(t.soak_hi)::BIGINT, 0) END} AS soak_seconds,
    c.volumes AS captured_volumes, c.top_share, c.peak_to_median, round(c.read_ratio, 6) AS captured_read_ratio, round(t.read_ratio, 6) AS planned_read_ratio,
    l.spread AS layer_spread, l.shown AS layers
FROM plans n
LEFT JOIN test_plan p ON p.test_plan = n.test_plan
LEFT JOIN totals t ON t.test_plan = n.test_plan
LEFT JOIN sweeps s ON s.test_plan = n.test_plan
LEFT JOIN layers l ON l.test_plan = n.test_plan
LEFT JOIN repeated e ON e.test_plan = n.test_plan
CROSS JOIN captured c
