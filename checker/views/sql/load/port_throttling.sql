-- view: port_throttling
-- meaning: One row per array port that ESX hosts use: which of them slow down when the array answers queue full.
-- grain: storage_array, target_wwpn
-- owner: storage_array
-- spine: path, mask_port
-- column target_wwpn text: world wide port name of the target port
-- column storage_array text: array or VPLEX system; '' where it is unknown [target_port.storage_array]
-- column port text: director and port, else its name
-- column throttling span: ESX hosts that use the port and slow down [device.queue_full_sample_size, host_setting.value, path.target_wwpn]
-- column stubborn span: ESX hosts that use the port and don't slow down [device.queue_full_sample_size, host_setting.value, path.target_wwpn]
-- column impossible span: ESX hosts whose threshold is greater than their sample size [device.queue_full_sample_size, device.queue_full_threshold, host_setting.value, path.target_wwpn]
-- column throttling_names list: the first
-- column stubborn_names list: the second
-- column impossible_names list: the third
WITH uses AS (
    SELECT DISTINCT p.host, p.target_wwpn, p.storage_array FROM path_place p JOIN host h ON h.host = p.host
    WHERE h.platform = 'esxi' AND p.target_wwpn IS NOT NULL
), by_volume AS (
    -- Newer releases set the sizes per volume; those of the host then have no effect.
    SELECT d.host, v.storage_array, CASE WHEN count(d.queue_full_sample_size) = count(*) THEN max(d.queue_full_sample_size) END AS most,
        CASE WHEN count(d.queue_full_sample_size) = count(*) THEN min(d.queue_full_sample_size) END AS least,
        CASE WHEN bool_or(d.queue_full_threshold > d.queue_full_sample_size AND d.queue_full_sample_size > 0) THEN TRUE
             WHEN bool_and(coalesce(d.queue_full_threshold <= d.queue_full_sample_size OR d.queue_full_sample_size = 0, FALSE)) THEN FALSE END AS impossible
    FROM device d JOIN device_policy v ON v.host = d.host AND v.volume = d.device
    WHERE d.queue_full_sample_size IS NOT NULL OR d.queue_full_threshold IS NOT NULL GROUP BY ALL
), judged AS (
    SELECT u.host, u.target_wwpn, u.storage_array, CASE WHEN b.host IS NOT NULL THEN b.most ELSE t.queue_full_sample END AS most,
        CASE WHEN b.host IS NOT NULL THEN b.least ELSE t.queue_full_sample END AS least,
        CASE WHEN b.host IS NOT NULL THEN b.impossible ELSE t.queue_full_threshold > t.queue_full_sample AND t.queue_full_sample > 0 END AS impossible
    FROM uses u LEFT JOIN by_volume b ON b.host = u.host AND b.storage_array = u.storage_array LEFT JOIN host_tuning t ON t.host = u.host
)
SELECT j.target_wwpn, coalesce(min(j.storage_array), '') AS storage_array, min(coalesce(port_place(t.director, t.port), j.target_wwpn)) AS port,
    count_span(j.most > 0) AS throttling, count_span(j.least = 0) AS stubborn, count_span(j.impossible) AS impossible,
    names_of(j.host, j.most > 0) AS throttling_names, names_of(j.host, j.least = 0) AS stubborn_names, names_of(j.host, j.impossible) AS impossible_names
FROM judged j LEFT JOIN target_place t ON t.target_wwpn = j.target_wwpn GROUP BY j.target_wwpn
