-- view: host_array_policy
-- meaning: One row per host, array and storage array type plug-in: the path policies of its LUNs under NMP.
-- grain: host, storage_array, satp
-- owner: host
-- spine: device
-- column host text: name of the host
-- column storage_array text: array: its name, else its serial number, else the product family
-- column satp text: storage array type plug-in [device.satp]
-- column policies span: different path selection policies among the volumes under NMP [device.psp, device.multipath_owner, device.model, device.size_bytes, device.vendor]
-- column policy_names list: the policies that are known [device.psp]
-- column volumes int: LUNs of the array on this host
WITH judged AS (
    SELECT host, storage_array, satp, psp,
        in_scope AND under_nmp AND NOT exempt AND NOT guest_cluster_rdm AS member
    FROM device_policy WHERE storage_array IS NOT NULL AND satp IS NOT NULL
)
SELECT host, storage_array, satp, distinct_span(psp, member) AS policies, names_of(psp, member) AS policy_names, count(*) AS volumes
FROM judged GROUP BY host, storage_array, satp
