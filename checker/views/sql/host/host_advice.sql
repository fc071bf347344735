-- view: host_advice
-- meaning: One row per host, product of its arrays and setting of the whole host for which the vendor of the product recommends a value.
-- grain: host, product, setting
-- owner: host
-- spine: device
-- column host text: name of the host
-- column product text: product as the table names it
-- column scope text: group of the setting: Disk, VMFS3, mpio; vendor and product on Solaris
-- column setting text: name of the setting
-- column applies bool: the host has data volumes of the product on Fibre Channel, under Microsoft's MPIO where MPIO reads the setting, and the document is about its release [device.vendor, device.model, device.size_bytes, device.multipath_owner, host.os_version]
-- column contested bool: the vendor of another array of the host recommends a value with which this one cannot be used together
-- column value text: value of the setting [host_setting.value]
-- column advised text: value that the vendor recommends
-- column advice text: that value with its unit, and "at least" where a higher one serves, too
-- column conforms bool: the setting, or that of each volume where ESXi has it by volume, is as recommended [host_setting.value, device.queue_full_sample_size]
-- column parameter text: parameter of Set-MPIOSetting that sets it; NULL for other settings
WITH used AS (
    SELECT p.host, a.product, a.platform, a.scope, a.setting, a.compare, a.value AS advised, p.esx_version,
        CASE a.compare WHEN 'at_least' THEN d.queue_full_sample_size >= try_cast(a.value AS BIGINT) ELSE d.queue_full_sample_size = try_cast(a.value AS BIGINT) END AS set_by_volume,
        p.in_scope AND (a.scope <> 'mpio' OR p.multipath_owner = 'mpio')
            AND (a.from_version IS NULL OR p.esx_version BETWEEN a.from_version AND a.to_version) AS applies
    FROM device_policy p
    JOIN device d ON d.host = p.host AND d.device = p.volume
    JOIN ref_host_advice a ON a.platform = p.platform AND a.vendor = upper(trim(d.vendor)) AND starts_with(upper(trim(d.model)), a.model_prefix)
    WHERE a.confirmed
), listed AS (
    SELECT host, product, platform, scope, setting, compare, advised,
        CASE WHEN bool_or(applies) THEN TRUE WHEN count(applies) = count(*) THEN FALSE END AS applies,
        -- ESXi 5.1 and later have this limit by volume, too; either is enough.
        CASE WHEN setting <> 'QFullSampleSize' OR bool_and(esx_version < 501) THEN FALSE WHEN bool_and(set_by_volume) AND count(set_by_volume) = count(*) THEN TRUE
             WHEN NOT bool_and(set_by_volume) THEN FALSE END AS by_volume
    FROM used GROUP BY host, product, platform, scope, setting, compare, advised
), stated AS (
    SELECT host, lower(scope) AS scope, lower(setting) AS setting, min(value) AS value FROM host_setting
    WHERE host IS NOT NULL AND scope IS NOT NULL GROUP BY ALL HAVING count(DISTINCT value) <= 1
)
SELECT l.host, l.product, l.scope, l.setting, l.applies,
    EXISTS (SELECT 1 FROM listed o WHERE o.host = l.host AND o.scope = l.scope AND o.setting = l.setting AND o.product <> l.product AND o.applies IS NOT FALSE
        AND (l.compare = 'exactly' AND o.compare = 'exactly' AND o.advised <> l.advised
             OR l.compare = 'exactly' AND o.compare = 'at_least' AND try_cast(o.advised AS BIGINT) > try_cast(l.advised AS BIGINT)
             OR l.compare = 'at_least' AND o.compare = 'exactly' AND try_cast(l.advised AS BIGINT) > try_cast(o.advised AS BIGINT))) AS contested,
    s.value, l.advised,
    CASE l.compare WHEN 'at_least' THEN 'at least ' ELSE '' END || l.advised
        || CASE WHEN l.setting IN ('PDORemovePeriod', 'CustomPathRecoveryTime') THEN ' s' ELSE '' END AS advice,
    l.by_volume OR CASE WHEN l.compare = 'at_least' THEN try_cast(s.value AS BIGINT) >= try_cast(l.advised AS BIGINT) ELSE lower(trim(s.value)) = lower(l.advised) END AS conforms,
    CASE l.setting WHEN 'PDORemovePeriod' THEN 'NewPDORemovePeriod' WHEN 'PathVerificationState' THEN 'NewPathVerificationState'
        WHEN 'UseCustomPathRecoveryTime' THEN 'CustomPathRecovery' WHEN 'CustomPathRecoveryTime' THEN 'NewPathRecoveryInterval' WHEN 'RetryCount' THEN 'NewRetryCount' END AS parameter
FROM listed l LEFT JOIN stated s ON s.host = l.host AND s.scope = lower(l.scope) AND s.setting = lower(l.setting)
