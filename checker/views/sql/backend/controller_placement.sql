-- view: controller_placement
-- meaning: One row per controller of an array: how its ports are spread over switches and blades.
-- grain: storage_array, director
-- owner: storage_array
-- spine: login
-- column storage_array text: array
-- column director text: director or controller
-- column ports int: ports that a switch lists a login of
-- column shares_chassis bool: ports on different fabrics are in one physical switch; NULL if a chassis is unknown [login.wwpn, switch.chassis]
-- column chassis_names list: switches with ports of different fabrics
-- column is_one_blade bool: two or more of its ports are in one director, all on the same blade [login.port, login.wwpn]
-- column blade_names list: those blades
WITH ports AS (
    SELECT DISTINCT target_wwpn AS wwpn, storage_array, director FROM target_place WHERE storage_array IS NOT NULL AND director IS NOT NULL AND coalesce(role, 'front-end') = 'front-end'
), placed AS (
    SELECT p.storage_array, p.director, e.fabric, e.switch, e.port, s.chassis, nullif(regexp_extract(e.port, '^[a-z]*([0-9]+)/[0-9]+', 1), '') AS blade, d.blades
    FROM ports p JOIN edge_port e ON e.wwpn = p.wwpn LEFT JOIN switch s ON s.switch = e.switch
    LEFT JOIN (SELECT switch, count(DISTINCT regexp_extract(port, '^[a-z]*([0-9]+)/', 1)) AS blades FROM switch_port WHERE NOT starts_with(port, 'port-channel') AND contains(port, '/') GROUP BY switch) d ON d.switch = e.switch
), counted AS (
    SELECT storage_array, director, count(DISTINCT (switch, port)) AS ports FROM placed GROUP BY storage_array, director
), shared AS (
    SELECT a.storage_array, a.director, bool_or(a.switch = b.switch OR a.chassis = b.chassis) AS some, bool_and(a.switch = b.switch OR (a.chassis = b.chassis) IS NOT NULL) AS known,
        names_of(CASE WHEN a.switch = b.switch THEN a.switch ELSE a.switch || ' and ' || b.switch END, a.switch = b.switch OR a.chassis = b.chassis) AS names
    FROM placed a JOIN placed b ON b.storage_array = a.storage_array AND b.director = a.director AND b.fabric > a.fabric GROUP BY a.storage_array, a.director
), blades AS (
    SELECT storage_array, director, switch, count(DISTINCT port) AS ports, count(port) = count(*) AS known, count(DISTINCT blade) AS used, max(blades) AS blades, min(blade) AS blade FROM placed GROUP BY storage_array, director, switch
), bladed AS (
    SELECT storage_array, director, bool_or(known AND ports > 1 AND used = 1 AND blades > 1) AS one_blade, bool_and(known) AS known, names_of(switch || ' blade ' || blade, known AND ports > 1 AND used = 1 AND blades > 1) AS names FROM blades GROUP BY storage_array, director
)
SELECT c.storage_array, c.director, c.ports, CASE WHEN s.some THEN TRUE WHEN s.storage_array IS NULL OR s.known THEN FALSE END AS shares_chassis, coalesce(s.names, []) AS chassis_names,
    CASE WHEN b.one_blade THEN TRUE WHEN b.known THEN FALSE END AS is_one_blade, coalesce(b.names, []) AS blade_names
FROM counted c LEFT JOIN shared s ON s.storage_array = c.storage_array AND s.director = c.director LEFT JOIN bladed b ON b.storage_array = c.storage_array AND b.director = c.director
