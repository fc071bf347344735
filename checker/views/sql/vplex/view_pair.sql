-- view: view_pair
-- meaning: One row per initiator and front-end port that VPLEX storage views join.
-- grain: storage_array, vplex_cluster, initiator, port
-- owner: storage_array
-- spine: mask_initiator
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column initiator text: world wide port name, else the registered name
-- column port text: world wide port name, else the name by which views call it
-- column views span: views that join the two [mask_initiator.view, mask_port.view]
-- column view_names list: those that are known
WITH pairs AS (
    SELECT i.storage_array, i.cluster, coalesce(i.initiator_wwpn, i.initiator_name) AS initiator, coalesce(p.target_wwpn, p.port_name) AS port, i.view
    FROM mask_initiator i JOIN mask_port p ON p.storage_array = i.storage_array AND p.cluster = i.cluster AND p.view = i.view
    LEFT JOIN storage_array a ON a.storage_array = i.storage_array
    WHERE (a.family = 'vplex' OR a.family IS NULL AND i.cluster <> '') AND p.enabled IS NOT FALSE
), stray AS (
    SELECT (SELECT count(*) FROM mask_initiator WHERE view IS NULL) + (SELECT count(*) FROM mask_port WHERE view IS NULL) AS n
)
SELECT storage_array, cluster AS vplex_cluster, initiator, port, {'lo': count(DISTINCT view), 'hi': count(DISTINCT view) + (SELECT n FROM stray)} AS views, list_sort(list(DISTINCT view)) AS view_names
FROM pairs WHERE initiator IS NOT NULL AND port IS NOT NULL GROUP BY ALL
