-- view: volume_queue
-- meaning: One row per Linux host and LUN with several paths whose queues are known: whether the disks of its map have the same settings.
-- grain: host, volume
-- owner: host
-- spine: block_queue
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column disks int: disks of the map, one per path
-- column schedulers span: different I/O schedulers [block_queue.scheduler]
-- column sector_limits span: different maximum request sizes [block_queue.max_sectors_kb]
-- column depths span: different queue depths [block_queue.queue_depth]
-- column timeouts span: different command timeouts [block_queue.scsi_timeout_seconds]
-- column differences list: settings that are known to differ, with their values
WITH named AS (
    SELECT host, path_name, min(device) AS device FROM path WHERE path_name IS NOT NULL AND host IN (SELECT host FROM block_queue) GROUP BY ALL
), disk AS (
    SELECT q.host, coalesce(q.device, n.device) AS volume, q.scheduler, q.max_sectors_kb, q.queue_depth, q.scsi_timeout_seconds
    FROM block_queue q LEFT JOIN named n ON n.host = q.host AND n.path_name = q.kernel_name
), alike AS (
    SELECT host, volume, count(*) AS disks, distinct_span(scheduler, TRUE) AS schedulers, distinct_span(max_sectors_kb, TRUE) AS sector_limits,
        distinct_span(queue_depth, TRUE) AS depths, distinct_span(scsi_timeout_seconds, TRUE) AS timeouts,
        names_of(scheduler, TRUE) AS scheduler_names, names_of(max_sectors_kb::VARCHAR, TRUE) AS limit_names, names_of(queue_depth::VARCHAR, TRUE) AS depth_names,
        names_of(scsi_timeout_seconds::VARCHAR, TRUE) AS timeout_names
    FROM disk WHERE host IS NOT NULL AND volume IS NOT NULL GROUP BY ALL HAVING count(*) > 1
)
SELECT host, volume, disks, schedulers, sector_limits, depths, timeouts,
    list_filter([CASE WHEN len(scheduler_names) > 1 THEN 'scheduler ' || array_to_string(scheduler_names, '/') END, CASE WHEN len(limit_names) > 1 THEN 'max_sectors_kb ' || array_to_string(limit_names, '/') END,
        CASE WHEN len(depth_names) > 1 THEN 'queue_depth ' || array_to_string(depth_names, '/') END, CASE WHEN len(timeout_names) > 1 THEN 'timeout ' || array_to_string(timeout_names, '/') END], lambda one: one IS NOT NULL) AS differences
FROM alike
