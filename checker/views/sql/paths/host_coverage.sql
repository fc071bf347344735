-- view: host_coverage
-- meaning: One row per host that zones or masking name: whether the input has an export of its paths.
-- grain: host
-- owner: host
-- spine: zone_member, mask_initiator
-- column host text: name of the host, else what the aliases of its ports begin with, else a port's alias or world wide name
-- column has_export bool: an export shows paths of the host, or counts them; NULL where the ports of some captured host are not known [initiator.initiator_wwpn, path.initiator_wwpn, path_total.host]
-- column wwpn text: one of its ports in zones and masking
-- column initiator_wwpn text: the same port
-- column ports list: its ports in zones and masking
WITH named AS (
    SELECT wwpn FROM zone_port WHERE wwpn IS NOT NULL UNION SELECT initiator_wwpn FROM mask_initiator WHERE initiator_wwpn IS NOT NULL
), sides AS (
    -- esx01_a and esx01_b, each alone on its fabric, are the ports of one host.
    SELECT stem, list(label) AS labels FROM (
        SELECT DISTINCT r.label, regexp_replace(r.label, '(?i)[-_.:](fab(ric)?[-_.]?)?[ab]$', '') AS stem, f.fabric
        FROM port_role r JOIN named n ON n.wwpn = r.wwpn JOIN port_fabric f ON f.wwpn = r.wwpn WHERE r.host IS NULL AND r.owner_kind = 'host' AND r.role = 'initiator'
    ) WHERE stem <> label GROUP BY stem HAVING count(*) = 2 AND count(DISTINCT fabric) = 2 AND count(DISTINCT label) = 2
), ports AS (
    -- A host of which only adapters or devices were exported has planned paths, like one without any export.
    -- Ports of a host without exports are one host if their aliases differ only in the number of the port; a
    -- port that is named after a known host but is not one of its own stays separate.
    SELECT coalesce(r.host, CASE WHEN r.stem IN (SELECT host FROM port_role WHERE host IS NOT NULL) THEN r.label ELSE r.stem END, r.wwpn) AS host, r.wwpn, r.host IN (SELECT host FROM path WHERE host IS NOT NULL UNION SELECT host FROM path_total WHERE host IS NOT NULL) AS captured
    FROM (SELECT p.*, coalesce(s.stem, regexp_replace(p.label, '(?i)[-_.:](vm|v)?(hba|fcs|fc|port|p)[-_.]?[0-9]{1,2}$', '')) AS stem
        FROM port_role p LEFT JOIN sides s ON list_contains(s.labels, p.label) AND p.host IS NULL) r
    JOIN named n ON n.wwpn = r.wwpn
    WHERE r.owner_kind = 'host' AND r.role = 'initiator'
), nameless AS (
    -- A captured host whose port names are in no export, or whose paths are counted without a name, may own any of these ports.
    SELECT (SELECT count(*) FROM initiator WHERE initiator_wwpn IS NULL AND coalesce(lower(transport), 'fc') IN ('fc', 'fcoe', 'fcnvme'))
        + (SELECT count(*) FROM path_total WHERE host IS NULL)
        + (SELECT count(*) FROM (SELECT host FROM path WHERE host NOT IN (SELECT host FROM initiator WHERE initiator_wwpn IS NOT NULL AND host IS NOT NULL)
            GROUP BY host HAVING count(initiator_wwpn) = 0)) AS n
)
SELECT host, CASE WHEN bool_or(captured) THEN TRUE WHEN (SELECT n FROM nameless) = 0 THEN FALSE END AS has_export,
    min(wwpn) AS wwpn, min(wwpn) AS initiator_wwpn, list_sort(list(DISTINCT wwpn)) AS ports
FROM ports GROUP BY host
