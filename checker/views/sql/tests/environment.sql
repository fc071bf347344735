-- view: environment
-- meaning: One row for the whole SAN: how many fabrics carry both initiators and target ports.
-- grain: environment
-- spine: switch, login, fabric_switch, path, initiator
-- column environment text: always 'the estate'
-- column carrying_fabrics span: fabrics with an initiator and a target port; the upper bound is known only if every port is in a known fabric [login.wwpn, login.fc4_role, target_port.target_wwpn, target_port.role, initiator.initiator_wwpn, completeness.complete, fabric_switch.fabric]
-- column fabric_names list: those fabrics, by name [login.wwpn, login.fc4_role]
-- column unplaced_initiators int: host ports in use in no known fabric [initiator.initiator_wwpn, login.wwpn]
-- column unplaced_targets int: array ports in use in no known fabric [target_port.target_wwpn, login.wwpn]
-- column is_lab bool: every fabric is declared or tagged as a lab; NULL if a declared lab has no known switch [fabric_switch.fabric]
-- Inferred fabrics never count: they come from the paths of the hosts that are being checked (rule-review, C4).
WITH placed AS (
    SELECT w.wwpn, w.fabric, r.role FROM wwpn_fabric w LEFT JOIN port_role r ON r.wwpn = w.wwpn WHERE w.basis <> 'inferred'
), carried AS (
    SELECT fabric, count(*) FILTER (WHERE role IN ('initiator', 'both')) AS initiators, count(*) FILTER (WHERE role IN ('target', 'both')) AS targets,
        count(*) FILTER (WHERE role IS NULL) AS unknown
    FROM placed GROUP BY fabric
), fabrics AS (
    SELECT count(*) FILTER (WHERE initiators > 0 AND targets > 0) AS certain,
        count(*) FILTER (WHERE (initiators > 0 OR unknown > 0) AND (targets > 0 OR unknown > 0) AND initiators + targets + unknown > 1) AS possible,
        names_of(fabric, initiators > 0 AND targets > 0) AS names
    FROM carried
), known AS (
    SELECT DISTINCT wwpn FROM placed
), hosts AS (
    -- A host with one port says nothing about a second fabric. A port without a link may have lost that to another fabric.
    SELECT coalesce(max(ports), 0) AS most_ports, coalesce(sum(unplaced), 0) AS unplaced FROM (
        SELECT count(*) AS ports, count(*) FILTER (WHERE k.wwpn IS NULL) AS unplaced FROM initiator i LEFT JOIN known k ON k.wwpn = i.initiator_wwpn
        WHERE coalesce(i.owner_kind, 'host') = 'host' AND coalesce(lower(i.transport), 'fc') IN ('fc', 'fcoe') GROUP BY i.host
    )
), array_ports AS (
    SELECT target_wwpn AS wwpn FROM target_port
    WHERE coalesce(role, 'front-end') = 'front-end' AND coalesce(lower(protocol), 'fc') IN ('fc', 'fcoe', 'nvme') AND coalesce(enabled, TRUE)
        AND no_link(port_state) IS NOT TRUE
), arrays AS (
    SELECT (SELECT count(*) FROM array_ports) AS ports, count(*) FILTER (WHERE k.wwpn IS NULL) AS unplaced
    FROM (SELECT wwpn FROM array_ports UNION SELECT target_wwpn FROM path WHERE target_wwpn IS NOT NULL) t LEFT JOIN known k ON k.wwpn = t.wwpn
), declared AS (
    SELECT coalesce(bool_or(complete), FALSE) AS complete FROM whole_scope WHERE scope = 'fabric' AND name = '*'
), labs AS (
    SELECT CASE WHEN bool_and(coalesce(f.lab, FALSE) OR t.about_key IS NOT NULL) THEN TRUE
            -- A lab that no switch is known to belong to may be one of these.
            WHEN NOT EXISTS (SELECT 1 FROM fabric l WHERE l.lab AND l.fabric NOT IN (SELECT fabric FROM switch_fabric)) THEN FALSE END AS is_lab
    FROM carried c
    LEFT JOIN fabric f ON f.fabric = c.fabric
    LEFT JOIN (SELECT DISTINCT about_key FROM tag WHERE about_kind = 'fabric' AND tag = 'lab') t ON t.about_key = c.fabric
    WHERE c.initiators > 0 OR c.targets > 0
)
SELECT 'the estate' AS environment,
    -- Two signs that do not depend on each other: all ports of the hosts and all ports of the arrays are in these fabrics.
    {'lo': f.certain, 'hi': CASE WHEN d.complete OR (h.most_ports > 1 AND h.unplaced = 0 AND a.ports > 0 AND a.unplaced = 0) THEN nullif(f.possible, 0) END} AS carrying_fabrics,
    f.names AS fabric_names, h.unplaced AS unplaced_initiators, a.unplaced AS unplaced_targets, l.is_lab
FROM fabrics f CROSS JOIN hosts h CROSS JOIN arrays a CROSS JOIN declared d CROSS JOIN labs l
