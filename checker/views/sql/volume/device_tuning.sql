-- view: device_tuning
-- meaning: One row per host and LUN: queue settings, timeouts and multipathing details, and what its paths have in common.
-- grain: host, volume
-- owner: host
-- spine: device, path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column kernel_name text: name of the block device on the host
-- column platform text: operating system family of the host [host.platform]
-- column esx_version int: version of ESX as major x 100 + minor [host.os_version, host.platform]
-- column esx4_volumes list: the volume, on a host of ESX 4; empty on others [host.os_version]
-- column esx5_volumes list: the volume, on a host of a later version; empty on others [host.os_version]
-- column host_cluster text: cluster of hosts; '' if none is declared
-- column workload_profile text: declared profile of the host; '' if none is declared
-- column storage_array text: array of the LUN: its name, else its serial number, else the product family; NULL if that has no name
-- column array_family text: product family of the array [device.vendor, device.model]
-- column in_scope bool: policy rules apply to the LUN: a data volume on Fibre Channel [device.model, device.size_bytes, device.vendor]
-- column multipath_owner text: plug-in that owns the device [device.multipath_owner]
-- column under_nmp bool: VMware's native multipathing owns the device; only on ESX [device.multipath_owner]
-- column under_dm bool: dm-multipath owns the device [device.multipath_owner]
-- column satp text: storage array type plug-in [device.satp]
-- column satp_class text: alua, active-passive, active-active, local or other, by the name of the plug-in [device.satp]
-- column psp text: path selection policy [device.psp]
-- column policy text: load balancing policy of PowerPath, HPP, MPIO or dm-multipath, in lower case [device.policy]
-- column no_balancing bool: PowerPath uses one path at a time by this policy [device.policy]
-- column exempt bool: tagged as boot or nmp-exception, or a protocol endpoint of virtual volumes
-- column boot_lun bool: the boot device, tagged boot, or on a host that boots from the SAN; FALSE if not stated
-- column shared_rdm bool: a raw device that a cluster of guests shares [device.guest_cluster_rdm, guest_disk.raw_mapping, guest_disk.sharing]
-- column perennially_reserved bool: ESXi's flag of that name [device.perennially_reserved]
-- column device_state text: state of the device in lower case [device.device_state]
-- column health text: health of the device in lower case [device.health_state]
-- column rr_type text: limit of round robin: iops, bytes, latency or default [device.rr_type]
-- column rr_iops int: round-robin IOPS limit: I/Os before the path changes [device.rr_iops]
-- column rr_bytes int: round robin: bytes before the path changes [device.rr_bytes]
-- column uses_non_optimised bool: round robin uses non-optimised paths too [device.rr_use_ano]
-- column advised_iops int: round-robin IOPS limit that the vendor recommends in a document; NULL if there is none [device.vendor, device.model, host.os_version]
-- column rule_psp text: policy that the only matching SATP rule of a user sets; '' where no such rule matches or it sets none [device.vendor, device.model]
-- column rule_iops int: I/O limit that this rule sets; -1 where it sets none [device.vendor, device.model]
-- column rule_limit text: the same as text: none if it sets none
-- column working_paths span: live paths that the policy uses: active ones, and of an ALUA device only the optimised ones unless configured otherwise [path.state, path.optimised, device.satp]
-- column path_speeds span: different negotiated speeds among the host's ports with live paths [path.state, path.initiator_wwpn, initiator.speed_gbps]
-- column path_models span: different adapter models among them [path.state, path.initiator_wwpn, initiator.model]
-- column path_depths span: different queue depths among them [path.state, path.initiator_wwpn, initiator.queue_depth]
-- column speeds list: those speeds, in Gbit/s
-- column models list: those models
-- column one_generation_apart bool: the fastest of these ports is at most twice as fast as the slowest [initiator.speed_gbps]
-- column live_paths span: live paths of the LUN [path.state]
-- column path_groups span: path groups of dm-multipath among its live paths [path.state, path.path_group]
-- column path_priorities span: different priorities among its live paths [path.state, path.priority]
-- column by_controller bool: the hardware handler is one of an active/passive array, whose paths are grouped by controller [device.hardware_handler]
-- column queue_forever bool: I/O is queued indefinitely when all paths are down; the feature queue_if_no_path alone does not say so, because a number of retries sets it too [device.queue_if_no_path, device.no_path_retry, multipath_setting.value]
-- column fails_at_once bool: I/O fails immediately when all paths are down [device.no_path_retry, multipath_setting.value]
-- column no_path_retry text: dm-multipath no_path_retry: that of the map, else of the section for the volume, the overrides or the section for the product [device.no_path_retry, multipath_setting.value]
-- column built_in_retry text: no_path_retry that dm-multipath has built in for the product; '' for others [device.vendor, device.model]
-- column queue_built_in bool: that value is to queue indefinitely [device.vendor, device.model]
-- column add_random int: Linux queue add_random [device.add_random]
-- column largest_io_bytes int: declared largest I/O of the host's applications [host.largest_io_bytes]
-- column io_limit_bytes int: largest I/O that goes to the LUN in one piece: max_sectors_kb of Linux, Disk.DiskMaxIOSize of ESX [device.max_sectors_kb, host_setting.value]
-- column queue_depth int: queue depth of the device [device.queue_depth]
-- column outstanding_limit int: ESXi limit of outstanding I/Os with competing worlds [device.outstanding_limit]
-- column guests int: virtual machines with a disk on the LUN, if the machines of the host are listed [guest_disk.guest]
-- column scsi_timeout_seconds int: time a SCSI command may take: of the device on Linux, of all disks on Windows [device.scsi_timeout_seconds, host_setting.value]
-- column least_timeout int: shortest time that a vendor recommends for it; 0 if none is known [host.platform, device.vendor, device.model]
WITH port AS (
    SELECT host, initiator_wwpn, max(speed_gbps) AS speed_gbps, min(model) AS model, max(queue_depth) AS queue_depth
    FROM initiator WHERE initiator_wwpn IS NOT NULL GROUP BY ALL
), placed AS (
    -- Grouped by the number of the LUN's row: a dozen counts of distinct values are faster by a number than by two names.
    SELECT y.rowid AS lun, p.path_group, p.priority, i.speed_gbps, i.model, i.queue_depth,
        CASE WHEN p.state IN ('active', 'standby') THEN TRUE WHEN p.state IN ('dead', 'disabled', 'unavailable') THEN FALSE END AS live,
        CASE WHEN p.state = 'active' THEN
                CASE WHEN d.rr_use_ano OR p.optimised THEN TRUE WHEN p.optimised IS NULL AND starts_with(d.satp, 'VMW_SATP_ALUA') IS NOT FALSE THEN NULL
                     WHEN NOT p.optimised AND starts_with(d.satp, 'VMW_SATP_ALUA') THEN FALSE WHEN d.satp IS NOT NULL THEN TRUE END
            WHEN p.state IS NOT NULL AND p.state <> 'unknown' THEN FALSE END AS working
    FROM path p
    JOIN device_policy y ON y.host = p.host AND y.volume = p.device
    LEFT JOIN device d ON d.host = p.host AND d.device = p.device
    LEFT JOIN port i ON i.host = p.host AND i.initiator_wwpn = p.initiator_wwpn
), counted AS (
    SELECT lun, count_span(working) AS working_paths, count_span(live) AS live_paths,
        distinct_span(speed_gbps, live) AS path_speeds, distinct_span(model, live) AS path_models, distinct_span(queue_depth, live) AS path_depths,
        names_of(printf('%g', speed_gbps), live) AS speeds, names_of(model, live) AS models,
        max(speed_gbps) FILTER (WHERE live) <= 2 * min(speed_gbps) FILTER (WHERE live) AS one_generation_apart,
        distinct_span(path_group, live) AS path_groups, distinct_span(priority, live) AS path_priorities
    FROM placed GROUP BY lun
), options AS (
    SELECT host, max(try_cast(value AS BIGINT)) FILTER (WHERE scope = 'Disk' AND setting = 'DiskMaxIOSize') AS max_io_kb,
        -- Get-MPIOSetting prints the same value under another name.
        max(try_cast(value AS BIGINT)) FILTER (WHERE (lower(scope), lower(setting)) IN (('disk', 'timeoutvalue'), ('mpio', 'disktimeoutvalue'))) AS disk_timeout
    FROM host_setting GROUP BY host
), guest_count AS (
    SELECT device, CASE WHEN count(guest) = count(*) THEN count(DISTINCT guest) END AS guests,
        CASE WHEN bool_or(raw_mapping AND lower(sharing) NOT IN ('', 'none', 'nobussharing', 'sharingnone', 'no')) THEN TRUE
            WHEN bool_and(coalesce(NOT raw_mapping OR lower(sharing) IN ('', 'none', 'nobussharing', 'sharingnone', 'no'), FALSE)) THEN FALSE END AS shared
    FROM guest_disk WHERE device IS NOT NULL GROUP BY device
), listed_host AS (
    -- A raw disk whose LUN is not named may be on any.
    SELECT host FROM guest_disk WHERE host IS NOT NULL GROUP BY host HAVING count(*) FILTER (WHERE device IS NULL AND raw_mapping IS DISTINCT FROM FALSE) = 0
), boot AS (
    SELECT DISTINCT about_key AS device FROM tag WHERE about_kind = 'device' AND tag = 'boot'
), user_rule AS (
    SELECT host, satp, upper(trim(vendor)) AS vendor, upper(trim(coalesce(model, ''))) AS model, default_psp,
        try_cast(nullif(regexp_extract(coalesce(psp_options, ''), 'iops=([0-9]+)', 1), '') AS BIGINT) AS iops
    FROM satp_rule WHERE lower(rule_group) = 'user' AND vendor IS NOT NULL AND coalesce(driver, '') = '' AND coalesce(rule_transport, '') = ''
), matched AS (
    SELECT d.host, d.device, min(r.default_psp) AS rule_psp, min(r.iops) AS rule_iops
    FROM device d JOIN user_rule r ON r.host = d.host AND r.satp = d.satp AND r.vendor = upper(trim(d.vendor)) AND starts_with(upper(trim(d.model)), r.model)
    GROUP BY d.host, d.device HAVING count(*) = 1
), stated AS (
    SELECT d.host, d.device, lower(trim(s.value)) AS value, CASE s.section WHEN 'multipaths' THEN 1 WHEN 'overrides' THEN 2 ELSE 3 END AS place, s.origin
    FROM device d JOIN multipath_section s ON s.host = d.host AND s.setting = 'no_path_retry' AND s.is_last AND (s.section = 'overrides'
        OR s.section = 'multipaths' AND d.device IN ('naa.' || substr(lower(s.wwid), 2), 'eui.' || substr(lower(s.wwid), 2))
        OR s.section = 'devices' AND starts_with(upper(trim(d.vendor)), s.vendor) AND contains(upper(trim(d.model)), s.product))
    WHERE d.multipath_owner = 'dm-multipath'
), configured AS (
    -- Of several sections of one kind, only equal ones are certain; the file is what the administrator sees.
    SELECT host, device, CASE WHEN count(value) = count(*) AND count(DISTINCT value) = 1 THEN min(value) END AS retry FROM (
        SELECT * FROM stated QUALIFY rank() OVER (PARTITION BY host, device ORDER BY origin DESC, place) = 1
    ) GROUP BY ALL
)
SELECT p.host, p.volume, p.kernel_name, p.platform, p.esx_version, p.esx4_volumes, p.esx5_volumes, coalesce(h.host_cluster, '') AS host_cluster, p.workload_profile, nullif(p.storage_array, 'other') AS storage_array, p.array_family, p.in_scope,
    p.multipath_owner, p.under_nmp, p.multipath_owner = 'dm-multipath' AS under_dm, p.satp, p.satp_class, p.psp, lower(trim(d.policy)) AS policy, without_balancing(d.policy) AS no_balancing, p.exempt,
    coalesce(d.is_boot, FALSE) OR coalesce(h.boot_from_san, FALSE) OR b.device IS NOT NULL AS boot_lun,
    CASE WHEN d.guest_cluster_rdm OR g.shared THEN TRUE 
        WHEN (d.guest_cluster_rdm IS NOT NULL OR l.host IS NOT NULL) AND (g.device IS NULL OR NOT g.shared) THEN FALSE END AS shared_rdm,
    d.perennially_reserved, lower(d.device_state) AS device_state, lower(d.health_state) AS health, p.rr_type, p.rr_iops, d.rr_bytes, d.rr_use_ano AS uses_non_optimised,
    CASE WHEN p.iops_advised AND p.iops_confirmed THEN p.advised_iops END AS advised_iops,
    CASE WHEN m.host IS NOT NULL OR d.vendor IS NOT NULL AND d.model IS NOT NULL THEN coalesce(m.rule_psp, '') END AS rule_psp,
    CASE WHEN m.host IS NOT NULL OR d.vendor IS NOT NULL AND d.model IS NOT NULL THEN coalesce(m.rule_iops, -1) END AS rule_iops,
    coalesce(m.rule_iops::VARCHAR, 'none') AS rule_limit,
    opened(c.working_paths, q.paths_cut) AS working_paths, opened(c.path_speeds, q.paths_cut) AS path_speeds, opened(c.path_models, q.paths_cut) AS path_models,
    opened(c.path_depths, q.paths_cut) AS path_depths, c.speeds, c.models, c.one_generation_apart, opened(c.live_paths, q.paths_cut) AS live_paths,
    opened(c.path_groups, q.paths_cut) AS path_groups, opened(c.path_priorities, q.paths_cut) AS path_priorities,
    regexp_matches(lower(d.hardware_handler), '\b(rdac|emc|hp_sw)\b') AS by_controller,
    CASE WHEN d.no_path_retry IS NOT NULL THEN lower(d.no_path_retry) = 'queue' WHEN NOT d.queue_if_no_path THEN FALSE ELSE r.retry = 'queue' END AS queue_forever,
    lower(coalesce(d.no_path_retry, r.retry)) IN ('fail', '0') AS fails_at_once, coalesce(d.no_path_retry, r.retry) AS no_path_retry, p.built_in_retry, p.built_in_retry = 'queue' AS queue_built_in, d.add_random, h.largest_io_bytes,
    CASE WHEN p.platform = 'linux' THEN 1024 * d.max_sectors_kb WHEN p.platform = 'esxi' THEN 1024 * o.max_io_kb END AS io_limit_bytes,
    d.queue_depth, d.outstanding_limit, CASE WHEN l.host IS NOT NULL THEN CASE WHEN g.device IS NULL THEN 0 ELSE g.guests END END AS guests,
    CASE WHEN p.platform = 'windows' THEN coalesce(d.scsi_timeout_seconds, o.disk_timeout) ELSE d.scsi_timeout_seconds END AS scsi_timeout_seconds,
    CASE WHEN e.seconds IS NOT NULL THEN e.seconds WHEN p.platform IS NOT NULL AND (w.seconds IS NOT NULL OR p.array_family IS NOT NULL OR p.platform <> 'linux') THEN coalesce(w.seconds, 0) END AS least_timeout
FROM device_policy p
LEFT JOIN device d ON d.host = p.host AND d.device = p.volume
LEFT JOIN host h ON h.host = p.host
LEFT JOIN host_reading q ON q.host = p.host
LEFT JOIN counted c ON c.lun = p.rowid
LEFT JOIN options o ON o.host = p.host
LEFT JOIN guest_count g ON g.device = p.volume
LEFT JOIN listed_host l ON l.host = p.host
LEFT JOIN boot b ON b.device = p.volume
LEFT JOIN ref_scsi_timeout e ON e.platform = p.platform AND e.family = p.array_family AND e.confirmed
LEFT JOIN ref_scsi_timeout w ON w.platform = p.platform AND w.family IS NULL AND w.confirmed
LEFT JOIN matched m ON m.host = p.host AND m.device = p.volume
LEFT JOIN configured r ON r.host = p.host AND r.device = p.volume
