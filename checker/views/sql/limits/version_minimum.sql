-- view: version_minimum
-- meaning: One row per adapter, switch and array with a minimum version in a record of type minimum-version.
-- grain: device_kind, device, fact
-- spine: record
-- column device_kind text: adapter, switch or storage_array
-- column device text: host and adapter model, switch, or array
-- column product text: adapter model, switch vendor, product name or model, array name or family that the record names
-- column fact text: firmware or driver
-- column versions list: versions in use
-- column minimum text: lowest version that the site accepts
-- column below_minimum bool: a version in use is lower, compared number by number [initiator.firmware_version, initiator.driver_version, switch.firmware_version, storage_array.array_version, record.value]
WITH wanted AS (
    SELECT lower(about_kind) AS about_kind, about_key, CASE WHEN lower(fact) IN ('driver', 'driver_version') THEN 'driver' ELSE 'firmware' END AS fact, max(value) AS minimum
    FROM record WHERE lower(record_type) = 'minimum-version' AND about_key IS NOT NULL GROUP BY ALL
), adapter AS (
    SELECT host || ' ' || model AS device, model AS product, firmware_version, driver_version FROM initiator WHERE host IS NOT NULL AND model IS NOT NULL
), found AS (
    SELECT 'adapter' AS device_kind, device, product, 'firmware' AS fact, firmware_version AS version FROM adapter
    UNION ALL SELECT 'adapter', device, product, 'driver', driver_version FROM adapter
    UNION ALL SELECT 'switch', switch, unnest(list_distinct([switch, model, switch_product(model), vendor])), 'firmware', firmware_version FROM switch WHERE switch IS NOT NULL
    UNION ALL SELECT 'storage_array', storage_array, unnest(list_distinct([storage_array, family])), 'firmware', array_version FROM storage_array WHERE storage_array IS NOT NULL
), compared AS (
    SELECT f.device_kind, f.device, f.fact, w.about_key AS product, w.minimum, f.version,
        list_transform(regexp_extract_all(f.version, '[0-9]{1,18}'), lambda n: n::BIGINT) < list_transform(regexp_extract_all(w.minimum, '[0-9]{1,18}'), lambda n: n::BIGINT) AS is_below
    FROM found f JOIN wanted w ON w.about_kind = f.device_kind AND w.about_key = f.product AND w.fact = f.fact
)
SELECT device_kind, device, min(product) AS product, fact, names_of(version, TRUE) AS versions, max(minimum) AS minimum,
    CASE WHEN bool_or(is_below) THEN TRUE WHEN count(is_below) = count(*) THEN FALSE END AS below_minimum
FROM compared GROUP BY device_kind, device, fact
