-- view: esx_host_limit
-- meaning: One row per ESX host and number that its release limits: LUNs, and paths to all of them.
-- grain: host, limit_name
-- owner: host
-- spine: esx_host
-- column host text: name of the host
-- column limit_name text: LUNs or paths
-- column esx_version int: version of ESX as major x 100 + minor: 605 for 6.5 [host.os_version]
-- column basis text: observed or planned
-- column used span: how many it has; NULL if no path is known, without an upper bound if paths are only planned [path.device]
-- column maximum int: how many its release allows; NULL if the reference table has no row [host.os_version]
-- column confirmed bool: a document confirms that number [host.os_version]
SELECT h.host, k.limit_name, h.esx_version, h.basis, CASE k.limit_name WHEN 'LUNs' THEN h.luns ELSE h.paths END AS used,
    CASE k.limit_name WHEN 'LUNs' THEN h.lun_limit ELSE h.path_limit END AS maximum,
    CASE k.limit_name WHEN 'LUNs' THEN h.lun_limit_confirmed ELSE h.path_limit_confirmed END AS confirmed
FROM esx_host h CROSS JOIN (VALUES ('LUNs'), ('paths')) AS k(limit_name)
