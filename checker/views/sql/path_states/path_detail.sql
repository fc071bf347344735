-- view: path_detail
-- meaning: One row per logical path of a host to a volume.
-- grain: host, volume, protocol, initiator_wwpn, target_wwpn, hctl, path_name
-- owner: host
-- spine: path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column protocol text: fcp or nvme
-- column initiator_wwpn text: world wide port name of the host's port [path.initiator_wwpn]
-- column target_wwpn text: world wide port name of the target port [path.target_wwpn]
-- column hctl text: runtime name [path.hctl]
-- column path_name text: kernel name of the path [path.path_name]
-- column route text: initiator and target port, else host port and target as the host numbers them; the same for all LUNs
-- column path_shown text: kernel name of the path, if its target port is unknown
-- column from_shown text: host port for people: its name on the host and its world wide port name, as far as known; NULL if neither is known
-- column to_shown text: target port for people: world wide port name and place, else its number on the host or its name in PowerPath; NULL if none is known
-- column target text: director and port of the target, where an export of the array names it [target_port.director, target_port.port]
-- column fabric text: fabric of the path [login.wwpn]
-- column storage_array text: array or VPLEX system [target_port.storage_array]
-- column path_state text: active, standby, dead, disabled, unavailable or unknown [path.state]
-- column live bool: usable; NULL if the state is unknown [path.state]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column gatekeeper bool: the device is a gatekeeper of a Symmetrix, or it is unknown whether it is one or a volume [device.size_bytes]
-- column over_iscsi bool: the volume is reached over iSCSI; FALSE unless an export says so
-- column several bool: exports list more than one path to the volume
-- column remaining_paths span: live paths that the host still has to the volume [path.state, path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column stale bool: no path to the volume is live, and the masking of its array is known and does not map it
-- column unlicensed bool: PowerPath does not use the path because the policy of the volume is BasicFailover or NoRedirect; FALSE if not stated
-- column maintenance bool: the path is disabled, and a maintenance window is recorded or tagged for the host; FALSE if not declared
WITH initiator_name AS (
    -- Few ports serve many paths; their names are written once.
    SELECT initiator_wwpn, colons(initiator_wwpn) AS shown FROM (SELECT DISTINCT initiator_wwpn FROM path_place WHERE initiator_wwpn IS NOT NULL)
), target_name AS (
    SELECT target_wwpn, port, colons(target_wwpn) AS shown FROM target_place
), named_target AS (
    -- PowerPath prints the names of array ports, such as SP A1, and no WWPN.
    SELECT host, device, path_name, min(target) AS target FROM path WHERE target_wwpn IS NULL AND hctl IS NULL AND path_name IS NOT NULL AND target IS NOT NULL GROUP BY ALL
), masked_array AS (
    SELECT storage_array FROM mask_volume GROUP BY 1 HAVING count(*) = count(device)
), masked AS (
    SELECT DISTINCT device FROM mask_volume WHERE device IS NOT NULL
), redundant AS (
    SELECT host, device FROM path GROUP BY ALL HAVING count(*) > 1
), unbalanced AS (
    SELECT host, device FROM device WHERE lower(multipath_owner) = 'powerpath' AND without_balancing(policy)
), window_host AS (
    SELECT about_key AS host FROM record WHERE record_type = 'window' AND about_kind = 'host'
    UNION SELECT about_key FROM tag WHERE about_kind = 'host' AND tag = 'maintenance'
)
SELECT p.host, p.device AS volume, p.protocol, p.initiator_wwpn, p.target_wwpn, p.hctl, p.path_name,
    CASE WHEN p.initiator_wwpn IS NOT NULL AND p.target_wwpn IS NOT NULL THEN p.initiator_wwpn || ' > ' || p.target_wwpn
         ELSE coalesce(regexp_replace(p.hctl, ':[^:]*$', ''), p.hba) END AS route,
    CASE WHEN p.hba IS NOT NULL AND NOT contains(p.hba, '\') THEN p.hba || coalesce(' (' || i.shown || ')', '') ELSE coalesce(i.shown, p.hba) END AS from_shown,
    coalesce(t.shown || coalesce(' (' || coalesce(port_place(p.director, t.port), p.director, t.port) || ')', ''),
        'target ' || regexp_replace(p.hctl, ':[^:]*$', ''), n.target) AS to_shown,
    -- Readers number paths without a name after their host.
    CASE WHEN p.target_wwpn IS NULL AND NOT starts_with(p.path_name, p.host || ' ') THEN p.path_name END AS path_shown,
    coalesce(port_place(p.director, t.port), p.director, t.port, n.target) AS target,
    p.fabric, p.storage_array, p.state AS path_state, p.live, s.in_scope, coalesce(s.family = 'symmetrix' AND (s.in_scope IS NULL OR s.reason = 'gatekeeper'), FALSE) AS gatekeeper, coalesce(s.reason = 'iSCSI', FALSE) AS over_iscsi, r.host IS NOT NULL AS several, v.live_paths AS remaining_paths,
    v.live_paths.hi = 0 AND k.device IS NULL AND a.storage_array IS NOT NULL AS stale,
    p.state = 'disabled' AND u.host IS NOT NULL AS unlicensed,
    p.state = 'disabled' AND w.host IS NOT NULL AS maintenance
FROM path_place p
LEFT JOIN initiator_name i ON i.initiator_wwpn = p.initiator_wwpn
LEFT JOIN target_name t ON t.target_wwpn = p.target_wwpn
LEFT JOIN named_target n ON p.target_wwpn IS NULL AND n.host = p.host AND n.device = p.device AND n.path_name = p.path_name
LEFT JOIN device_scope s ON s.host = p.host AND s.device = p.device
LEFT JOIN host_volume v ON v.host = p.host AND v.volume = p.device
LEFT JOIN redundant r ON r.host = p.host AND r.device = p.device
LEFT JOIN masked k ON k.device = p.device
LEFT JOIN masked_array a ON a.storage_array = p.storage_array
LEFT JOIN unbalanced u ON u.host = p.host AND u.device = p.device
LEFT JOIN window_host w ON w.host = p.host
WHERE p.basis = 'observed'
