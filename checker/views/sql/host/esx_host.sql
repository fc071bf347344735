-- view: esx_host
-- meaning: One row per ESX host: how many LUNs and paths it has, and how many its release allows.
-- grain: host
-- owner: host
-- spine: host
-- column host text: name of the host
-- column esx_version int: version of ESX as major x 100 + minor: 605 for 6.5 [host.os_version]
-- column basis text: observed or planned
-- column luns span: LUNs with paths; NULL if no path is known, without an upper bound if paths are only planned [path.device]
-- column paths span: paths to all of them; as for LUNs [path.device]
-- column lun_limit int: most LUNs of the release; NULL if the reference table has no row [host.os_version]
-- column lun_limit_confirmed bool: a document confirms that number [host.os_version]
-- column path_limit int: most paths of the release; NULL if the reference table has no row [host.os_version]
-- column path_limit_confirmed bool: a document confirms that number [host.os_version]
-- column paths_per_lun_limit int: most paths to one LUN; NULL if the reference table has no row [host.os_version]
-- column paths_per_lun_confirmed bool: a document confirms that number [host.os_version]
-- column lun_number_limit int: greatest LUN number; NULL if the reference table has no row [host.os_version]
-- column lun_number_confirmed bool: a document confirms that number [host.os_version]
WITH hosts AS (
    SELECT host, 100 * try_cast(nullif(regexp_extract(os_version, '^([0-9]+)[.][0-9]+', 1), '') AS BIGINT)
        + try_cast(nullif(regexp_extract(os_version, '^[0-9]+[.]([0-9]+)', 1), '') AS BIGINT) AS esx_version
    FROM host WHERE platform = 'esxi' AND host IS NOT NULL
), kinds_of AS (
    SELECT layout, min(basis) AS basis, count(*) FILTER (WHERE basis <> 'unlisted') AS paths, bool_or(basis = 'unlisted') AS more FROM layout_path GROUP BY 1
), counted AS (
    SELECT v.host, count(*) AS luns, sum(k.paths) AS paths, min(k.basis) AS basis, bool_or(k.more) AS more
    FROM host_volume_layout v JOIN kinds_of k ON k.layout = v.layout GROUP BY 1
), limits AS (
    SELECT h.host, r.limit_name, min(r.maximum) AS maximum, bool_and(r.confirmed) AS confirmed
    FROM hosts h JOIN ref_esx_limit r ON h.esx_version BETWEEN r.from_version AND r.to_version GROUP BY ALL
)
SELECT h.host, h.esx_version, c.basis,
    CASE WHEN c.host IS NOT NULL THEN {'lo': c.luns, 'hi': CASE WHEN c.basis = 'observed' THEN c.luns END} END AS luns,
    CASE WHEN c.host IS NOT NULL THEN {'lo': c.paths, 'hi': CASE WHEN c.basis = 'observed' AND NOT c.more THEN c.paths END} END AS paths,
    l.maximum AS lun_limit, l.confirmed AS lun_limit_confirmed, p.maximum AS path_limit, p.confirmed AS path_limit_confirmed,
    q.maximum AS paths_per_lun_limit, q.confirmed AS paths_per_lun_confirmed, n.maximum AS lun_number_limit, n.confirmed AS lun_number_confirmed
FROM hosts h
LEFT JOIN counted c ON c.host = h.host
LEFT JOIN limits l ON l.host = h.host AND l.limit_name = 'luns'
LEFT JOIN limits p ON p.host = h.host AND p.limit_name = 'paths'
LEFT JOIN limits q ON q.host = h.host AND q.limit_name = 'paths_per_lun'
LEFT JOIN limits n ON n.host = h.host AND n.limit_name = 'lun_number'
