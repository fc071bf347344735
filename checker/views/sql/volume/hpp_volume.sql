-- view: hpp_volume
-- meaning: One row per volume on Fibre Channel that VMware's High-Performance Plug-in owns, or may own: whether its array suits it.
-- grain: host, volume
-- owner: host
-- spine: device
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column storage_array text: array of the LUN: its name, else its serial number, else the product family
-- column in_scope bool: a data volume on Fibre Channel [device.model, device.size_bytes, device.vendor]
-- column under_hpp bool: HPP owns it [device.multipath_owner]
-- column is_nvme bool: an NVMe namespace, which always reports which of its paths are optimised
-- column failover text: how its array shares it among its controllers, as text [storage_array.failover, storage_array.active_active, device.satp, device.satp_config]
-- column suits bool: the array is active-active, or reports which paths are optimised (implicit ALUA) [storage_array.failover, storage_array.active_active, device.satp, device.satp_config]
WITH seen AS (
    -- What NMP on any host reports about the same array.
    SELECT p.storage_array, bool_or(d.satp_config LIKE '%implicit_support=on%') AS implicit,
        bool_or(d.satp_config LIKE '%explicit_support=on%' AND d.satp_config LIKE '%implicit_support=off%') AS explicit_only,
        bool_or(regexp_matches(upper(d.satp), '^VMW_SATP_(CX|LSI|INV|MSA|EVA|DEFAULT_AP|DEFAULT_LP)$')) AS passive
    FROM device d JOIN device_policy p ON p.host = d.host AND p.volume = d.device WHERE p.storage_array IS NOT NULL GROUP BY p.storage_array
), ways AS (
    SELECT p.host, p.volume, p.storage_array, p.in_scope, coalesce(p.nvme, FALSE) AS is_nvme, lower(d.multipath_owner) = 'hpp' AS under_hpp,
        coalesce(a.failover, CASE WHEN a.active_active THEN 'active-active' WHEN s.implicit THEN 'implicit-alua' WHEN s.explicit_only THEN 'explicit-alua' WHEN s.passive THEN 'active-passive' END) AS failover
    FROM device_policy p JOIN device d ON d.host = p.host AND d.device = p.volume
    LEFT JOIN storage_array a ON a.storage_array = p.storage_array LEFT JOIN seen s ON s.storage_array = p.storage_array
    WHERE coalesce(lower(d.multipath_owner) = 'hpp', TRUE)
)
SELECT host, volume, storage_array, in_scope, under_hpp, is_nvme, failover, failover IN ('active-active', 'implicit-alua') AS suits FROM ways
