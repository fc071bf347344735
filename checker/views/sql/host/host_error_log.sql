-- view: host_error_log
-- meaning: One row per resource and error in the error log of a host: how often it was logged in the last seven days of the log.
-- grain: host, resource, error
-- owner: host
-- spine: host_error
-- column host text: name of the host
-- column resource text: disk or adapter as the log names it
-- column error text: identifier of the error
-- column error_text text: description as printed [host_error.error_text]
-- column error_type text: permanent, temporary, informational or unknown [host_error.error_type]
-- column in_san bool: a disk with Fibre Channel paths, or an adapter with a link or with paths; FALSE for everything else [device.is_local, path.transport, path.hba, initiator.port_state]
-- column recent int: entries in the seven days before the export; before the newest entry of the log if the export has no time [host_error.logged_at, host_error.events]
-- column dated bool: the export has a time
-- column first_text text: time of the first of these entries
-- column last_text text: time of the last of these entries
-- column last_on_host text: time of the last entry with this error about any resource of the host
-- column recovered bool: the log states later that a path of the resource has recovered
WITH taken AS (
    SELECT owner AS host, max(captured_at) AS captured_at FROM export WHERE format IN ('aix-errpt', 'aix-errpt-a') AND superseded IS NOT TRUE GROUP BY owner
), log AS (
    SELECT e.host, max(t.captured_at) AS captured_at, coalesce(max(t.captured_at), max(e.logged_at)) AS until
    FROM host_error e LEFT JOIN taken t ON t.host = e.host GROUP BY e.host
), disk AS (
    SELECT d.host, d.kernel_name AS resource, bool_or(d.is_local) AS is_local, bool_or(p.transport = 'fc') AS fibre
    FROM device d LEFT JOIN path p ON p.host = d.host AND p.device = d.device WHERE d.kernel_name IS NOT NULL GROUP BY ALL
), adapter AS (
    SELECT host, hba AS resource, TRUE AS fibre FROM path WHERE transport = 'fc' AND hba IS NOT NULL GROUP BY ALL
    UNION ALL SELECT host, hba, NOT bool_and(no_link(port_state)) FROM initiator WHERE hba IS NOT NULL AND port_state IS NOT NULL GROUP BY ALL
), known AS (
    SELECT host, resource, bool_or(fibre) AS fibre FROM adapter GROUP BY ALL
), counted AS (
    SELECT e.host, e.resource, e.error, min(e.error_text) AS error_text, min(e.error_type) AS error_type,
        CASE WHEN bool_and(e.logged_at IS NOT NULL AND e.events IS NOT NULL) THEN coalesce(sum(e.events) FILTER (WHERE e.logged_at > l.until - INTERVAL 7 DAY), 0)::BIGINT END AS recent,
        min(e.logged_at) FILTER (WHERE e.logged_at > l.until - INTERVAL 7 DAY) AS first_at, max(e.logged_at) AS last_at, bool_or(l.captured_at IS NOT NULL) AS dated
    FROM host_error e JOIN log l ON l.host = e.host WHERE e.host IS NOT NULL AND e.resource IS NOT NULL AND e.error IS NOT NULL GROUP BY ALL
), recovery AS (
    SELECT host, resource, max(logged_at) AS at FROM host_error WHERE error_text ILIKE '%recovered%' GROUP BY ALL
)
SELECT c.host, c.resource, c.error, c.error_text, c.error_type,
    CASE WHEN NOT regexp_matches(c.resource, '^(hdisk|hdiskpower|vpath|dlmfdrv|fcs|fscsi)[0-9]+$') THEN FALSE
         WHEN k.fibre IS NOT NULL THEN k.fibre WHEN d.is_local THEN FALSE ELSE d.fibre END AS in_san,
    c.recent, c.dated, strftime(c.first_at, '%Y-%m-%d %H:%M') AS first_text, strftime(c.last_at, '%Y-%m-%d %H:%M') AS last_text,
    strftime(max(c.last_at) OVER (PARTITION BY c.host, c.error), '%Y-%m-%d %H:%M') AS last_on_host,
    coalesce(r.at >= c.last_at, FALSE) AS recovered
FROM counted c LEFT JOIN disk d ON d.host = c.host AND d.resource = c.resource
LEFT JOIN known k ON k.host = c.host AND k.resource = c.resource
LEFT JOIN recovery r ON r.host = c.host AND r.resource = c.resource
