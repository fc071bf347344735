-- view: host_volume
-- meaning: One row per host and volume, over all arrays and clusters that present it.
-- grain: host, volume
-- owner: host
-- spine: path, device, mask_volume
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column storage_array text: array or VPLEX system; the first by name where several present the volume [target_port.storage_array]
-- column storage_arrays span: arrays with a live path to the volume [path.state, target_port.storage_array]
-- column array_family text: product family [device.vendor, device.model, storage_array.family]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column basis text: observed or planned
-- column fabric_basis text: observed, planned, or inferred where fabrics are known from shared paths only; for rules about fabrics
-- column live_paths span: live paths [path.state, path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column known_paths span: paths of any state [path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column fabrics span: distinct fabrics among live paths, inferred ones too [path.state, login.wwpn, login.switch]
-- column observed_fabrics span: distinct fabrics among live paths; inferred ones count as unknown [path.state, login.wwpn, login.switch]
-- column fabric_names list: fabrics with a live path [login.wwpn]
-- column array_fabrics span: fabrics that are known to carry front-end ports of the array, of a VPLEX Metro those of the clusters to which the host has paths; no upper bound [login.wwpn, login.switch, target_port.target_wwpn, target_port.storage_array, target_port.role]
-- column unused_fabrics list: those of these fabrics without a live path [login.wwpn, path.state]
-- column controllers span: distinct directors or controllers among live paths, of all arrays [path.state, target_port.director, target_port.target_wwpn]
-- column controller_names list: directors or controllers with a live path [target_port.director]
-- column fewest_controllers span: the same for the array that is reached through the fewest [path.state, target_port.director, target_port.target_wwpn, target_port.storage_array]
-- column only_controller text: the director or controller of that array, where it is a single one
-- column controller_word text: what the family of that array calls them: director or controller
-- column array_controllers span: controllers that this array has; no upper bound unless the array is known to be complete [storage_array.controllers, director.director, target_port.director]
-- column controllers_listed bool: an export of the array names its controllers, so that their number is certain
-- column path_difference span: live paths of the fabric with the most minus those of the fabric with the fewest, among the fabrics in use; per VPLEX cluster, the greatest difference [path.state, login.wwpn, login.switch, target_port.cluster, director.cluster]
-- column controller_difference span: the same for distinct controllers a fabric [path.state, login.wwpn, login.switch, target_port.director, target_port.target_wwpn]
-- column fabric_paths list: fabrics in use, with the VPLEX cluster, each with its live paths [path.state, login.wwpn]
-- column host_tags list: tags of the host
-- column tags list: tags of the host, the volume and the array
WITH whole AS (
    SELECT layout, min(storage_array) AS storage_array, min(family) AS family, min(basis) AS basis,
        CASE WHEN bool_or(fabric_basis = 'inferred') THEN 'inferred' ELSE min(basis) END AS fabric_basis,
        count_span(live) AS live_paths, count_span(CASE WHEN basis <> 'unlisted' THEN TRUE END) AS known_paths, distinct_span(storage_array, live) AS storage_arrays,
        distinct_span(fabric, live) AS fabrics,
        distinct_span(CASE WHEN fabric_basis <> 'inferred' THEN fabric END, live) AS observed_fabrics,
        names_of(fabric, live) AS fabric_names, names_of(director, live) AS controller_names,
        distinct_span(CASE WHEN director IS NOT NULL THEN coalesce(storage_array, '') || ' ' || director END, live) AS controllers
    FROM layout_path GROUP BY layout
), by_array AS (
    SELECT layout, storage_array, distinct_span(director, live) AS controllers, min(director) AS first_controller
    FROM layout_path WHERE live IS NOT FALSE GROUP BY ALL
), listed AS (
    SELECT storage_array, count(DISTINCT director) AS listed, 0 AS ported FROM director GROUP BY 1
    UNION ALL
    SELECT storage_array, controllers, 0 FROM storage_array
    UNION ALL
    SELECT storage_array, 0, count(DISTINCT director) FROM target_place GROUP BY 1
), array_size AS (
    SELECT storage_array, greatest(max(listed), max(ported)) AS controllers, max(listed) > 0 AS controllers_listed
    FROM listed WHERE storage_array IS NOT NULL GROUP BY 1
), complete_array AS (
    SELECT name AS storage_array FROM whole_scope WHERE complete AND scope = 'storage_array'
    EXCEPT SELECT storage_array FROM director WHERE director IS NULL
    EXCEPT SELECT storage_array FROM target_place WHERE director IS NULL
    EXCEPT SELECT storage_array FROM target_port WHERE target_wwpn IS NULL
), fewest AS (
    -- Volumes that two arrays present (SRDF/Metro, ActiveCluster) are evaluated array by array. Paths of unknown arrays may
    -- be of one array or several, or add to any that is known.
    SELECT layout, {'lo': min(CASE WHEN storage_array IS NULL THEN least(controllers.lo, 1) ELSE controllers.lo END), 'hi': min(controllers.hi) FILTER (WHERE storage_array IS NOT NULL)
            + coalesce(max(controllers.hi) FILTER (WHERE storage_array IS NULL), 0)} AS fewest_controllers,
        arg_min(storage_array, (controllers.hi, controllers.lo, storage_array)) FILTER (WHERE storage_array IS NOT NULL) AS storage_array,
        arg_min(first_controller, (controllers.hi, controllers.lo, storage_array)) FILTER (WHERE storage_array IS NOT NULL) AS first_controller
    FROM by_array GROUP BY layout
), unplaced AS (
    -- Live paths of an unknown fabric or cluster may count for any of those that are known.
    SELECT layout, count(*) FILTER (WHERE fabric IS NULL OR vplex_cluster IS NULL) AS n, count(vplex_cluster) = 0 AS no_cluster
    FROM layout_path WHERE live IS NOT FALSE GROUP BY layout
), by_fabric AS (
    SELECT layout, vplex_cluster, fabric, count_span(live) AS live_paths,
        distinct_span(CASE WHEN director IS NOT NULL THEN coalesce(storage_array, '') || ' ' || director END, live) AS controllers
    FROM layout_path WHERE live IS NOT FALSE AND fabric IS NOT NULL GROUP BY ALL
), by_cluster AS (
    -- A host with paths to both clusters of a Metro may have fewer to the remote one; each is compared within itself.
    SELECT f.layout, f.vplex_cluster,
        CASE WHEN u.no_cluster THEN 0 ELSE greatest(max(f.live_paths.lo) - min(f.live_paths.hi + u.n), 0) END AS paths_lo, max(f.live_paths.hi + u.n) - min(f.live_paths.lo) AS paths_hi,
        CASE WHEN u.no_cluster THEN 0 ELSE greatest(max(f.controllers.lo) - min(f.controllers.hi + u.n), 0) END AS controllers_lo, max(f.controllers.hi + u.n) - min(f.controllers.lo) AS controllers_hi
    FROM by_fabric f JOIN unplaced u ON u.layout = f.layout WHERE f.vplex_cluster IS NOT NULL OR u.no_cluster
    GROUP BY f.layout, f.vplex_cluster, u.no_cluster
), difference AS (
    SELECT layout, {'lo': max(paths_lo), 'hi': max(paths_hi)} AS path_difference, {'lo': max(controllers_lo), 'hi': max(controllers_hi)} AS controller_difference
    FROM by_cluster GROUP BY layout
), fabric_list AS (
    SELECT layout, list_sort(list(concat_ws(' ', nullif(vplex_cluster, ''), fabric) || ': '
        || CASE WHEN live_paths.lo = live_paths.hi THEN live_paths.lo::VARCHAR ELSE 'unknown' END)) AS fabric_paths
    FROM by_fabric GROUP BY layout
), used_target AS (
    SELECT DISTINCT target_wwpn FROM path_place
), array_port AS (
    SELECT DISTINCT t.storage_array, t.cluster, f.fabric FROM target_place t JOIN port_fabric f ON f.wwpn = t.target_wwpn AND f.basis <> 'inferred'
    WHERE t.storage_array IS NOT NULL AND (t.role = 'front-end' OR t.role IS NULL AND t.target_wwpn IN (SELECT target_wwpn FROM used_target))
), used_cluster AS (
    SELECT layout, list(DISTINCT vplex_cluster) AS clusters, bool_or(vplex_cluster IS NULL) AS any_cluster FROM layout_path GROUP BY layout
), array_fabric AS (
    -- The fabrics of the other site of a Metro are none that a host without paths to it could use.
    SELECT w.layout, count(DISTINCT p.fabric) AS fabrics, list_sort(list(DISTINCT p.fabric)) AS fabric_names
    FROM whole w JOIN array_port p ON p.storage_array = w.storage_array JOIN used_cluster u ON u.layout = w.layout
    WHERE coalesce(p.cluster, '') = '' OR u.any_cluster OR list_contains(u.clusters, p.cluster)
    GROUP BY w.layout
), tagged AS (
    SELECT about_kind, about_key, list_sort(list(DISTINCT tag)) AS tags FROM tag GROUP BY ALL
), spine AS (
    SELECT host, volume, layout FROM host_volume_layout
    UNION ALL
    SELECT host, device, NULL FROM device_scope WHERE (host, device) NOT IN (SELECT (host, volume) FROM host_volume_layout)
)
SELECT s.host, s.volume, coalesce(m.storage_array, w.storage_array) AS storage_array, opened(w.storage_arrays, q.paths_cut) AS storage_arrays, coalesce(w.family, d.family) AS array_family, d.in_scope,
    w.basis, w.fabric_basis, opened(w.live_paths, q.paths_cut) AS live_paths, opened(w.known_paths, q.paths_cut) AS known_paths,
    opened(w.fabrics, q.paths_cut) AS fabrics, opened(w.observed_fabrics, q.paths_cut) AS observed_fabrics, w.fabric_names,
    CASE WHEN s.layout IS NOT NULL THEN {'lo': coalesce(a.fabrics, 0), 'hi': NULL} END AS array_fabrics,
    list_filter(a.fabric_names, lambda f: NOT list_contains(w.fabric_names, f)) AS unused_fabrics,
    opened(w.controllers, q.paths_cut) AS controllers, w.controller_names,
    opened(CASE WHEN w.live_paths.hi = 0 THEN {'lo': 0, 'hi': 0} ELSE m.fewest_controllers END, q.paths_cut) AS fewest_controllers,
    CASE WHEN m.fewest_controllers.hi = 1 THEN m.first_controller END AS only_controller,
    CASE WHEN coalesce(w.family, d.family) IN ('symmetrix', 'vplex') THEN 'director' ELSE 'controller' END AS controller_word,
    CASE WHEN s.layout IS NOT NULL THEN {'lo': coalesce(z.controllers, 0), 'hi': CASE WHEN c.storage_array IS NOT NULL THEN z.controllers END} END AS array_controllers,
    coalesce(z.controllers_listed, FALSE) AS controllers_listed,
    -- Where one path more may be anywhere, the fabrics may be equal, or differ by more.
    CASE WHEN q.paths_cut THEN {'lo': 0, 'hi': NULL} ELSE f.path_difference END AS path_difference,
    CASE WHEN q.paths_cut THEN {'lo': 0, 'hi': NULL} ELSE f.controller_difference END AS controller_difference, y.fabric_paths,
    coalesce(th.tags, []) AS host_tags, list_concat(coalesce(th.tags, []), list_concat(coalesce(tv.tags, []), coalesce(ta.tags, []))) AS tags
FROM spine s
LEFT JOIN whole w ON w.layout = s.layout
LEFT JOIN fewest m ON m.layout = s.layout
LEFT JOIN difference f ON f.layout = s.layout
LEFT JOIN fabric_list y ON y.layout = s.layout
LEFT JOIN array_fabric a ON a.layout = w.layout
LEFT JOIN array_size z ON z.storage_array = coalesce(m.storage_array, w.storage_array)
LEFT JOIN complete_array c ON c.storage_array = z.storage_array
LEFT JOIN device_scope d ON d.host = s.host AND d.device = s.volume
LEFT JOIN host_reading q ON q.host = s.host
LEFT JOIN tagged th ON th.about_kind = 'host' AND th.about_key = s.host
LEFT JOIN tagged tv ON tv.about_kind = 'device' AND tv.about_key = s.volume
LEFT JOIN tagged ta ON ta.about_kind = 'storage_array' AND ta.about_key = w.storage_array
