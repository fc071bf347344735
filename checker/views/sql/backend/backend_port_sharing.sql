-- view: backend_port_sharing
-- meaning: One row per VPLEX back-end port with paths: arrays behind it for latency-sensitive and for bulk work.
-- grain: storage_array, vplex_cluster, initiator_wwpn
-- owner: storage_array
-- spine: backend_path
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column initiator_wwpn text: world wide port name of the back-end port
-- column port text: director and port, for people
-- column sensitive_arrays span: arrays tagged latency_sensitive behind it; unknown as long as no array is tagged [tag.tag, storage_volume.storage_array, target_port.storage_array]
-- column bulk_arrays span: arrays tagged bulk behind it; likewise [tag.tag, storage_volume.storage_array, target_port.storage_array]
-- column sensitive_array_names list: those that are known
-- column bulk_array_names list: those that are known
WITH words AS (
    SELECT about_key, lower(replace(tag, '-', '_')) AS word FROM tag WHERE about_kind = 'storage_array' AND (tag IS NULL OR lower(replace(tag, '-', '_')) IN ('latency_sensitive', 'bulk'))
), known AS (
    SELECT count(*) FILTER (WHERE word IS NOT NULL) AS said, count(*) FILTER (WHERE word IS NULL) AS unread FROM words
), behind AS (
    SELECT DISTINCT n.storage_array, n.vplex_cluster, n.initiator_wwpn, n.back_array FROM backend_nexus n WHERE n.initiator_wwpn IS NOT NULL
), judged AS (
    SELECT b.*, CASE WHEN bool_or(w.word = 'latency_sensitive') THEN TRUE WHEN b.back_array IS NOT NULL AND k.said > 0 AND k.unread = 0 THEN FALSE END AS sensitive,
        CASE WHEN bool_or(w.word = 'bulk') THEN TRUE WHEN b.back_array IS NOT NULL AND k.said > 0 AND k.unread = 0 THEN FALSE END AS bulk
    FROM behind b CROSS JOIN known k LEFT JOIN words w ON w.about_key = b.back_array
    GROUP BY b.storage_array, b.vplex_cluster, b.initiator_wwpn, b.back_array, k.said, k.unread
)
SELECT j.storage_array, j.vplex_cluster, j.initiator_wwpn, min(coalesce(port_place(t.director, t.port), j.initiator_wwpn)) AS port,
    count_span(j.sensitive) AS sensitive_arrays, count_span(j.bulk AND j.sensitive IS NOT TRUE) AS bulk_arrays,
    names_of(j.back_array, j.sensitive) AS sensitive_array_names, names_of(j.back_array, j.bulk AND j.sensitive IS NOT TRUE) AS bulk_array_names
FROM judged j LEFT JOIN target_place t ON t.target_wwpn = j.initiator_wwpn
GROUP BY j.storage_array, j.vplex_cluster, j.initiator_wwpn
