-- view: test_plan_models
-- meaning: One row per benchmark plan whose runs state which measured volumes they represent: how well their shares of the load fit.
-- grain: test_plan
-- spine: test_run
-- column test_plan text: name of the plan
-- column goal text: what the test is for; 'unstated' if the plan was read and states nothing [test_plan.goal, test_plan.states_objective]
-- column captured_volumes int: volumes whose measured load is in the input
-- column top_share float: share of the captured load that the busiest fifth of these volumes carries [workload.iops]
-- column has_busiest bool: a run represents the volume with the highest measured load; NULL if a run does not state its volumes [test_run.stands_for, workload.iops]
-- column has_idlest bool: a run represents the volume with the lowest measured load; NULL if a run does not state its volumes [test_run.stands_for, workload.iops]
-- column busiest text: that volume, the first by name of several [workload.iops]
-- column idlest text: that volume, the first by name of several [workload.iops]
-- column most_off float: how far the share of a run in the load of the plan is from that of its volumes in the measured load, the largest difference [test_run.load_share, test_run.stands_for, workload.iops]
-- column shares list: each run with its share and that of its volumes
WITH runs AS (
    SELECT test_plan, test_run, load_share, list_distinct(string_split(trim(regexp_replace(stands_for, '\s+', ' ', 'g')), ' ')) AS volumes, stands_for IS NOT NULL AS stated
    FROM test_run WHERE test_plan IS NOT NULL AND NOT coalesce(fills_target, FALSE)
), plans AS (
    SELECT test_plan, count(*) = count(volumes) AS all_stated, count(load_share) = count(*) AS all_shared, sum(load_share) AS load_share FROM runs GROUP BY test_plan HAVING bool_or(stated)
), volumes AS (
    SELECT about_key AS volume, max(iops) AS iops FROM workload
    WHERE about_kind IN ('device', 'storage_volume', 'virtual_volume') AND coalesce(measured, TRUE) AND test_plan IS NULL AND tool = 'array' AND about_key IS NOT NULL GROUP BY about_key
), ends AS (
    SELECT count(*) AS n, count(iops) = count(*) AS known, sum(iops) AS iops, max(iops) AS most, min(iops) AS least FROM volumes
), named AS (
    SELECT DISTINCT r.test_plan, r.test_run, r.load_share, v.volume, v.iops FROM (SELECT test_plan, test_run, load_share, unnest(volumes) AS volume FROM runs) r JOIN volumes v ON v.volume = r.volume
), covered AS (
    SELECT n.test_plan, bool_or(n.iops = e.most) AS has_busiest, bool_or(n.iops = e.least) AS has_idlest FROM named n CROSS JOIN ends e GROUP BY n.test_plan
), shared AS (
    SELECT r.test_plan, r.test_run, r.load_share, coalesce(sum(n.iops), 0) AS iops FROM runs r LEFT JOIN named n ON n.test_plan = r.test_plan AND n.test_run = r.test_run GROUP BY ALL
), off AS (
    SELECT s.test_plan, round(max(abs(s.load_share / nullif(p.load_share, 0) - s.iops / nullif(e.iops, 0))), 6) AS most_off,
        list(s.test_run || ': ' || round(100 * s.load_share / nullif(p.load_share, 0))::BIGINT || ' % of the plan, ' || round(100 * s.iops / nullif(e.iops, 0))::BIGINT || ' % measured' ORDER BY s.test_run) AS shares
    FROM shared s JOIN plans p ON p.test_plan = s.test_plan CROSS JOIN ends e GROUP BY s.test_plan
)
SELECT p.test_plan, u.goal, u.captured_volumes, u.top_share,
    CASE WHEN e.known THEN CASE WHEN c.has_busiest THEN TRUE WHEN p.all_stated THEN FALSE END END AS has_busiest,
    CASE WHEN e.known THEN CASE WHEN c.has_idlest THEN TRUE WHEN p.all_stated THEN FALSE END END AS has_idlest,
    (SELECT min(volume) FROM volumes WHERE iops = e.most) AS busiest, (SELECT min(volume) FROM volumes WHERE iops = e.least) AS idlest,
    CASE WHEN e.known AND p.all_stated AND p.all_shared THEN o.most_off END AS most_off, coalesce(o.shares, []) AS shares
FROM plans p JOIN test_plan_summary u ON u.test_plan = p.test_plan CROSS JOIN ends e
LEFT JOIN covered c ON c.test_plan = p.test_plan
LEFT JOIN off o ON o.test_plan = p.test_plan
