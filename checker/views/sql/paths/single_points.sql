-- view: single_points
-- meaning: One row per host and volume: the ports, switches and ISLs whose loss removes all its live paths.
-- grain: host, volume
-- owner: host
-- spine: path, mask_volume
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column storage_array text: array or VPLEX system; the first by name where several present the volume
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column basis text: observed or planned
-- column live_paths span: live paths [path.state, path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column points span: ports, switches and ISLs that every live path needs; no upper bound where another may be one, no lower bound where only a part of the paths was exported [path.state, path.initiator_wwpn, path.target_wwpn, login.wwpn, login.switch]
-- column point_names list: those that are known
-- column tags list: tags of the host, the volume and the array
WITH port AS (
    SELECT wwpn, label FROM port_role WHERE label IS NOT NULL
), known AS (
    SELECT host, device, count(*) AS points, list_sort(list(CASE part_kind WHEN 'initiator' THEN 'host port ' || coalesce(r.label, part)
        WHEN 'target_port' THEN 'array port ' || coalesce(r.label, part) WHEN 'isl' THEN 'ISL ' || part ELSE 'switch ' || part END)) AS names
    FROM single_point p LEFT JOIN port r ON r.wwpn = p.part AND p.part_kind IN ('initiator', 'target_port')
    WHERE part_kind IN ('initiator', 'target_port', 'switch', 'isl') GROUP BY ALL
), open AS (
    SELECT DISTINCT host, device FROM single_point_doubt
)
SELECT v.host, v.volume, v.storage_array, v.in_scope, v.basis, v.live_paths,
    CASE WHEN v.known_paths.lo > 0 THEN {'lo': CASE WHEN q.paths_cut THEN 0 ELSE coalesce(k.points, 0) END, 'hi': CASE WHEN o.host IS NULL THEN coalesce(k.points, 0) END} END AS points,
    coalesce(k.names, []) AS point_names, v.tags
FROM host_volume v
LEFT JOIN known k ON k.host = v.host AND k.device = v.volume
LEFT JOIN open o ON o.host = v.host AND o.device = v.volume
LEFT JOIN host_reading q ON q.host = v.host
