-- view: wan_path
-- meaning: One row per inter-cluster or replication link, and per management VPN, with what was measured on it and what its system allows.
-- grain: storage_array, wan_link
-- owner: storage_array
-- spine: wan_link
-- column storage_array text: array or VPLEX system
-- column wan_link text: link
-- column link_type text: fc, ip or fcip [wan_link.link_type]
-- column is_ip bool: it runs over IP [wan_link.link_type]
-- column carries_data bool: it is not a management VPN [wan_link.management_vpn]
-- column product_type text: of a VPLEX system: local, metro or geo [storage_array.product_type]
-- column up bool: its state is up; NULL if the state is unknown [wan_link.operational_status]
-- column state text: its state as printed
-- column rtt_ms float: measured round trip in ms [wan_link.rtt_ms, network_test.rtt_avg_ms]
-- column rtt_limit_ms float: longest round trip that the release supports, with or without cross-connected hosts as the system has them; NULL if the reference table has no row [storage_array.array_version, storage_array.product_type, path.host, host.cross_connected]
-- column rtt_advice_ms float: round trip from which the document recommends a check; the limit if it states none [storage_array.array_version, storage_array.product_type, path.host, host.cross_connected]
-- column cross_connected bool: some host reaches both clusters [host.cross_connected, path.host]
-- column jitter_ms float: longest less shortest delay in ms [wan_link.jitter_ms, network_test.rtt_max_ms, network_test.rtt_min_ms]
-- column loss_ratio float: lost share of the probes [wan_link.loss_ratio, network_test.loss_ratio]
-- column probes int: packets it was measured with [wan_link.probes, network_test.sent]
-- column path_mtu int: MTU of the path in bytes [wan_link.mtu_bytes]
-- column undeclared list: facts that decide which rules apply to the link and that are unknown: link_type, management_vpn
-- column measured bool: something was measured or declared about its delay, loss or bandwidth, else NULL [wan_link.rtt_ms, wan_link.loss_ratio, wan_link.bandwidth_mbps]
-- column least_interface_mtu int: smallest MTU of the WAN interfaces of the system in bytes [array_setting.value]
-- column greatest_interface_mtu int: greatest of them [array_setting.value]
-- column window_mbytes float: throughput in MB/s that its TCP streams cannot exceed: streams x window / round trip [wan_link.tcp_streams, wan_link.window_bytes, wan_link.rtt_ms]
-- column loss_mbytes float: throughput in MB/s that its TCP streams cannot exceed with the measured loss; NULL without loss [wan_link.tcp_streams, wan_link.loss_ratio, wan_link.rtt_ms]
-- column carried_mbytes float: the smaller of the two; NULL if the window is unknown [wan_link.tcp_streams, wan_link.window_bytes, wan_link.loss_ratio, wan_link.rtt_ms]
-- column required_mbytes float: greatest write throughput in MB/s to the distributed volumes of the system, as far as it was measured, or that of the workload of the audit if it is more [workload.write_mbps, estimated_response.write_mbps]
WITH crossed AS (
    SELECT storage_array, cross_connected FROM metro_system
), interfaces AS (
    SELECT storage_array, min(try_cast(value AS BIGINT)) AS least, max(try_cast(value AS BIGINT)) AS greatest FROM array_setting
    WHERE setting = 'mtu' AND (scope LIKE '% subnets %' OR scope LIKE '%wan-com%') AND scope NOT LIKE '%local-com%' GROUP BY 1
), limits AS (
    SELECT y.storage_array, r.cross_connected, r.rtt_limit_ms, r.rtt_advice_ms FROM vplex_system y
    JOIN ref_metro_limit r ON r.product = y.product_type
        AND y.release_parts::INTEGER[] BETWEEN string_split(r.from_release, '.')::INTEGER[] AND string_split(r.to_release, '.')::INTEGER[]
), judged AS (
    SELECT w.*, y.product_type, c.cross_connected,
        CASE WHEN c.cross_connected OR a.rtt_limit_ms = b.rtt_limit_ms THEN a.rtt_limit_ms WHEN NOT c.cross_connected THEN b.rtt_limit_ms END AS rtt_limit_ms,
        CASE WHEN c.cross_connected OR a.rtt_advice_ms = b.rtt_advice_ms THEN a.rtt_advice_ms WHEN NOT c.cross_connected THEN b.rtt_advice_ms END AS rtt_advice_ms
    FROM wan_link w
    LEFT JOIN vplex_system y ON y.storage_array = w.storage_array
    LEFT JOIN crossed c ON c.storage_array = w.storage_array
    LEFT JOIN limits a ON a.storage_array = w.storage_array AND a.cross_connected
    LEFT JOIN limits b ON b.storage_array = w.storage_array AND NOT b.cross_connected
), bounded AS (
    SELECT *, CASE WHEN rtt_ms > 0 THEN tcp_streams * window_bytes / (rtt_ms / 1000) / 1000000 END AS window_mbytes, tcp_streams * tcp_bytes(loss_ratio, rtt_ms) / 1000000 AS loss_mbytes FROM judged
)
SELECT j.storage_array, j.wan_link, lower(j.link_type) AS link_type, CASE WHEN j.link_type IS NOT NULL THEN lower(j.link_type) IN ('ip', 'fcip') END AS is_ip,
    NOT j.management_vpn AS carries_data, j.product_type,
    link_works(j.operational_status) AS up, j.operational_status AS state, j.rtt_ms, j.rtt_limit_ms, j.rtt_advice_ms, j.cross_connected, j.jitter_ms, j.loss_ratio, j.probes,
    list_filter([CASE WHEN j.link_type IS NULL THEN 'link_type' END, CASE WHEN j.management_vpn IS NULL THEN 'management_vpn' END], lambda name: name IS NOT NULL) AS undeclared,
    CASE WHEN coalesce(j.rtt_ms, j.jitter_ms, j.loss_ratio, j.bandwidth_mbps, j.tcp_streams, j.window_bytes) IS NOT NULL THEN TRUE END AS measured,
    j.mtu_bytes AS path_mtu, i.least AS least_interface_mtu, i.greatest AS greatest_interface_mtu,
    j.window_mbytes, j.loss_mbytes, CASE WHEN j.loss_mbytes < j.window_mbytes THEN j.loss_mbytes ELSE j.window_mbytes END AS carried_mbytes, CASE WHEN u.storage_array IS NOT NULL THEN NULL WHEN m.planned_writes > m.measured_writes THEN m.planned_writes ELSE coalesce(m.measured_writes, m.planned_writes) END AS required_mbytes
FROM bounded j
LEFT JOIN interfaces i ON i.storage_array = j.storage_array
LEFT JOIN metro_system m ON m.storage_array = j.storage_array
-- If a load does not state its writes, it is open how much is written.
LEFT JOIN (SELECT DISTINCT v.storage_array FROM estimated_response e JOIN virtual_volume v ON v.device = e.device WHERE v.locality = 'distributed' AND e.write_mbps IS NULL) u
    ON u.storage_array = j.storage_array
