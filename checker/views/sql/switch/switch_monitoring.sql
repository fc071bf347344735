-- view: switch_monitoring
-- meaning: One row per switch whose exported configuration shows whether it monitors its own ports.
-- grain: switch
-- owner: switch
-- spine: fabric_setting
-- column switch text: name of the switch
-- column vendor text: brocade or cisco [switch.vendor]
-- column policy text: active policy of MAPS or port-monitor; '' if none is active [fabric_setting.value]
-- column actions text: actions of MAPS as stated; those of a port-monitor policy are in it [fabric_setting.value]
-- column place_a text: beginning of the running configuration, which has no line about an absent policy
WITH setting_lines AS (
    SELECT switch, lower(setting) AS setting, value FROM fabric_setting
), cisco AS (
    -- A running configuration that is read states its features; one without an active policy has none.
    SELECT switch, max(CASE WHEN setting = 'port-monitor activate' THEN CASE WHEN starts_with(value, 'no ') OR value = 'disabled' THEN '' ELSE value END END) AS policy,
        bool_or(setting = 'port-monitor activate' AND value IS NULL) AS hidden, count(*) FILTER (WHERE setting = 'port-monitor activate' OR starts_with(setting, 'feature ')) AS lines
    FROM setting_lines GROUP BY switch
), brocade AS (
    SELECT switch, max(value) FILTER (WHERE setting = 'maps policy') AS policy, max(value) FILTER (WHERE setting = 'maps actions') AS actions,
        count(*) FILTER (WHERE setting = 'maps policy') AS lines
    FROM setting_lines GROUP BY switch
), configuration AS (
    SELECT owner AS switch, min(file || coalesce('!' || member, '') || ':' || first_line) AS place_a FROM export
    WHERE regexp_matches(format, 'running-config') AND NOT coalesce(superseded, FALSE) GROUP BY owner
)
SELECT s.switch, s.vendor, CASE WHEN s.vendor = 'cisco' THEN CASE WHEN NOT c.hidden THEN coalesce(c.policy, '') END ELSE b.policy END AS policy,
    CASE WHEN s.vendor = 'cisco' THEN 'those of the policy' ELSE b.actions END AS actions,
    f.place_a
FROM switch s LEFT JOIN cisco c ON c.switch = s.switch LEFT JOIN brocade b ON b.switch = s.switch
    LEFT JOIN configuration f ON f.switch = s.switch
WHERE s.vendor = 'cisco' AND c.lines > 0 OR s.vendor = 'brocade' AND b.lines > 0
