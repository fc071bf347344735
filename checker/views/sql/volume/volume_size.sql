-- view: volume_size
-- meaning: One row per volume that two hosts or more list: the sizes that they see.
-- grain: host, other_host, volume
-- owner: host
-- spine: device
-- column volume text: identity of the LUN
-- column host text: first host by name of those that see the smallest size
-- column other_host text: first host by name of those that see the largest size
-- column smaller text: smallest size as text
-- column larger text: largest size as text
-- column differ bool: two hosts see different sizes, even if both are rounded [device.size_bytes, device.size_low_bytes, device.size_high_bytes]
-- column size_bytes int: smallest size, where it is exact [device.size_bytes]
-- column excused bool: a host or the volume is tagged as in maintenance or not in use
WITH sized AS (
    SELECT host, device, bounds(size_bytes, size_low_bytes, size_high_bytes) AS size, size_bytes FROM device
    WHERE host IS NOT NULL AND device IS NOT NULL AND is_local IS NOT TRUE
        -- Names such as mpx.vmhba0:C0:T0:L0 are those of other disks on other hosts.
        AND regexp_matches(device, '^(naa|eui|uuid)[.]')
), shared AS (
    SELECT device, coalesce(arg_min(host, (size.hi, host)) FILTER (WHERE size.hi IS NOT NULL), min(host)) AS host,
        coalesce(arg_min(host, (-size.lo, host)) FILTER (WHERE size.lo IS NOT NULL), min(host)) AS other_host, min(size.hi) AS smallest, max(size.lo) AS largest,
        arg_min((size.lo + size.hi) / 2, (size.hi, host)) FILTER (WHERE size.hi IS NOT NULL) AS smaller_middle,
        arg_min((size.lo + size.hi) / 2, (-size.lo, host)) FILTER (WHERE size.lo IS NOT NULL) AS larger_middle, count(size.lo) = count(*) AS known, min(size_bytes) AS size_bytes
    FROM sized GROUP BY device HAVING count(DISTINCT host) > 1
), shown AS (
    SELECT device, CASE WHEN smaller_middle >= 1073741824 THEN format('{:,.1f} GiB', smaller_middle / 1073741824.0) ELSE format_bytes(CAST(smaller_middle AS BIGINT)) END AS smaller,
        CASE WHEN larger_middle >= 1073741824 THEN format('{:,.1f} GiB', larger_middle / 1073741824.0) ELSE format_bytes(CAST(larger_middle AS BIGINT)) END AS larger
    FROM shared
), excuses AS (
    SELECT DISTINCT about_key FROM tag WHERE is_excuse(tag)
)
SELECT s.device AS volume, s.host, s.other_host,
    -- Sizes that round to the same text are given to the byte.
    CASE WHEN t.smaller = t.larger THEN format('{:,} bytes', CAST(s.smaller_middle AS BIGINT)) ELSE t.smaller END AS smaller,
    CASE WHEN t.smaller = t.larger THEN format('{:,} bytes', CAST(s.larger_middle AS BIGINT)) ELSE t.larger END AS larger,
    CASE WHEN s.smallest < s.largest THEN TRUE WHEN s.known THEN FALSE END AS differ, s.size_bytes,
    EXISTS (SELECT 1 FROM excuses e WHERE e.about_key IN (s.device, s.host, s.other_host)) AS excused
FROM shared s JOIN shown t ON t.device = s.device
