-- view: director_port
-- meaning: One row per port of a VPLEX director, whatever it is for.
-- grain: storage_array, vplex_cluster, director, port
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column director text: director
-- column port text: port, such as A0-FC00
-- column hardware text: hardware generation [storage_array.hardware]
-- column is_fc bool: a Fibre Channel port [target_port.protocol]
-- column speed_gbps float: current speed in Gbit/s [target_port.speed_gbps]
-- column max_speed_gbps float: fastest speed it states in Gbit/s [target_port.max_speed_gbps]
SELECT t.storage_array, coalesce(p.cluster, nullif(t.cluster, '')) AS vplex_cluster, coalesce(t.director, p.director) AS director,
    coalesce(t.port, t.port_name, t.target_wwpn) AS port, y.hardware,
    CASE WHEN t.protocol IS NOT NULL THEN lower(t.protocol) = 'fc' END AS is_fc, t.speed_gbps, t.max_speed_gbps
FROM target_port t
JOIN vplex_system y ON y.storage_array = t.storage_array
LEFT JOIN target_place p ON p.target_wwpn = t.target_wwpn
