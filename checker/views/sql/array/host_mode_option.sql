-- view: host_mode_option
-- meaning: One row per host group of a Hitachi array whose host mode has options that Hitachi names as best practice.
-- grain: storage_array, view
-- owner: storage_array
-- spine: array_setting
-- column storage_array text: array
-- column view text: host group
-- column mode text: host mode as the array prints it [array_setting.value]
-- column applies bool: the table of the guide is about this model [storage_array.model]
-- column has_initiator bool: the host group contains an initiator
-- column missing list: best-practice options that are off [array_setting.value]
-- column missing_count int: number of them [array_setting.value]
WITH stated AS (
    SELECT storage_array, scope AS view, min(upper(trim(value))) FILTER (WHERE lower(setting) = 'host mode') AS mode, min(value) FILTER (WHERE lower(setting) = 'host mode options') AS options
    FROM array_setting WHERE storage_array IS NOT NULL AND lower(setting) IN ('host mode', 'host mode options') GROUP BY ALL
), filled AS (
    SELECT DISTINCT storage_array, view FROM mask_initiator
), judged AS (
    SELECT s.storage_array, s.view, s.mode, CASE WHEN a.model IS NOT NULL THEN starts_with(upper(trim(a.model)), r.model_prefix) END AS applies, f.view IS NOT NULL AS has_initiator,
        CASE WHEN s.options IS NOT NULL THEN list_filter(string_split(r.options, ' '), lambda one: NOT list_contains(regexp_extract_all(s.options, '[0-9]{1,4}'), one)) END AS missing
    FROM stated s
    JOIN storage_array a ON a.storage_array = s.storage_array AND a.family = 'hitachi'
    JOIN ref_host_mode_option r ON r.mode = s.mode
    LEFT JOIN filled f ON f.storage_array = s.storage_array AND f.view = s.view
)
SELECT storage_array, view, mode, applies, has_initiator, missing, len(missing) AS missing_count FROM judged
