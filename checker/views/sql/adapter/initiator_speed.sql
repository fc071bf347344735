-- view: initiator_speed
-- meaning: One row per FC port of a host: its speed, and that of the host's fastest other port.
-- grain: host, initiator_wwpn
-- owner: host
-- spine: initiator
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the port
-- column hba text: its name on the host, unless that is an instance path
-- column switch text: the switch it is logged in to
-- column port text: the port of that switch
-- column speed_gbps float: current speed, by the host or else by its switch port, Gbit/s [initiator.speed_gbps, switch_port.speed_gbps]
-- column fastest_gbps float: speed of the fastest other port of the host, Gbit/s; NULL if no other speed is known
-- column fastest_hba text: its name on the host, unless that is an instance path
-- column fastest_wwpn text: its world wide port name
-- column capable bool: the port could run at that speed: by its maximum, or because the other port is of the same model [initiator.max_speed_gbps, initiator.model]
WITH places AS (
    SELECT wwpn, min(switch) AS switch, min(port) AS port FROM edge_port WHERE port IS NOT NULL GROUP BY wwpn HAVING count(DISTINCT (switch, port)) = 1
), ports AS (
    SELECT host, initiator_wwpn, min(hba) AS hba, max(speed_gbps) AS speed_gbps, max(max_speed_gbps) AS max_speed_gbps, min(upper(trim(model))) AS model
    FROM initiator
    WHERE host IS NOT NULL AND initiator_wwpn IS NOT NULL AND coalesce(owner_kind, 'host') = 'host' AND coalesce(lower(transport), 'fc') = 'fc'
        AND npiv_parent_wwpn IS NULL AND NOT coalesce(no_link(port_state), FALSE)
    GROUP BY ALL
), known AS (
    SELECT p.host, p.initiator_wwpn, p.hba, p.max_speed_gbps, p.model, e.switch, e.port, coalesce(p.speed_gbps, s.speed_gbps) AS speed_gbps
    FROM ports p LEFT JOIN places e ON e.wwpn = p.initiator_wwpn LEFT JOIN switch_port s ON s.switch = e.switch AND s.port = e.port
), others AS (
    SELECT k.host, k.initiator_wwpn, o.hba, o.initiator_wwpn AS wwpn, o.speed_gbps, o.model
    FROM known k JOIN known o ON o.host = k.host AND o.initiator_wwpn <> k.initiator_wwpn AND o.speed_gbps IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY k.host, k.initiator_wwpn ORDER BY o.speed_gbps DESC, o.initiator_wwpn) = 1
)
SELECT k.host, k.initiator_wwpn, CASE WHEN length(k.hba) <= 16 THEN k.hba END AS hba, k.switch, k.port, k.speed_gbps, o.speed_gbps AS fastest_gbps, CASE WHEN length(o.hba) <= 16 THEN o.hba END AS fastest_hba, o.wwpn AS fastest_wwpn,
    CASE WHEN k.max_speed_gbps IS NOT NULL THEN k.max_speed_gbps >= o.speed_gbps WHEN k.model = o.model THEN TRUE END AS capable
FROM known k LEFT JOIN others o ON o.host = k.host AND o.initiator_wwpn = k.initiator_wwpn
