-- view: host_metro_volume
-- meaning: One row per host and volume with observed paths to more than one side: the clusters of a VPLEX system, or several arrays.
-- grain: host, volume
-- owner: host
-- spine: path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column array_family text: product family [device.vendor, device.model, storage_array.family]
-- column used_sides span: VPLEX clusters or arrays with an active, optimised path [path.state, path.optimised, path.target_wwpn, device.satp]
-- column side_names list: those sides
-- column spreads bool: the path policy distributes I/O over all active paths equally; NULL if the policy is unknown [device.psp, device.policy, device.path_grouping, device.multipath_owner]
-- column prefers_remote bool: the preferred path of the Fixed policy leads to another site than the host's [device.psp, device.preferred_path, path.hctl, path.target_wwpn, host.site, vplex_cluster.site]
-- column policy text: active policy, for people
WITH several AS (
    SELECT layout FROM layout_path
    GROUP BY layout HAVING count(DISTINCT coalesce(storage_array, '') || ' ' || coalesce(vplex_cluster, '')) > 1
), wide AS (
    SELECT v.host, v.volume FROM host_volume_layout v JOIN several s ON s.layout = v.layout
), paths AS (
    SELECT w.host, w.volume, p.hctl, t.family, CASE WHEN t.family = 'vplex' THEN t.storage_array || ' ' || t.cluster ELSE t.storage_array END AS side,
        -- The plug-in for VPLEX does not use ALUA: all active paths are equal, and no export calls them optimised.
        CASE WHEN p.state = 'active' AND (p.optimised OR p.optimised IS NULL AND upper(d.satp) = 'VMW_SATP_INV') THEN TRUE WHEN p.state IN ('standby', 'dead', 'disabled', 'unavailable') OR NOT p.optimised THEN FALSE END AS used,
        h.site = coalesce(c.site, CASE WHEN t.family <> 'vplex' THEN a.site END) AS local
    FROM path p
    JOIN wide w ON w.host = p.host AND w.volume = p.device
    LEFT JOIN target_place t ON t.target_wwpn = p.target_wwpn
    LEFT JOIN vplex_cluster c ON c.storage_array = t.storage_array AND c.cluster = t.cluster
    LEFT JOIN storage_array a ON a.storage_array = t.storage_array
    LEFT JOIN host h ON h.host = w.host
    LEFT JOIN device d ON d.host = w.host AND d.device = w.volume
), sides AS (
    SELECT host, volume, distinct_span(side, used) AS used_sides, names_of(side, used) AS side_names, min(family) AS family FROM paths GROUP BY ALL
), policies AS (
    SELECT host, device, upper(psp) AS psp, preferred_path, coalesce(psp, policy, path_grouping) AS policy,
        CASE WHEN upper(psp) = 'VMW_PSP_RR' OR upper(psp) LIKE 'LB-%' THEN TRUE
             WHEN upper(psp) IN ('VMW_PSP_FIXED', 'VMW_PSP_MRU', 'FIXED') THEN FALSE
             WHEN lower(multipath_owner) = 'powerpath' AND policy IS NOT NULL THEN lower(policy) NOT IN ('fo', 'nr', 'failover', 'basicfailover', 'noredirect')
             WHEN lower(multipath_owner) = 'dm-multipath' AND path_grouping IS NOT NULL THEN lower(path_grouping) = 'multibus'
             WHEN lower(multipath_owner) = 'mpio' AND upper(policy) IN ('RR', 'LQD', 'LB', 'WP') THEN TRUE
             WHEN lower(multipath_owner) = 'mpio' AND upper(policy) = 'FOO' THEN FALSE END AS spreads
    FROM device
), preferred AS (
    SELECT d.host, d.device, bool_or(NOT p.local) AS remote, bool_and(p.local IS NOT NULL) AS known
    FROM policies d JOIN paths p ON p.host = d.host AND p.volume = d.device AND p.hctl = d.preferred_path GROUP BY ALL
)
SELECT s.host, s.volume, coalesce(c.family, s.family) AS array_family, s.used_sides, s.side_names, d.spreads,
    CASE WHEN d.psp IN ('VMW_PSP_FIXED', 'FIXED') THEN CASE WHEN r.remote THEN TRUE WHEN r.known THEN FALSE END WHEN d.spreads IS NOT NULL THEN FALSE END AS prefers_remote,
    d.policy
FROM sides s
LEFT JOIN policies d ON d.host = s.host AND d.device = s.volume
LEFT JOIN preferred r ON r.host = s.host AND r.device = s.volume
LEFT JOIN device_scope c ON c.host = s.host AND c.device = s.volume
