-- view: multipath_advice
-- meaning: One row per host, product of its arrays and setting of dm-multipath that a device section for the product states and for which a value is recommended.
-- grain: host, product, setting
-- owner: host
-- spine: multipath_setting
-- column host text: name of the host
-- column product text: product as the table names it
-- column setting text: name of the setting
-- column applies bool: dm-multipath owns data volumes of the product on Fibre Channel [device.vendor, device.model, device.size_bytes, device.multipath_owner]
-- column value text: value that the device sections of multipath.conf for the product state, or the overrides section, which precedes them; the active one where the file is not in the input [multipath_setting.value]
-- column advice text: recommended value; "at least" where a higher one serves, too
-- column advised text: the same as multipath.conf states it
-- column conforms bool: the value is as recommended [multipath_setting.value]
-- column retries bool: the value of no_path_retry is a number of retries; other values are for HOST016; TRUE for other settings [multipath_setting.value]
-- column multipath_vendor text: SCSI vendor for a device section
-- column multipath_product text: SCSI product for a device section
WITH advice AS (
    SELECT product, vendor, model_prefix, setting, compare, value FROM ref_multipath_advice WHERE confirmed
    UNION ALL
    SELECT product, vendor, model_prefix, 'no_path_retry', 'at_least', no_path_retry FROM ref_array_paths WHERE confirmed AND try_cast(no_path_retry AS BIGINT) IS NOT NULL
), used AS (
    SELECT p.host, a.product, a.setting, a.compare, a.value AS advised, trim(d.vendor) AS scsi_vendor, trim(d.model) AS scsi_product,
        p.in_scope AND p.multipath_owner = 'dm-multipath' AS applies
    FROM device_policy p
    JOIN device d ON d.host = p.host AND d.device = p.volume
    JOIN advice a ON a.vendor = upper(trim(d.vendor)) AND starts_with(upper(trim(d.model)), a.model_prefix)
    WHERE p.platform = 'linux'
), listed AS (
    SELECT host, product, setting, compare, advised, min(scsi_vendor) AS scsi_vendor, min(scsi_product) AS scsi_product,
        list_distinct(list(upper(scsi_vendor) || chr(9) || upper(scsi_product))) AS names,
        CASE WHEN bool_or(applies) THEN TRUE WHEN count(applies) = count(*) THEN FALSE END AS applies
    FROM used GROUP BY host, product, setting, compare, advised
), found AS (
    SELECT l.host, l.product, l.setting, s.origin, s.section, s.value,
        CASE WHEN lower(trim(s.value)) IN ('infinity', '2147483647', '4294967295') THEN 'infinity' ELSE lower(trim(s.value)) END AS plain,
        max(s.origin) OVER (PARTITION BY l.host) AS best_origin
    FROM listed l JOIN multipath_section s ON s.host = l.host AND s.setting = l.setting AND s.is_last
        AND (s.section = 'overrides' OR s.section = 'devices' AND len(list_filter(l.names, lambda name: starts_with(name, s.vendor) AND contains(name, chr(9) || s.product))) > 0)
), active AS (
    SELECT host, product, setting, value, plain, section = max(section) OVER (PARTITION BY host, product, setting) AS is_first FROM found WHERE origin = best_origin
), chosen AS (
    SELECT host, product, setting, count(value) = count(*) AND count(DISTINCT plain) = 1 AS is_known, min(value) AS value, min(plain) AS plain
    FROM active WHERE is_first GROUP BY host, product, setting
)
SELECT l.host, l.product, l.setting, l.applies, CASE WHEN c.is_known THEN c.value END AS value,
    CASE l.compare WHEN 'at_least' THEN 'at least ' ELSE '' END || l.advised AS advice, l.advised,
    CASE WHEN c.is_known THEN CASE WHEN l.compare = 'at_least' THEN try_cast(c.plain AS BIGINT) >= try_cast(l.advised AS BIGINT) ELSE c.plain = l.advised END END AS conforms,
    CASE WHEN l.setting <> 'no_path_retry' THEN TRUE WHEN c.is_known THEN coalesce(try_cast(c.plain AS BIGINT) > 0, FALSE) END AS retries,
    l.scsi_vendor AS multipath_vendor, l.scsi_product AS multipath_product
FROM listed l JOIN chosen c ON c.host = l.host AND c.product = l.product AND c.setting = l.setting
