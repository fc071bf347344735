-- view: host_tuning
-- meaning: One row per host: advanced settings, drivers' and multipathing's defaults, and its load.
-- grain: host
-- owner: host
-- spine: host, host_setting, device
-- column host text: name of the host
-- column platform text: operating system family [host.platform]
-- column host_cluster text: cluster of hosts; '' if none is declared
-- column workload_profile text: declared profile; '' if none is declared
-- column families list: product families of the arrays whose data volumes the host sees
-- column only_xtremio bool: every data volume on Fibre Channel is a native XtremIO volume [device.vendor, device.model, device.size_bytes]
-- column first_xtremio bool: its XtremIO arrays are of the first generation [storage_array.hardware]
-- column max_io_kb int: ESX Disk.DiskMaxIOSize in KiB [host_setting.value]
-- column sched_quantum int: ESX Disk.SchedQuantum [host_setting.value]
-- column sched_outstanding int: ESX Disk.SchedNumReqOutstanding, which newer releases set per volume [host_setting.value]
-- column least_outstanding int: smallest limit of outstanding I/Os with competing worlds among its XtremIO volumes, where it is set by volume [device.outstanding_limit]
-- column least_depth int: smallest queue depth of its XtremIO volumes [device.queue_depth]
-- column xcopy_kb int: ESX DataMover.MaxHWTransferSize in KiB [host_setting.value]
-- column uses_qlogic bool: a port of the host is of a QLogic adapter [initiator.driver, initiator.model]
-- column least_throttle int: smallest execution throttle of its QLogic adapters, as declared [host_setting.value]
-- column queue_full_sample int: ESX Disk.QFullSampleSize; 0 is off [host_setting.value]
-- column queue_full_threshold int: ESX Disk.QFullThreshold [host_setting.value]
-- column uses_vxvm bool: an export shows volumes or enclosures of Veritas on the host
-- column vol_use_rq int: VxVM vol_use_rq [host_setting.value, vxvm_volume.use_rq]
-- column uses_custom_recovery bool: Windows: MPIO waits the custom recovery time before it drops a path [host_setting.value]
-- column verifies_paths bool: Windows: MPIO verifies paths periodically [host_setting.value]
-- column recovery_seconds int: Windows: custom path recovery time [host_setting.value]
-- column removal_seconds int: Windows: PDORemovePeriod [host_setting.value]
-- column uses_rr_min_io bool: multipath.conf sets rr_min_io in some section [multipath_setting.value]
-- column uses_rr_min_io_rq bool: multipath.conf sets rr_min_io_rq in some section [multipath_setting.value]
-- column has_multipath_conf bool: the input contains a multipath.conf of the host
-- column request_based bool: the kernel is newer than 2.6.31, whose dm-multipath works by requests [host.kernel_version]
-- column busy_iops1 span: volumes with a round robin limit of 1 [device.rr_iops, device.rr_type, device.psp, device.multipath_owner]
-- column cpu_ratio float: processor use of the host, the highest measured mean [workload.cpu_ratio]
-- column director_ratio float: processor use of the busiest director of its arrays [port_load.value]
-- column nvme_volumes int: data volumes that are NVMe namespaces on Fibre Channel
-- column nvme_subsystems int: NVMe subsystems on Fibre Channel; 0 where their namespaces are known, too
-- column nvme_multipath bool: the kernel's own multipathing of NVMe is on [host_setting.value]
-- column nvme_policy text: its I/O policy: numa if any subsystem uses it, else round-robin, queue-depth [host_setting.value]
WITH option AS (
    SELECT host,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope = 'Disk' AND setting = 'DiskMaxIOSize') AS max_io_kb,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope = 'Disk' AND setting = 'SchedQuantum') AS sched_quantum,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope = 'Disk' AND setting = 'SchedNumReqOutstanding') AS sched_outstanding,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope = 'DataMover' AND setting = 'MaxHWTransferSize') AS xcopy_kb,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope = 'Disk' AND setting = 'QFullSampleSize') AS queue_full_sample,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope = 'Disk' AND setting = 'QFullThreshold') AS queue_full_threshold,
        CASE WHEN count(*) FILTER (WHERE lower(setting) = 'execution throttle' AND try_cast(value AS BIGINT) IS NULL) = 0 THEN min(try_cast(value AS BIGINT)) FILTER (WHERE lower(setting) = 'execution throttle') END AS least_throttle,
        max(try_cast(value AS BIGINT)) FILTER (WHERE setting LIKE '%vol_use_rq') AS vol_use_rq,
        bool_or(lower(value) IN ('enabled', '1', 'true')) FILTER (WHERE scope IN ('mpio', 'msdsm') AND setting = 'UseCustomPathRecoveryTime') AS uses_custom_recovery,
        bool_or(lower(value) IN ('enabled', '1', 'true')) FILTER (WHERE scope IN ('mpio', 'msdsm') AND setting = 'PathVerificationState') AS verifies_paths,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope IN ('mpio', 'msdsm') AND setting = 'CustomPathRecoveryTime') AS recovery_seconds,
        max(try_cast(value AS BIGINT)) FILTER (WHERE scope IN ('mpio', 'msdsm') AND setting = 'PDORemovePeriod') AS removal_seconds,
        CASE WHEN bool_or(scope LIKE 'nvme-subsys%' AND setting = 'iopolicy' AND value IS NOT NULL) THEN TRUE
             ELSE bool_or(upper(value) IN ('Y', '1')) FILTER (WHERE scope = 'module/nvme_core' AND setting = 'multipath') END AS nvme_multipath,
        count(DISTINCT scope) FILTER (WHERE scope LIKE 'nvme-subsys%' AND setting = 'iopolicy') AS nvme_subsystems,
        -- What a subsystem uses, and else what new ones get.
        CASE WHEN bool_or(scope LIKE 'nvme-subsys%' AND setting = 'iopolicy' AND lower(value) = 'numa') THEN 'numa' ELSE
            coalesce(min(lower(value)) FILTER (WHERE scope LIKE 'nvme-subsys%' AND setting = 'iopolicy'),
                     min(lower(value)) FILTER (WHERE scope = 'module/nvme_core' AND setting = 'iopolicy')) END AS nvme_policy
    FROM host_setting WHERE host IS NOT NULL GROUP BY host
), vxvm AS (
    SELECT host, max(use_rq) AS use_rq FROM (SELECT host, use_rq FROM vxvm_volume UNION ALL SELECT host, NULL FROM dmp_enclosure) WHERE host IS NOT NULL GROUP BY host
), volumes AS (
    SELECT p.host, list_sort(list(DISTINCT p.array_family) FILTER (WHERE p.in_scope AND p.array_family IS NOT NULL)) AS families,
        CASE WHEN bool_or(p.in_scope AND p.array_family <> 'xtremio') THEN FALSE WHEN count(*) FILTER (WHERE p.in_scope IS NULL OR p.in_scope AND p.array_family IS NULL) > 0 THEN NULL
             ELSE count(*) FILTER (WHERE p.in_scope AND p.array_family = 'xtremio') > 0 END AS only_xtremio,
        min(d.queue_depth) FILTER (WHERE p.in_scope AND p.array_family = 'xtremio') AS least_depth,
        min(d.outstanding_limit) FILTER (WHERE p.in_scope AND p.array_family = 'xtremio') AS least_outstanding,
        CASE WHEN bool_or(upper(a.hardware) LIKE 'X2%') FILTER (WHERE p.in_scope AND p.array_family = 'xtremio') THEN FALSE
             WHEN bool_and(a.hardware IS NOT NULL) FILTER (WHERE p.in_scope AND p.array_family = 'xtremio') THEN TRUE END AS first_xtremio,
        count_span(p.under_nmp AND p.psp = 'VMW_PSP_RR' AND p.rr_type IN ('iops', 'default') AND p.rr_iops = 1) AS busy_iops1,
        count(*) FILTER (WHERE p.in_scope AND p.nvme) AS nvme_volumes
    FROM device_policy p LEFT JOIN device d ON d.host = p.host AND d.device = p.volume LEFT JOIN storage_array a ON a.storage_array = p.storage_array GROUP BY p.host
), adapters AS (
    SELECT host, CASE WHEN bool_or(qlogic) THEN TRUE WHEN count(qlogic) = count(*) THEN FALSE END AS uses_qlogic FROM (
        SELECT host, CASE WHEN driver IS NOT NULL OR model IS NOT NULL THEN coalesce(lower(driver) LIKE 'ql%', FALSE) OR coalesce(regexp_matches(upper(model), '^(QL|QML|QMI|ISP)'), FALSE) END AS qlogic
        FROM initiator WHERE host IS NOT NULL) GROUP BY host
), conf AS (
    SELECT host, bool_or(setting = 'rr_min_io' AND value IS NOT NULL) AS rr_min_io, bool_or(setting = 'rr_min_io_rq' AND value IS NOT NULL) AS rr_min_io_rq,
        count(*) > count(value) AS unsure FROM multipath_setting WHERE origin = 'file' GROUP BY host
), cpu AS (
    SELECT coalesce(host, CASE WHEN about_kind = 'host' THEN about_key END) AS host, max(cpu_ratio) AS cpu_ratio FROM workload GROUP BY 1
), busy AS (
    SELECT l.storage_array, max(l.value) AS ratio FROM port_load l WHERE l.about_kind = 'director' AND lower(l.metric) IN ('busy', 'utilisation') AND l.storage_array IS NOT NULL GROUP BY 1
), array_busy AS (
    SELECT p.host, max(b.ratio) AS ratio FROM (SELECT DISTINCT host, storage_array FROM device_policy) p JOIN busy b ON b.storage_array = p.storage_array GROUP BY p.host
), spine AS (
    SELECT host FROM host WHERE host IS NOT NULL UNION SELECT host FROM option UNION SELECT host FROM device WHERE host IS NOT NULL
)
SELECT s.host, h.platform, coalesce(h.host_cluster, '') AS host_cluster, coalesce(lower(h.workload_profile), '') AS workload_profile, coalesce(v.families, []) AS families, v.only_xtremio, v.first_xtremio,
    o.max_io_kb, o.sched_quantum, o.sched_outstanding, v.least_outstanding, v.least_depth, o.xcopy_kb, q.uses_qlogic, o.least_throttle, o.queue_full_sample, o.queue_full_threshold,
    x.host IS NOT NULL AS uses_vxvm, coalesce(o.vol_use_rq, x.use_rq) AS vol_use_rq, o.uses_custom_recovery, o.verifies_paths, o.recovery_seconds, o.removal_seconds,
    CASE WHEN c.rr_min_io OR NOT c.unsure THEN c.rr_min_io END AS uses_rr_min_io, CASE WHEN c.rr_min_io_rq OR NOT c.unsure THEN c.rr_min_io_rq END AS uses_rr_min_io_rq, c.host IS NOT NULL AS has_multipath_conf,
    100000000 * try_cast(nullif(regexp_extract(h.kernel_version, '^([0-9]+)[.]', 1), '') AS BIGINT) + 10000 * try_cast(nullif(regexp_extract(h.kernel_version, '^[0-9]+[.]([0-9]+)', 1), '') AS BIGINT)
        + coalesce(try_cast(nullif(regexp_extract(h.kernel_version, '^[0-9]+[.][0-9]+[.]([0-9]+)', 1), '') AS BIGINT), 0) > 200060031 AS request_based,
    v.busy_iops1, u.cpu_ratio, b.ratio AS director_ratio, coalesce(v.nvme_volumes, 0) AS nvme_volumes,
    CASE WHEN v.nvme_volumes > 0 THEN 0 ELSE coalesce(o.nvme_subsystems, 0) END AS nvme_subsystems, o.nvme_multipath, o.nvme_policy
FROM spine s
LEFT JOIN host h ON h.host = s.host
LEFT JOIN option o ON o.host = s.host
LEFT JOIN vxvm x ON x.host = s.host
LEFT JOIN volumes v ON v.host = s.host
LEFT JOIN conf c ON c.host = s.host
LEFT JOIN adapters q ON q.host = s.host
LEFT JOIN cpu u ON u.host = s.host
LEFT JOIN array_busy b ON b.host = s.host
