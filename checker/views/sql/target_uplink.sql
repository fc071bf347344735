-- view: target_uplink
-- meaning: One row per array port that initiators on other switches are zoned to: its speed against the links of its switch.
-- grain: fabric, target_wwpn
-- owner: switch
-- spine: zone_member
-- column fabric text: fabric
-- column target_wwpn text: world wide port name of the target port
-- column switch text: switch it is logged in to [login.wwpn]
-- column target_label text: alias or registered name
-- column remote_initiators int: initiators on other switches that it is zoned to
-- column target_gbps float: its speed, Gbit/s [switch_port.speed_gbps]
-- column isl_gbps float: all links of its switch to others together, Gbit/s; NULL unless the speed and members of each are known [isl.speed_gbps, isl.members, isl.bandwidth_gbps]
WITH links AS (
    SELECT switch, sum(coalesce(bandwidth_gbps, speed_gbps * CASE WHEN is_trunk THEN members ELSE coalesce(members, 1) END)) AS gbps,
        bool_and(coalesce(bandwidth_gbps, speed_gbps * CASE WHEN is_trunk THEN members ELSE coalesce(members, 1) END) IS NOT NULL) AS known
    FROM isl WHERE coalesce(link_kind, 'isl') = 'isl' GROUP BY switch
)
SELECT p.fabric, p.target_wwpn, p.target_switch AS switch, min(p.target_label) AS target_label, count(*) AS remote_initiators, max(p.target_gbps) AS target_gbps,
    min(CASE WHEN l.known THEN l.gbps END) AS isl_gbps
FROM initiator_target p LEFT JOIN links l ON l.switch = p.target_switch
WHERE p.initiator_switch <> p.target_switch GROUP BY p.fabric, p.target_wwpn, p.target_switch
