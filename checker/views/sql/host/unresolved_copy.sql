-- view: unresolved_copy
-- meaning: One row per copy of a VMFS volume that an ESX host sees and has not mounted or resignatured.
-- grain: host, uuid
-- owner: host
-- spine: vmfs_copy
-- column host text: name of the host
-- column uuid text: VMFS UUID
-- column datastore text: name of the volume
-- column unresolved_extents int: extents of it that are not resolved [vmfs_copy.unresolved_extents]
-- column original_here bool: the host has the volume of that name mounted
-- column expected bool: the host is tagged copies_ok: a backup proxy, a recovery site
SELECT c.host, c.uuid, coalesce(c.datastore, 'unnamed') AS datastore, c.unresolved_extents,
    d.datastore IS NOT NULL AS original_here, t.about_key IS NOT NULL AS expected
FROM vmfs_copy c
LEFT JOIN (SELECT DISTINCT host, datastore FROM datastore) d ON d.host = c.host AND d.datastore = c.datastore
LEFT JOIN (SELECT DISTINCT about_key FROM tag WHERE about_kind = 'host' AND tag = 'copies_ok') t ON t.about_key = c.host
WHERE c.host IS NOT NULL AND c.uuid IS NOT NULL
