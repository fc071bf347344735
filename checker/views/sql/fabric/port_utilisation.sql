-- view: port_utilisation
-- meaning: One row per port and direction with a measured throughput or utilisation: how much of its line rate it uses.
-- grain: about_kind, place, direction
-- spine: port_load
-- column about_kind text: switch_port or target_port
-- column place text: switch and port, or world wide port name or name of a target port
-- column direction text: tx, rx, both or as measured [port_load.direction]
-- column shown text: the port as text, with what is attached to it
-- column storage_array text: array of a target port [target_port.storage_array]
-- column array_family text: family of that array [storage_array.family]
-- column is_isl bool: it carries an inter-switch link; FALSE for ports of arrays [switch_port.port_type]
-- column role text: front-end, back-end …, for ports of arrays [target_port.role]
-- column speed_gbps float: current speed in Gbit/s [switch_port.speed_gbps, target_port.speed_gbps]
-- column mean_ratio float: mean use of the line rate in one direction [port_load.value, switch_port.speed_gbps, target_port.speed_gbps]
-- column peak_ratio float: 95th percentile or peak of it [port_load.peak, switch_port.speed_gbps, target_port.speed_gbps]
WITH loads AS (
    -- Ports of arrays that print one figure for both directions: half of it in each is the least that one of them has.
    SELECT about_kind, about_key, CASE metric WHEN 'read_mbps' THEN 'tx' WHEN 'write_mbps' THEN 'rx' ELSE coalesce(direction, 'both') END AS direction,
        metric, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01')) AS value, arg_max(peak, coalesce(captured_at, TIMESTAMP '1970-01-01')) AS peak
    FROM port_load WHERE about_kind IN ('switch_port', 'target_port') AND metric IN ('throughput_mbps', 'read_mbps', 'write_mbps') AND about_key IS NOT NULL
    GROUP BY ALL
), places AS (
    SELECT 'switch_port' AS about_kind, p.switch || ' ' || p.port AS about_key, p.switch || ' ' || p.port AS shown, NULL AS storage_array, NULL AS role, p.speed_gbps,
        p.port_type IN ('E', 'TE', 'VE', 'EX', 'VEX') OR p.port_type LIKE 'E%' AS is_isl
    FROM switch_port p
    UNION ALL
    SELECT 'target_port', unnest(list_distinct([t.target_wwpn, t.director || ' ' || t.port])), concat_ws(' ', t.storage_array, t.director, t.port), t.storage_array, coalesce(t.role, 'front-end'), t.speed_gbps, FALSE
    FROM target_port t
), unique_places AS (
    SELECT * FROM places WHERE about_key IS NOT NULL QUALIFY count(*) OVER (PARTITION BY about_kind, about_key) = 1
)
SELECT l.about_kind, l.about_key AS place, l.direction, coalesce(p.shown, l.about_key) AS shown, p.storage_array, a.family AS array_family, p.is_isl, p.role, p.speed_gbps,
    -- 100 MB/s of payload for each Gbit/s of the line, in one direction.
    max(l.value / nullif(p.speed_gbps * 100, 0) / CASE l.direction WHEN 'both' THEN 2 ELSE 1 END) AS mean_ratio,
    max(l.peak / nullif(p.speed_gbps * 100, 0) / CASE l.direction WHEN 'both' THEN 2 ELSE 1 END) AS peak_ratio
FROM loads l LEFT JOIN unique_places p ON p.about_kind = l.about_kind AND p.about_key = l.about_key
LEFT JOIN storage_array a ON a.storage_array = p.storage_array
GROUP BY ALL
