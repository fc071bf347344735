-- view: cluster_volume
-- meaning: One row per declared cluster of hosts and volume that one of them sees: whether its hosts see it alike.
-- grain: host_cluster, volume
-- owner: storage_array
-- spine: path, device, mask_volume
-- column host_cluster text: cluster of hosts
-- column volume text: identity of the LUN
-- column storage_array text: array or VPLEX system of the volume [target_port.storage_array]
-- column platform text: operating system family of the hosts, if it is the same on all [host.platform]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column cluster_hosts int: hosts declared to be in the cluster
-- column hosts_seeing span: hosts of the cluster with the volume; a host without an export of its paths may have it [path.state, path.hctl]
-- column lacking list: hosts that show their paths, but none to the volume
-- column luns span: different LUN numbers among the hosts that have it [path.lun, device.lun]
-- column lun_names list: host and LUN number
-- column aliases span: different names among the hosts [device.alias]
-- column alias_names list: host and name
-- column policies span: different path selection policies among the hosts under NMP [device.psp, device.multipath_owner]
-- column policy_names list: those policies
-- column limit_types span: different types of the round robin limit among them: iops, bytes, latency [device.rr_type, device.multipath_owner, device.psp]
-- column limits span: different round robin limits among them, where there is one [device.rr_type, device.rr_iops, device.rr_bytes, device.multipath_owner, device.psp]
-- column limit_names list: those limits
-- column own_volume bool: a boot device, or tagged boot or private; FALSE if not stated
-- column shared_rdm bool: a raw device that a cluster of guests shares; FALSE if not stated
WITH numbered AS (
    SELECT host, device, min(lun) AS lun FROM path WHERE host IS NOT NULL AND device IS NOT NULL GROUP BY ALL
), sight AS (
    SELECT h.host_cluster, v.volume, v.host, h.platform, v.storage_array, v.in_scope, CASE WHEN n.host IS NOT NULL THEN n.lun ELSE d.lun END AS lun, d.alias, d.psp,
        CASE WHEN d.multipath_owner IS NOT NULL THEN lower(d.multipath_owner) = 'nmp' WHEN h.platform <> 'esxi' THEN FALSE END AS under_nmp,
        CASE WHEN d.psp IS NOT NULL THEN d.psp = 'VMW_PSP_RR' END AS rotates,
        CASE WHEN d.rr_type = 'default' THEN 'iops' ELSE d.rr_type END AS limit_type,
        CASE WHEN d.rr_type = 'bytes' THEN d.rr_bytes || ' bytes' WHEN d.rr_type IN ('iops', 'default') THEN d.rr_iops || ' I/Os' END AS rr_limit,
        coalesce(d.is_boot, FALSE) AS is_boot, coalesce(d.guest_cluster_rdm, FALSE) OR v.volume IN (SELECT device FROM guest_disk WHERE device IS NOT NULL AND raw_mapping AND lower(sharing) NOT IN ('', 'none', 'nobussharing', 'sharingnone', 'no')) AS shared_rdm
    FROM host_volume v JOIN host h ON h.host = v.host
    LEFT JOIN device d ON d.host = v.host AND d.device = v.volume
    LEFT JOIN numbered n ON n.host = v.host AND n.device = v.volume
    WHERE h.host_cluster IS NOT NULL
), captured AS (
    SELECT DISTINCT host FROM path WHERE host IS NOT NULL
), members AS (
    -- If paths were exported in part, a volume may be in the missing part.
    SELECT h.host_cluster, h.host, c.host IS NOT NULL AND q.host IS NULL AS captured FROM host h LEFT JOIN captured c ON c.host = h.host
    LEFT JOIN host_reading q ON q.host = h.host WHERE h.host_cluster IS NOT NULL
), size AS (
    SELECT host_cluster, count(*) AS hosts, list_sort(list(host) FILTER (WHERE captured)) AS shown, list_sort(list(host) FILTER (WHERE NOT captured)) AS unshown FROM members GROUP BY host_cluster
), tagged AS (
    SELECT DISTINCT about_key AS device FROM tag WHERE about_kind = 'device' AND tag IN ('boot', 'private')
), grouped AS (
    SELECT host_cluster, volume, min(storage_array) AS storage_array, CASE WHEN count(DISTINCT platform) = 1 AND count(platform) = count(*) THEN min(platform) END AS platform,
        bool_and(in_scope) AS in_scope, count(*) AS seen, list_sort(list(host)) AS hosts,
        distinct_span(lun, TRUE) AS luns, list_sort(list(host || ': ' || lun) FILTER (WHERE lun IS NOT NULL)) AS lun_names,
        distinct_span(alias, TRUE) AS aliases, list_sort(list(host || ': ' || alias) FILTER (WHERE alias IS NOT NULL)) AS alias_names,
        distinct_span(psp, under_nmp) AS policies, names_of(psp, under_nmp) AS policy_names,
        distinct_span(limit_type, under_nmp AND rotates) AS limit_types,
        distinct_span(rr_limit, under_nmp AND rotates AND limit_type <> 'latency') AS limits, names_of(coalesce(rr_limit, limit_type), under_nmp AND rotates) AS limit_names,
        bool_or(is_boot) AS is_boot, bool_or(shared_rdm) AS shared_rdm
    FROM sight GROUP BY host_cluster, volume
)
SELECT g.host_cluster, g.volume, g.storage_array, g.platform, g.in_scope, s.hosts AS cluster_hosts,
    {'lo': g.seen, 'hi': g.seen + coalesce(len(list_filter(s.unshown, lambda h: NOT list_contains(g.hosts, h))), 0)} AS hosts_seeing,
    list_filter(s.shown, lambda h: NOT list_contains(g.hosts, h)) AS lacking,
    g.luns, g.lun_names, g.aliases, g.alias_names, g.policies, g.policy_names, g.limit_types, g.limits, g.limit_names,
    g.is_boot OR t.device IS NOT NULL AS own_volume, g.shared_rdm
FROM grouped g
JOIN size s ON s.host_cluster = g.host_cluster
LEFT JOIN tagged t ON t.device = g.volume
