-- view: host_satp
-- meaning: One row per ESXi host and storage array type plug-in that it has, uses or will use.
-- grain: host, satp
-- owner: host
-- spine: satp, device
-- column host text: name of the host
-- column satp text: storage array type plug-in
-- column default_psp text: default path selection policy [satp.default_psp]
-- column rule_gives_rr bool: a claim rule of the plug-in sets round robin itself; most rules set no policy
-- column sees_symmetrix bool: the host sees Symmetrix volumes under NMP, or is tagged expects-symmetrix [device.multipath_owner, device.vendor, device.model, device.size_bytes]
-- column esx4_satps list: the plug-in, on a host of ESX 4; empty on others
-- column esx5_satps list: the plug-in, on a host of ESXi 5 and later or of unknown version
WITH spine AS (
    SELECT host, satp FROM satp WHERE host IS NOT NULL AND satp IS NOT NULL
    UNION SELECT host, satp FROM device WHERE host IS NOT NULL AND satp IS NOT NULL
    UNION SELECT host, 'VMW_SATP_SYMM' FROM device_policy WHERE platform = 'esxi' AND array_family = 'symmetrix'
), seen AS (
    SELECT host, count(*) AS devices, count_span(in_scope AND array_family = 'symmetrix' AND under_nmp) AS symmetrix
    FROM device_policy GROUP BY host
), rules AS (
    SELECT DISTINCT host, satp FROM satp_rule WHERE default_psp = 'VMW_PSP_RR'
), expected AS (
    SELECT DISTINCT about_key AS host FROM tag WHERE about_kind = 'host' AND tag = 'expects-symmetrix'
)
SELECT s.host, s.satp, a.default_psp,
    r.host IS NOT NULL AS rule_gives_rr,
    CASE WHEN e.host IS NOT NULL OR n.symmetrix.lo > 0 THEN TRUE WHEN n.symmetrix.hi = 0 THEN FALSE END AS sees_symmetrix,
    CASE WHEN starts_with(h.os_version, '4.') THEN [s.satp] ELSE [] END AS esx4_satps,
    CASE WHEN starts_with(h.os_version, '4.') THEN [] ELSE [s.satp] END AS esx5_satps
FROM spine s
LEFT JOIN satp a ON a.host = s.host AND a.satp = s.satp
LEFT JOIN rules r ON r.host = s.host AND r.satp = s.satp
LEFT JOIN seen n ON n.host = s.host
LEFT JOIN expected e ON e.host = s.host
LEFT JOIN host h ON h.host = s.host
