-- view: volume_sharing
-- meaning: One row per volume of an array or VPLEX that is masked to hosts: which host clusters share it, and who boots from it.
-- grain: storage_array, volume
-- owner: storage_array
-- spine: mask_volume
-- column storage_array text: array or VPLEX system
-- column volume text: identity of the volume, else its name
-- column volume_name text: name of the volume
-- column hosts span: hosts that it is masked to [mask_initiator.initiator_wwpn, initiator.host, mask_iscsi.initiator_name, iscsi_initiator.host, mask_volume.device, mask_volume.volume_name]
-- column owners span: host clusters among them, and hosts tagged as standalone; a host without a stated cluster may be in any [host.host_cluster, initiator.host, mask_initiator.initiator_wwpn, mask_iscsi.initiator_name, iscsi_initiator.host]
-- column hypervisors bool: all of its hosts run ESXi, whose file system coordinates hosts of several clusters [host.platform, initiator.host]
-- column boots bool: a host boots from it; FALSE only where its hosts say what they boot from [device.is_boot, host.boot_from_san]
-- column shared_on_purpose bool: it or its view is tagged shared, a gatekeeper or a protocol endpoint, or the view is for replication, backup or migration
-- column host_names list: known hosts
-- column owner_names list: known host clusters, and hosts tagged as standalone
-- column boot_host_names list: hosts that boot from it
-- column view_names list: views that contain it
WITH volumes AS (
    SELECT m.storage_array, coalesce(m.device, m.volume_name) AS volume, min(m.volume_name) AS volume_name, list_sort(list(DISTINCT m.cluster || '/' || m.view)) AS views, max(coalesce(m.size_bytes, m.size_low_bytes)) AS least_bytes, max(coalesce(m.size_bytes, m.size_high_bytes)) AS most_bytes
    FROM mask_volume m WHERE m.storage_array IS NOT NULL AND m.view IS NOT NULL AND coalesce(m.device, m.volume_name) IS NOT NULL GROUP BY ALL
), layouts AS (
    -- Many volumes are in the same views: each set of views is evaluated once.
    SELECT DISTINCT storage_array, views FROM volumes
), alone AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind = 'host' AND lower(replace(tag, '_', '-')) IN ('standalone', 'stand-alone')
), masked AS (
    SELECT m.storage_array, m.cluster || '/' || m.view AS name, r.host, CASE WHEN r.owner_kind = 'host' THEN TRUE WHEN r.owner_kind IN ('virtualiser', 'replication', 'backup') THEN FALSE END AS is_host
    FROM mask_initiator m LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn
    UNION ALL
    SELECT m.storage_array, '/' || m.view, i.host, CASE WHEN i.host IS NOT NULL THEN TRUE END FROM mask_iscsi m LEFT JOIN iscsi_initiator i ON i.initiator_name = m.initiator_name
), members AS (
    SELECT m.*, CASE WHEN t.about_key IS NOT NULL THEN 'host ' || m.host ELSE 'cluster ' || nullif(h.host_cluster, '') END AS owner, lower(h.platform) AS platform
    FROM masked m LEFT JOIN host h ON h.host = m.host LEFT JOIN alone t ON t.about_key = m.host
), pieces AS (
    SELECT l.storage_array, l.views, u.name FROM layouts l, UNNEST(l.views) AS u(name)
), marked AS (
    SELECT v.storage_array, v.cluster || '/' || v.view AS name FROM mask_view v
    LEFT JOIN tag g ON g.about_kind = 'mask_view' AND g.about_key = v.view AND lower(g.tag) IN ('recoverpoint', 'migration', 'backup', 'shared', 'reserved')
    WHERE g.tag IS NOT NULL OR lower(v.purpose) IN ('recoverpoint', 'migration', 'backup', 'replication', 'shared')
), judged AS (
    SELECT p.storage_array, p.views, distinct_span(m.host, m.is_host) AS hosts, distinct_span(m.owner, m.is_host) AS owners, names_of(m.host, m.is_host) AS host_names, names_of(m.owner, m.is_host) AS owner_names,
        CASE WHEN bool_or(m.platform <> 'esxi') FILTER (WHERE m.is_host) THEN FALSE WHEN bool_and(m.platform = 'esxi' AND m.platform IS NOT NULL) FILTER (WHERE m.is_host IS NOT FALSE) THEN TRUE END AS hypervisors,
        bool_or(k.name IS NOT NULL) AS on_purpose
    FROM pieces p
    LEFT JOIN members m ON m.storage_array = p.storage_array AND m.name = p.name
    LEFT JOIN marked k ON k.storage_array = p.storage_array AND k.name = p.name
    GROUP BY ALL
), boots AS (
    SELECT device, names_of(host, is_boot) AS names, bool_or(is_boot) AS boots FROM device WHERE device IS NOT NULL AND is_boot IS NOT NULL GROUP BY 1
), seen AS (SELECT DISTINCT device FROM device
), unclear AS (
    SELECT device, bool_or(is_boot IS NULL) AS unclear FROM device GROUP BY 1
), tags AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind IN ('device', 'virtual_volume', 'storage_volume', 'mask_volume') AND lower(replace(tag, '-', '_')) IN ('shared', 'gatekeeper', 'quorum', 'template', 'backup')
), endpoints AS (SELECT DISTINCT device FROM device WHERE protocol_endpoint
)
SELECT v.storage_array, v.volume, v.volume_name, j.hosts, j.owners, j.hypervisors,
    CASE WHEN b.boots THEN TRUE WHEN c.unclear IS FALSE THEN FALSE END AS boots,
    j.on_purpose OR t.about_key IS NOT NULL OR n.about_key IS NOT NULL OR e.device IS NOT NULL OR CASE WHEN v.most_bytes < 20000000 THEN TRUE WHEN v.least_bytes < 20000000 THEN NULL ELSE FALSE END AS shared_on_purpose,
    j.host_names, j.owner_names, coalesce(b.names, []) AS boot_host_names, v.views AS view_names
FROM volumes v
JOIN judged j ON j.storage_array = v.storage_array AND j.views = v.views
LEFT JOIN boots b ON b.device = v.volume
LEFT JOIN unclear c ON c.device = v.volume
LEFT JOIN tags t ON t.about_key = v.volume
LEFT JOIN tags n ON n.about_key = v.volume_name
LEFT JOIN endpoints e ON e.device = v.volume
