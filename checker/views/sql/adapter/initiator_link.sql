-- view: initiator_link
-- meaning: One row per FC port of a host: whether it has a link, and who expects it to have one.
-- grain: host, initiator_wwpn
-- owner: host
-- spine: initiator
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the port
-- column hba text: its name on the host
-- column port_state text: its state as printed
-- column state_note text: that state where it says more than that there is no link; else NULL
-- column no_link bool: its state says that it has no link [initiator.port_state]
-- column used bool: zones, masking, a registration, paths or an FCoE interface use it; never FALSE, because other exports may show its use [zone_member.member, mask_initiator.initiator_wwpn, registered_initiator.initiator_wwpn, path.initiator_wwpn, initiator.symbolic_name]
-- column used_by text: what uses it: zones and masking
-- column maintenance bool: a maintenance window is recorded or tagged for the host; FALSE if not declared
WITH ports AS (
    SELECT host, initiator_wwpn, min(hba) AS hba, min(port_state) AS port_state, bool_and(no_link(port_state)) AS no_link
    FROM initiator
    WHERE host IS NOT NULL AND initiator_wwpn IS NOT NULL AND coalesce(owner_kind, 'host') = 'host' AND coalesce(lower(transport), 'fc') IN ('fc', 'fcoe')
    GROUP BY ALL
), uses AS (
    SELECT wwpn, 1 AS nth, 'zones' AS use FROM zone_port WHERE active
    UNION ALL SELECT initiator_wwpn, 2, 'masking' FROM mask_initiator
    UNION ALL SELECT initiator_wwpn, 3, 'paths' FROM path
    UNION ALL SELECT initiator_wwpn, 2, 'masking' FROM registered_initiator
    -- An administrator creates such a port: "fcoe v0.1 over eth2.101".
    UNION ALL SELECT initiator_wwpn, 4, 'an FCoE interface' FROM initiator WHERE lower(symbolic_name) LIKE 'fcoe % over %'
), used AS (
    SELECT wwpn, list(use ORDER BY nth) AS uses FROM (SELECT DISTINCT wwpn, nth, use FROM uses WHERE wwpn IS NOT NULL) GROUP BY wwpn
), maintained AS (
    SELECT about_key AS host FROM record WHERE record_type = 'window' AND about_kind = 'host'
    UNION SELECT about_key FROM tag WHERE about_kind = 'host' AND tag = 'maintenance'
)
SELECT p.host, p.initiator_wwpn, p.hba, p.port_state, CASE WHEN state_word(p.port_state) NOT IN ('linkdown', 'link-down', 'no-link', 'down') THEN p.port_state END AS state_note, p.no_link, CASE WHEN u.wwpn IS NOT NULL THEN TRUE END AS used,
    CASE WHEN len(u.uses) > 1 THEN array_to_string(u.uses[:-2], ', ') || ' and ' || u.uses[-1] ELSE u.uses[1] END AS used_by,
    m.host IS NOT NULL AS maintenance
FROM ports p LEFT JOIN used u ON u.wwpn = p.initiator_wwpn LEFT JOIN maintained m ON m.host = p.host
