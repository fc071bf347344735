-- view: backend_balance
-- meaning: One row per VPLEX cluster and array behind it: how evenly its directors use the array's controllers.
-- grain: storage_array, vplex_cluster, back_array
-- owner: storage_array
-- spine: backend_path
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column back_array text: array behind VPLEX
-- column array_family text: product family of the array [storage_array.family]
-- column widest_gap span: how many more paths a director has to one controller than to another one that it uses, at the most uneven director [backend_path.initiator_wwpn, backend_path.target_wwpn, backend_path.director, target_port.director, storage_volume.storage_array]
-- column unused_controllers span: controllers that no director of the cluster uses [backend_path.target_wwpn, backend_path.director, target_port.director, storage_volume.storage_array]
-- column uneven_directors list: directors with different numbers of paths to the controllers, with these numbers
-- column unused_controller_names list: controllers that no director uses
WITH pairs AS (
    SELECT DISTINCT storage_array, vplex_cluster, back_array, director, controller, initiator_wwpn, target_wwpn FROM backend_nexus WHERE back_array IS NOT NULL
), loose AS (
    SELECT storage_array, vplex_cluster, count(*) AS n FROM backend_nexus
    WHERE back_array IS NULL OR director IS NULL OR controller IS NULL OR initiator_wwpn IS NULL OR target_wwpn IS NULL GROUP BY ALL
), counted AS (
    SELECT storage_array, vplex_cluster, back_array, director, controller, count(*) AS n FROM pairs WHERE director IS NOT NULL AND controller IS NOT NULL GROUP BY ALL
), spread AS (
    SELECT storage_array, vplex_cluster, back_array, director, max(n) - min(n) AS gap, list(controller || ': ' || n ORDER BY controller) AS shown FROM counted GROUP BY ALL
), uneven AS (
    SELECT storage_array, vplex_cluster, back_array, max(gap) AS gap,
        list(director || ' (' || array_to_string(shown, ', ') || ')' ORDER BY director) FILTER (WHERE gap > 1) AS names FROM spread GROUP BY ALL
), controllers AS (
    SELECT storage_array AS back_array, director AS controller FROM target_place WHERE role = 'front-end' AND director IS NOT NULL AND known GROUP BY ALL
), unused AS (
    SELECT p.storage_array, p.vplex_cluster, p.back_array, count(*) AS n, list_sort(list(c.controller)) AS names
    FROM (SELECT DISTINCT storage_array, vplex_cluster, back_array FROM pairs) p JOIN controllers c ON c.back_array = p.back_array
    ANTI JOIN counted k ON k.storage_array = p.storage_array AND k.vplex_cluster IS NOT DISTINCT FROM p.vplex_cluster AND k.back_array = p.back_array AND k.controller = c.controller
    GROUP BY ALL
), placed AS (SELECT DISTINCT back_array FROM controllers
)
SELECT s.storage_array, s.vplex_cluster, s.back_array, a.family AS array_family,
    {'lo': CASE WHEN coalesce(l.n, 0) = 0 THEN coalesce(u.gap, 0) ELSE 0 END, 'hi': CASE WHEN coalesce(l.n, 0) = 0 THEN u.gap END} AS widest_gap,
    {'lo': CASE WHEN coalesce(l.n, 0) = 0 AND c.back_array IS NOT NULL THEN coalesce(x.n, 0) ELSE 0 END, 'hi': CASE WHEN c.back_array IS NOT NULL THEN coalesce(x.n, 0) END} AS unused_controllers,
    coalesce(u.names, []) AS uneven_directors, coalesce(x.names, []) AS unused_controller_names
FROM (SELECT DISTINCT storage_array, vplex_cluster, back_array FROM pairs) s
LEFT JOIN storage_array a ON a.storage_array = s.back_array
LEFT JOIN loose l ON l.storage_array = s.storage_array AND l.vplex_cluster IS NOT DISTINCT FROM s.vplex_cluster
LEFT JOIN uneven u ON u.storage_array = s.storage_array AND u.vplex_cluster IS NOT DISTINCT FROM s.vplex_cluster AND u.back_array = s.back_array
LEFT JOIN unused x ON x.storage_array = s.storage_array AND x.vplex_cluster IS NOT DISTINCT FROM s.vplex_cluster AND x.back_array = s.back_array
LEFT JOIN placed c ON c.back_array = s.back_array
