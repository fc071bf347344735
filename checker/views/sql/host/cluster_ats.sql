-- view: cluster_ats
-- meaning: One row per declared cluster of ESX hosts: whether they use the same VMFS heartbeat method.
-- grain: host_cluster
-- owner: host_cluster
-- spine: host
-- column host_cluster text: cluster of hosts
-- column hosts int: ESX hosts declared to be in it
-- column heartbeats span: different values of UseATSForHBOnVMFS5 among them [host_setting.value]
-- column heartbeat_names list: host and value
-- column host text: the first of these hosts
-- column setting text: the setting as that host names it
WITH stated AS (
    SELECT host, min(setting) AS setting, min(value) AS value, count(*) > count(value) AS unsure FROM host_setting WHERE upper(setting) = 'USEATSFORHBONVMFS5' GROUP BY host
)
SELECT h.host_cluster, count(*) AS hosts, distinct_span(CASE WHEN NOT s.unsure THEN s.value END, TRUE) AS heartbeats, names_of(h.host || ': ' || s.value, TRUE) AS heartbeat_names,
    min(h.host) AS host, arg_min(s.setting, h.host) AS setting
FROM host h JOIN stated s ON s.host = h.host
WHERE h.host_cluster IS NOT NULL AND h.platform = 'esxi' GROUP BY h.host_cluster
