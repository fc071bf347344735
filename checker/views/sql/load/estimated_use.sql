-- view: estimated_use
-- meaning: One row per shared resource under the workload of the audit, with its estimated utilisation, and one per director whose processors were measured.
-- grain: resource
-- owner: storage_array
-- spine: estimated_resource, port_load
-- column resource text: name of the resource
-- column resource_kind text: fe_port, be_port, director, array, wan …
-- column storage_array text: array or VPLEX system it belongs to
-- column array_family text: product family of that system [storage_array.family]
-- column utilisation float: share of its capacity: typical by the estimate, 95th percentile as measured; NULL if its capacity is unknown [estimated_resource.utilisation, port_load.peak]
-- column steady bool: the load was measured in production, not planned; a measured load without a declared phase counts as production [estimated_resource.steady]
SELECT r.resource, r.resource_kind, r.storage_array, a.family AS array_family, r.utilisation, r.steady
FROM estimated_resource r LEFT JOIN storage_array a ON a.storage_array = r.storage_array
UNION ALL
SELECT l.storage_array || ' ' || l.about_key || ' (processors, measured)', 'director', l.storage_array, min(a.family),
    CASE WHEN count(l.peak) = count(*) THEN max(l.peak) END, coalesce(min(lower(a.deployment_phase)) NOT IN ('planned', 'initial', 'go-live'), TRUE)
FROM port_load l LEFT JOIN storage_array a ON a.storage_array = l.storage_array
WHERE l.about_kind = 'director' AND lower(l.metric) IN ('busy', 'utilisation') AND l.storage_array IS NOT NULL AND l.about_key IS NOT NULL
GROUP BY l.storage_array, l.about_key
