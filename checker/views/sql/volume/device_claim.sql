-- view: device_claim
-- meaning: One row per host and device: the multipathing software that claims its paths.
-- grain: host, volume
-- owner: host
-- spine: device, device_owner, path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column platform text: operating system family of the host [host.platform]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column owners span: owners that claim the device; MASK_PATH is none, and PowerPath on Windows is part of the native MPIO [device.multipath_owner, device_owner.multipath_owner, path.plugin, host.platform]
-- column owner_names list: their names, in lower case
WITH claim AS (
    SELECT host, device, lower(multipath_owner) AS owner FROM device
    UNION
    SELECT host, device, lower(multipath_owner) FROM device_owner
    UNION
    SELECT host, device, lower(plugin) FROM path
), named AS (
    SELECT c.host, c.device, h.platform, c.owner,
        CASE WHEN c.owner NOT IN ('mpio', 'powerpath') THEN c.owner
             WHEN h.platform = 'windows' THEN 'mpio' WHEN h.platform IS NOT NULL THEN c.owner END AS software,
        CASE WHEN c.owner IN ('mask_path', 'none', '') THEN FALSE WHEN c.owner IS NOT NULL THEN TRUE END AS claims
    FROM claim c LEFT JOIN host h ON h.host = c.host
    WHERE c.host IS NOT NULL AND c.device IS NOT NULL
)
SELECT n.host, n.device AS volume, min(n.platform) AS platform, bool_and(s.in_scope) AS in_scope,
    distinct_span(n.software, n.claims) AS owners, names_of(n.owner, n.claims) AS owner_names
FROM named n LEFT JOIN device_scope s ON s.host = n.host AND s.device = n.device
GROUP BY n.host, n.device
