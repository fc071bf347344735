-- view: aix_adapter
-- meaning: One row per Fibre Channel protocol device (fscsi) of an AIX host: what it does when a port of the fabric disappears or moves.
-- grain: host, adapter
-- owner: host
-- spine: host_setting
-- column host text: name of the host
-- column adapter text: fscsi0 …
-- column error_recovery text: fc_err_recov: fast_fail or delayed_fail [host_setting.value]
-- column tracking text: dyntrk: yes or no [host_setting.value]
-- column deviating text: those of the two that are not as recommended where there are several paths; '' if both are [host_setting.value]
-- column advice text: the recommended values of these
-- column multipathed bool: a volume of the host has two paths or more [path.target_wwpn, path.initiator_wwpn, path.hctl]
WITH attribute AS (
    SELECT host, scope AS adapter, max(lower(trim(value))) FILTER (WHERE setting = 'fc_err_recov') AS error_recovery, max(lower(trim(value))) FILTER (WHERE setting = 'dyntrk') AS tracking
    FROM host_setting WHERE host IS NOT NULL AND scope LIKE 'fscsi%' AND setting IN ('fc_err_recov', 'dyntrk') GROUP BY host, scope
), counted AS (
    SELECT host, above(known_paths, 1) AS several FROM host_volume
), summed AS (
    SELECT host, CASE WHEN bool_or(several) THEN TRUE WHEN count(several) = count(*) THEN FALSE END AS multipathed FROM counted GROUP BY host
)
SELECT a.host, a.adapter, a.error_recovery, a.tracking,
    concat_ws(' and ', CASE WHEN a.error_recovery = 'delayed_fail' THEN 'fc_err_recov delayed_fail' END, CASE WHEN a.tracking = 'no' THEN 'dyntrk no' END) AS deviating,
    concat_ws(' and ', CASE WHEN a.error_recovery = 'delayed_fail' THEN 'fc_err_recov fast_fail' END, CASE WHEN a.tracking = 'no' THEN 'dyntrk yes' END) AS advice,
    s.multipathed
FROM attribute a LEFT JOIN summed s ON s.host = a.host
