-- view: raid_group_state
-- meaning: One row per RAID group: its drives, cache and load.
-- grain: storage_array, raid_group
-- owner: storage_array
-- spine: raid_group
-- column storage_array text: array
-- column raid_group text: name
-- column raid_type text: r5, r6, r10 … [raid_group.raid_type]
-- column drives int: number of drives [raid_group.drives]
-- column drive_class text: fc, sas, nl or flash; from the rotation speed if one is stated [raid_group.drive_type]
-- column write_cache bool: write cache is on for it [raid_group.write_cache]
-- column iops float: measured load [raid_group.iops]
-- column drive_iops float: load of each drive: measured, or under the workload of the audit with the I/Os of RAID if that is more [raid_group.iops, raid_group.drives, estimated_resource.operations]
SELECT g.storage_array, raid_group, replace(replace(lower(raid_type), 'raid', 'r'), ' ', '') AS raid_type, drives,
    CASE WHEN regexp_matches(lower(drive_type), 'ssd|efd|flash|nvme') THEN 'flash' WHEN regexp_matches(lower(drive_type), 'sata|nl|ata|7\.?2') THEN 'nl' WHEN regexp_matches(lower(drive_type), '15 ?k|15000') THEN 'fc' WHEN regexp_matches(lower(drive_type), 'sas|10 ?k') THEN 'sas'
         WHEN regexp_matches(lower(drive_type), 'fc|fibre') THEN 'fc' END AS drive_class,
    write_cache, iops,
    CASE WHEN e.resource IS NOT NULL AND e.operations IS NULL THEN NULL WHEN e.operations > iops THEN e.operations ELSE coalesce(iops, e.operations) END / nullif(drives, 0) AS drive_iops
FROM raid_group g LEFT JOIN estimated_resource e ON e.resource_kind = 'disk_pool' AND e.resource = g.storage_array || ' ' || g.raid_group
WHERE g.storage_array IS NOT NULL AND raid_group IS NOT NULL
