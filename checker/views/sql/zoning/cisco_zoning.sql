-- view: cisco_zoning
-- meaning: One row per Cisco switch: the size of its zoning over all its VSANs.
-- grain: switch
-- owner: switch
-- spine: switch, zone_member
-- column switch text: switch
-- column zone_members span: members of all zones, active or defined, whichever are more; NULL if no zoning was read [zone_member.switch, zone_member.active, switch.vendor]
-- column member_limit int: most of them in a physical fabric
-- column set_limit int: most zone sets on a switch
-- column zone_sets span: zone sets; NULL if no zoning was read [zone.zone_set, zone_set.zone_set, zone.switch]
WITH members AS (
    SELECT switch, max(n) AS n, max(unsure) AS unsure FROM (
        SELECT switch, count(*) FILTER (WHERE active) AS n, count(*) FILTER (WHERE active IS NULL) AS unsure FROM zone_member GROUP BY 1
        UNION ALL SELECT switch, count(*) FILTER (WHERE NOT active), 0 FROM zone_member GROUP BY 1) GROUP BY 1
), named AS (
    SELECT switch, vsan, zone_set FROM zone_set UNION SELECT switch, vsan, zone_set FROM zone
), sets AS (
    SELECT switch, count(*) FILTER (WHERE zone_set IS NOT NULL) AS n FROM named GROUP BY 1
), unset AS (
    -- A defined zone may be in no zone set, so only zones of the active one hide a name.
    SELECT switch, count(*) AS n FROM (
        SELECT switch FROM zone WHERE active AND zone_set IS NULL UNION ALL SELECT switch FROM zone_set WHERE zone_set IS NULL) GROUP BY 1
)
SELECT s.switch,
    CASE WHEN m.switch IS NOT NULL THEN {'lo': m.n, 'hi': m.n + m.unsure} END AS zone_members,
    CASE WHEN t.switch IS NOT NULL THEN {'lo': t.n, 'hi': CASE WHEN u.n IS NULL THEN t.n END} END AS zone_sets,
    r.zone_members AS member_limit, r.zone_sets AS set_limit
FROM switch s
JOIN ref_fabric_limit r ON r.vendor = s.vendor
LEFT JOIN members m ON m.switch = s.switch
LEFT JOIN sets t ON t.switch = s.switch
LEFT JOIN unset u ON u.switch = s.switch
WHERE s.switch IS NOT NULL
