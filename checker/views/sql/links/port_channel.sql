-- view: port_channel
-- meaning: One row per port channel of a Cisco switch: how many of its links work.
-- grain: switch, trunk
-- owner: switch
-- spine: trunk_member, switch_port
-- column switch text: name of the switch
-- column trunk text: the port channel
-- column port text: the same, as a port
-- column peer text: switch at the other end
-- column links int: its links
-- column working int: links that work; NULL if the state of one is unknown
-- column down list: links that are down, where they are listed
-- column reduced bool: a link does not work [switch_port.port_state, switch_port.state_reason]
WITH members AS (
    SELECT switch, trunk AS channel, port FROM trunk_member WHERE starts_with(trunk, 'port-channel')
    UNION SELECT switch, port_channel, port FROM switch_port WHERE starts_with(port_channel, 'port-channel')
), states AS (
    SELECT m.switch, m.channel, m.port, CASE WHEN lower(p.port_state) IN ('up', 'trunking', 'online') THEN TRUE WHEN lower(p.port_state) NOT IN ('unknown') THEN FALSE END AS works
    FROM members m LEFT JOIN switch_port p ON p.switch = m.switch AND p.port = m.port
), listed AS (
    SELECT switch, channel AS port, count(*) AS links, CASE WHEN count(works) = count(*) THEN count(*) FILTER (WHERE works) END AS working,
        list_sort(list(port) FILTER (WHERE NOT works)) AS down, CASE WHEN bool_or(NOT works) THEN TRUE WHEN count(works) = count(*) THEN FALSE END AS reduced
    FROM states GROUP BY ALL
), counted AS (
    -- A summary counts the links of a channel without naming them.
    SELECT switch, port, try_cast(regexp_extract(state_reason, '^([0-9]+) of ([0-9]+) ports', 2) AS INTEGER) AS links,
        try_cast(regexp_extract(state_reason, '^([0-9]+) of ([0-9]+) ports', 1) AS INTEGER) AS working
    FROM switch_port WHERE regexp_matches(state_reason, '^[0-9]+ of [0-9]+ ports')
), peers AS (
    SELECT switch, port, min(peer_switch) AS peer FROM isl GROUP BY ALL
), channels AS (
    SELECT switch, port FROM listed UNION SELECT switch, port FROM counted
)
SELECT n.switch, n.port AS trunk, n.port, p.peer,
    -- Of two exports, the one that lists the links says more than the one that counts them.
    CASE WHEN l.reduced IS NULL AND c.links IS NOT NULL THEN c.links ELSE l.links END AS links,
    CASE WHEN l.reduced IS NULL AND c.links IS NOT NULL THEN c.working ELSE l.working END AS working,
    coalesce(l.down, []) AS down, coalesce(l.reduced, c.working < c.links) AS reduced
FROM channels n
LEFT JOIN listed l ON l.switch = n.switch AND l.port = n.port
LEFT JOIN counted c ON c.switch = n.switch AND c.port = n.port
LEFT JOIN peers p ON p.switch = n.switch AND p.port = n.port
