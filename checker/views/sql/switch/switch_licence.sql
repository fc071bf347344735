-- view: switch_licence
-- meaning: One row per licence of a switch, and per feature that is used without its licence for a grace period.
-- grain: switch, licence
-- owner: switch
-- spine: fabric_setting
-- column switch text: name of the switch
-- column setting text: the setting that states it
-- column licence text: licence or feature as the switch names it
-- column expired bool: it has expired [fabric_setting.value]
-- column grace text: rest of the grace period, without a licence [fabric_setting.value]
-- column unused bool: the switch says that it does not use the feature; FALSE if not stated
WITH stated AS (
    SELECT switch, setting, min(value) AS value FROM fabric_setting
    WHERE switch IS NOT NULL AND value IS NOT NULL AND starts_with(setting, 'licence ') AND NOT ends_with(setting, ' in use') GROUP BY ALL
), unused AS (
    SELECT DISTINCT switch, setting FROM fabric_setting WHERE starts_with(setting, 'licence ') AND ends_with(setting, ' in use') AND value = 'no'
)
SELECT s.switch, s.setting, regexp_replace(s.setting, '^licence ', '') AS licence,
    CASE WHEN s.value = 'expired' THEN TRUE WHEN s.value = 'valid' OR starts_with(s.value, 'grace period') THEN FALSE END AS expired,
    nullif(regexp_extract(s.value, '^grace period of (.*) left$', 1), '') AS grace, u.switch IS NOT NULL AS unused
FROM stated s LEFT JOIN unused u ON u.switch = s.switch AND u.setting = s.setting || ' in use'
