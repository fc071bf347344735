-- view: xtremio_policy
-- meaning: One row per host and XtremIO volume: whether the host treats the array as one with preferred controllers.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column storage_array text: array, where it is known [device.array_serial, target_port.storage_array]
-- column release text: XIOS release as major.minor; NULL if it isn't known [storage_array.array_version]
-- column alua bool: an ALUA plug-in or handler claims it, or its paths are grouped by priority or for failover [device.satp, device.hardware_handler, device.path_grouping]
-- column how text: what says so
WITH judged AS (
    SELECT p.host, p.volume, p.storage_array, p.satp_class, d.hardware_handler, lower(d.path_grouping) AS grouping, p.satp
    FROM device_policy p JOIN device d ON d.host = p.host AND d.device = p.volume
    WHERE p.array_family = 'xtremio' AND p.in_scope IS NOT FALSE
), sole AS (
    SELECT min(storage_array) AS storage_array FROM storage_array WHERE family = 'xtremio' HAVING count(*) = 1
), arrays AS (
    SELECT storage_array, regexp_extract(array_version, '^[^0-9]*([0-9]+\.[0-9]+)', 1) AS release FROM storage_array WHERE family = 'xtremio'
    UNION SELECT serial, regexp_extract(array_version, '^[^0-9]*([0-9]+\.[0-9]+)', 1) FROM storage_array WHERE family = 'xtremio' AND serial IS NOT NULL
)
SELECT j.host, j.volume, coalesce(a.storage_array, o.storage_array) AS storage_array, nullif(coalesce(a.release, b.release), '') AS release,
    CASE WHEN satp_class IN ('alua', 'active-passive') OR regexp_matches(hardware_handler, '1 (alua|emc|rdac)') OR grouping IN ('group_by_prio', 'failover') THEN TRUE
         WHEN satp_class IS NOT NULL OR grouping IS NOT NULL THEN FALSE END AS alua,
    coalesce(CASE WHEN satp_class IN ('alua', 'active-passive') THEN satp END, CASE WHEN regexp_matches(hardware_handler, '1 (alua|emc|rdac)') THEN 'hardware_handler ' || hardware_handler END,
        CASE WHEN grouping IN ('group_by_prio', 'failover') THEN 'path_grouping_policy ' || grouping END) AS how
FROM judged j
LEFT JOIN arrays a ON a.storage_array = j.storage_array
LEFT JOIN sole o ON a.storage_array IS NULL
LEFT JOIN arrays b ON b.storage_array = o.storage_array
