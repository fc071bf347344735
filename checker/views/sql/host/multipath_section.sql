-- view: multipath_section
-- meaning: One row per setting of dm-multipath in a section that overrides what is built in: devices, overrides or multipaths.
-- grain: host, origin, section, vendor_pattern, product_pattern, wwid, setting, value_index
-- owner: host
-- spine: multipath_setting
-- column host text: name of the host
-- column origin text: file or effective
-- column section text: devices, overrides or multipaths
-- column vendor_pattern text: pattern of the section, '' without
-- column product_pattern text: pattern of the section, '' without
-- column wwid text: volume of a multipaths section, '' without
-- column setting text: name of the setting
-- column value_index int: the section may state it several times
-- column value text: its value
-- column vendor text: what the SCSI vendor begins with; NULL where the pattern is not understood
-- column product text: what the SCSI product contains, likewise
-- column is_last bool: the last statement of the section, which counts
SELECT host, origin, section, coalesce(vendor_pattern, '') AS vendor_pattern, coalesce(product_pattern, '') AS product_pattern, coalesce(wwid, '') AS wwid, setting, value_index, value,
    -- Vendor and product are regular expressions; those that begin with the name itself are understood, others match nothing here.
    nullif(regexp_extract(upper(vendor_pattern), '^[^A-Z0-9]{0,2}([A-Z0-9]+)', 1), '') AS vendor,
    nullif(trim(regexp_extract(upper(product_pattern), '^[^A-Z0-9]{0,2}([A-Z0-9_ -]+)', 1)), '') AS product,
    value_index = max(value_index) OVER (PARTITION BY host, origin, section, setting, vendor_pattern, product_pattern, wwid) AS is_last
FROM multipath_setting WHERE host IS NOT NULL AND section IN ('devices', 'overrides', 'multipaths')
