-- view: planned_volume
-- meaning: One row per host with an export of its paths and volume that is masked to it: how many paths zoning and masking allow, and how many the host shows.
-- grain: host, volume
-- owner: host
-- spine: mask_volume
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column storage_array text: array or VPLEX system that masks it
-- column planned_paths int: pairs of a port of the host and a port of the view that a zone joins, in the view with the most
-- column found_paths span: paths of any state that the host shows [path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column in_scope bool: a data volume: of those that the host doesn't show, one of 10 MiB and more that is no replica [device.model, device.size_bytes, device.vendor, mask_volume.size_bytes, storage_volume.size_bytes, virtual_volume.size_bytes]
WITH captured AS (
    SELECT DISTINCT host FROM path WHERE host IS NOT NULL
), member AS (
    SELECT DISTINCT m.storage_array, m.cluster, m.view, r.host, m.initiator_wwpn FROM mask_initiator m JOIN port_role r ON r.wwpn = m.initiator_wwpn
    JOIN captured c ON c.host = r.host WHERE coalesce(r.owner_kind, 'host') = 'host'
), ported AS (
    SELECT DISTINCT storage_array, cluster, view FROM mask_port
), pairs AS (
    SELECT DISTINCT m.storage_array, m.cluster, m.view, m.host, m.initiator_wwpn, z.target_wwpn FROM member m
    JOIN zoned_pair z ON z.initiator_wwpn = m.initiator_wwpn
    JOIN mask_port p ON p.storage_array = m.storage_array AND p.cluster = m.cluster AND p.view = m.view AND p.target_wwpn = z.target_wwpn AND p.enabled IS NOT FALSE
    UNION
    -- A view without ports of its own opens all ports of the array.
    SELECT DISTINCT m.storage_array, m.cluster, m.view, m.host, m.initiator_wwpn, z.target_wwpn FROM member m
    ANTI JOIN ported o ON o.storage_array = m.storage_array AND o.cluster = m.cluster AND o.view = m.view
    JOIN zoned_pair z ON z.initiator_wwpn = m.initiator_wwpn JOIN target_place t ON t.target_wwpn = z.target_wwpn AND t.storage_array = m.storage_array
), planned AS (
    SELECT storage_array, cluster, view, host, count(*) AS n FROM pairs GROUP BY ALL
), volumes AS (
    SELECT p.host, v.device, min(v.storage_array) AS storage_array, max(p.n) AS planned_paths, max(v.size_bytes) AS size_bytes
    FROM planned p JOIN mask_volume v ON v.storage_array = p.storage_array AND v.cluster = p.cluster AND v.view = p.view
    WHERE v.device IS NOT NULL GROUP BY ALL
), sizes AS (
    SELECT device, max(size_bytes) AS size_bytes, bool_or(replica) AS replica FROM (
        SELECT device, size_bytes, replication_role IS NOT NULL AND upper(replication_role) <> 'R1' AS replica FROM storage_volume UNION ALL SELECT device, size_bytes, FALSE FROM virtual_volume)
    WHERE device IS NOT NULL GROUP BY device
)
SELECT v.host, v.device AS volume, v.storage_array, v.planned_paths, CASE WHEN h.host IS NULL THEN {'lo': 0, 'hi': 0} WHEN h.basis = 'observed' THEN h.known_paths ELSE {'lo': 0, 'hi': 0} END AS found_paths,
    CASE WHEN h.host IS NOT NULL AND h.basis = 'observed' THEN h.in_scope WHEN s.replica THEN FALSE ELSE coalesce(v.size_bytes, s.size_bytes) >= 10485760 END AS in_scope
FROM volumes v
LEFT JOIN host_volume h ON h.host = v.host AND h.volume = v.device
LEFT JOIN sizes s ON s.device = v.device
