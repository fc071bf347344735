-- view: switch_capacity
-- meaning: One row per switch: how many of its ports are in use, free and licensed.
-- grain: switch
-- owner: switch
-- spine: switch, switch_port, login
-- column switch text: name of the switch
-- column vendor text: vendor [switch.vendor]
-- column model text: product name, or the model as printed [switch.model]
-- column firmware_version text: release it runs [switch.firmware_version]
-- column fabrics list: fabrics it is in
-- column ports int: ports that exports list; NULL if none lists any [switch_port.port]
-- column port_count int: ports that the switch has, as it states [switch.port_count]
-- column online span: ports that are online; a port of unknown state may be one more, here and below [switch_port.port_state]
-- column no_signal span: ports with a transceiver and without light: nothing is attached, or what is attached is off [switch_port.port_state]
-- column empty span: ports without a transceiver [switch_port.port_state]
-- column disabled span: disabled ports [switch_port.port_state]
-- column unlicensed span: ports that are down because they have no licence [switch_port.port_state]
-- column other span: ports that are down for another reason [switch_port.port_state]
-- column unknown int: ports of unknown state, and those that are not listed [switch.port_count, switch_port.port_state]
-- column free_ports span: ports that a device can be attached to: at least those without a transceiver, at most also those without light and those of unknown state [switch_port.port_state]
-- column port_licences int: ports that its licences allow to be used [switch.port_licences]
-- column free_port_licences int: licences of ports that are not assigned to a port [switch.free_port_licences]
WITH counts AS (
    SELECT switch, count(*) AS listed, count(*) FILTER (WHERE use = 'online') AS online, count(*) FILTER (WHERE use = 'no signal') AS no_signal,
        count(*) FILTER (WHERE use = 'empty') AS empty, count(*) FILTER (WHERE use = 'disabled') AS disabled,
        count(*) FILTER (WHERE use = 'no licence') AS unlicensed, count(*) FILTER (WHERE use = 'not online') AS other, count(use) AS stated
    FROM port_use WHERE is_physical GROUP BY switch
), switches AS (
    SELECT switch FROM switch UNION SELECT switch FROM port_use
), homes AS (
    SELECT switch, list_sort(list(DISTINCT fabric)) AS fabrics FROM switch_fabric GROUP BY switch
), totals AS (
    SELECT n.switch, s.vendor, switch_product(s.model) AS model, s.firmware_version, s.port_count, s.port_licences, s.free_port_licences, c.listed, c.online, c.no_signal, c.empty, c.disabled, c.unlicensed, c.other,
        greatest(s.port_count, c.listed) - c.stated AS unknown, c.stated
    FROM switches n LEFT JOIN switch s ON s.switch = n.switch LEFT JOIN counts c ON c.switch = n.switch WHERE n.switch IS NOT NULL
)
SELECT t.switch, t.vendor, t.model, t.firmware_version, coalesce(h.fabrics, []) AS fabrics, t.listed AS ports, t.port_count,
    CASE WHEN t.stated > 0 THEN {'lo': t.online, 'hi': t.online + t.unknown} END AS online,
    CASE WHEN t.stated > 0 THEN {'lo': t.no_signal, 'hi': t.no_signal + t.unknown} END AS no_signal,
    CASE WHEN t.stated > 0 THEN {'lo': t.empty, 'hi': t.empty + t.unknown} END AS empty,
    CASE WHEN t.stated > 0 THEN {'lo': t.disabled, 'hi': t.disabled + t.unknown} END AS disabled,
    CASE WHEN t.stated > 0 THEN {'lo': t.unlicensed, 'hi': t.unlicensed + t.unknown} END AS unlicensed,
    CASE WHEN t.stated > 0 THEN {'lo': t.other, 'hi': t.other + t.unknown} END AS other,
    t.unknown,
    CASE WHEN t.stated > 0 THEN {'lo': t.empty, 'hi': t.empty + t.no_signal + t.unknown} END AS free_ports,
    t.port_licences, t.free_port_licences
FROM totals t LEFT JOIN homes h ON h.switch = t.switch
