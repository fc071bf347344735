-- view: drive_errors
-- meaning: One row per drive of an array whose errors are counted.
-- grain: storage_array, component
-- owner: storage_array
-- spine: component
-- column storage_array text: array
-- column component text: drive
-- column hard_errors int: errors that the drive could not correct; NULL if the counters cannot be read [component.health_indications]
-- column state text: its state as printed
-- column excused bool: tagged as spare, in maintenance or not in use
WITH drives AS (
    SELECT storage_array, component, min(health_indications) AS errors, min(operational_status) AS state FROM component
    -- Other arrays describe the health of a drive here.
    WHERE storage_array IS NOT NULL AND component IS NOT NULL AND component_type IN ('drive', 'disk') AND regexp_matches(health_indications, '(hard|soft) (read|write) errors:')
    GROUP BY storage_array, component
), excuses AS (
    SELECT DISTINCT about_key FROM tag WHERE is_excuse(tag)
)
SELECT d.storage_array, d.component,
    CASE WHEN regexp_matches(d.errors, 'errors: [0-9]+') THEN
        coalesce(try_cast(nullif(regexp_extract(d.errors, 'hard read errors: ([0-9]+)', 1), '') AS INTEGER), 0)
        + coalesce(try_cast(nullif(regexp_extract(d.errors, 'hard write errors: ([0-9]+)', 1), '') AS INTEGER), 0) END AS hard_errors,
    d.state, EXISTS (SELECT 1 FROM excuses e WHERE e.about_key = d.component) AS excused
FROM drives d
