-- view: forced_flush
-- meaning: One row per array, controller or LUN whose forced flushes of the write cache were measured.
-- grain: storage_array, about
-- owner: storage_array
-- spine: port_load
-- column storage_array text: array
-- column about text: array, controller or LUN
-- column windows int: measured windows
-- column bad_windows int: windows with forced flushes [port_load.value]
-- column most float: highest value of a window [port_load.value]
SELECT coalesce(l.storage_array, l.about_key) AS storage_array, l.about_key AS about, count(*) AS windows, CASE WHEN count(l.value) = count(*) OR bool_or(l.value > 0) THEN count(*) FILTER (WHERE l.value > 0) END AS bad_windows, max(l.value) AS most
FROM port_load l WHERE lower(replace(replace(l.metric, ' ', '_'), '-', '_')) IN ('forced_flushes', 'forced_flush', 'forced_flushes_per_second') AND l.about_key IS NOT NULL GROUP BY ALL
