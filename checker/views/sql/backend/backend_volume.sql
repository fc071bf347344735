-- view: backend_volume
-- meaning: One row per VPLEX director and storage volume of its cluster.
-- grain: storage_array, vplex_cluster, director, storage_volume
-- owner: storage_array
-- spine: backend_path, storage_volume
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [backend_path.cluster, storage_volume.used_by_cluster, director.cluster]
-- column director text: director
-- column storage_volume text: name VPLEX gives the storage volume, else its identity [storage_volume.vplex_name, backend_path.vplex_name]
-- column back_array text: array that provides the volume [storage_volume.storage_array, target_port.storage_array]
-- column active_active bool: every controller of that array serves every volume at equal cost [storage_array.active_active]
-- column known_paths span: paths of any state; NULL if no path of the volume is known [backend_path.director, backend_path.initiator_wwpn, backend_path.device]
-- column live_paths span: paths in service; NULL if no path of the volume is known [backend_path.state, backend_path.director, backend_path.initiator_wwpn, backend_path.device]
-- column live_path_names list: paths in service
-- column lost_path_names list: known paths that are dead or out of service
-- column lack text: what is missing, for people
WITH nexuses AS (
    SELECT * FROM backend_nexus
), members AS (
    SELECT storage_array, cluster AS vplex_cluster, director FROM director WHERE cluster <> ''
    UNION SELECT storage_array, vplex_cluster, director FROM nexuses WHERE vplex_cluster IS NOT NULL AND director IS NOT NULL
), volumes AS (
    SELECT storage_array, vplex_cluster, storage_volume FROM nexuses
    UNION SELECT used_by_array, used_by_cluster, coalesce(vplex_name, device) FROM storage_volume WHERE used_by_array IS NOT NULL AND coalesce(vplex_use, '') <> 'unclaimed'
), path_totals AS (
    SELECT storage_array, storage_volume, vplex_cluster, min(back_array) AS back_array,
        count(*) FILTER (WHERE director IS NULL) AS unplaced, count(*) FILTER (WHERE director IS NULL AND in_service IS NOT FALSE) AS unplaced_live
    FROM nexuses GROUP BY ALL
), grouped AS (
    SELECT storage_array, vplex_cluster, director, storage_volume, count_span(TRUE) AS known_paths, count_span(in_service) AS live_paths,
        list_sort(coalesce(list(shown) FILTER (WHERE in_service), [])) AS live_path_names,
        list_sort(coalesce(list(shown) FILTER (WHERE NOT in_service), [])) AS lost_path_names
    FROM nexuses WHERE director IS NOT NULL GROUP BY ALL
), judged AS (
    SELECT m.storage_array, m.vplex_cluster, m.director, v.storage_volume, coalesce(t.back_array, s.storage_array) AS back_array,
        CASE WHEN t.storage_volume IS NOT NULL THEN opened({'lo': coalesce(g.known_paths.lo, 0), 'hi': coalesce(g.known_paths.hi, 0) + t.unplaced}, q.nexuses_cut) END AS known_paths,
        CASE WHEN t.storage_volume IS NOT NULL THEN opened({'lo': coalesce(g.live_paths.lo, 0), 'hi': coalesce(g.live_paths.hi, 0) + t.unplaced_live}, q.nexuses_cut) END AS live_paths,
        coalesce(g.live_path_names, []) AS live_path_names, coalesce(g.lost_path_names, []) AS lost_path_names
    FROM members m
    JOIN volumes v ON v.storage_array = m.storage_array AND v.vplex_cluster = m.vplex_cluster
    LEFT JOIN array_reading q ON q.storage_array = m.storage_array
    LEFT JOIN path_totals t ON t.storage_array = v.storage_array AND t.vplex_cluster = v.vplex_cluster AND t.storage_volume = v.storage_volume
    LEFT JOIN grouped g ON g.storage_array = m.storage_array AND g.vplex_cluster = m.vplex_cluster AND g.director = m.director AND g.storage_volume = v.storage_volume
    LEFT JOIN (SELECT used_by_array, used_by_cluster, coalesce(vplex_name, device) AS name, min(storage_array) AS storage_array FROM storage_volume GROUP BY ALL) s
        ON s.used_by_array = v.storage_array AND s.used_by_cluster = v.vplex_cluster AND s.name = v.storage_volume
)
SELECT j.*, a.active_active, CASE WHEN len(lost_path_names) > 0 THEN 'degraded: paths exist but are dead or out of service'
    WHEN known_paths.hi = 0 THEN 'no path at all' ELSE 'no second path is set up' END AS lack
FROM judged j LEFT JOIN storage_array a ON a.storage_array = j.back_array
