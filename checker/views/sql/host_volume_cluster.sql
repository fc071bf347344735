-- view: host_volume_cluster
-- meaning: One row per host, volume and VPLEX cluster; for other arrays one row per host and volume with an empty cluster.
-- grain: host, volume, vplex_cluster
-- owner: host
-- spine: path, device, mask_volume
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column vplex_cluster text: VPLEX cluster; '' for other arrays; NULL where the port tables of VPLEX are missing [target_port.cluster, director.cluster]
-- column storage_array text: array or VPLEX system [target_port.storage_array]
-- column array_family text: product family [device.vendor, device.model, storage_array.family]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column basis text: observed or planned
-- column live_paths span: live paths from the host to the volume through this cluster [path.state, path.target_wwpn, path.hctl]
-- column known_paths span: paths of any state [path.target_wwpn, path.hctl]
-- column fabrics span: distinct fabrics among live paths [path.state, login.wwpn, switch.switch]
-- column directors span: distinct directors among live paths [path.state, target_port.director]
-- column engines span: distinct engines among live paths [path.state, director.engine]
-- column cluster_directors int: directors of this cluster that are known [director.director]
-- column missing_pairs list: fabric and letter pairs without a live path; NULL unless every live path's fabric and letter are known [path.state, target_port.director, director.letter, login.wwpn]
-- column has_missing_pair bool: some fabric of the host lacks a path to an A or a B director; NULL if it can't be told [path.state, target_port.director, director.letter, login.wwpn]
-- column fabric_basis text: login, path or inferred
-- column dead_paths list: paths that are not live
-- column director_names list: directors with a live path [target_port.director]
-- column host_tags list: tags of the host
-- column remote_cluster bool: the cluster is at another site than the host [host.site, vplex_cluster.site]
WITH tagged AS (
    SELECT about_key AS host, list_sort(list(tag)) AS tags FROM tag WHERE about_kind = 'host' GROUP BY 1
), directors AS (
    SELECT storage_array, cluster, count(DISTINCT director) AS n FROM director GROUP BY ALL
), paths AS (
    SELECT p.*, CASE WHEN initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL
            THEN initiator_wwpn || ' > ' || target_wwpn ELSE coalesce(hctl, path_name) END AS shown
    FROM path_place p
), grouped AS (
    SELECT host, device, cluster, min(storage_array) AS storage_array, min(family) AS family, min(basis) AS basis,
        count_span(live) AS live_paths, count_span(TRUE) AS known_paths,
        distinct_span(fabric, live) AS fabrics, distinct_span(director, live) AS directors, distinct_span(engine, live) AS engines,
        max(fabric_basis) AS fabric_basis,
        bool_and(live IS NOT NULL) AND bool_and(fabric IS NOT NULL AND letter IS NOT NULL) FILTER (WHERE live IS NOT FALSE) AS placed,
        list_sort(list(DISTINCT fabric || ' ' || letter) FILTER (WHERE live)) AS pairs,
        list_sort(list(DISTINCT fabric)) AS host_fabrics,
        coalesce(list_sort(list(shown) FILTER (WHERE NOT live)), []) AS dead_paths,
        names_of(director, live) AS director_names
    FROM paths GROUP BY host, device, cluster
), spine AS (
    SELECT host, device FROM path_place UNION SELECT host, device FROM device_scope
)
SELECT s.host, s.device AS volume, CASE WHEN g.host IS NULL THEN CASE WHEN d.family <> 'vplex' THEN '' END ELSE g.cluster END AS vplex_cluster,
    g.storage_array, coalesce(g.family, d.family) AS array_family, d.in_scope, g.basis,
    -- Without the cluster of the ports the paths may belong to one cluster or to two.
    CASE WHEN g.host IS NULL THEN NULL
         WHEN g.family = 'vplex' AND g.cluster IS NULL AND g.live_paths.lo >= 2 THEN {'lo': 1, 'hi': g.live_paths.hi}
         ELSE g.live_paths END AS live_paths,
    g.known_paths, g.fabrics, g.directors, g.engines, c.n AS cluster_directors,
    CASE WHEN g.placed AND g.fabric_basis IS NOT NULL THEN list_filter(
        list_sort(list_concat(list_transform(g.host_fabrics, lambda f: f || ' A'), list_transform(g.host_fabrics, lambda f: f || ' B'))),
        lambda pair: NOT list_contains(coalesce(g.pairs, []), pair)) END AS missing_pairs,
    CASE WHEN g.placed THEN len(coalesce(g.pairs, [])) < 2 * len(g.host_fabrics) END AS has_missing_pair,
    g.fabric_basis, g.dead_paths, g.director_names, coalesce(t.tags, []) AS host_tags,
    CASE WHEN h.site IS NOT NULL AND v.site IS NOT NULL THEN h.site <> v.site END AS remote_cluster
FROM spine s
LEFT JOIN grouped g ON g.host = s.host AND g.device = s.device
LEFT JOIN device_scope d ON d.host = s.host AND d.device = s.device
LEFT JOIN directors c ON c.storage_array = g.storage_array AND c.cluster = g.cluster
LEFT JOIN tagged t ON t.host = s.host
LEFT JOIN host h ON h.host = s.host
LEFT JOIN vplex_cluster v ON v.storage_array = g.storage_array AND v.cluster = g.cluster
