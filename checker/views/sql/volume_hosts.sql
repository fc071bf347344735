-- view: volume_hosts
-- meaning: One row per volume that hosts have: which hosts and which clusters of hosts.
-- grain: volume
-- owner: storage_array
-- spine: path, device, mask_volume
-- column volume text: identity of the LUN
-- column storage_array text: array or VPLEX system of the volume [target_port.storage_array]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column hosts int: hosts that have paths to it, or that masking and zoning give it to
-- column host_names list: those hosts
-- column clusters span: different clusters of hosts among them; a host tagged standalone is a cluster of its own [host.host_cluster]
-- column cluster_names list: those clusters
-- column boots bool: a host among them boots from it, or it is tagged boot; FALSE where nothing says so
-- column tags list: tags of the volume
WITH alone AS (
    SELECT DISTINCT about_key AS host FROM tag WHERE about_kind = 'host' AND tag = 'standalone'
), helper AS (
    -- Backup servers read the volumes of others on purpose.
    SELECT DISTINCT about_key AS host FROM tag WHERE about_kind = 'host' AND tag = 'backup'
    UNION SELECT host FROM initiator WHERE owner_kind IN ('backup', 'replication', 'virtualiser') AND host IS NOT NULL
), sight AS (
    SELECT v.volume, v.host, v.storage_array, v.in_scope, d.is_boot,
        CASE WHEN h.host_cluster IS NOT NULL THEN h.host_cluster WHEN a.host IS NOT NULL THEN 'host ' || v.host END AS cluster_name
    FROM host_volume v LEFT JOIN host h ON h.host = v.host LEFT JOIN alone a ON a.host = v.host
    LEFT JOIN device d ON d.host = v.host AND d.device = v.volume
    WHERE v.host NOT IN (SELECT host FROM helper) AND (v.live_paths IS NULL OR v.live_paths.hi > 0)
), tagged AS (
    SELECT about_key AS device, list_sort(list(DISTINCT tag)) AS tags FROM tag WHERE about_kind = 'device' GROUP BY 1
)
SELECT s.volume, min(s.storage_array) AS storage_array, bool_and(s.in_scope) AS in_scope, count(*) AS hosts, list_sort(list(s.host)) AS host_names,
    distinct_span(s.cluster_name, TRUE) AS clusters, names_of(s.cluster_name, TRUE) AS cluster_names,
    coalesce(bool_or(s.is_boot), FALSE) OR coalesce(bool_or(list_contains(t.tags, 'boot')), FALSE) AS boots, coalesce(min(t.tags), []) AS tags
FROM sight s LEFT JOIN tagged t ON t.device = s.volume
GROUP BY s.volume
