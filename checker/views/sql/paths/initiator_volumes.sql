-- view: initiator_volumes
-- meaning: One row per host, array, VPLEX cluster and protocol: whether the host's ports that have paths there have them to the same volumes.
-- grain: host, storage_array, vplex_cluster, protocol
-- owner: host
-- spine: path, mask_volume
-- column host text: name of the host
-- column storage_array text: array or VPLEX system [target_port.storage_array]
-- column vplex_cluster text: VPLEX cluster; '' for other arrays [target_port.cluster, director.cluster]
-- column protocol text: fcp or nvme
-- column initiators int: ports of the host with paths there
-- column sets_differ bool: they have paths to different volumes, and are not groups of two and more ports that share none; NULL as long as a path's port, array or state is unknown [path.state, path.initiator_wwpn, path.target_wwpn, target_port.storage_array, device.model, device.size_bytes, device.vendor]
-- column port_volumes list: groups of ports and the number of volumes they have paths to
-- column tags list: tags of the host
WITH seen AS (
    SELECT p.host, p.storage_array, coalesce(p.cluster, '') AS vplex_cluster, coalesce(p.protocol, 'fcp') AS protocol, p.device,
        list_sort(list(DISTINCT coalesce(p.initiator_wwpn, p.hba))) AS ports, count(*) > count(coalesce(p.initiator_wwpn, p.hba)) OR bool_or(p.family = 'vplex' AND p.cluster IS NULL) OR NOT coalesce(bool_or(p.live), FALSE) AS unsure
    -- A volume without any working path is a leftover, or reported as one.
    FROM path_place p WHERE p.storage_array IS NOT NULL GROUP BY ALL HAVING bool_or(p.live IS NOT FALSE)
), scoped AS (
    SELECT s.host, s.storage_array, s.vplex_cluster, s.protocol, s.ports, count(*) AS volumes, bool_or(s.unsure OR d.in_scope IS NULL) AS unsure
    FROM seen s LEFT JOIN device_scope d ON d.host = s.host AND d.device = s.device WHERE d.in_scope IS NOT FALSE GROUP BY ALL
), homeless AS (
    -- Paths to an unknown array may lead to any.
    SELECT DISTINCT p.host FROM path_place p LEFT JOIN device_scope d ON d.host = p.host AND d.device = p.device WHERE p.storage_array IS NULL AND d.in_scope IS NOT FALSE
), grouped AS (
    SELECT host, storage_array, vplex_cluster, protocol, count(*) AS groups, sum(len(ports)) AS members, min(len(ports)) AS fewest, bool_or(unsure) AS unsure,
        len(list_distinct(flatten(list(ports)))) AS initiators,
        list_sort(list(array_to_string(ports, ' ') || ': ' || volumes || CASE WHEN volumes = 1 THEN ' volume' ELSE ' volumes' END)) AS port_volumes
    FROM scoped GROUP BY ALL
), tagged AS (
    SELECT about_key AS host, list_sort(list(DISTINCT tag)) AS tags FROM tag WHERE about_kind = 'host' GROUP BY 1
)
SELECT g.host, g.storage_array, g.vplex_cluster, g.protocol, g.initiators,
    CASE WHEN NOT g.unsure AND h.host IS NULL AND q.host IS NULL THEN g.groups > 1 AND NOT (g.members = g.initiators AND g.fewest > 1) END AS sets_differ,
    g.port_volumes, coalesce(t.tags, []) AS tags
FROM grouped g LEFT JOIN homeless h ON h.host = g.host LEFT JOIN host_reading q ON q.host = g.host LEFT JOIN tagged t ON t.host = g.host
