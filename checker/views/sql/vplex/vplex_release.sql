-- view: vplex_release
-- meaning: One row per VPLEX system: its release against the newest known to the site, and those of its directors.
-- grain: storage_array
-- owner: storage_array
-- spine: storage_array
-- column storage_array text: VPLEX system
-- column array_version text: release as printed [storage_array.array_version]
-- column latest_known_version text: newest release known to the site, as declared [storage_array.latest_known_version]
-- column latest_known_at text: day on which the site looked that up; 'an unknown date' if not declared
-- column looked_up_at text: the same day; NULL if not declared
-- column director_versions span: different releases of its directors [director.version]
-- column director_version_names list: these releases
-- column is_upgrading bool: a window for an upgrade is recorded for it
-- column has_records bool: there are records of any kind
-- column advisories_checked bool: a record says that the advisories for its release were read; FALSE only if there are records of any kind [record.record_type, record.about_key]
WITH releases AS (
    SELECT storage_array, distinct_span(version, TRUE) AS versions, names_of(version, TRUE) AS names FROM director WHERE director IS NOT NULL GROUP BY storage_array
), records AS (
    SELECT count(*) AS n, count(*) = count(record_type) AND count(*) = count(about_key) AS known FROM record
), windows AS (
    SELECT DISTINCT about_key FROM record WHERE lower(record_type) = 'window' AND lower(fact) IN ('ndu', 'upgrade')
), advisories AS (
    SELECT DISTINCT about_key FROM record WHERE lower(record_type) = 'advisory'
)
SELECT a.storage_array, a.array_version, a.latest_known_version, coalesce(a.latest_known_at, 'an unknown date') AS latest_known_at, a.latest_known_at AS looked_up_at,
    r.versions AS director_versions, r.names AS director_version_names, w.about_key IS NOT NULL AS is_upgrading, c.n > 0 AS has_records,
    CASE WHEN d.about_key IS NOT NULL THEN TRUE WHEN c.n > 0 AND c.known THEN FALSE END AS advisories_checked
FROM storage_array a CROSS JOIN records c
LEFT JOIN releases r ON r.storage_array = a.storage_array
LEFT JOIN windows w ON w.about_key = a.storage_array
LEFT JOIN advisories d ON d.about_key = a.storage_array
WHERE a.family = 'vplex'
