-- view: backend_nexus
-- meaning: One row per initiator port of VPLEX, array port and storage volume: one path of a director to a storage volume.
-- grain: storage_array, storage_volume, initiator_wwpn, target_wwpn
-- owner: storage_array
-- spine: backend_path
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [backend_path.cluster, target_port.cluster]
-- column director text: director; NULL if unknown [backend_path.director, target_port.director]
-- column storage_volume text: name VPLEX gives the storage volume, else its identity [backend_path.vplex_name, backend_path.device]
-- column back_array text: array that provides the volume [storage_volume.storage_array, target_port.storage_array]
-- column initiator_wwpn text: back-end port of the director [backend_path.initiator_wwpn]
-- column target_wwpn text: port of the array [backend_path.target_wwpn]
-- column in_service bool: usable; NULL if the state is unknown [backend_path.state]
-- column shown text: the two ports, for people
-- column fabric text: fabric of the path [login.wwpn]
-- column controller text: controller of the array port [target_port.director]
WITH named AS (
    SELECT device, min(vplex_name) AS vplex_name FROM (
        SELECT device, vplex_name FROM storage_volume UNION ALL SELECT device, vplex_name FROM backend_path)
    WHERE device IS NOT NULL AND vplex_name IS NOT NULL GROUP BY device
), paths AS (
    SELECT coalesce(b.storage_array, i.storage_array) AS storage_array, b.device, coalesce(b.vplex_name, n.vplex_name, b.device) AS storage_volume, b.initiator_wwpn, b.target_wwpn,
        coalesce(nullif(b.cluster, ''), p.cluster) AS vplex_cluster, coalesce(b.director, i.director) AS director,
        -- Only some releases report paths that are out of service for latency: without the report the state is open.
        CASE WHEN NOT b.in_service THEN FALSE
             WHEN lower(b.state) IN ('active', 'ok', 'online', 'alive', 'up') THEN TRUE
             WHEN b.state IS NOT NULL AND lower(b.state) <> 'unknown' THEN FALSE END AS in_service,
        t.storage_array AS target_array, t.director AS controller,
        CASE WHEN fi.fabric IS NULL OR ft.fabric IS NULL OR fi.fabric = ft.fabric THEN coalesce(fi.fabric, ft.fabric) END AS fabric
    FROM backend_path b
    LEFT JOIN named n ON n.device = b.device
    LEFT JOIN target_port i ON i.target_wwpn = b.initiator_wwpn
    LEFT JOIN target_place p ON p.target_wwpn = b.initiator_wwpn
    LEFT JOIN target_place t ON t.target_wwpn = b.target_wwpn
    LEFT JOIN port_fabric fi ON fi.wwpn = b.initiator_wwpn
    LEFT JOIN port_fabric ft ON ft.wwpn = b.target_wwpn
    WHERE coalesce(b.storage_array, i.storage_array) IS NOT NULL
), by_port AS (
    -- All paths of a volume lead to one array, so one known port names the array of the others.
    SELECT storage_array, storage_volume, min(target_array) AS back_array FROM paths GROUP BY ALL HAVING count(DISTINCT target_array) = 1
)
SELECT p.storage_array, p.vplex_cluster, p.director, p.storage_volume, coalesce(v.storage_array, a.back_array) AS back_array,
    p.initiator_wwpn, p.target_wwpn, p.in_service,
    coalesce(ri.label, colons(p.initiator_wwpn), 'unknown port') || ' > ' || coalesce(rt.label, colons(p.target_wwpn), 'unknown port') AS shown,
    p.fabric, p.controller
FROM paths p
LEFT JOIN storage_volume v ON v.device = p.device
LEFT JOIN by_port a ON a.storage_array = p.storage_array AND a.storage_volume = p.storage_volume
LEFT JOIN port_role ri ON ri.wwpn = p.initiator_wwpn
LEFT JOIN port_role rt ON rt.wwpn = p.target_wwpn
