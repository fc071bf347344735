-- view: adapter_group
-- meaning: One row per host, and per declared cluster of hosts, and adapter model: versions and queue depths of the FC ports in it.
-- grain: group_kind, group_name, model
-- owner: host
-- spine: initiator
-- column group_kind text: host or cluster
-- column group_name text: name of the host or the cluster
-- column host text: the host; NULL for a cluster
-- column model text: adapter model; '' for all models together
-- column ports int: FC ports of that model in the group
-- column initiator_wwpn text: one of them, with the smallest queue depth if depths are known
-- column vendors span: different vendors among the ports, by driver or world wide port name [initiator.driver, initiator.initiator_wwpn]
-- column vendor_names list: those vendors
-- column models span: different adapter models [initiator.model]
-- column model_names list: those models
-- column drivers span: different drivers [initiator.driver]
-- column firmwares span: different firmware versions [initiator.firmware_version]
-- column firmware_names list: those versions
-- column driver_versions span: different driver versions [initiator.driver_version]
-- column driver_version_names list: those versions
-- column depths span: different LUN queue depths: of the port, else of its driver on the host, else the one that all ESX devices behind it have [initiator.queue_depth, host_setting.value, device.queue_depth]
-- column depth_names list: host, port and depth
WITH module_depth AS (
    SELECT host, max(try_cast(value AS BIGINT)) FILTER (WHERE setting = 'lpfc_lun_queue_depth') AS lpfc, max(try_cast(value AS BIGINT)) FILTER (WHERE setting = 'ql2xmaxqdepth') AS qla
    FROM host_setting WHERE setting IN ('lpfc_lun_queue_depth', 'ql2xmaxqdepth') AND NOT starts_with(scope, 'modprobe.d') GROUP BY host
), device_depth AS (
    SELECT p.host, p.initiator_wwpn, CASE WHEN min(d.queue_depth) = max(d.queue_depth) AND bool_and(d.queue_depth IS NOT NULL) THEN min(d.queue_depth) END AS depth
    FROM path p JOIN device d ON d.host = p.host AND d.device = p.device JOIN host h ON h.host = p.host AND h.platform = 'esxi'
    WHERE p.initiator_wwpn IS NOT NULL GROUP BY ALL
), port AS (
    SELECT i.host, h.host_cluster, i.hba, i.initiator_wwpn, i.model, i.driver, i.driver_version, i.firmware_version,
        coalesce(i.queue_depth, CASE WHEN starts_with(i.driver, 'lpfc') THEN m.lpfc WHEN starts_with(i.driver, 'ql') THEN m.qla END, e.depth) AS depth,
        adapter_vendor(i.driver, i.initiator_wwpn) AS vendor
    FROM initiator i LEFT JOIN host h ON h.host = i.host LEFT JOIN module_depth m ON m.host = i.host
    LEFT JOIN device_depth e ON e.host = i.host AND e.initiator_wwpn = i.initiator_wwpn
    WHERE i.host IS NOT NULL AND coalesce(lower(i.transport), 'fc') IN ('fc', 'fcoe') AND coalesce(i.protocol, 'fcp') = 'fcp' AND i.npiv_parent_wwpn IS NULL
        AND coalesce(i.owner_kind, 'host') = 'host' AND no_link(i.port_state) IS NOT TRUE
), member AS (
    SELECT 'host' AS group_kind, host AS group_name, * FROM port
    UNION ALL SELECT 'cluster', host_cluster, * FROM port WHERE host_cluster IS NOT NULL
), each AS (
    SELECT group_kind, group_name, coalesce(model, 'unknown model') AS shown_model, model AS real_model, * EXCLUDE (group_kind, group_name) FROM member
    UNION ALL SELECT group_kind, group_name, '', model, * EXCLUDE (group_kind, group_name) FROM member
)
SELECT group_kind, group_name, CASE WHEN group_kind = 'host' THEN group_name END AS host, shown_model AS model, count(*) AS ports, coalesce(min_by(initiator_wwpn, (depth, initiator_wwpn)), min(initiator_wwpn)) AS initiator_wwpn,
    distinct_span(vendor, TRUE) AS vendors, names_of(vendor, TRUE) AS vendor_names, distinct_span(real_model, TRUE) AS models, names_of(real_model, TRUE) AS model_names, distinct_span(driver, TRUE) AS drivers,
    distinct_span(firmware_version, TRUE) AS firmwares, names_of(firmware_version, TRUE) AS firmware_names,
    distinct_span(driver_version, TRUE) AS driver_versions, names_of(driver_version, TRUE) AS driver_version_names,
    distinct_span(depth, TRUE) AS depths, names_of(host || ' ' || hba || ': ' || depth, TRUE) AS depth_names
FROM each GROUP BY group_kind, group_name, shown_model
