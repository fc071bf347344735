-- view: remote_export
-- meaning: One row per virtual volume of VPLEX and cluster that exports it to hosts.
-- grain: storage_array, virtual_volume, vplex_cluster
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column virtual_volume text: name of the volume, else its identity
-- column vplex_cluster text: cluster whose view exports it
-- column home_cluster text: cluster that provides its storage; '' for a distributed volume
-- column is_remote bool: its storage is only at the other cluster [virtual_volume.locality, virtual_volume.cluster, virtual_volume.virtual_volume, mask_volume.cluster]
-- column latency_sensitive bool: declared of the volume, a view or a host of it; FALSE if not declared
-- column view_names list: views that export it there
WITH volumes AS (
    SELECT storage_array, virtual_volume, min(device) AS device, min(cluster) AS cluster, min(locality) AS locality FROM virtual_volume
    WHERE virtual_volume IS NOT NULL GROUP BY ALL HAVING count(DISTINCT cluster) <= 1
), marks AS (
    SELECT DISTINCT about_kind, about_key FROM tag WHERE lower(replace(tag, '-', '_')) = 'latency_sensitive'
), marked_views AS (
    SELECT DISTINCT m.storage_array, m.cluster, m.view FROM mask_initiator m JOIN port_role r ON r.wwpn = m.initiator_wwpn JOIN marks k ON k.about_kind = 'host' AND k.about_key = r.host
    UNION SELECT DISTINCT m.storage_array, m.cluster, m.view FROM mask_view m JOIN marks k ON k.about_kind = 'mask_view' AND k.about_key = m.view
), exports AS (
    SELECT m.storage_array, m.volume_name, m.cluster, list_sort(list(DISTINCT m.view)) AS views, bool_or(w.view IS NOT NULL) AS marked
    FROM mask_volume m
    JOIN vplex_system y ON y.storage_array = m.storage_array
    LEFT JOIN marked_views w ON w.storage_array = m.storage_array AND w.cluster = m.cluster AND w.view = m.view
    WHERE m.volume_name IS NOT NULL GROUP BY ALL
)
SELECT e.storage_array, e.volume_name AS virtual_volume, e.cluster AS vplex_cluster, v.cluster AS home_cluster,
    CASE WHEN lower(v.locality) = 'distributed' THEN FALSE WHEN lower(v.locality) IN ('local', 'remote') AND v.cluster <> '' THEN v.cluster <> e.cluster END AS is_remote,
    e.marked OR a.about_key IS NOT NULL OR b.about_key IS NOT NULL AS latency_sensitive, e.views AS view_names
FROM exports e
LEFT JOIN volumes v ON v.storage_array = e.storage_array AND v.virtual_volume = e.volume_name
LEFT JOIN marks a ON a.about_kind = 'virtual_volume' AND a.about_key = e.volume_name
LEFT JOIN marks b ON b.about_kind = 'device' AND b.about_key = v.device
