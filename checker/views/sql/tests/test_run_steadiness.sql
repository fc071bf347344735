-- view: test_run_steadiness
-- meaning: One row per run whose intervals were reported: whether it was steady over its second half, in five windows.
-- grain: test_plan, test_run
-- spine: test_interval
-- column test_plan text: name of the plan
-- column test_run text: name of the run
-- column intervals int: reported intervals
-- column range_ratio float: largest less smallest window, as a share of their mean; NULL with fewer than ten intervals [test_interval.iops]
-- column slope_ratio float: rise or fall of the line through the five windows, as a share of their mean [test_interval.iops]
WITH numbered AS (
    SELECT test_plan, test_run, iops, row_number() OVER run AS nth, count(*) OVER (PARTITION BY test_plan, test_run) AS n,
        count(iops) OVER (PARTITION BY test_plan, test_run) AS measured
    FROM test_interval WHERE test_plan IS NOT NULL AND test_run IS NOT NULL WINDOW run AS (PARTITION BY test_plan, test_run ORDER BY "interval")
), half AS (
    SELECT test_plan, test_run, iops, n, measured, ntile(5) OVER (PARTITION BY test_plan, test_run ORDER BY nth) AS piece FROM numbered WHERE nth > n - n // 2
), windows AS (
    SELECT test_plan, test_run, n, measured, piece, avg(iops) AS iops FROM half GROUP BY ALL
), judged AS (
    SELECT test_plan, test_run, n, measured, (max(iops) - min(iops)) / nullif(avg(iops), 0) AS range_ratio, abs(regr_slope(iops, piece)) * 4 / nullif(avg(iops), 0) AS slope_ratio
    FROM windows GROUP BY ALL
)
SELECT c.test_plan, c.test_run, c.n AS intervals, CASE WHEN j.n >= 10 AND j.n = j.measured THEN j.range_ratio END AS range_ratio,
    CASE WHEN j.n >= 10 AND j.n = j.measured THEN j.slope_ratio END AS slope_ratio
FROM (SELECT test_plan, test_run, count(*) AS n FROM numbered GROUP BY ALL) c LEFT JOIN judged j ON j.test_plan = c.test_plan AND j.test_run = c.test_run
