-- view: npiv_adapter
-- meaning: One row per virtual Fibre Channel adapter of a Virtual I/O Server: the client that it serves, and whether it is logged in.
-- grain: host, adapter
-- owner: host
-- spine: host_setting
-- column host text: name of the Virtual I/O Server
-- column adapter text: vfchost0 …
-- column client_id text: number of the partition that it serves [host_setting.value]
-- column client text: name of the partition, from any adapter that serves it [host_setting.value]
-- column port text: Fibre Channel port of the server that it uses [host_setting.value]
-- column status text: logged_in or not_logged_in [host_setting.value]
-- column port_unsuited bool: TRUE if the server sees no fabric that supports NPIV at that port; else unknown [host_setting.value]
-- column client_runs bool: another adapter of the same partition is logged in here [host_setting.value]
WITH attribute AS (
    SELECT host, scope AS adapter, max(trim(value)) FILTER (WHERE setting = 'npiv client id') AS client_id, max(trim(value)) FILTER (WHERE setting = 'npiv client') AS client,
        max(trim(value)) FILTER (WHERE setting = 'npiv port') AS port, max(lower(trim(value))) FILTER (WHERE setting = 'npiv status') AS status
    FROM host_setting WHERE host IS NOT NULL AND scope LIKE 'vfchost%' AND setting LIKE 'npiv %' GROUP BY host, scope
), unsuited AS (
    SELECT DISTINCT host, scope AS port FROM host_setting WHERE setting = 'npiv fabric support' AND value = '0'
), partition AS (
    SELECT host, client_id, max(client) AS client, bool_or(status = 'logged_in') AS client_runs FROM attribute WHERE client_id IS NOT NULL GROUP BY host, client_id
)
SELECT a.host, a.adapter, a.client_id, p.client, a.port, a.status, u.port IS NOT NULL OR NULL AS port_unsuited, p.client_runs
FROM attribute a LEFT JOIN unsuited u ON u.host = a.host AND u.port = a.port LEFT JOIN partition p ON p.host = a.host AND p.client_id = a.client_id
