-- view: fe_port_sharing
-- meaning: One row per front-end port of VPLEX that storage views use: how much latency-sensitive and bulk work shares it.
-- grain: storage_array, vplex_cluster, port
-- owner: storage_array
-- spine: mask_port
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column port text: director and port, else the name by which views call it
-- column target_wwpn text: world wide port name
-- column sensitive_views span: views tagged latency_sensitive, or with such a host or volume; those of one host cluster count once; unknown as long as nothing is tagged [tag.tag, mask_port.target_wwpn]
-- column bulk_views span: views tagged bulk, or with such a host or volume; likewise [tag.tag, mask_port.target_wwpn]
-- column sensitive_view_names list: those that are known
-- column bulk_view_names list: those that are known
WITH words AS (
    SELECT about_kind, about_key, lower(replace(tag, '-', '_')) AS word FROM tag
    WHERE about_kind IN ('mask_view', 'host', 'virtual_volume', 'device') AND (tag IS NULL OR lower(replace(tag, '-', '_')) IN ('latency_sensitive', 'bulk'))
), known AS (
    SELECT count(*) FILTER (WHERE word = 'latency_sensitive') AS sensitive, count(*) FILTER (WHERE word = 'bulk') AS bulk, count(*) FILTER (WHERE word IS NULL) AS unread FROM words
), marked AS (
    SELECT v.storage_array, v.cluster, v.view, w.word FROM mask_view v JOIN words w ON w.about_kind = 'mask_view' AND w.about_key = v.view
    UNION SELECT m.storage_array, m.cluster, m.view, w.word FROM mask_initiator m JOIN port_role r ON r.wwpn = m.initiator_wwpn JOIN words w ON w.about_kind = 'host' AND w.about_key = r.host
    UNION SELECT m.storage_array, m.cluster, m.view, w.word FROM mask_volume m JOIN words w ON w.about_kind IN ('virtual_volume', 'device') AND w.about_key IN (m.volume_name, m.device)
), owners AS (
    -- The views of the hosts of one cluster carry one workload.
    SELECT m.storage_array, m.cluster, m.view, CASE WHEN count(DISTINCT h.host_cluster) = 1 THEN min(h.host_cluster) END AS owner
    FROM mask_initiator m LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn LEFT JOIN host h ON h.host = r.host GROUP BY ALL
), views AS (
    SELECT m.storage_array, m.cluster, m.view, coalesce(port_place(t.director, t.port), m.port_name, m.target_wwpn) AS port, m.target_wwpn, m.enabled,
        bool_or(k.word = 'latency_sensitive') AS said_sensitive, bool_or(k.word = 'bulk') AS said_bulk
    FROM mask_port m
    LEFT JOIN target_place t ON t.target_wwpn = m.target_wwpn
    LEFT JOIN storage_array a ON a.storage_array = m.storage_array
    LEFT JOIN marked k ON k.storage_array = m.storage_array AND k.cluster = m.cluster AND k.view = m.view
    WHERE (a.family = 'vplex' OR a.family IS NULL AND m.cluster <> '') AND m.enabled IS NOT FALSE
    GROUP BY ALL
), judged AS (
    SELECT v.*, coalesce('cluster ' || nullif(o.owner, ''), 'view ' || v.view) AS owner, CASE WHEN said_sensitive THEN TRUE WHEN k.sensitive + k.bulk > 0 AND k.unread = 0 THEN FALSE END AS is_sensitive,
        CASE WHEN said_bulk THEN TRUE WHEN k.sensitive + k.bulk > 0 AND k.unread = 0 THEN FALSE END AS is_bulk
    FROM views v CROSS JOIN known k LEFT JOIN owners o ON o.storage_array = v.storage_array AND o.cluster = v.cluster AND o.view = v.view
)
SELECT storage_array, cluster AS vplex_cluster, port, min(target_wwpn) AS target_wwpn, distinct_span(owner, is_sensitive) AS sensitive_views,
    distinct_span(owner, is_bulk AND is_sensitive IS NOT TRUE) AS bulk_views, names_of(view, is_sensitive) AS sensitive_view_names, names_of(view, is_bulk AND is_sensitive IS NOT TRUE) AS bulk_view_names
FROM judged WHERE port IS NOT NULL GROUP BY ALL
