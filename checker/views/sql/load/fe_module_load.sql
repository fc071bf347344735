-- view: fe_module_load
-- meaning: One row per front-end I/O module of a VPLEX director with the measured throughput of its ports.
-- grain: storage_array, vplex_cluster, director, module
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column director text: director
-- column module text: I/O module, such as A0
-- column hardware text: hardware generation [storage_array.hardware]
-- column ports int: front-end ports of the module
-- column majority_mbps float: throughput in MB/s that more than half of the ports carry at least; NULL unless all are measured [port_load.value, port_load.about_key, port_load.metric]
-- column port_loads list: each port with its throughput
WITH loads AS (
    SELECT about_key, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01 00:00:00')) AS mbps
    FROM port_load WHERE about_kind = 'target_port' AND metric = 'throughput_mbps' AND about_key IS NOT NULL GROUP BY 1
), ports AS (
    SELECT t.storage_array, coalesce(p.cluster, nullif(t.cluster, '')) AS vplex_cluster, coalesce(t.director, p.director) AS director,
        split_part(t.port, '-', 1) AS module, t.port, y.hardware, coalesce(w.mbps, n.mbps) AS mbps
    FROM target_port t
    JOIN vplex_system y ON y.storage_array = t.storage_array
    LEFT JOIN target_place p ON p.target_wwpn = t.target_wwpn
    LEFT JOIN loads w ON w.about_key = t.target_wwpn
    LEFT JOIN loads n ON n.about_key = t.port_name
    WHERE t.role = 'front-end' AND t.port IS NOT NULL
)
SELECT storage_array, vplex_cluster, director, module, min(hardware) AS hardware, count(*) AS ports,
    CASE WHEN count(mbps) = count(*) THEN list_sort(list(mbps), 'DESC')[count(*) // 2 + 1] END AS majority_mbps,
    list(port || coalesce(': ' || round(mbps, 1)::VARCHAR || ' MB/s', '') ORDER BY port) AS port_loads
FROM ports GROUP BY storage_array, vplex_cluster, director, module
