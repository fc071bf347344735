-- view: host_iscsi
-- meaning: One row per host with iSCSI sessions: the interfaces, portals and subnets that they use.
-- grain: host
-- owner: host
-- spine: iscsi_session
-- column host text: name of the host
-- column sessions span: sessions that are logged in [iscsi_session.state]
-- column local_ports span: addresses of the host's interfaces among them [iscsi_session.state, iscsi_session.local_address]
-- column local_port_names list: those that are known
-- column portals span: portals that they end at [iscsi_session.state, iscsi_session.portal_address]
-- column portal_names list: those that are known
-- column subnets span: IPv4 subnets of the interfaces [iscsi_session.state, iscsi_session.local_address, iscsi_portal.ip_address, iscsi_portal.netmask]
-- column subnet_names list: those that are known
-- column down_sessions span: sessions that are not logged in [iscsi_session.state]
-- column tags list: tags of the host
WITH network AS (
    SELECT host, ip_address, min(array_to_string(list_transform([1, 2, 3, 4], lambda i: (split_part(ip_address, '.', i)::INTEGER & split_part(netmask, '.', i)::INTEGER)::VARCHAR), '.')
        || '/' || bit_count(split_part(netmask, '.', 1)::INTEGER) + bit_count(split_part(netmask, '.', 2)::INTEGER) + bit_count(split_part(netmask, '.', 3)::INTEGER) + bit_count(split_part(netmask, '.', 4)::INTEGER)) AS subnet
    FROM iscsi_portal WHERE regexp_full_match(ip_address || '/' || netmask, '[0-9]{1,3}([.][0-9]{1,3}){3}/[0-9]{1,3}([.][0-9]{1,3}){3}')
    GROUP BY host, ip_address HAVING count(DISTINCT netmask) = 1
), session AS (
    SELECT s.host, s.portal_address, s.local_address, n.subnet,
        CASE WHEN s.state IN ('logged_in', 'logged in', 'active') THEN TRUE WHEN s.state IS NOT NULL THEN FALSE END AS live
    FROM iscsi_session s LEFT JOIN network n ON n.host = s.host AND n.ip_address = s.local_address
), cut AS (
    SELECT owner AS host FROM export WHERE format IN ('esxi-iscsi-session-connection-list', 'linux-iscsiadm-session', 'windows-get-iscsiconnection')
        AND owner IS NOT NULL AND NOT coalesce(superseded, FALSE) AND (coalesce(ends_inside_record, FALSE) OR coalesce(filtered, FALSE)) GROUP BY 1
), tagged AS (
    SELECT about_key AS host, list_sort(list(DISTINCT tag)) AS tags FROM tag WHERE about_kind = 'host' GROUP BY 1
), counted AS (
    SELECT host, count_span(live) AS sessions, count_span(NOT live) AS down_sessions, distinct_span(local_address, live) AS local_ports, names_of(local_address, live) AS local_port_names,
        distinct_span(portal_address, live) AS portals, names_of(portal_address, live) AS portal_names,
        distinct_span(subnet, live) AS subnets, names_of(subnet, live) AS subnet_names
    FROM session WHERE host IS NOT NULL GROUP BY host
)
SELECT c.host, opened(c.sessions, x.host IS NOT NULL) AS sessions, opened(c.local_ports, x.host IS NOT NULL) AS local_ports, c.local_port_names,
    opened(c.portals, x.host IS NOT NULL) AS portals, c.portal_names, opened(c.subnets, x.host IS NOT NULL) AS subnets, c.subnet_names,
    opened(c.down_sessions, x.host IS NOT NULL) AS down_sessions, coalesce(t.tags, []) AS tags
FROM counted c LEFT JOIN cut x ON x.host = c.host LEFT JOIN tagged t ON t.host = c.host
