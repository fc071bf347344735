-- view: metro_host
-- meaning: One row per host and VPLEX system that it uses: which clusters it reaches.
-- grain: host, storage_array
-- owner: host
-- spine: path, mask_volume
-- column host text: name of the host
-- column storage_array text: VPLEX system [target_port.storage_array]
-- column cross_connected bool: it reaches more than one cluster of the system, by its paths or by declaration [host.cross_connected, path.host, target_port.cluster]
-- column clusters list: clusters it has paths to
WITH reached AS (
    SELECT DISTINCT v.host, p.storage_array, p.vplex_cluster
    FROM (SELECT DISTINCT host, layout FROM host_volume_layout) v JOIN layout_path p ON p.layout = v.layout
    WHERE p.family = 'vplex' AND p.storage_array IS NOT NULL
), grouped AS (
    SELECT host, storage_array, count(DISTINCT vplex_cluster) AS n, bool_or(vplex_cluster IS NULL) AS unsure,
        list_sort(list(vplex_cluster) FILTER (WHERE vplex_cluster IS NOT NULL)) AS clusters
    FROM reached GROUP BY ALL
), judged AS (
    SELECT g.*, h.cross_connected AS declared, CASE WHEN g.n > 1 THEN TRUE WHEN NOT g.unsure THEN FALSE END AS seen
    FROM grouped g LEFT JOIN host h ON h.host = g.host
)
SELECT host, storage_array,
    -- Paths that contradict the declaration leave it open.
    CASE WHEN declared <> seen THEN NULL ELSE coalesce(declared, seen) END AS cross_connected, coalesce(clusters, []) AS clusters
FROM judged
