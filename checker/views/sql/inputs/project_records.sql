-- view: project_records
-- meaning: One row: what records state about the project; no row if there are no records.
-- grain: project
-- spine: record
-- column project text: always 'the records'
-- column has_architecture bool: hardware and software are described [record.record_type]
-- column has_changes bool: changes are logged [record.record_type]
-- column has_application_test bool: a test of the application is recorded [record.record_type]
-- column has_baseline bool: a baseline of the native storage is recorded [record.record_type]
-- column has_new_vplex bool: a VPLEX is planned or new [storage_array.deployment_phase, storage_array.family]
-- column goes_live bool: an array is declared to go live [storage_array.deployment_phase]
-- column has_test_plans bool: a benchmark plan is in the input
WITH phases AS (
    SELECT CASE WHEN bool_or(family = 'vplex' AND lower(deployment_phase) IN ('planned', 'initial')) THEN TRUE WHEN bool_and(coalesce(family <> 'vplex' OR lower(deployment_phase) NOT IN ('planned', 'initial'), FALSE)) THEN FALSE END AS new_vplex,
        CASE WHEN bool_or(lower(deployment_phase) = 'go-live') THEN TRUE WHEN bool_and(coalesce(lower(deployment_phase) <> 'go-live', FALSE)) THEN FALSE END AS goes_live
    FROM storage_array
), record_counts AS (
    SELECT count(*) AS n, count(record_type) AS known, count(*) FILTER (WHERE lower(record_type) = 'architecture') AS architecture,
        count(*) FILTER (WHERE lower(record_type) IN ('change', 'change-log')) AS changes,
        count(*) FILTER (WHERE lower(record_type) = 'baseline') AS baselines,
        count(*) FILTER (WHERE lower(record_type) IN ('application-test', 'application test')) AS tests
    FROM record
)
SELECT 'the records' AS project, CASE WHEN architecture > 0 THEN TRUE WHEN n = known THEN FALSE END AS has_architecture,
    CASE WHEN changes > 0 THEN TRUE WHEN n = known THEN FALSE END AS has_changes, CASE WHEN tests > 0 THEN TRUE WHEN n = known THEN FALSE END AS has_application_test,
    CASE WHEN baselines > 0 THEN TRUE WHEN n = known THEN FALSE END AS has_baseline, new_vplex AS has_new_vplex, goes_live,
    (SELECT count(*) FROM test_plan) > 0 AS has_test_plans
FROM record_counts, phases WHERE n > 0
