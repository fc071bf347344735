-- view: preferred_paths
-- meaning: One row per ESX host: how its volumes under Fixed or most recently used are spread over ports.
-- grain: host
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volumes int: volumes under Fixed or most recently used whose preferred or current path is known [device.preferred_path, device.current_path, device.psp]
-- column unknown_volumes int: volumes whose policy or path is not known [device.preferred_path, device.current_path, device.psp]
-- column on_one_port int: the most of them on one port of the host [device.preferred_path, device.current_path, device.psp]
-- column on_one_target int: the most of them on one target port [device.preferred_path, device.current_path, device.psp]
-- column target_ports int: target ports that the host has paths to [path.hctl]
-- column share_on_port float: share of the volumes on the port with the most [device.preferred_path, device.current_path, device.psp]
-- column share_on_target float: share of the volumes on the target port with the most [device.preferred_path, device.current_path, device.psp]
-- column busiest text: that port, or that target port
WITH chosen AS (
    SELECT d.host, d.device, coalesce(d.preferred_path, d.current_path) AS chosen, p.psp, p.in_scope AND p.under_nmp AND NOT p.exempt AS judged
    FROM device d JOIN device_policy p ON p.host = d.host AND p.volume = d.device WHERE d.host IS NOT NULL
), placed AS (
    SELECT host, regexp_extract(chosen, '^(vmhba[0-9]+)', 1) AS port, regexp_extract(chosen, '^(vmhba[0-9]+:C[0-9]+:T[0-9]+)', 1) AS target,
        psp IN ('VMW_PSP_FIXED', 'VMW_PSP_MRU') AND judged AND regexp_matches(chosen, '^vmhba[0-9]+:C[0-9]+:T[0-9]+:') AS counts,
        judged IS NOT FALSE AND (psp IS NULL OR psp IN ('VMW_PSP_FIXED', 'VMW_PSP_MRU') AND (chosen IS NULL OR judged IS NULL)) AS unknown
    FROM chosen
), totals AS (
    SELECT host, count(*) FILTER (WHERE counts) AS volumes, count(*) FILTER (WHERE unknown) AS unknown_volumes FROM placed GROUP BY host
), by_port AS (
    SELECT host, port, count(*) AS n FROM placed WHERE counts GROUP BY ALL
), by_target AS (
    SELECT host, target, count(*) AS n FROM placed WHERE counts GROUP BY ALL
), most_port AS (
    SELECT host, max(n) AS n, arg_max(port, (n, port)) AS port FROM by_port GROUP BY host
), most_target AS (
    SELECT host, max(n) AS n, arg_max(target, (n, target)) AS target FROM by_target GROUP BY host
), known AS (
    SELECT host, count(DISTINCT regexp_extract(hctl, '^(vmhba[0-9]+:C[0-9]+:T[0-9]+)', 1)) AS target_ports FROM path WHERE hctl LIKE 'vmhba%' GROUP BY host
)
SELECT t.host, t.volumes, t.unknown_volumes, coalesce(p.n, 0) AS on_one_port, coalesce(g.n, 0) AS on_one_target, k.target_ports,
    -- A volume whose path nobody knows may be on any port.
    CASE WHEN t.unknown_volumes = 0 THEN p.n / nullif(t.volumes, 0) END AS share_on_port, CASE WHEN t.unknown_volumes = 0 THEN g.n / nullif(t.volumes, 0) END AS share_on_target, coalesce(g.target, p.port) AS busiest
FROM totals t LEFT JOIN most_port p ON p.host = t.host LEFT JOIN most_target g ON g.host = t.host LEFT JOIN known k ON k.host = t.host
