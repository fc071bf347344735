-- view: distributed_volume
-- meaning: One row per distributed virtual volume of VPLEX: the arrays under its legs and how long its writes take.
-- grain: storage_array, virtual_volume
-- owner: storage_array
-- spine: virtual_volume
-- column storage_array text: VPLEX system
-- column virtual_volume text: name of the volume, else its identity
-- column product_type text: metro or geo [storage_array.product_type]
-- column classes_differ bool: legs are on arrays of different class; NULL if the class of a leg is unknown [device_component.component, device_component.vplex_device, extent.storage_volume, storage_volume.vplex_name, storage_array.array_class, virtual_volume.vplex_device]
-- column leg_classes list: the cluster of each leg with the class of its array
-- column leg_write_ratio float: measured write latency of the slowest leg over that of the fastest; NULL unless each leg is measured [workload.write_ms, workload.about_key, device_component.component, extent.storage_volume, storage_volume.vplex_name]
-- column slowest_leg_ms float: measured write latency of the slowest leg in ms [workload.write_ms]
-- column write_ms float: measured write latency of the volume in ms, the greatest of its measurements [workload.write_ms, workload.about_key]
-- column estimated_write_ms float: estimated response time of its writes under the workload of the audit in ms, of the slowest host [estimated_response.write_ms]
-- column estimated_high_ms float: the same at the pessimistic end [estimated_response.write_high_ms]
-- column least_write_ms float: lowest possible write latency in ms: one round trip of the fastest link; only for synchronous systems [wan_link.rtt_ms, wan_link.management_vpn, storage_array.product_type]
-- column sla_ms float: declared longest write latency in ms [record.value, record.about_key, record.fact]
WITH volumes AS (
    SELECT storage_array, coalesce(virtual_volume, device) AS virtual_volume, device, vplex_device, consistency_group FROM virtual_volume
    WHERE locality = 'distributed' AND storage_array IS NOT NULL
), measured AS (
    SELECT about_kind, about_key, max(write_ms) AS write_ms FROM workload WHERE write_ms IS NOT NULL AND coalesce(director, '') = '' GROUP BY ALL
), legs AS (
    SELECT c.storage_array, c.vplex_device, c.component, c.component_cluster, e.storage_volume, lower(a.array_class) AS class, coalesce(m.write_ms, n.write_ms) AS write_ms
    FROM device_component c
    LEFT JOIN device_component i ON i.storage_array = c.storage_array AND i.vplex_device = c.component AND i.component <> c.component
    LEFT JOIN extent e ON e.storage_array = c.storage_array AND e.extent = i.component
    LEFT JOIN storage_volume s ON s.used_by_array = c.storage_array AND s.vplex_name = e.storage_volume
    LEFT JOIN storage_array a ON a.storage_array = s.storage_array
    LEFT JOIN measured m ON m.about_kind = 'storage_volume' AND m.about_key = e.storage_volume
    LEFT JOIN measured n ON n.about_kind = 'storage_volume' AND n.about_key = s.device
), leg AS (
    SELECT storage_array, vplex_device, component, min(component_cluster) AS cluster,
        CASE WHEN count(class) = count(*) AND count(DISTINCT class) = 1 THEN min(class) END AS class,
        CASE WHEN count(write_ms) = count(*) THEN max(write_ms) END AS write_ms
    FROM legs GROUP BY ALL
), mirrored AS (
    SELECT storage_array, vplex_device, CASE WHEN count(DISTINCT class) > 1 THEN TRUE WHEN count(class) = count(*) AND count(*) > 1 THEN FALSE END AS differ,
        list(coalesce(cluster, component) || ': ' || coalesce(class, 'unknown') ORDER BY coalesce(cluster, component), component) AS classes,
        CASE WHEN count(write_ms) = count(*) AND count(*) > 1 AND min(write_ms) > 0 THEN max(write_ms) / min(write_ms) END AS ratio, max(write_ms) AS slowest
    FROM leg GROUP BY ALL
), links AS (
    SELECT storage_array, min(rtt_ms) AS rtt_ms FROM wan_link WHERE NOT management_vpn GROUP BY 1 HAVING count(rtt_ms) = count(*)
), estimated AS (
    SELECT device, max(write_ms) AS write_ms, max(write_high_ms) AS high_ms FROM estimated_response GROUP BY 1
), levels AS (
    SELECT about_kind, about_key, min(try_cast(value AS DOUBLE)) AS sla_ms FROM record
    WHERE lower(record_type) = 'service-level' AND lower(fact) = 'write_ms' GROUP BY ALL
)
SELECT v.storage_array, v.virtual_volume, y.product_type, d.differ AS classes_differ, d.classes AS leg_classes, d.ratio AS leg_write_ratio, d.slowest AS slowest_leg_ms,
    CASE WHEN m.write_ms > n.write_ms THEN m.write_ms ELSE coalesce(n.write_ms, m.write_ms) END AS write_ms,
    CASE WHEN y.product_type <> 'geo' THEN e.write_ms END AS estimated_write_ms, CASE WHEN y.product_type <> 'geo' THEN e.high_ms END AS estimated_high_ms,
    CASE WHEN y.product_type = 'metro' THEN k.rtt_ms END AS least_write_ms, coalesce(l1.sla_ms, l2.sla_ms, l3.sla_ms, l4.sla_ms) AS sla_ms
FROM volumes v
LEFT JOIN vplex_system y ON y.storage_array = v.storage_array
LEFT JOIN mirrored d ON d.storage_array = v.storage_array AND d.vplex_device = v.vplex_device
LEFT JOIN measured m ON m.about_kind = 'virtual_volume' AND m.about_key = v.virtual_volume
LEFT JOIN measured n ON n.about_kind IN ('device', 'virtual_volume') AND n.about_key = v.device
LEFT JOIN estimated e ON e.device = v.device
LEFT JOIN links k ON k.storage_array = v.storage_array
LEFT JOIN levels l1 ON l1.about_kind = 'virtual_volume' AND l1.about_key = v.virtual_volume
LEFT JOIN levels l2 ON l2.about_kind = 'device' AND l2.about_key = v.device
LEFT JOIN levels l3 ON l3.about_kind = 'consistency_group' AND l3.about_key = v.consistency_group
LEFT JOIN levels l4 ON l4.about_kind = 'storage_array' AND l4.about_key = v.storage_array
