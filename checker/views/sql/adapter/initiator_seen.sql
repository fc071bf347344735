-- view: initiator_seen
-- meaning: One row per initiator port of a host that has paths: whether a switch lists its login.
-- grain: host, initiator_wwpn
-- owner: host
-- spine: path
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the initiator
-- column owner_kind text: what kind of machine owns the port; a host, unless an export or a person says otherwise
-- column transport text: fc, fcoe … of the port, else of its paths [initiator.transport, path.transport]
-- column logged_in bool: a switch lists its login; FALSE only where the login tables of its side are complete [login.wwpn, completeness.complete]
-- column fabrics list: fabrics where the ports it reaches are logged in
-- column direct_attached bool: the host is tagged direct-attached
WITH used AS (
    SELECT host, initiator_wwpn, min(lower(transport)) AS transport FROM path
    WHERE host IS NOT NULL AND initiator_wwpn IS NOT NULL GROUP BY ALL
), side AS (
    SELECT p.host, p.initiator_wwpn, list_sort(list(DISTINCT w.fabric)) AS fabrics, bool_and(coalesce(c.complete, FALSE)) AS complete
    FROM (SELECT DISTINCT host, initiator_wwpn, target_wwpn FROM path WHERE target_wwpn IS NOT NULL) p
    JOIN wwpn_fabric w ON w.wwpn = p.target_wwpn AND w.basis = 'login'
    LEFT JOIN whole_scope c ON c.scope = 'fabric' AND c.name = w.fabric
    GROUP BY p.host, p.initiator_wwpn
), logins AS (
    SELECT DISTINCT wwpn FROM wwpn_fabric WHERE basis = 'login'
), nameless AS (
    -- A login without a name may belong to any port.
    SELECT count(*) AS n FROM login WHERE wwpn IS NULL
), port AS (
    SELECT host, initiator_wwpn, min(owner_kind) AS owner_kind, min(lower(transport)) AS transport FROM initiator
    WHERE initiator_wwpn IS NOT NULL GROUP BY ALL
), direct AS (
    SELECT DISTINCT about_key AS host FROM tag WHERE about_kind = 'host' AND tag = 'direct-attached'
)
SELECT u.host, u.initiator_wwpn, coalesce(i.owner_kind, r.owner_kind) AS owner_kind, coalesce(i.transport, u.transport) AS transport,
    CASE WHEN l.wwpn IS NOT NULL THEN TRUE WHEN s.complete AND (SELECT n FROM nameless) = 0 THEN FALSE END AS logged_in,
    coalesce(s.fabrics, []) AS fabrics, d.host IS NOT NULL AS direct_attached
FROM used u
LEFT JOIN port i ON i.host = u.host AND i.initiator_wwpn = u.initiator_wwpn
LEFT JOIN port_role r ON r.wwpn = u.initiator_wwpn
LEFT JOIN side s ON s.host = u.host AND s.initiator_wwpn = u.initiator_wwpn
LEFT JOIN logins l ON l.wwpn = u.initiator_wwpn
LEFT JOIN direct d ON d.host = u.host
