-- view: stretched_setting
-- meaning: One row per cluster of ESX hosts at several sites, and per setting that decides what hosts do when a volume is lost.
-- grain: host_cluster, setting
-- spine: host_setting
-- column host_cluster text: cluster of hosts
-- column setting text: option group and name
-- column values_differ bool: hosts of the cluster have different values; NULL if the value of a host is unknown [host_setting.value, host_setting.setting, host.host_cluster, host.site]
-- column host_values list: each host with its value
WITH members AS (
    SELECT host, host_cluster FROM host WHERE host_cluster IS NOT NULL AND platform = 'esxi'
), stretched AS (
    SELECT host_cluster FROM host WHERE host_cluster IS NOT NULL AND platform = 'esxi' GROUP BY 1 HAVING count(DISTINCT site) > 1
), known AS (
    SELECT h.host, s.scope || '.' || s.setting AS setting, min(s.value) AS value FROM host_setting s JOIN members h ON h.host = s.host
    WHERE lower(s.scope || '.' || s.setting) IN ('disk.autoremoveonpdl', 'misc.apdhandlingenable', 'misc.apdtimeout', 'vmkernel.terminatevmonpdl') GROUP BY ALL
), wanted AS (
    SELECT DISTINCT m.host_cluster, k.setting FROM known k JOIN members m ON m.host = k.host JOIN stretched s ON s.host_cluster = m.host_cluster
)
SELECT w.host_cluster, w.setting,
    CASE WHEN count(DISTINCT k.value) > 1 THEN TRUE WHEN count(k.value) = count(*) THEN FALSE END AS values_differ,
    list(m.host || ': ' || coalesce(k.value, 'unknown') ORDER BY m.host) AS host_values
FROM wanted w
JOIN members m ON m.host_cluster = w.host_cluster
LEFT JOIN known k ON k.host = m.host AND k.setting = w.setting
GROUP BY w.host_cluster, w.setting
