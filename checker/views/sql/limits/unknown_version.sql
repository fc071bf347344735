-- view: unknown_version
-- meaning: One row per kind of device whose version rules look up: for how many of them it is unknown.
-- grain: device_kind
-- spine: host, storage_array, fabric_setting
-- column device_kind text: ESX hosts, systems of a product family, or Cisco switches whose timeouts were exported
-- column devices span: devices of that kind whose own exports are in the input [host.platform]
-- column untold span: those whose version is unknown; a host of unknown platform may be one [host.platform]
-- column untold_names list: those that are known
-- column host text: the first such host, whose place is shown
-- column storage_array text: the first such system
-- column switch text: the first such switch
WITH captured AS (
    SELECT DISTINCT host FROM path WHERE host IS NOT NULL
), hosts AS (
    SELECT 'ESX host' AS device_kind, h.host AS name, CASE WHEN h.platform IS NOT NULL THEN h.platform = 'esxi' END AS member, h.os_version AS version
    FROM host h JOIN captured c ON c.host = h.host
    WHERE coalesce(h.platform, 'esxi') = 'esxi'
), arrays AS (
    SELECT CASE family WHEN 'vplex' THEN 'VPLEX' ELSE 'XtremIO' END AS device_kind, storage_array AS name, TRUE AS member, array_version AS version
    FROM storage_array WHERE family IN ('vplex', 'xtremio') AND storage_array IN (SELECT storage_array FROM target_port WHERE storage_array IS NOT NULL)
), switches AS (
    SELECT 'Cisco switch' AS device_kind, switch AS name, vendor = 'cisco' AS member, firmware_version AS version FROM switch
    WHERE coalesce(vendor, 'cisco') = 'cisco' AND switch IN (SELECT switch FROM fabric_setting WHERE lower(setting) LIKE 'system timeout%')
), every AS (
    SELECT * FROM hosts UNION ALL SELECT * FROM arrays UNION ALL SELECT * FROM switches
)
SELECT device_kind, count_span(member) AS devices, count_span(member AND version IS NULL) AS untold, names_of(name, member AND version IS NULL) AS untold_names,
    min(name) FILTER (member AND version IS NULL AND device_kind = 'ESX host') AS host,
    min(name) FILTER (version IS NULL AND device_kind IN ('VPLEX', 'XtremIO')) AS storage_array,
    min(name) FILTER (member AND version IS NULL AND device_kind = 'Cisco switch') AS switch
FROM every GROUP BY device_kind
