-- view: estimated_use
-- meaning: One row per shared resource under the workload of the audit: how busy the estimator says it is.
-- grain: resource
-- owner: storage_array
-- spine: estimated_resource
-- column resource text: name of the resource
-- column resource_kind text: fe_port, be_port, director, array, wan …
-- column storage_array text: array or VPLEX system it belongs to
-- column array_family text: product family of that system [storage_array.family]
-- column utilisation float: share of what it can do, typical; NULL if its capacity is unknown [estimated_resource.utilisation]
-- column steady bool: the load was measured in production, not planned [estimated_resource.steady]
SELECT r.resource, r.resource_kind, r.storage_array, a.family AS array_family, r.utilisation, r.steady
FROM estimated_resource r LEFT JOIN storage_array a ON a.storage_array = r.storage_array
