-- view: trunk_group
-- meaning: One row per trunk of a Brocade switch: how much the delays of its links differ.
-- grain: switch, trunk
-- owner: switch
-- spine: trunk_member
-- column switch text: name of the switch
-- column trunk text: port that leads the trunk, or its number
-- column links int: links
-- column deskew_spread int: greatest deskew less the least, as printed [trunk_member.deskew]
-- column link_deskews list: deskew of each link
SELECT switch, trunk, count(*) AS links, CASE WHEN count(deskew) = count(*) THEN max(deskew) - min(deskew) END AS deskew_spread,
    list_sort(list(port || ': ' || deskew) FILTER (WHERE deskew IS NOT NULL)) AS link_deskews
FROM trunk_member WHERE trunk IS NOT NULL AND NOT starts_with(trunk, 'port-channel') GROUP BY switch, trunk
