-- view: wan_rebuild
-- meaning: One row per VPLEX system of two clusters: what rebuilds and writes require of the links between them.
-- grain: storage_array
-- owner: storage_array
-- spine: wan_link
-- column storage_array text: VPLEX system
-- column rebuild_mbps float: throughput of the rebuilds of distributed devices that run, in MB/s; NULL if that of one is unknown [vplex_device.rebuild_mbps, vplex_device.rebuild_status]
-- column write_mbps float: measured peak of the writes to distributed volumes, in MB/s, or those of the workload of the audit if they are more; NULL if there is neither [workload.write_mbps, workload.write_mbps_p95, estimated_response.write_mbps, virtual_volume.locality]
-- column link_mbps float: usable bandwidth of all links, in MB/s [wan_link.bandwidth_mbps]
-- column rebuilds int: rebuilds of distributed devices that run [vplex_device.rebuild_status]
-- column rebuild_names list: their devices
WITH links AS (
    SELECT storage_array, CASE WHEN count(bandwidth_mbps) = count(*) THEN list_sum(list(bandwidth_mbps ORDER BY bandwidth_mbps)) / 8 END AS link_mbps FROM wan_link WHERE management_vpn IS NOT TRUE AND storage_array IS NOT NULL GROUP BY 1
), devices AS (
    SELECT storage_array, vplex_device, rebuild_mbps, CASE WHEN lower(rebuild_status) IN ('done', 'n/a', 'none', 'complete', 'queued') THEN FALSE WHEN rebuild_status IS NOT NULL THEN TRUE END AS running
    FROM vplex_device WHERE cluster = '' AND vplex_device IS NOT NULL
), rebuilds AS (
    SELECT storage_array, CASE WHEN bool_and(running IS NOT NULL) THEN count(*) FILTER (WHERE running) END AS n,
        CASE WHEN bool_and(running IS NOT NULL AND (NOT running OR rebuild_mbps IS NOT NULL)) THEN coalesce(list_sum(list(rebuild_mbps ORDER BY rebuild_mbps) FILTER (WHERE running)), 0) END AS rebuild_mbps,
        list_sort(coalesce(list(vplex_device) FILTER (WHERE running), [])) AS names
    FROM devices GROUP BY 1
), writes AS (
    SELECT v.storage_array, CASE WHEN count(coalesce(w.write_mbps_p95, w.write_mbps)) = count(*) THEN list_sum(list(coalesce(w.write_mbps_p95, w.write_mbps) ORDER BY coalesce(w.write_mbps_p95, w.write_mbps))) END AS write_mbps
    FROM (SELECT about_key, director, arg_max(struct_pack(a := write_mbps, b := write_mbps_p95), coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS l FROM workload WHERE about_kind = 'virtual_volume' AND measured IS NOT FALSE GROUP BY ALL) x
    CROSS JOIN LATERAL (SELECT x.l.a AS write_mbps, x.l.b AS write_mbps_p95) w
    JOIN (SELECT storage_array, virtual_volume, min(locality) AS locality FROM virtual_volume GROUP BY ALL) v ON v.virtual_volume = x.about_key
    WHERE lower(v.locality) = 'distributed' GROUP BY 1
), planned AS (
    SELECT v.storage_array, list_sum(list(e.write_mbps ORDER BY e.write_mbps)) AS write_mbps FROM estimated_response e
    JOIN (SELECT storage_array, device, min(locality) AS locality FROM virtual_volume WHERE device IS NOT NULL GROUP BY ALL) v ON v.device = e.device
    WHERE lower(v.locality) = 'distributed' AND e.write_mbps IS NOT NULL GROUP BY 1
)
SELECT l.storage_array, r.rebuild_mbps, CASE WHEN p.write_mbps > w.write_mbps THEN p.write_mbps ELSE coalesce(w.write_mbps, p.write_mbps) END AS write_mbps, l.link_mbps, r.n AS rebuilds, r.names AS rebuild_names
FROM links l LEFT JOIN rebuilds r ON r.storage_array = l.storage_array LEFT JOIN writes w ON w.storage_array = l.storage_array LEFT JOIN planned p ON p.storage_array = l.storage_array
LEFT JOIN storage_array a ON a.storage_array = l.storage_array WHERE coalesce(a.family, 'vplex') = 'vplex'
