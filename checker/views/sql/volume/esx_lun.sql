-- view: esx_lun
-- meaning: One row per ESX host and LUN: its paths and its LUN number against what the release allows.
-- grain: host, volume
-- owner: host
-- spine: esx_host
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column esx_version int: version of ESX as major x 100 + minor [host.os_version]
-- column basis text: observed or planned
-- column paths int: paths of any state; the least where an export may not list them all; NULL if none is known [path.device]
-- column paths_per_lun_limit int: most paths to one LUN; NULL if the reference table has no row [host.os_version]
-- column paths_per_lun_confirmed bool: a document confirms that number [host.os_version]
-- column lun int: LUN number: that of the host, else the greatest that an array maps for it [device.lun, mask_volume.lun]
-- column seen bool: the host itself lists the LUN
-- column lun_number_limit int: greatest LUN number; NULL if the reference table has no row [host.os_version]
-- column lun_number_confirmed bool: a document confirms that number [host.os_version]
WITH view_host AS (
    SELECT DISTINCT m.storage_array, m.cluster, m.view, r.host FROM mask_initiator m
    JOIN port_role r ON r.wwpn = m.initiator_wwpn WHERE r.host IS NOT NULL
), masked AS (
    SELECT h.host, v.device, max(v.lun) AS lun FROM mask_volume v
    JOIN view_host h ON h.storage_array = v.storage_array AND h.cluster = v.cluster AND h.view = v.view
    WHERE v.device IS NOT NULL GROUP BY ALL
), listed AS (
    SELECT host, device, max(lun) AS lun FROM device WHERE host IS NOT NULL AND device IS NOT NULL AND coalesce(lower(transport), 'fc') IN ('fc', 'fcoe') AND NOT coalesce(is_local, FALSE) GROUP BY ALL
), kinds_of AS (
    SELECT layout, min(basis) AS basis, count(*) FILTER (WHERE basis <> 'unlisted') AS paths FROM layout_path GROUP BY 1
), spine AS (
    SELECT host, device FROM masked UNION SELECT host, device FROM listed UNION SELECT host, volume FROM host_volume_layout
)
SELECT s.host, s.device AS volume, h.esx_version, k.basis, k.paths, h.paths_per_lun_limit, h.paths_per_lun_confirmed,
    CASE WHEN d.lun IS NULL OR m.lun IS NULL OR d.lun = m.lun THEN coalesce(d.lun, m.lun) END AS lun, d.host IS NOT NULL OR k.basis = 'observed' AS seen,
    h.lun_number_limit, h.lun_number_confirmed
FROM spine s
JOIN esx_host h ON h.host = s.host
LEFT JOIN masked m ON m.host = s.host AND m.device = s.device
LEFT JOIN listed d ON d.host = s.host AND d.device = s.device
LEFT JOIN host_volume_layout v ON v.host = s.host AND v.volume = s.device
LEFT JOIN kinds_of k ON k.layout = v.layout
