-- view: cluster_site_volume
-- meaning: One row per declared cluster of hosts, site and volume: how much the paths of its hosts differ.
-- grain: host_cluster, site, volume
-- owner: storage_array
-- spine: path, mask_volume
-- column host_cluster text: cluster of hosts
-- column site text: site of the hosts; '' if none is declared
-- column volume text: identity of the LUN
-- column storage_array text: array or VPLEX system of the volume [target_port.storage_array]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column hosts int: hosts of the cluster at the site that have the volume
-- column paths_differ bool: the number of live paths differs between them [path.state, path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column fabrics_differ bool: the number of fabrics used differs [path.state, login.wwpn, login.switch]
-- column controllers_differ bool: the number of controllers used differs [path.state, target_port.director, target_port.target_wwpn]
-- column host_paths list: host and live paths
-- column host_controllers list: host and the controllers it uses
WITH sight AS (
    SELECT h.host_cluster, coalesce(h.site, '') AS site, v.volume, v.host, v.storage_array, v.in_scope, v.live_paths, v.observed_fabrics AS fabrics, v.controllers, v.controller_names
    FROM host_volume v JOIN host h ON h.host = v.host
    WHERE h.host_cluster IS NOT NULL AND v.live_paths IS NOT NULL
)
SELECT host_cluster, site, volume, min(storage_array) AS storage_array, bool_and(in_scope) AS in_scope, count(*) AS hosts,
    CASE WHEN max(live_paths.lo) > min(live_paths.hi) THEN TRUE WHEN min(live_paths.lo) = max(live_paths.hi) AND count(live_paths.hi) = count(*) THEN FALSE END AS paths_differ,
    CASE WHEN max(fabrics.lo) > min(fabrics.hi) THEN TRUE WHEN min(fabrics.lo) = max(fabrics.hi) AND count(fabrics.hi) = count(*) THEN FALSE END AS fabrics_differ,
    CASE WHEN max(controllers.lo) > min(controllers.hi) THEN TRUE WHEN min(controllers.lo) = max(controllers.hi) AND count(controllers.hi) = count(*) THEN FALSE END AS controllers_differ,
    list_sort(list(host || ': ' || CASE WHEN live_paths.hi IS NULL THEN 'at least ' ELSE '' END || live_paths.lo::VARCHAR || CASE WHEN live_paths.hi > live_paths.lo THEN ' to ' || live_paths.hi::VARCHAR ELSE '' END)) AS host_paths,
    list_sort(list(host || coalesce(': ' || nullif(array_to_string(controller_names, ' '), ''), ''))) AS host_controllers
FROM sight GROUP BY host_cluster, site, volume
