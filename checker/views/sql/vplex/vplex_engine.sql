-- view: vplex_engine
-- meaning: One row per VPLEX engine: its standby power supplies.
-- grain: storage_array, vplex_cluster, engine
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column engine text: engine
-- column hardware text: hardware generation [storage_array.hardware]
-- column standby_supplies span: standby power supplies in working order; NULL if none is listed or stated [power_supply.operational_status, power_supply.engine, power_supply.supply_type, engine.standby_power_supplies, completeness.complete]
-- column supply_states list: each standby power supply with its state
WITH supplies AS (
    SELECT storage_array, engine, power_supply, operational_status,
        CASE WHEN lower(operational_status) IN ('ok', 'online', 'healthy', 'normal', 'charged', 'fully-charged', 'running', 'up') THEN TRUE
             WHEN lower(operational_status) IN ('failed', 'faulted', 'fault', 'error', 'offline', 'missing', 'not-present', 'critical', 'discharged', 'off', 'down') THEN FALSE END AS works
    FROM power_supply WHERE lower(supply_type) = 'sps' OR supply_type IS NULL
), counted AS (
    SELECT storage_array, engine, count(*) AS n, count_span(works) AS working,
        list(power_supply || coalesce(': ' || operational_status, '') ORDER BY power_supply) AS states
    FROM supplies WHERE engine IS NOT NULL GROUP BY ALL
), loose AS (
    SELECT storage_array, count(*) AS n FROM supplies WHERE engine IS NULL AND works IS NOT FALSE GROUP BY 1
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array'
)
SELECT e.storage_array, e.cluster AS vplex_cluster, e.engine, y.hardware,
    CASE WHEN c.storage_array IS NOT NULL THEN {'lo': c.working.lo,
            'hi': CASE WHEN e.standby_power_supplies IS NOT NULL THEN c.working.hi + coalesce(o.n, 0) + greatest(e.standby_power_supplies - c.n, 0)
                       WHEN k.name IS NOT NULL THEN c.working.hi + coalesce(o.n, 0) END}
         WHEN e.standby_power_supplies = 0 AND o.n IS NULL THEN {'lo': 0, 'hi': 0} END AS standby_supplies,
    coalesce(c.states, []) AS supply_states
FROM engine e
JOIN vplex_system y ON y.storage_array = e.storage_array
LEFT JOIN counted c ON c.storage_array = e.storage_array AND c.engine = e.engine
LEFT JOIN loose o ON o.storage_array = e.storage_array
LEFT JOIN complete k ON k.name = e.storage_array
WHERE e.engine IS NOT NULL
