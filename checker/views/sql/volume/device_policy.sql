-- view: device_policy
-- meaning: One row per host and LUN: who manages its paths, by which policy, and with which queue settings.
-- grain: host, volume
-- owner: host
-- spine: device, path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column platform text: operating system family of the host [host.platform]
-- column os_version text: version of the operating system [host.os_version]
-- column esx_version int: version of ESX as major x 100 + minor: 505 for 5.5; NULL for other systems [host.os_version, host.platform]
-- column storage_array text: array of the LUN: its name, else its serial number, else the product family
-- column array_name text: array of the LUN: its name, else its serial number; NULL if only its product is known [target_port.storage_array, device.array_serial]
-- column array_family text: product family of the array [device.vendor, device.model]
-- column in_scope bool: policy rules apply to the LUN: a data volume on Fibre Channel [device.model, device.size_bytes, device.vendor]
-- column over_iscsi bool: the LUN is reached over iSCSI, where the policies are the same; FALSE unless an export says so [device.transport]
-- column multipath_owner text: plug-in that owns the device: nmp, hpp, powerpath, dm-multipath … [device.multipath_owner]
-- column under_nmp bool: VMware's native multipathing owns the device; only on ESX [device.multipath_owner]
-- column satp text: storage array type plug-in [device.satp]
-- column satp_class text: alua, active-passive, active-active, local or other, by the name of the plug-in [device.satp]
-- column unequal_paths bool: only one controller of the product serves a volume at full speed, and its paths say so [device.vendor, device.model]
-- column built_in_retry text: no_path_retry that dm-multipath has built in for the product; '' for others [device.vendor, device.model]
-- column psp text: path selection policy [device.psp]
-- column satp_default_psp text: default policy of that plug-in on this host [satp.default_psp]
-- column described_rule bool: a SATP rule made by a user, with a description, names this policy for the array
-- column rr_type text: limit of round robin: iops, bytes, latency or default [device.rr_type]
-- column rr_iops int: round-robin IOPS limit: I/Os before the path changes [device.rr_iops]
-- column rr_iops_text text: that limit as written [device.rr_iops_text, device.rr_iops]
-- column policy_is_fault bool: the product table lists this policy as a fault [device.vendor, device.model, device.psp]
-- column policy_confirmed bool: a document confirms it; NULL where the table has no row [device.vendor, device.model]
-- column needs_round_robin bool: the product table lists most recently used as a fault; FALSE if it does not, or the product is unknown
-- column needed_psp text: policy to set instead of Fixed: round robin if needed, else the default of the plug-in, else most recently used
-- column iops_advised bool: the product table has an I/O limit for the array and the release of ESX [device.vendor, device.model, host.os_version]
-- column advised_iops int: that limit [device.vendor, device.model, host.os_version]
-- column iops_confirmed bool: a document confirms that limit; NULL where the table has no row [device.vendor, device.model]
-- column product text: the product as the table names it
-- column exempt bool: tagged as boot or nmp-exception, or a protocol endpoint of virtual volumes
-- column guest_cluster_rdm bool: a raw device that a cluster of guests shares; FALSE if not stated
-- column workload_profile text: declared profile of the host; '' if none is declared
-- column flash bool: the LUN is on flash [storage_array.array_class, device.rotational, device.vendor]
-- column nvme bool: an NVMe namespace [device.device, device.transport]
-- column scheduler text: active Linux I/O scheduler [device.scheduler]
-- column single_queue bool: the scheduler belongs to the single-queue block layer, as in RHEL 7 and before [device.scheduler]
-- column plain_scheduler text: the scheduler of that block layer which doesn't reorder: noop or none [device.scheduler]
-- column nr_requests int: Linux queue nr_requests [device.nr_requests]
-- column nomerges int: Linux queue nomerges [device.nomerges]
-- column read_ahead_kb int: Linux read ahead in KiB [device.read_ahead_kb]
-- column kernel_name text: name of the block device on the host
-- column esx4_volumes list: the LUN, on a host of ESX 4; empty on others
-- column esx5_volumes list: the LUN, on a host of ESXi 5 and later or of unknown version
WITH tagged AS (
    SELECT DISTINCT about_key AS device FROM tag WHERE about_kind = 'device' AND tag IN ('boot', 'nmp-exception')
), shared_guest AS (
    -- NMP013 checks such devices; the two must not require opposite policies.
    SELECT DISTINCT device FROM guest_disk WHERE device IS NOT NULL AND raw_mapping AND lower(sharing) NOT IN ('', 'none', 'nobussharing', 'sharingnone', 'no')
), family_of AS (
    -- Family 'other' means "none of the known products", which is unknown for a device without a model.
    SELECT s.host, s.device, CASE WHEN s.family = 'other' AND d.model IS NULL THEN NULL ELSE s.family END AS family,
        -- A LUNZ of a CLARiiON shows only in the model, and in that no array lists it.
        CASE WHEN s.in_scope AND d.model IS NULL AND s.family = 'clariion' AND s.device NOT IN (SELECT device FROM storage_volume WHERE device IS NOT NULL) THEN NULL ELSE s.in_scope END AS in_scope,
        coalesce(s.reason = 'iSCSI', FALSE) AS over_iscsi,
        CASE WHEN h.platform = 'esxi' THEN 100 * try_cast(nullif(regexp_extract(h.os_version, '^([0-9]+)[.]', 1), '') AS BIGINT)
            + try_cast(nullif(regexp_extract(h.os_version, '^[0-9]+[.]([0-9]+)', 1), '') AS BIGINT) END AS esx_version
    FROM device_scope s LEFT JOIN device d ON d.host = s.host AND d.device = s.device LEFT JOIN host h ON h.host = s.host
), models AS (
    SELECT DISTINCT upper(trim(vendor)) AS vendor, upper(trim(model)) AS model FROM device WHERE vendor IS NOT NULL AND model IS NOT NULL
), known_model AS (
    SELECT m.vendor, m.model, r.* EXCLUDE (vendor) FROM models m
    JOIN ref_array_policy r ON r.vendor = m.vendor AND starts_with(m.model, r.model_prefix)
    QUALIFY row_number() OVER (PARTITION BY m.vendor, m.model ORDER BY length(r.model_prefix) DESC, r.product) = 1
), built_in AS (
    SELECT m.vendor, m.model, r.product, r.no_path_retry, r.unequal_paths FROM models m
    JOIN ref_array_paths r ON r.vendor = m.vendor AND starts_with(m.model, r.model_prefix)
    QUALIFY row_number() OVER (PARTITION BY m.vendor, m.model ORDER BY length(r.model_prefix) DESC, r.product) = 1
), known_family AS (
    SELECT * FROM ref_array_policy WHERE family IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY family ORDER BY length(model_prefix), product) = 1
), placed AS (
    SELECT host, device, min(storage_array) AS storage_array FROM path_place GROUP BY host, device
), described AS (
    SELECT host, satp, upper(trim(vendor)) AS vendor, default_psp FROM satp_rule
    WHERE lower(rule_group) = 'user' AND trim(description) <> '' GROUP BY ALL
)
SELECT f.host, f.device AS volume, h.platform, h.os_version,
    f.esx_version,
    coalesce(p.storage_array, d.array_serial, f.family) AS storage_array, coalesce(p.storage_array, d.array_serial) AS array_name, f.family AS array_family, f.in_scope, f.over_iscsi,
    lower(d.multipath_owner) AS multipath_owner,
    CASE WHEN d.multipath_owner IS NOT NULL THEN lower(d.multipath_owner) = 'nmp' WHEN h.platform <> 'esxi' THEN FALSE END AS under_nmp, d.satp,
    CASE WHEN starts_with(d.satp, 'VMW_SATP_ALUA') THEN 'alua'
         WHEN d.satp IN ('VMW_SATP_CX', 'VMW_SATP_LSI', 'VMW_SATP_MSA', 'VMW_SATP_DEFAULT_AP') THEN 'active-passive'
         WHEN d.satp IN ('VMW_SATP_SYMM', 'VMW_SATP_INV', 'VMW_SATP_SVC', 'VMW_SATP_EQL', 'VMW_SATP_EVA', 'VMW_SATP_DEFAULT_AA') THEN 'active-active'
         WHEN d.satp = 'VMW_SATP_LOCAL' THEN 'local' WHEN d.satp IS NOT NULL THEN 'other' END AS satp_class,
    CASE WHEN d.vendor IS NOT NULL AND d.model IS NOT NULL THEN coalesce(bi.unequal_paths, FALSE) END AS unequal_paths,
    CASE WHEN d.vendor IS NOT NULL AND d.model IS NOT NULL THEN coalesce(bi.no_path_retry, '') END AS built_in_retry,
    d.psp, a.default_psp AS satp_default_psp, u.host IS NOT NULL AS described_rule,
    d.rr_type, d.rr_iops, coalesce(d.rr_iops_text, d.rr_iops::VARCHAR) AS rr_iops_text,
    CASE WHEN km.product IS NOT NULL THEN d.psp = 'VMW_PSP_FIXED' AND km.fixed_is_fault OR d.psp = 'VMW_PSP_MRU' AND km.mru_is_fault
         WHEN kf.product IS NOT NULL THEN d.psp = 'VMW_PSP_FIXED' AND kf.fixed_is_fault OR d.psp = 'VMW_PSP_MRU' AND kf.mru_is_fault
         WHEN f.family IS NOT NULL AND d.vendor IS NOT NULL AND d.model IS NOT NULL THEN FALSE END AS policy_is_fault,
    coalesce(CASE WHEN km.product IS NOT NULL THEN km.mru_is_fault ELSE kf.mru_is_fault END, FALSE) AS needs_round_robin,
    CASE WHEN CASE WHEN km.product IS NOT NULL THEN km.mru_is_fault ELSE kf.mru_is_fault END THEN 'VMW_PSP_RR'
         WHEN a.default_psp IN ('VMW_PSP_RR', 'VMW_PSP_MRU') THEN a.default_psp ELSE 'VMW_PSP_MRU' END AS needed_psp,
    coalesce(km.confirmed, kf.confirmed) AS policy_confirmed,
    CASE WHEN km.product IS NOT NULL THEN km.rr_iops IS NOT NULL AND (km.iops_from IS NULL OR f.esx_version >= km.iops_from)
         WHEN kf.product IS NOT NULL THEN kf.rr_iops IS NOT NULL AND (kf.iops_from IS NULL OR f.esx_version >= kf.iops_from)
         WHEN f.family IS NOT NULL AND d.vendor IS NOT NULL AND d.model IS NOT NULL THEN FALSE END AS iops_advised,
    CASE WHEN km.product IS NOT NULL THEN CASE WHEN km.iops_from IS NULL OR f.esx_version >= km.iops_from THEN km.rr_iops END
         WHEN kf.iops_from IS NULL OR f.esx_version >= kf.iops_from THEN kf.rr_iops END AS advised_iops,
    coalesce(km.iops_confirmed, kf.iops_confirmed) AS iops_confirmed,
    coalesce(km.product, kf.product) AS product,
    t.device IS NOT NULL OR coalesce(d.protocol_endpoint, FALSE) AS exempt,
    coalesce(d.guest_cluster_rdm, FALSE) OR g.device IS NOT NULL AS guest_cluster_rdm,
    coalesce(lower(h.workload_profile), '') AS workload_profile,
    -- Any one sign of flash is enough; only all of them together rule it out.
    f.family IN ('xtremio', 'pure', 'powerstore') OR s.array_class = 'flash' OR d.rotational = 0 AS flash,
    is_nvme(f.device, d.transport, d.hardware_handler) AS nvme,
    d.scheduler,
    CASE WHEN d.scheduler IN ('noop', 'deadline', 'cfq', 'anticipatory') THEN TRUE WHEN d.scheduler IS NOT NULL THEN FALSE END AS single_queue,
    CASE WHEN d.scheduler IN ('noop', 'deadline', 'cfq', 'anticipatory') THEN 'noop' WHEN d.scheduler IS NOT NULL THEN 'none' END AS plain_scheduler,
    d.nr_requests, d.nomerges, d.read_ahead_kb, d.kernel_name,
    CASE WHEN starts_with(h.os_version, '4.') THEN [f.device] ELSE [] END AS esx4_volumes,
    CASE WHEN starts_with(h.os_version, '4.') THEN [] ELSE [f.device] END AS esx5_volumes
FROM family_of f
LEFT JOIN device d ON d.host = f.host AND d.device = f.device
LEFT JOIN host h ON h.host = f.host
LEFT JOIN placed p ON p.host = f.host AND p.device = f.device
LEFT JOIN storage_array s ON s.storage_array = p.storage_array
LEFT JOIN satp a ON a.host = f.host AND a.satp = d.satp
LEFT JOIN known_model km ON km.vendor = upper(trim(d.vendor)) AND km.model = upper(trim(d.model))
LEFT JOIN built_in bi ON bi.vendor = upper(trim(d.vendor)) AND bi.model = upper(trim(d.model))
LEFT JOIN known_family kf ON kf.family = f.family
LEFT JOIN described u ON u.host = f.host AND u.satp = d.satp AND u.vendor = upper(trim(d.vendor)) AND u.default_psp = d.psp
LEFT JOIN tagged t ON t.device = f.device
LEFT JOIN shared_guest g ON g.device = f.device
