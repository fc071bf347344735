-- view: vsan_state
-- meaning: One row per VSAN of a Cisco switch: whether it works there, and whether its last zoning change did.
-- grain: switch, vsan
-- owner: switch
-- spine: vsan
-- column switch text: name of the switch
-- column vsan text: number of the VSAN
-- column vsan_name text: its name, unless that is only the number
-- column suspended bool: an administrator has suspended it on the switch [vsan.vsan_state]
-- column ports int: ports of the switch that are assigned to it; NULL if no export lists them [switch_port.port_vsan]
-- column change_failed bool: the last activation or commit of zones failed; NULL if the switch does not say [fabric_setting.value]
-- column change_text text: what the switch prints about it [fabric_setting.value]
WITH assigned AS (
    SELECT switch, port_vsan AS vsan, count(DISTINCT port) AS ports FROM switch_port WHERE port_vsan IS NOT NULL GROUP BY ALL
), listed AS (
    SELECT DISTINCT switch FROM assigned
), changed AS (
    SELECT switch, vsan, min(value) AS value FROM fabric_setting WHERE setting = 'zone status' GROUP BY ALL HAVING count(DISTINCT value) = 1
)
SELECT v.switch, v.vsan, CASE WHEN NOT regexp_matches(upper(v.vsan_name), '^VSAN0*' || v.vsan || '$') THEN v.vsan_name END AS vsan_name,
    CASE lower(v.vsan_state) WHEN 'suspended' THEN TRUE WHEN 'active' THEN FALSE END AS suspended,
    CASE WHEN a.ports IS NOT NULL THEN a.ports WHEN l.switch IS NOT NULL THEN 0 END AS ports,
    CASE WHEN contains(lower(c.value), 'fail') THEN TRUE WHEN regexp_matches(lower(c.value), '\b(completed|successful)\b') THEN FALSE END AS change_failed,
    c.value AS change_text
FROM vsan v LEFT JOIN assigned a ON a.switch = v.switch AND a.vsan = v.vsan
LEFT JOIN listed l ON l.switch = v.switch
LEFT JOIN changed c ON c.switch = v.switch AND c.vsan = v.vsan
WHERE v.vsan <> ''
