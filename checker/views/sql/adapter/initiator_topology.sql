-- view: initiator_topology
-- meaning: One row per FC port of a host that states its topology: whether it is in loop mode although it is connected to a switch.
-- grain: host, initiator_wwpn
-- owner: host
-- spine: initiator
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the port
-- column port text: its name on the host, else its world wide port name
-- column topology text: as the host prints it
-- column loop bool: arbitrated loop; NULL for words that are not known to mean a loop or a fabric [initiator.port_type]
-- column switched bool: it is logged in at a switch or in an active zone; never FALSE, because not all switches need be exported [login.wwpn, zone_member.member]
-- column switch_port text: switch and port where it is logged in
WITH stated AS (
    SELECT host, initiator_wwpn, min(hba) AS hba, min(port_type) AS topology FROM initiator
    WHERE host IS NOT NULL AND initiator_wwpn IS NOT NULL AND port_type IS NOT NULL AND coalesce(lower(transport), 'fc') = 'fc' GROUP BY ALL
), seen AS (
    SELECT wwpn, min(switch || coalesce(' ' || port, '')) AS switch_port FROM edge_port GROUP BY wwpn
), zoned AS (
    SELECT DISTINCT wwpn FROM zone_port WHERE active AND wwpn IS NOT NULL
)
SELECT p.host, p.initiator_wwpn, coalesce(p.hba, colons(p.initiator_wwpn)) AS port, p.topology, is_loop(p.topology) AS loop, CASE WHEN s.wwpn IS NOT NULL OR z.wwpn IS NOT NULL THEN TRUE END AS switched, s.switch_port
FROM stated p LEFT JOIN seen s ON s.wwpn = p.initiator_wwpn LEFT JOIN zoned z ON z.wwpn = p.initiator_wwpn
