-- view: path_summary
-- meaning: One row per adapter of a host, or per port of an array if paths are counted by ports only, with the number of paths that the multipathing software counts without listing them.
-- grain: host, multipath_owner, hba, array_serial, port
-- owner: host
-- spine: path_total
-- column host text: name of the host
-- column multipath_owner text: software that counts the paths
-- column hba text: adapter as the software names it; '' if counted by port only
-- column array_serial text: serial number of the array; '' if counted by adapter only
-- column port text: port of the array as the software names it; '' if counted by adapter only
-- column place text: the adapter or port, as text
-- column printed_paths int: paths that exist [path_total.printed_paths]
-- column working_paths int: paths that work [path_total.working_paths]
-- column missing_paths int: paths that exist and do not work [path_total.printed_paths, path_total.working_paths]
-- column all_missing bool: no path of the adapter works, or of the port if paths are counted by ports only [path_total.working_paths]
-- column maintenance bool: a maintenance window is recorded or tagged for the host; FALSE if not declared
WITH counted AS (
    SELECT *, CASE WHEN port = '' THEN 1 WHEN hba <> '' THEN 2 ELSE 3 END AS detail FROM path_total WHERE host IS NOT NULL
), coarse AS (
    -- Several summaries of one host count the same paths.
    SELECT host, multipath_owner, min(detail) AS detail FROM counted GROUP BY ALL
), listed AS (
    SELECT host, lower(plugin) AS multipath_owner FROM path WHERE state IS NOT NULL
    UNION SELECT host, lower(multipath_owner) FROM device WHERE printed_paths IS NOT NULL
), window_host AS (
    SELECT about_key AS host FROM record WHERE record_type = 'window' AND about_kind = 'host'
    UNION SELECT about_key FROM tag WHERE about_kind = 'host' AND tag = 'maintenance'
)
SELECT c.host, c.multipath_owner, c.hba, c.array_serial, c.port,
    concat_ws(' and ', CASE WHEN c.hba <> '' THEN 'adapter ' || c.hba END,
        CASE WHEN c.port <> '' THEN 'port ' || c.port || CASE WHEN c.array_serial <> '' THEN ' of array ' || c.array_serial ELSE '' END END) AS place,
    c.printed_paths, c.working_paths, c.printed_paths - c.working_paths AS missing_paths,
    CASE WHEN count(*) OVER place = count(c.working_paths) OVER place THEN sum(c.working_paths) OVER place = 0 END AS all_missing, w.host IS NOT NULL AS maintenance
FROM counted c
JOIN coarse o ON o.host = c.host AND o.multipath_owner = c.multipath_owner AND o.detail = c.detail
LEFT JOIN listed l ON l.host = c.host AND l.multipath_owner = c.multipath_owner
LEFT JOIN window_host w ON w.host = c.host
WHERE l.host IS NULL
WINDOW place AS (PARTITION BY c.host, c.multipath_owner, CASE WHEN c.hba <> '' THEN c.hba ELSE concat_ws(' ', c.array_serial, c.port) END)
