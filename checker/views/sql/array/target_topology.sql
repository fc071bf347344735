-- view: target_topology
-- meaning: One row per FC front-end port of an array that states its topology: whether it is in loop mode although it is connected to a switch.
-- grain: storage_array, scope
-- owner: storage_array
-- spine: array_setting
-- column storage_array text: array
-- column scope text: name of the port
-- column setting text: name of the setting
-- column topology text: as the array prints it
-- column loop bool: arbitrated loop; NULL for words that are not known to mean a loop or a fabric [array_setting.value]
-- column switched bool: it is logged in at a switch or in an active zone; never FALSE, because not all switches need be exported [login.wwpn, zone_member.member]
-- column switch_port text: switch and port where it is logged in
WITH stated AS (
    SELECT a.storage_array, a.scope, min(a.setting) AS setting, min(t.target_wwpn) AS wwpn, min(a.value) AS topology FROM array_setting a
    JOIN target_port t ON t.storage_array = a.storage_array AND t.port_name = a.scope
    WHERE lower(a.setting) = 'topology' AND t.target_wwpn IS NOT NULL AND t.role = 'front-end' GROUP BY ALL HAVING count(DISTINCT t.target_wwpn) = 1
), seen AS (
    SELECT wwpn, min(switch || coalesce(' ' || port, '')) AS switch_port FROM edge_port GROUP BY wwpn
), zoned AS (
    SELECT DISTINCT wwpn FROM zone_port WHERE active AND wwpn IS NOT NULL
)
SELECT p.storage_array, p.scope, p.setting, p.topology, is_loop(p.topology) AS loop, CASE WHEN s.wwpn IS NOT NULL OR z.wwpn IS NOT NULL THEN TRUE END AS switched, s.switch_port
FROM stated p LEFT JOIN seen s ON s.wwpn = p.wwpn LEFT JOIN zoned z ON z.wwpn = p.wwpn
