-- view: host_cluster
-- meaning: One row per host and VPLEX cluster it has paths to.
-- grain: host, storage_array, vplex_cluster
-- owner: host
-- spine: path, mask_volume
-- column host text: name of the host
-- column storage_array text: VPLEX system [target_port.storage_array]
-- column vplex_cluster text: VPLEX cluster; NULL where the port tables of VPLEX are missing [target_port.cluster, director.cluster]
-- column basis text: observed or planned
-- column volumes int: volumes the host reaches through the cluster
-- column directors span: distinct directors among the live paths to all its volumes [path.state, target_port.director, target_port.target_wwpn]
-- column director_names list: directors with a live path [target_port.director]
-- column cluster_directors span: directors that the cluster has [director.director, target_port.director, vplex_cluster.engines]
-- column cluster_engines span: engines that the cluster has [director.engine, director.director, target_port.director, vplex_cluster.engines]
-- column on_all_directors bool: the host has live paths to every director of the cluster [path.state, target_port.director, target_port.target_wwpn, director.director, vplex_cluster.engines]
-- column cluster_hosts int: hosts with paths to the cluster
-- column hosts_on_all_directors span: hosts of the cluster with live paths to every director [path.state, target_port.director, target_port.target_wwpn, director.director, vplex_cluster.engines]
-- column tags list: tags of the host and the array
WITH layouts AS (
    SELECT host, layout, count(*) AS volumes FROM host_volume_layout GROUP BY ALL
), place AS (
    SELECT l.host, p.storage_array, p.vplex_cluster, p.director, p.live, p.basis, l.volumes, l.layout,
        -- Paths whose director is unknown may each be to another one.
        CASE WHEN p.director IS NULL THEN l.layout || p.path_number END AS unknown_director
    FROM layouts l JOIN layout_path p ON p.layout = l.layout WHERE p.family = 'vplex'
), volumes AS (
    SELECT host, storage_array, vplex_cluster, sum(volumes) AS volumes
    FROM (SELECT DISTINCT host, storage_array, vplex_cluster, layout, volumes FROM place) GROUP BY ALL
), distinct_place AS (
    SELECT host, storage_array, vplex_cluster, director, live, unknown_director, min(basis) AS basis FROM place GROUP BY ALL
), grouped AS (
    SELECT host, storage_array, vplex_cluster, min(basis) AS basis, distinct_span(director, live) AS directors, names_of(director, live) AS director_names
    FROM distinct_place GROUP BY ALL
), unsure AS (
    -- Directors reached by paths whose cluster is unknown may belong to any cluster the host uses.
    SELECT host, max(directors.hi) AS more FROM grouped WHERE vplex_cluster IS NULL GROUP BY host
), judged AS (
    SELECT g.host, g.storage_array, g.vplex_cluster, g.basis, v.volumes, g.director_names,
        CASE WHEN g.vplex_cluster IS NULL THEN {'lo': 0, 'hi': g.directors.hi}
             ELSE {'lo': g.directors.lo, 'hi': CASE WHEN q.paths_cut THEN z.cluster_directors.hi ELSE g.directors.hi + coalesce(u.more, 0) END} END AS directors,
        z.cluster_directors, z.cluster_engines
    FROM grouped g
    JOIN volumes v ON v.host = g.host AND v.storage_array IS NOT DISTINCT FROM g.storage_array AND v.vplex_cluster IS NOT DISTINCT FROM g.vplex_cluster
    LEFT JOIN unsure u ON u.host = g.host
    LEFT JOIN host_reading q ON q.host = g.host
    LEFT JOIN vplex_cluster_size z ON z.storage_array = g.storage_array AND z.vplex_cluster = g.vplex_cluster
), marked AS (
    SELECT *, NOT differ(directors, cluster_directors) AS on_all_directors FROM judged
), share AS (
    SELECT storage_array, vplex_cluster, count(*) AS cluster_hosts, count_span(on_all_directors) AS hosts_on_all_directors
    FROM marked GROUP BY ALL
), tagged AS (
    SELECT about_kind, about_key, list_sort(list(DISTINCT tag)) AS tags FROM tag GROUP BY ALL
)
SELECT m.host, m.storage_array, m.vplex_cluster, m.basis, m.volumes, m.directors, m.director_names, m.cluster_directors, m.cluster_engines,
    m.on_all_directors, s.cluster_hosts, s.hosts_on_all_directors, list_concat(coalesce(th.tags, []), coalesce(ta.tags, [])) AS tags
FROM marked m
JOIN share s ON s.storage_array IS NOT DISTINCT FROM m.storage_array AND s.vplex_cluster IS NOT DISTINCT FROM m.vplex_cluster
LEFT JOIN tagged th ON th.about_kind = 'host' AND th.about_key = m.host
LEFT JOIN tagged ta ON ta.about_kind = 'storage_array' AND ta.about_key = m.storage_array
