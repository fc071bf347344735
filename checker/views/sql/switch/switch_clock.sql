-- view: switch_clock
-- meaning: One row per switch whose configuration was exported: whether a time server sets its clock.
-- grain: switch
-- owner: switch
-- spine: fabric_setting
-- column switch text: name of the switch
-- column has_time_server bool: NTP is configured; a complete running configuration without a server has none [fabric_setting.value]
-- column setting text: the setting that says so; NULL if it follows from a running configuration without one [fabric_setting.setting]
WITH clock_settings AS (
    SELECT switch, bool_or(setting = 'ntp server' AND value <> 'none') AS has_server, bool_or(setting = 'ntp server' AND value IS NULL) AS hidden,
        bool_or(setting = 'ntp server') AS stated,
        bool_or(starts_with(setting, 'feature ')) AS is_configuration
    FROM (SELECT switch, lower(setting) AS setting, value FROM fabric_setting WHERE switch IS NOT NULL) GROUP BY switch
)
SELECT s.switch, CASE WHEN t.has_server THEN TRUE WHEN NOT t.hidden THEN FALSE END AS has_time_server,
    CASE WHEN t.stated THEN 'ntp server' END AS setting
FROM switch s JOIN clock_settings t ON t.switch = s.switch
WHERE t.stated OR s.vendor = 'cisco' AND t.is_configuration
