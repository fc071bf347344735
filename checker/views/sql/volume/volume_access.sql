-- view: volume_access
-- meaning: One row per host and volume of which the host says whether it can write, if other hosts list the volume, too.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column read_only bool: the host cannot write to it [device.read_only]
-- column writers list: other hosts that can write to it
-- column others_write bool: another host can write to it; NULL if others do not say [device.read_only]
-- column excused bool: a host or the volume is tagged as in maintenance or not in use
WITH listed AS (
    SELECT host, device, read_only FROM device
    WHERE host IS NOT NULL AND is_local IS NOT TRUE AND regexp_matches(device, '^(naa|eui|uuid)[.]')
), volumes AS (
    SELECT device, list_sort(list(host) FILTER (WHERE NOT read_only)) AS writers, count(read_only) = count(*) AS known
    FROM listed GROUP BY device HAVING count(*) > 1
), excuses AS (
    SELECT DISTINCT about_key FROM tag WHERE is_excuse(tag)
)
SELECT l.host, l.device AS volume, l.read_only, list_filter(coalesce(v.writers, []), lambda name: name <> l.host) AS writers,
    CASE WHEN len(list_filter(coalesce(v.writers, []), lambda name: name <> l.host)) > 0 THEN TRUE WHEN v.known THEN FALSE END AS others_write,
    EXISTS (SELECT 1 FROM excuses e WHERE e.about_key IN (l.device, l.host)) AS excused
FROM listed l JOIN volumes v ON v.device = l.device WHERE l.read_only IS NOT NULL
