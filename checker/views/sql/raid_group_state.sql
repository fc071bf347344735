-- view: raid_group_state
-- meaning: One row per RAID group: its drives, cache and load.
-- grain: storage_array, raid_group
-- owner: storage_array
-- spine: raid_group
-- column storage_array text: array
-- column raid_group text: name
-- column raid_type text: r5, r6, r10 … [raid_group.raid_type]
-- column drives int: number of drives [raid_group.drives]
-- column drive_class text: fc, sas, nl or flash [raid_group.drive_type]
-- column write_cache bool: write cache is on for it [raid_group.write_cache]
-- column iops float: measured load [raid_group.iops]
-- column drive_iops float: measured load of each drive [raid_group.iops, raid_group.drives]
SELECT storage_array, raid_group, replace(replace(lower(raid_type), 'raid', 'r'), ' ', '') AS raid_type, drives,
    CASE WHEN regexp_matches(lower(drive_type), 'ssd|efd|flash|nvme') THEN 'flash' WHEN regexp_matches(lower(drive_type), 'sata|nl|ata|7\.?2') THEN 'nl' WHEN regexp_matches(lower(drive_type), 'sas|10k') THEN 'sas'
         WHEN regexp_matches(lower(drive_type), 'fc|fibre|15k') THEN 'fc' END AS drive_class,
    write_cache, iops, iops / nullif(drives, 0) AS drive_iops
FROM raid_group WHERE storage_array IS NOT NULL AND raid_group IS NOT NULL
