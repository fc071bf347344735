-- view: switch_notification
-- meaning: One row per switch whose exported configuration shows whether it sends fabric performance impact notifications (FPIN) to devices.
-- grain: switch
-- owner: switch
-- spine: fabric_setting
-- column switch text: name of the switch
-- column vendor text: brocade or cisco [switch.vendor]
-- column is_gen7 bool: a port can run at 64 Gbit/s and more; NULL unless the fastest speed of each is known [switch_port.max_speed_gbps, switch.model]
-- column sends_fpin bool: it notifies devices: by an action of MAPS on Brocade or the feature fpm on Cisco, or as declared in the setting fpin [fabric_setting.value]
WITH setting_lines AS (
    SELECT switch, lower(setting) AS setting, lower(value) AS value FROM fabric_setting WHERE switch IS NOT NULL
), settings AS (
    SELECT switch, bool_or(setting = 'fpin') AS stated, bool_or(setting = 'fpin' AND value IN ('on', 'enabled', 'yes', 'true')) AS stated_on,
        bool_or(setting = 'fpin' AND value IS NULL) AS stated_unknown,
        max(CASE WHEN setting = 'maps actions' THEN value END) AS actions, bool_or(setting = 'maps actions') AS has_actions,
        bool_or(starts_with(setting, 'feature ')) AS has_features, bool_or(setting = 'feature fpm' AND value = 'enabled') AS has_fpm, bool_or(setting = 'feature fpm' AND value IS NULL) AS fpm_unknown
    FROM setting_lines GROUP BY switch
), speeds AS (
    SELECT switch, max(max_speed_gbps) AS fastest, count(max_speed_gbps) = count(*) AS known FROM switch_port GROUP BY switch
)
SELECT s.switch, s.vendor,
    CASE WHEN p.fastest >= 64 OR regexp_matches(upper(switch_product(s.model)), '\b(G710|G720|G730|X7-4|X7-8|7810|7850)\b|9124V|9148V|9396V') THEN TRUE WHEN p.known THEN FALSE END AS is_gen7,
    CASE WHEN t.stated THEN CASE WHEN NOT t.stated_unknown THEN t.stated_on END
        WHEN s.vendor = 'brocade' THEN list_contains(string_split(regexp_replace(t.actions, '[ ;]+', '', 'g'), ','), 'fpin')
        WHEN s.vendor = 'cisco' THEN CASE WHEN t.has_fpm THEN TRUE WHEN NOT t.fpm_unknown THEN FALSE END END AS sends_fpin
FROM switch s JOIN settings t ON t.switch = s.switch
LEFT JOIN speeds p ON p.switch = s.switch
WHERE t.stated OR s.vendor = 'brocade' AND t.has_actions OR s.vendor = 'cisco' AND t.has_features
