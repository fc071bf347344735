-- view: switch_timeout
-- meaning: One row per Cisco switch: how long frames wait before they are dropped.
-- grain: switch
-- owner: switch
-- spine: fabric_setting
-- column switch text: name of the switch
-- column release text: NX-OS release [switch.firmware_version]
-- column core_ms int: congestion drop on links between switches; the default where a running configuration states none [fabric_setting.value]
-- column edge_ms int: congestion drop on ports of devices [fabric_setting.value]
-- column edge_no_credit_ms int: drop without credits on ports of devices; 0 if off [fabric_setting.value]
-- column core_no_credit_ms int: the same between switches; 0 if off [fabric_setting.value]
WITH lines AS (
    SELECT switch, setting, try_cast(value AS BIGINT) AS ms, value = 'default' OR starts_with(value, 'no ') AS is_default, value FROM fabric_setting
    WHERE starts_with(setting, 'system ') OR starts_with(setting, 'feature ')
), timers AS (
    SELECT switch, count(value) AS stated, count(*) = count(value) AS known,
        max(ms) FILTER (WHERE setting IN ('system timeout congestion-drop mode E', 'system timeout congestion-drop logical-type core')) AS core,
        max(ms) FILTER (WHERE setting IN ('system timeout congestion-drop mode F', 'system timeout congestion-drop logical-type edge')) AS edge,
        max(ms) FILTER (WHERE setting IN ('system timeout no-credit-drop mode F', 'system timeout no-credit-drop logical-type edge')) AS edge_no_credit,
        max(ms) FILTER (WHERE setting IN ('system timeout no-credit-drop mode E', 'system timeout no-credit-drop logical-type core')) AS core_no_credit
    FROM lines GROUP BY switch
)
SELECT t.switch, s.firmware_version AS release,
    CASE WHEN t.known THEN coalesce(t.core, 500) END AS core_ms, CASE WHEN t.known THEN coalesce(t.edge, 500) END AS edge_ms,
    CASE WHEN t.known THEN coalesce(t.edge_no_credit, 0) END AS edge_no_credit_ms, CASE WHEN t.known THEN coalesce(t.core_no_credit, 0) END AS core_no_credit_ms
FROM timers t JOIN switch s ON s.switch = t.switch WHERE s.vendor = 'cisco'
