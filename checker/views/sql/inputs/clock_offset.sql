-- view: clock_offset
-- meaning: One row: how far the clocks of machines are apart, where they were compared with one clock.
-- grain: audit
-- spine: fabric_setting, host_setting, array_setting
-- column audit text: always 'clocks'
-- column machines int: machines whose clock was compared
-- column apart_seconds float: the clock that is furthest ahead less the one that is furthest behind [fabric_setting.value, host_setting.value, array_setting.value]
-- column offsets list: each machine with its offset
WITH offsets_read AS (
    SELECT switch AS machine, min(value) AS value FROM fabric_setting WHERE lower(setting) = 'clock offset seconds' AND switch IS NOT NULL GROUP BY 1
    UNION ALL SELECT host, min(value) FROM host_setting WHERE lower(setting) = 'clock offset seconds' AND host IS NOT NULL GROUP BY 1
    UNION ALL SELECT storage_array, min(value) FROM array_setting WHERE lower(setting) = 'clock offset seconds' AND storage_array IS NOT NULL GROUP BY 1
), read AS (
    SELECT machine, try_cast(value AS DOUBLE) AS seconds FROM offsets_read
)
SELECT 'clocks' AS audit, count(*) AS machines, CASE WHEN count(seconds) = count(*) THEN max(seconds) - min(seconds) END AS apart_seconds,
    list(machine || ': ' || coalesce(seconds::VARCHAR, 'unknown') || ' s' ORDER BY machine) AS offsets
FROM read HAVING count(*) > 1
