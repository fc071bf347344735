-- view: switch_hold_time
-- meaning: One row per Brocade switch whose edge hold time was exported, and what else its ports carry.
-- grain: switch
-- owner: switch
-- spine: fabric_setting
-- column switch text: name of the switch
-- column hold_ms int: edge hold time in ms [fabric_setting.value]
-- column targets int: target ports logged in to the switch
-- column isls int: inter-switch links that end on it
-- column is_modular bool: a director, whose blades have separate ASICs; FALSE if not stated
WITH hold_settings AS (
    SELECT switch, max(try_cast(value AS BIGINT)) AS ms FROM fabric_setting WHERE lower(setting) LIKE '%edgeholdtime' GROUP BY switch
), carried AS (
    SELECT e.switch, count(DISTINCT e.wwpn) AS n FROM edge_port e JOIN port_role r ON r.wwpn = e.wwpn AND r.role = 'target' GROUP BY e.switch
), linked AS (
    SELECT switch, count(*) AS n FROM isl GROUP BY switch
)
SELECT t.switch, t.ms AS hold_ms, coalesce(c.n, 0) AS targets, coalesce(l.n, 0) AS isls, coalesce(s.is_director, FALSE) AS is_modular
FROM hold_settings t LEFT JOIN switch s ON s.switch = t.switch LEFT JOIN carried c ON c.switch = t.switch LEFT JOIN linked l ON l.switch = t.switch
