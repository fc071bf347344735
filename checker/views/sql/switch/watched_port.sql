-- view: watched_port
-- meaning: One row per port of a switch whose monitoring was exported (mapsdb, sddquarantine, MAPS over REST): whether it found that the attached device drains slowly.
-- grain: switch, port
-- owner: switch
-- spine: switch_port, fabric_setting
-- column switch text: name of the switch
-- column port text: port as the switch prints it
-- column attached text: device at the other end, or the description of the port where none is logged in; it identifies findings
-- column peer text: the same for messages; NULL if unknown
-- column quarantined bool: its traffic was moved to a low-priority virtual channel because its device drains slowly [switch_port.quarantined, fabric_setting.value]
-- column impact text: latest time at which the port delayed the fabric, as MAPS prints it; '' if its dashboard lists none [fabric_setting.value]
WITH setting_lines AS (
    SELECT switch, lower(setting) AS setting, value FROM fabric_setting WHERE switch IS NOT NULL
), listed AS (
    -- The dashboard lists fenced ports, or none, in all releases; of a list of ranges only complete names are used.
    SELECT switch, max(value) FILTER (WHERE setting = 'quarantined ports') AS quarantine, bool_or(setting = 'quarantined ports') AS lists_quarantine,
        bool_or(setting = 'fenced ports' OR starts_with(setting, 'maps rule broken:')) AS has_dashboard,
        count(*) FILTER (WHERE starts_with(setting, 'maps rule broken:') AND value IS NULL) AS unknown
    FROM setting_lines GROUP BY switch
), flagged AS (
    SELECT switch FROM switch_port WHERE quarantined IS NOT NULL GROUP BY switch
), impacts AS (
    SELECT switch, regexp_extract(value, 'Port ([0-9/]+)', 1) AS port, max(value) AS impact FROM setting_lines
    WHERE starts_with(setting, 'maps rule broken:') AND regexp_matches(upper(setting || ' ' || value), 'PERF_IMPACT|FRAME_LOSS|FRM_LOSS') GROUP BY ALL
), attached AS (
    SELECT e.switch, e.port, min(coalesce(r.label, e.wwpn)) AS label FROM edge_port e LEFT JOIN port_role r ON r.wwpn = e.wwpn GROUP BY e.switch, e.port
)
SELECT p.switch, p.port, coalesce(a.label, nullif(p.description, ''), 'an unknown device') AS attached, coalesce(a.label, nullif(p.description, '')) AS peer,
    CASE WHEN p.quarantined OR list_contains(string_split(l.quarantine, ','), p.port) THEN TRUE WHEN l.quarantine NOT LIKE '%-%' THEN FALSE ELSE p.quarantined END AS quarantined,
    coalesce(i.impact, CASE WHEN l.has_dashboard AND l.unknown = 0 THEN '' END) AS impact
FROM switch_port p
LEFT JOIN listed l ON l.switch = p.switch
LEFT JOIN flagged f ON f.switch = p.switch
LEFT JOIN impacts i ON i.switch = p.switch AND i.port = p.port
LEFT JOIN attached a ON a.switch = p.switch AND a.port = p.port
WHERE p.switch IS NOT NULL AND p.port IS NOT NULL AND (l.lists_quarantine OR l.has_dashboard OR f.switch IS NOT NULL)
