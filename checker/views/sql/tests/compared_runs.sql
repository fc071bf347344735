-- view: compared_runs
-- meaning: One row per run that is compared with another of its plan: what else differs between the two.
-- grain: test_plan, test_run, compared_run
-- spine: test_run
-- column test_plan text: name of the plan
-- column test_run text: name of the run
-- column compared_run text: run it is compared with [test_run.compared_run]
-- column differences span: settings that differ [test_run.io_bytes, test_run.read_ratio, test_run.random_ratio, test_run.outstanding, test_run.workers, test_run.target_count, test_run.working_set_bytes, test_run.runtime_seconds, test_run.direct, test_run.rate_iops]
-- column different list: their names
WITH pairs AS (
    SELECT a.test_plan, a.test_run, a.compared_run, unnest([
        {'fact': 'I/O size', 'differs': a.io_bytes <> b.io_bytes}, {'fact': 'share of reads', 'differs': a.read_ratio <> b.read_ratio},
        {'fact': 'share of random I/O', 'differs': a.random_ratio <> b.random_ratio}, {'fact': 'outstanding I/Os', 'differs': a.outstanding <> b.outstanding},
        {'fact': 'workers', 'differs': a.workers <> b.workers}, {'fact': 'number of targets', 'differs': a.target_count <> b.target_count},
        {'fact': 'working set', 'differs': a.working_set_bytes <> b.working_set_bytes}, {'fact': 'duration', 'differs': a.runtime_seconds <> b.runtime_seconds},
        {'fact': 'direct I/O', 'differs': a.direct <> b.direct}]) AS one
    FROM test_run a LEFT JOIN test_run b ON b.test_plan = a.test_plan AND b.test_run = a.compared_run WHERE a.compared_run IS NOT NULL
)
SELECT test_plan, test_run, compared_run, count_span(one.differs) AS differences, names_of(one.fact, one.differs) AS different
FROM pairs GROUP BY ALL
