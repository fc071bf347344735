-- view: preferred_paths
-- meaning: One row per ESX host: how its volumes under Fixed or most recently used are spread over ports.
-- grain: host
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volumes span: volumes under Fixed or most recently used; those whose policy or path is unknown may be among them [device.preferred_path, device.current_path, device.psp]
-- column on_one_port int: the most of them on one port of the host [device.preferred_path, device.current_path, device.psp]
-- column on_one_target int: the most of them on one target port [device.preferred_path, device.current_path, device.psp, path.target_wwpn]
-- column target_ports span: target ports that the host has paths to [path.hctl, path.target_wwpn]
-- column share_on_port float: share of the volumes on the port with the most [device.preferred_path, device.current_path, device.psp]
-- column share_on_target float: share of the volumes on the target port with the most [device.preferred_path, device.current_path, device.psp, path.target_wwpn]
-- column busiest text: that port, or that target port
WITH address AS (
    SELECT host, regexp_extract(hctl, '^(vmhba[0-9]+:C[0-9]+:T[0-9]+)', 1) AS address, CASE WHEN count(DISTINCT target_wwpn) = 1 THEN min(target_wwpn) END AS target_wwpn
    FROM path WHERE hctl LIKE 'vmhba%' GROUP BY ALL
), chosen AS (
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
    SELECT p.host, coalesce(a.target_wwpn, p.target) AS target, count(*) AS n, count(a.target_wwpn) = count(*) AS named FROM placed p LEFT JOIN address a ON a.host = p.host AND a.address = p.target WHERE p.counts GROUP BY ALL
), most_port AS (
    SELECT host, max(n) AS n, arg_max(port, (n, port)) AS port FROM by_port GROUP BY host
), most_target AS (
    SELECT host, max(n) AS n, arg_max(target, (n, target)) AS target, bool_and(named) AS named FROM by_target GROUP BY host
), by_own_port AS (
    SELECT host, split_part(address, ':', 1) AS port, count(*) AS n FROM address GROUP BY ALL
), known AS (
    -- Two ports of a host on one fabric may number the same target port.
    SELECT a.host, CASE WHEN count(a.target_wwpn) = count(*) THEN count(DISTINCT a.target_wwpn) ELSE max(o.n) END AS fewest,
        CASE WHEN count(a.target_wwpn) = count(*) THEN count(DISTINCT a.target_wwpn) ELSE count(DISTINCT a.address) END AS most
    FROM address a JOIN by_own_port o ON o.host = a.host AND o.port = split_part(a.address, ':', 1) GROUP BY a.host
)
SELECT t.host, {'lo': t.volumes, 'hi': t.volumes + t.unknown_volumes} AS volumes, coalesce(p.n, 0) AS on_one_port, coalesce(g.n, 0) AS on_one_target, CASE WHEN k.host IS NOT NULL THEN {'lo': k.fewest, 'hi': k.most} END AS target_ports,
    -- A volume whose path is unknown may be on any port.
    CASE WHEN t.unknown_volumes = 0 THEN p.n / nullif(t.volumes, 0) END AS share_on_port, CASE WHEN t.unknown_volumes = 0 AND g.named THEN g.n / nullif(t.volumes, 0) END AS share_on_target, CASE WHEN g.n = p.n THEN g.target ELSE p.port END AS busiest
FROM totals t LEFT JOIN most_port p ON p.host = t.host LEFT JOIN most_target g ON g.host = t.host LEFT JOIN known k ON k.host = t.host
