-- view: director_wan_port
-- meaning: One row per director of VPLEX with WAN COM ports: how many of each kind.
-- grain: storage_array, director
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column director text: director
-- column hardware text: hardware generation [storage_array.hardware]
-- column fc_ports span: WAN COM ports that run Fibre Channel [target_port.role, target_port.protocol]
-- column ip_ports span: WAN COM ports that run Ethernet [target_port.role, target_port.protocol]
-- column port_names list: those that are known
WITH port AS (
    SELECT t.storage_array, coalesce(t.director, p.director) AS director, y.hardware, coalesce(t.port, t.port_name, t.target_wwpn) AS port,
        CASE WHEN t.role IS NOT NULL THEN t.role = 'wan-com' END AS wan, CASE WHEN t.protocol IS NOT NULL THEN lower(t.protocol) = 'fc' END AS fc
    FROM target_port t JOIN vplex_system y ON y.storage_array = t.storage_array LEFT JOIN target_place p ON p.target_wwpn = t.target_wwpn
)
SELECT storage_array, director, min(hardware) AS hardware, count_span(wan AND fc) AS fc_ports, count_span(wan AND NOT fc) AS ip_ports, names_of(port, wan) AS port_names
FROM port WHERE director IS NOT NULL GROUP BY storage_array, director HAVING bool_or(wan IS NOT FALSE)
