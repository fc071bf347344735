-- view: compared_plans
-- meaning: One row per plan that is compared with another: how the load generators differ.
-- grain: test_plan, compared_plan
-- spine: test_plan
-- column test_plan text: name of the plan
-- column compared_plan text: plan it is compared with [test_plan.compared_plan]
-- column differences span: facts of the hosts that differ [test_plan.host, host.os_name, host.os_version, host.kernel_version, host.multipath_software, initiator.driver_version, initiator.queue_depth]
-- column different list: their names
-- column is_cached bool: a compared run goes through the hosts' cache, and caches are not cleared [test_run.direct, test_plan.resets_cache]
WITH machines AS (
    SELECT p.test_plan, m.host FROM test_plan p, unnest(string_split(p.host, ' ')) AS m(host) WHERE p.host IS NOT NULL
), ports AS (
    SELECT host, CASE WHEN count(*) = count(driver_version) THEN string_agg(DISTINCT driver_version, ' ' ORDER BY driver_version) END AS drivers,
        CASE WHEN count(*) = count(queue_depth) THEN string_agg(DISTINCT queue_depth::VARCHAR, ' ' ORDER BY queue_depth::VARCHAR) END AS depths
    FROM initiator WHERE host IS NOT NULL GROUP BY host
), facts AS (
    SELECT m.test_plan, unnest([{'fact': 'operating system', 'value': h.os_name || ' ' || h.os_version}, {'fact': 'kernel or build', 'value': h.kernel_version},
        {'fact': 'multipathing', 'value': h.multipath_software}, {'fact': 'adapter driver', 'value': i.drivers}, {'fact': 'queue depth', 'value': i.depths}]) AS one
    FROM machines m LEFT JOIN host h ON lower(h.host) = lower(m.host) LEFT JOIN ports i ON i.host = h.host
), sets AS (
    SELECT test_plan, one.fact AS fact, CASE WHEN count(*) = count(one.value) THEN string_agg(DISTINCT one.value, ', ' ORDER BY one.value) END AS value
    FROM facts GROUP BY ALL
), named AS (
    SELECT unnest(['operating system', 'kernel or build', 'multipathing', 'adapter driver', 'queue depth']) AS fact
), compared AS (
    SELECT p.test_plan, p.compared_plan, n.fact, a.value <> b.value AS differs
    FROM test_plan p CROSS JOIN named n LEFT JOIN sets a ON a.test_plan = p.test_plan AND a.fact = n.fact
    LEFT JOIN sets b ON b.test_plan = p.compared_plan AND b.fact = n.fact
    WHERE p.compared_plan IS NOT NULL
), counted AS (
    SELECT test_plan, compared_plan, count_span(differs) AS differences, names_of(fact, differs) AS different FROM compared GROUP BY ALL
), buffered AS (
    SELECT test_plan, CASE WHEN bool_or(NOT direct) THEN TRUE WHEN count(*) = count(direct) THEN FALSE END AS buffered FROM test_run GROUP BY test_plan
)
SELECT c.test_plan, c.compared_plan, c.differences, c.different,
    (a.buffered OR b.buffered) AND NOT (p.resets_cache AND q.resets_cache) AS is_cached
FROM counted c
LEFT JOIN test_plan p ON p.test_plan = c.test_plan LEFT JOIN test_plan q ON q.test_plan = c.compared_plan
LEFT JOIN buffered a ON a.test_plan = c.test_plan LEFT JOIN buffered b ON b.test_plan = c.compared_plan
