-- view: vplex_cluster_hardware
-- meaning: One row per VPLEX cluster: cache, local-COM switches and what is declared about its power and management network.
-- grain: storage_array, vplex_cluster
-- owner: storage_array
-- spine: vplex_cluster, director
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column hardware text: hardware generation [storage_array.hardware]
-- column engines span: engines of the cluster [director.engine, director.director, vplex_cluster.engines]
-- column cache_gib float: cache of all its directors in GiB; NULL unless every director's is known [director.cache_bytes, director.director]
-- column cache_gib_expected float: cache of a cluster of this hardware and number of engines; NULL if the reference table has no row [storage_array.hardware, director.engine, vplex_cluster.engines]
-- column com_switches span: local-COM Fibre Channel switches; NULL if none is listed [com_switch.cluster, com_switch.switch_type]
-- column com_switch_names list: those switches
-- column switch_without_ups bool: a local-COM switch is not on a UPS [com_switch.on_ups, vplex_cluster.local_com_ups]
-- column console_without_ups bool: declared: the management console is not on a UPS; FALSE if not declared
-- column one_management_subnet bool: declared: the management network has one private subnet; FALSE if not declared
WITH directors AS (
    SELECT storage_array, cluster, count(*) AS n, sum(cache_bytes) / 1073741824.0 AS cache_gib, count(cache_bytes) AS known
    FROM director WHERE cluster <> '' GROUP BY ALL
), spine AS (
    SELECT storage_array, cluster FROM vplex_cluster WHERE cluster IS NOT NULL UNION SELECT storage_array, cluster FROM directors
), switches AS (
    SELECT storage_array, cluster, count_span(lower(switch_type) = 'fc') AS switches, names_of(com_switch, lower(switch_type) = 'fc') AS names,
        CASE WHEN bool_or(NOT on_ups) THEN TRUE WHEN bool_and(on_ups IS NOT NULL) THEN FALSE END AS without_ups
    FROM com_switch WHERE lower(switch_type) = 'fc' OR switch_type IS NULL GROUP BY ALL
), loose AS (
    SELECT storage_array, count(*) AS n FROM com_switch WHERE cluster IS NULL OR cluster = '' GROUP BY 1
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), stated AS (
    SELECT storage_array, scope, bool_or(setting = 'management-console-on-ups' AND lower(value) IN ('false', 'no')) AS console_without_ups,
        bool_or(setting = 'management-subnets' AND value = '1') AS one_management_subnet
    FROM array_setting WHERE setting IN ('management-console-on-ups', 'management-subnets') AND value IS NOT NULL GROUP BY ALL
), judged AS (
    SELECT s.storage_array, s.cluster, y.hardware, z.cluster_engines AS engines,
        CASE WHEN d.n = d.known AND d.n = 2 * z.cluster_engines.lo AND z.cluster_engines.lo = z.cluster_engines.hi THEN d.cache_gib END AS cache_gib,
        CASE WHEN w.storage_array IS NOT NULL THEN {'lo': w.switches.lo, 'hi': CASE WHEN ca.name IS NOT NULL OR cc.name IS NOT NULL THEN w.switches.hi + coalesce(o.n, 0) END} END AS com_switches,
        w.names AS com_switch_names, w.without_ups AS listed_without, NOT v.local_com_ups AS stated_without, coalesce(t.console_without_ups, FALSE) AS console_without_ups, coalesce(t.one_management_subnet, FALSE) AS one_management_subnet
    FROM spine s
    LEFT JOIN vplex_system y ON y.storage_array = s.storage_array
    LEFT JOIN vplex_cluster_size z ON z.storage_array = s.storage_array AND z.vplex_cluster = s.cluster
    LEFT JOIN vplex_cluster v ON v.storage_array = s.storage_array AND v.cluster = s.cluster
    LEFT JOIN directors d ON d.storage_array = s.storage_array AND d.cluster = s.cluster
    LEFT JOIN switches w ON w.storage_array = s.storage_array AND w.cluster = s.cluster
    LEFT JOIN loose o ON o.storage_array = s.storage_array
    LEFT JOIN complete ca ON ca.scope = 'storage_array' AND ca.name = s.storage_array
    LEFT JOIN complete cc ON cc.scope = 'vplex_cluster' AND cc.name = s.cluster
    LEFT JOIN stated t ON t.storage_array = s.storage_array AND t.scope = s.cluster
)
SELECT j.storage_array, j.cluster AS vplex_cluster, j.hardware, j.engines, j.cache_gib, w.cache_gib AS cache_gib_expected,
    j.com_switches, j.com_switch_names,
    -- A statement about the cluster and one about its switches that disagree leave it open.
    CASE WHEN j.listed_without <> j.stated_without THEN NULL ELSE coalesce(j.listed_without, j.stated_without) END AS switch_without_ups,
    j.console_without_ups, j.one_management_subnet
FROM judged j
LEFT JOIN ref_vplex_hardware w ON w.hardware = j.hardware AND j.engines.lo = j.engines.hi AND w.engines = j.engines.lo
