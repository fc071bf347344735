-- view: lun_ownership
-- meaning: One row per LUN of an array with owning controllers: which one it belongs to, and which one serves it.
-- grain: volume
-- spine: device, storage_volume
-- column volume text: identity of the LUN
-- column shown text: its name on the array or on a host, or its identity
-- column storage_array text: array or VPLEX system, where an export of it lists the LUN
-- column hosts list: hosts that show the owners
-- column default_owner text: controller it belongs to [device.default_owner, storage_volume.default_owner]
-- column current_owner text: controller that serves it now [device.current_owner, storage_volume.current_owner]
-- column trespassed bool: another controller serves it [device.default_owner, device.current_owner, storage_volume.default_owner, storage_volume.current_owner, storage_volume.trespassed]
WITH stated AS (
    SELECT device, alias AS name, NULL AS storage_array, host, default_owner, current_owner, default_owner <> current_owner AS trespassed FROM device WHERE default_owner IS NOT NULL OR current_owner IS NOT NULL
    UNION ALL
    SELECT device, coalesce(label, storage_volume), storage_array, NULL, default_owner, current_owner, coalesce(default_owner <> current_owner, trespassed) FROM storage_volume
    WHERE (default_owner IS NOT NULL OR current_owner IS NOT NULL OR trespassed IS NOT NULL) AND used_by_array IS NULL
), owners AS (
    SELECT device, min(name) AS name, min(storage_array) AS storage_array, list_sort(list(DISTINCT host) FILTER (WHERE host IS NOT NULL)) AS hosts,
        -- Hosts and the array may write the names of controllers differently: the pair of one source is compared.
        arg_max(default_owner, (storage_array IS NOT NULL, host)) AS default_owner, arg_max(current_owner, (storage_array IS NOT NULL, host)) AS current_owner,
        bool_or(trespassed) AS trespassed, count(DISTINCT trespassed) > 1 AS disagree
    FROM stated WHERE device IS NOT NULL GROUP BY device
)
SELECT device AS volume, coalesce(name, device) AS shown, storage_array, coalesce(hosts, []) AS hosts,
    CASE WHEN NOT disagree THEN default_owner END AS default_owner, CASE WHEN NOT disagree THEN current_owner END AS current_owner,
    CASE WHEN NOT disagree THEN trespassed END AS trespassed
FROM owners
