-- view: wwpn_ports
-- meaning: One row per WWPN that is logged in to a switch: the ports of the switch that one export lists it at.
-- grain: switch, vsan, wwpn
-- owner: switch
-- spine: login
-- column switch text: name of the switch
-- column vsan text: VSAN, '' without
-- column wwpn text: world wide port name
-- column label text: alias or registered name, else the port name
-- column at_several bool: one export lists it at several ports [login.port, login.port_index, contradiction.value_a, contradiction.value_b]
-- column places list: those ports
WITH held AS (
    SELECT switch, vsan, wwpn, min(coalesce(port, 'index ' || port_index)) AS port, concat_ws(', ', 'switch ' || switch, 'vsan ' || nullif(vsan, ''), 'wwpn ' || wwpn) AS about_key
    FROM login WHERE wwpn IS NOT NULL GROUP BY switch, vsan, wwpn
), places AS (
    -- Only ports of one export contradict each other: between two exports a cable may have been moved.
    SELECT about_key, bool_and(value_a IS NOT NULL AND value_b IS NOT NULL) AS known, bool_or(fact = 'port') AS named,
        list(value_a) FILTER (WHERE fact = 'port') || list(value_b) FILTER (WHERE fact = 'port') AS ports,
        list('index ' || value_a) FILTER (WHERE fact = 'port_index') || list('index ' || value_b) FILTER (WHERE fact = 'port_index') AS indexes
    FROM contradiction WHERE about_kind = 'login' AND fact IN ('port', 'port_index') AND export_a IS NOT DISTINCT FROM export_b GROUP BY about_key
)
SELECT h.switch, h.vsan, h.wwpn, coalesce(r.label, h.wwpn) AS label,
    CASE WHEN p.known THEN TRUE WHEN p.known IS NULL AND h.port IS NOT NULL THEN FALSE END AS at_several,
    coalesce(list_sort(list_distinct(list_filter(CASE WHEN p.named THEN p.ports ELSE p.indexes END, lambda port: port IS NOT NULL))), [h.port]) AS places
FROM held h LEFT JOIN places p ON p.about_key = h.about_key LEFT JOIN port_role r ON r.wwpn = h.wwpn
