-- view: version_use
-- meaning: One row per product and version in use: which switches, arrays, hosts and adapters run it, and whether the site accepts it.
-- grain: device_kind, product, item, version
-- spine: host, switch, storage_array, initiator
-- column device_kind text: switch, storage_array, host or adapter
-- column product text: product: model, family and model of an array, or operating system; NULL if unknown [switch.model, storage_array.model, storage_array.family, host.os_name, host.platform, initiator.model]
-- column item text: firmware, release, operating system or driver
-- column version text: the version; NULL if unknown [switch.firmware_version, storage_array.array_version, host.os_version, initiator.firmware_version, initiator.driver_version]
-- column devices int: switches, arrays, hosts, or hosts with such an adapter
-- column names list: their names
-- column minimum text: lowest version that a record of type minimum-version accepts; NULL if there is none for all of them [record.value]
-- column below_minimum bool: the version is lower than the minimum; NULL if that is unknown or there is none [record.value]
WITH found AS (
    SELECT 'switch' AS device_kind, switch AS name, switch AS device, coalesce(switch_product(model), vendor) AS product, 'firmware' AS item, firmware_version AS version FROM switch
    UNION ALL SELECT 'storage_array', storage_array, storage_array, array_product(family, model), 'release', array_version FROM storage_array
    UNION ALL SELECT 'host', host, host, coalesce(os_name, system_name(platform)), 'operating system', os_version FROM host
    UNION ALL SELECT 'adapter', host, host || ' ' || model, model, 'firmware', firmware_version FROM initiator WHERE model IS NOT NULL
    UNION ALL SELECT 'adapter', host, host || ' ' || model, model, 'driver', driver_version FROM initiator WHERE model IS NOT NULL
), accepted AS (
    SELECT device_kind, device, CASE WHEN device_kind = 'storage_array' THEN 'release' ELSE fact END AS item, minimum,
        -- Of several versions, it is not known which one is lower.
        CASE WHEN len(versions) = 1 THEN below_minimum END AS below_minimum FROM version_minimum
)
SELECT f.device_kind, f.product, f.item, f.version, count(DISTINCT f.name) AS devices, names_of(f.name, TRUE) AS names,
    CASE WHEN count(a.minimum) = count(*) AND count(DISTINCT a.minimum) = 1 THEN min(a.minimum) END AS minimum,
    CASE WHEN bool_or(a.below_minimum) THEN TRUE WHEN count(a.below_minimum) = count(*) THEN FALSE END AS below_minimum
FROM found f LEFT JOIN accepted a ON a.device_kind = f.device_kind AND a.device = f.device AND a.item = f.item
WHERE f.name IS NOT NULL GROUP BY f.device_kind, f.product, f.item, f.version
