-- view: xms_state
-- meaning: One row per XtremIO management server.
-- grain: xms
-- owner: storage_array
-- spine: xms
-- column xms text: name
-- column storage_array text: array it manages
-- column clusters int: clusters that it manages [xms.clusters]
-- column release text: release of that array as major.minor [storage_array.array_version]
-- column connected bool: connected [xms.connected]
SELECT x.xms, x.storage_array, x.clusters, nullif(regexp_extract(a.array_version, '^[^0-9]*([0-9]+\.[0-9]+)', 1), '') AS release, x.connected
FROM xms x LEFT JOIN storage_array a ON a.storage_array = x.storage_array
WHERE x.xms IS NOT NULL
