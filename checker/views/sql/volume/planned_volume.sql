-- view: planned_volume
-- meaning: One row per host with an export of its paths and volume that is masked to it: how many paths zoning and masking allow, and how many the host shows.
-- grain: host, volume
-- owner: host
-- spine: mask_volume
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column storage_array text: array or VPLEX system that masks it
-- column planned_paths int: pairs of a port of the host and a port of a view of the volume that a zone joins, over all views that contain it for the host
-- column found_paths span: paths of any state that the host shows [path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column matched_paths span: pairs among the planned ones by which the host shows a path; without an upper bound if a view names no port and joins the host with more than two controllers, by some of which alone the array may present the volume [path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column missing_pairs list: planned pairs by which it shows none, without those that a path of unknown ends may be
-- column spread_days span: days between the oldest and the newest export of this audit [export.captured_at]
-- column in_scope bool: a data volume: of those that the host doesn't show, one of 10 MiB and more that is not a replica [device.model, device.size_bytes, device.vendor, mask_volume.size_bytes, storage_volume.size_bytes, virtual_volume.size_bytes]
WITH captured AS (
    SELECT DISTINCT host FROM path WHERE host IS NOT NULL
), member AS (
    SELECT DISTINCT m.storage_array, m.cluster, m.view, r.host, m.initiator_wwpn FROM mask_initiator m JOIN port_role r ON r.wwpn = m.initiator_wwpn
    JOIN captured c ON c.host = r.host WHERE coalesce(r.owner_kind, 'host') = 'host'
), ported AS (
    SELECT DISTINCT storage_array, cluster, view FROM mask_port
), pairs AS (
    SELECT DISTINCT m.storage_array, m.cluster, m.view, m.host, m.initiator_wwpn, z.target_wwpn, FALSE AS open, NULL::VARCHAR AS director FROM member m
    JOIN zoned_pair z ON z.initiator_wwpn = m.initiator_wwpn
    JOIN mask_port p ON p.storage_array = m.storage_array AND p.cluster = m.cluster AND p.view = m.view AND p.target_wwpn = z.target_wwpn AND p.enabled IS NOT FALSE
    UNION
    -- A view without ports allows all ports of the array.
    SELECT DISTINCT m.storage_array, m.cluster, m.view, m.host, m.initiator_wwpn, z.target_wwpn, coalesce(t.family NOT IN ('xtremio', '3par', 'pure'), TRUE), t.director FROM member m
    ANTI JOIN ported o ON o.storage_array = m.storage_array AND o.cluster = m.cluster AND o.view = m.view
    JOIN zoned_pair z ON z.initiator_wwpn = m.initiator_wwpn JOIN target_place t ON t.target_wwpn = z.target_wwpn AND t.storage_array = m.storage_array
), some_ports AS (
    -- I/O groups, reporting nodes, appliances of a cluster: a volume is behind two controllers of many.
    SELECT storage_array, cluster, view, host FROM pairs WHERE open GROUP BY ALL HAVING count(DISTINCT director) > 2 OR count(director) < count(*)
), held AS (
    SELECT p.host, v.device, min(p.storage_array) AS storage_array, list_sort(list(DISTINCT [p.storage_array, p.cluster, p.view])) AS views, max(coalesce(v.size_bytes, v.size_low_bytes)) AS least_bytes, max(coalesce(v.size_bytes, v.size_high_bytes)) AS most_bytes
    FROM (SELECT DISTINCT storage_array, cluster, view, host FROM pairs) p
    JOIN mask_volume v ON v.storage_array = p.storage_array AND v.cluster = p.cluster AND v.view = p.view
    WHERE v.device IS NOT NULL GROUP BY p.host, v.device
), numbered AS (
    -- Volumes in the same views have the same pairs.
    SELECT host, views, initiator_wwpn, target_wwpn, is_some, row_number() OVER (PARTITION BY host, views ORDER BY initiator_wwpn, target_wwpn) AS pair FROM (
        SELECT h.host, h.views, p.initiator_wwpn, p.target_wwpn, bool_or(o.host IS NOT NULL) AS is_some FROM (SELECT DISTINCT host, views, unnest(views) AS place FROM held) h
        JOIN pairs p ON p.host = h.host AND p.storage_array = h.place[1] AND p.cluster = h.place[2] AND p.view = h.place[3]
        LEFT JOIN some_ports o ON o.host = p.host AND o.storage_array = p.storage_array AND o.cluster = p.cluster AND o.view = p.view GROUP BY ALL)
), planned AS (
    SELECT host, views, count(*) AS n, bool_or(is_some) AS is_some FROM numbered GROUP BY host, views
), shown AS (
    SELECT v.host, v.device, v.views, list_sort(list(DISTINCT n.pair) FILTER (WHERE n.pair IS NOT NULL)) AS pairs,
        count(*) FILTER (WHERE p.initiator_wwpn IS NULL OR p.target_wwpn IS NULL) AS unsure
    FROM held v JOIN path_place p ON p.host = v.host AND p.device = v.device AND p.basis <> 'planned'
    LEFT JOIN numbered n ON n.host = v.host AND n.views = v.views AND n.initiator_wwpn = p.initiator_wwpn AND n.target_wwpn = p.target_wwpn
    GROUP BY v.host, v.device, v.views
), gaps AS (
    -- Mostly the same ones are missing, so each set of them is formatted once.
    SELECT s.host, s.views, s.pairs, list_sort(list(coalesce(i.label, colons(n.initiator_wwpn)) || ' to ' || coalesce(t.label, colons(n.target_wwpn)))) AS names
    FROM (SELECT host, views, NULL::BIGINT[] AS pairs FROM planned UNION SELECT host, views, pairs FROM shown) s
    JOIN numbered n ON n.host = s.host AND n.views = s.views AND NOT coalesce(list_contains(s.pairs, n.pair), FALSE)
    LEFT JOIN port_role i ON i.wwpn = n.initiator_wwpn LEFT JOIN port_role t ON t.wwpn = n.target_wwpn
    GROUP BY s.host, s.views, s.pairs
), sizes AS (
    SELECT device, max(coalesce(size_bytes, size_low_bytes)) AS least_bytes, max(coalesce(size_bytes, size_high_bytes)) AS most_bytes, bool_or(replica) AS replica FROM (
        SELECT device, size_bytes, size_low_bytes, size_high_bytes, replication_role IS NOT NULL AND upper(replication_role) <> 'R1' AS replica FROM storage_volume 
        UNION ALL SELECT device, size_bytes, size_low_bytes, size_high_bytes, FALSE FROM virtual_volume)
    WHERE device IS NOT NULL GROUP BY device
)
SELECT v.host, v.device AS volume, v.storage_array, n.n AS planned_paths, opened(CASE WHEN h.host IS NOT NULL AND h.basis = 'observed' THEN h.known_paths ELSE {'lo': 0, 'hi': 0} END, CASE WHEN h.basis = 'observed' THEN q.paths_cut ELSE q.host IS NOT NULL END) AS found_paths,
    opened({'lo': coalesce(len(s.pairs), 0), 'hi': CASE WHEN n.is_some AND s.host IS NOT NULL THEN n.n ELSE coalesce(len(s.pairs), 0) + coalesce(s.unsure, 0) END}, CASE WHEN s.host IS NOT NULL THEN q.paths_cut ELSE q.host IS NOT NULL END) AS matched_paths,
    CASE WHEN coalesce(s.unsure, 0) = 0 THEN coalesce(g.names, []) ELSE [] END AS missing_pairs, a.spread_days,
    CASE WHEN h.host IS NOT NULL AND h.basis = 'observed' THEN h.in_scope WHEN z.replica THEN FALSE
        WHEN coalesce(v.least_bytes, z.least_bytes) >= 10485760 THEN TRUE WHEN coalesce(v.most_bytes, z.most_bytes) < 10485760 THEN FALSE END AS in_scope
FROM held v CROSS JOIN capture_age a
JOIN planned n ON n.host = v.host AND n.views = v.views
LEFT JOIN host_volume h ON h.host = v.host AND h.volume = v.device
LEFT JOIN host_reading q ON q.host = v.host
LEFT JOIN shown s ON s.host = v.host AND s.device = v.device
LEFT JOIN gaps g ON g.host = v.host AND g.views = v.views AND g.pairs IS NOT DISTINCT FROM s.pairs
LEFT JOIN sizes z ON z.device = v.device
