-- view: replication_pair
-- meaning: One row per replication relation between two arrays: how it was tested.
-- grain: replication_link
-- spine: replication_link
-- column replication_link text: name of the relation
-- column source_array text: source
-- column target_array text: target
-- column tests list: recorded tests of the relation
-- column tested_over_wan bool: a recorded test ran over the wide area network; NULL if no test is recorded [record.value, record.about_key, record.fact]
WITH tests AS (
    SELECT about_key, list_sort(list(DISTINCT value)) AS tests,
        CASE WHEN bool_or(lower(value) IN ('wan', 'remote', 'both')) THEN TRUE WHEN bool_and(lower(value) IN ('lan', 'local', 'staged')) AND count(value) = count(*) THEN FALSE END AS over_wan
    FROM record WHERE about_kind = 'replication_link' AND lower(record_type) = 'test' AND lower(fact) = 'network' GROUP BY 1
)
SELECT l.replication_link, l.source_array, l.target_array, coalesce(t.tests, []) AS tests, t.over_wan AS tested_over_wan
FROM replication_link l LEFT JOIN tests t ON t.about_key = l.replication_link
WHERE l.replication_link IS NOT NULL
