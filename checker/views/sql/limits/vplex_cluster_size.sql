-- view: vplex_cluster_size
-- meaning: One row per VPLEX cluster: how many directors and engines it has.
-- grain: storage_array, vplex_cluster
-- owner: storage_array
-- spine: vplex_cluster, director, target_port
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column cluster_directors span: directors of the cluster; no upper bound unless the cluster is known to be complete or its number of engines is stated [director.director, target_port.director, vplex_cluster.engines]
-- column cluster_engines span: engines of the cluster; no upper bound, as for directors [director.engine, director.director, target_port.director, vplex_cluster.engines]
-- column cluster_complete bool: the exports of the cluster are known to be complete
WITH known AS (
    SELECT storage_array, cluster, director, engine FROM director WHERE cluster <> ''
    UNION ALL
    SELECT storage_array, cluster, director, engine FROM target_place WHERE family = 'vplex' AND known
), counted AS (
    SELECT storage_array, cluster, count(DISTINCT director) AS directors, count(DISTINCT engine) AS engines,
        count(*) FILTER (WHERE director IS NULL) AS unnamed_directors, count(*) FILTER (WHERE engine IS NULL) AS unnamed_engines
    FROM known WHERE storage_array IS NOT NULL AND cluster IS NOT NULL GROUP BY ALL
), spine AS (
    SELECT storage_array, cluster FROM vplex_cluster WHERE cluster IS NOT NULL UNION SELECT storage_array, cluster FROM counted
), unplaced AS (
    SELECT storage_array, count(*) AS n FROM director WHERE cluster IS NULL OR cluster = '' GROUP BY 1
), complete AS (
    SELECT scope, name FROM whole_scope WHERE complete
), judged AS (
    SELECT s.storage_array, s.cluster, coalesce(k.directors, 0) AS directors, coalesce(k.engines, 0) AS engines, v.engines AS stated,
        a.name IS NOT NULL OR c.name IS NOT NULL AS complete,
        k.unnamed_directors + coalesce(u.n, 0) AS unnamed_directors, k.unnamed_engines + coalesce(u.n, 0) AS unnamed_engines
    FROM spine s
    LEFT JOIN counted k ON k.storage_array = s.storage_array AND k.cluster = s.cluster
    LEFT JOIN vplex_cluster v ON v.storage_array = s.storage_array AND v.cluster = s.cluster
    LEFT JOIN unplaced u ON u.storage_array = s.storage_array
    LEFT JOIN complete a ON a.scope = 'storage_array' AND a.name = s.storage_array
    LEFT JOIN complete c ON c.scope = 'vplex_cluster' AND c.name = s.cluster
)
SELECT storage_array, cluster AS vplex_cluster,
    -- Every engine has two directors (H13540, section 1); a stated number of engines bounds what an export may have omitted.
    {'lo': directors, 'hi': CASE WHEN complete AND unnamed_directors = 0 THEN directors WHEN 2 * stated >= directors THEN 2 * stated END} AS cluster_directors,
    {'lo': engines, 'hi': CASE WHEN complete AND unnamed_engines = 0 THEN engines WHEN stated >= engines THEN stated END} AS cluster_engines,
    complete AS cluster_complete
FROM judged
