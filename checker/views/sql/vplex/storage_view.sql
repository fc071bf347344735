-- view: storage_view
-- meaning: One row per VPLEX storage view: what its ports offer on the fabrics that its hosts log in to.
-- grain: storage_array, vplex_cluster, view_name
-- owner: storage_array
-- spine: mask_view, mask_initiator, mask_port
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column view_name text: name of the view
-- column array_family text: product family [storage_array.family]
-- column purpose text: declared use of the view, such as recoverpoint or migration
-- column reserved bool: its purpose or a tag says that it serves replication, migration or nothing yet
-- column host_initiators span: initiators of hosts in the view; NULL if none is listed [mask_initiator.initiator_wwpn, initiator.owner_kind]
-- column has_path_export bool: paths of one of its hosts were observed [path.host, path.initiator_wwpn, mask_initiator.initiator_wwpn]
-- column view_ports span: ports of the view on the fabrics its hosts log in to; NULL if no port or no fabric is known [mask_port.target_wwpn, mask_port.enabled, mask_initiator.initiator_wwpn, login.wwpn]
-- column has_missing_pair bool: on a fabric of its hosts the view has no port of an A or of a B director [mask_port.target_wwpn, mask_port.enabled, mask_initiator.initiator_wwpn, login.wwpn, director.letter, target_port.director, initiator.owner_kind]
-- column missing_pairs list: those fabrics and letters
-- column host_names list: hosts of the view
-- column fabric_names list: fabrics its hosts log in to
-- column port_names list: ports of the view, each with director and fabric
-- column remote bool: all its hosts are at another site than the cluster [host.site, vplex_cluster.site]
-- column fabric_basis text: login, path or inferred
WITH spine AS (
    SELECT storage_array, cluster, view FROM mask_view
    UNION SELECT storage_array, cluster, view FROM mask_initiator
    UNION SELECT storage_array, cluster, view FROM mask_port
), initiators AS (
    SELECT m.storage_array, m.cluster, m.view, m.initiator_wwpn, r.host, f.fabric, f.basis,
        CASE WHEN r.owner_kind = 'host' THEN TRUE WHEN r.owner_kind IN ('virtualiser', 'replication', 'backup') THEN FALSE END AS is_host
    FROM mask_initiator m
    LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn
    LEFT JOIN port_fabric f ON f.wwpn = m.initiator_wwpn
), ports AS (
    SELECT m.storage_array, m.cluster, m.view, coalesce(port_place(t.director, t.port), t.port, m.port_name, m.target_wwpn) AS port, f.fabric, t.letter,
        CASE WHEN m.target_wwpn IS NULL OR m.enabled IS NULL THEN NULL ELSE m.enabled END AS usable
    FROM mask_port m
    LEFT JOIN target_place t ON t.target_wwpn = m.target_wwpn
    LEFT JOIN port_fabric f ON f.wwpn = m.target_wwpn
), stray_paths AS (
    SELECT count(*) AS n FROM path WHERE host IS NULL OR initiator_wwpn IS NULL AND hba IS NULL
), unlinked_paths AS (
    SELECT count(*) AS n FROM path WHERE initiator_wwpn IS NULL
), observed AS (
    SELECT DISTINCT host FROM path WHERE host IS NOT NULL
), observed_ports AS (
    SELECT DISTINCT initiator_wwpn FROM path WHERE initiator_wwpn IS NOT NULL
), host_side AS (
    SELECT i.storage_array, i.cluster, i.view, count_span(i.is_host) AS host_initiators,
        CASE WHEN bool_or(o.host IS NOT NULL OR p.initiator_wwpn IS NOT NULL) FILTER (WHERE i.is_host IS NOT FALSE) THEN TRUE
             WHEN (SELECT n FROM stray_paths) > 0 OR bool_or(i.initiator_wwpn IS NULL OR i.host IS NULL AND i.is_host IS NOT FALSE) AND (SELECT n FROM unlinked_paths) > 0 THEN NULL
             WHEN bool_or(i.initiator_wwpn IS NULL) AND (SELECT count(*) FROM observed) > 0 THEN NULL
             ELSE FALSE END AS has_path_export,
        -- A port of an unknown owner, or of a host without a known fabric, may need another fabric.
        bool_and(i.is_host IS NOT NULL AND i.fabric IS NOT NULL) FILTER (WHERE i.is_host IS NOT FALSE) AS all_placed,
        names_of(i.host, i.is_host) AS host_names, names_of(i.fabric, i.is_host) AS fabric_names,
        max(i.basis) FILTER (WHERE i.is_host) AS fabric_basis,
        CASE WHEN bool_and(h.site IS NOT NULL AND v.site IS NOT NULL) THEN bool_and(h.site <> v.site) END AS remote
    FROM initiators i
    LEFT JOIN observed o ON o.host = i.host
    LEFT JOIN observed_ports p ON p.initiator_wwpn = i.initiator_wwpn
    LEFT JOIN host h ON h.host = i.host
    LEFT JOIN vplex_cluster v ON v.storage_array = i.storage_array AND v.cluster = i.cluster
    GROUP BY i.storage_array, i.cluster, i.view
), wanted AS (
    SELECT DISTINCT i.storage_array, i.cluster, i.view, i.fabric, l.letter FROM initiators i CROSS JOIN (VALUES ('A'), ('B')) l(letter)
    WHERE i.is_host AND i.fabric IS NOT NULL
), pairs AS (
    SELECT w.storage_array, w.cluster, w.view, w.fabric, w.letter,
        bool_or(p.usable AND p.fabric = w.fabric AND p.letter = w.letter) AS offered,
        coalesce(bool_or((p.usable IS NULL OR p.fabric IS NULL OR p.letter IS NULL)
            AND (p.fabric IS NULL OR p.fabric = w.fabric) AND (p.letter IS NULL OR p.letter = w.letter)), FALSE) AS maybe,
        count(p.port) AS listed
    FROM wanted w
    LEFT JOIN ports p ON p.storage_array = w.storage_array AND p.cluster = w.cluster AND p.view = w.view
    GROUP BY ALL
), offers AS (
    SELECT storage_array, cluster, view,
        bool_or(NOT coalesce(offered, FALSE) AND NOT maybe AND listed > 0) AS missing, bool_and(coalesce(offered, FALSE)) AS complete,
        list_sort(coalesce(list(fabric || ' ' || letter) FILTER (WHERE NOT coalesce(offered, FALSE) AND NOT maybe AND listed > 0), [])) AS missing_pairs
    FROM pairs GROUP BY ALL
), port_side AS (
    SELECT p.storage_array, p.cluster, p.view,
        count_span(p.usable AND CASE WHEN list_contains(h.fabric_names, p.fabric) THEN TRUE WHEN h.all_placed THEN list_contains(h.fabric_names, p.fabric) END) AS view_ports,
        list_sort(list(p.port || coalesce(' ' || p.fabric, '') || CASE WHEN NOT p.usable THEN ' (disabled)' ELSE '' END)) AS port_names
    FROM ports p
    LEFT JOIN host_side h ON h.storage_array = p.storage_array AND h.cluster = p.cluster AND h.view = p.view
    GROUP BY p.storage_array, p.cluster, p.view
)
SELECT s.storage_array, s.cluster AS vplex_cluster, s.view AS view_name,
    coalesce(a.family, CASE WHEN s.cluster <> '' THEN 'vplex' END) AS array_family, m.purpose,
    coalesce(lower(m.purpose) IN ('recoverpoint', 'migration', 'reserved', 'pre-provisioned'), FALSE) OR g.about_key IS NOT NULL AS reserved, h.host_initiators, h.has_path_export,
    CASE WHEN len(h.fabric_names) > 0 THEN opened(p.view_ports, q.masks_cut) END AS view_ports,
    CASE WHEN o.missing THEN CASE WHEN q.masks_cut IS NULL THEN TRUE END WHEN h.all_placed AND o.complete THEN FALSE END AS has_missing_pair, o.missing_pairs,
    h.host_names, h.fabric_names, p.port_names, h.remote, h.fabric_basis
FROM spine s
LEFT JOIN storage_array a ON a.storage_array = s.storage_array
LEFT JOIN mask_view m ON m.storage_array = s.storage_array AND m.cluster = s.cluster AND m.view = s.view
LEFT JOIN (SELECT DISTINCT about_key FROM tag WHERE about_kind = 'mask_view' AND lower(tag) IN ('recoverpoint', 'migration', 'reserved', 'pre-provisioned')) g ON g.about_key = s.view
LEFT JOIN host_side h ON h.storage_array = s.storage_array AND h.cluster = s.cluster AND h.view = s.view
LEFT JOIN array_reading q ON q.storage_array = s.storage_array
LEFT JOIN offers o ON o.storage_array = s.storage_array AND o.cluster = s.cluster AND o.view = s.view
LEFT JOIN port_side p ON p.storage_array = s.storage_array AND p.cluster = s.cluster AND p.view = s.view
WHERE a.family = 'vplex' OR a.family IS NULL AND s.cluster <> ''
