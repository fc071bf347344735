-- view: multipathing_function
-- meaning: One row per host and function of its multipathing software that is switched on or off.
-- grain: host, software, setting
-- owner: host
-- spine: host_setting
-- column host text: name of the host
-- column software text: HDLM, MPxIO or DMP
-- column setting text: function as the software prints it
-- column function text: the same in lower case
-- column value text: value of the setting
-- column normal text: value that switches it on: on, and round-robin for the load balancing of MPxIO
-- column option text: option of dlnkmgr set that switches it; NULL for other software and functions
-- column enabled bool: the function is on [host_setting.value]
WITH function AS (
    SELECT host, CASE scope WHEN 'hdlm' THEN 'HDLM' WHEN 'scsi_vhci' THEN 'MPxIO' WHEN 'dmp' THEN 'DMP' END AS software,
        setting, lower(setting) AS function, lower(trim(value)) AS value
    FROM host_setting WHERE host IS NOT NULL AND scope IN ('hdlm', 'scsi_vhci', 'dmp')
)
SELECT host, software, setting, min(function) AS function, min(value) AS value,
    CASE min(function) WHEN 'load-balance' THEN 'round-robin' ELSE 'on' END AS normal,
    CASE min(function) WHEN 'load balance' THEN 'lb' WHEN 'path health checking' THEN 'pchk' END AS option,
    bool_and(CASE WHEN value IN ('on', 'round-robin', 'logical-block') THEN TRUE WHEN value IN ('off', 'none') THEN FALSE END) AS enabled
FROM function WHERE coalesce(value IN ('on', 'off', 'none', 'round-robin', 'logical-block'), TRUE) GROUP BY host, software, setting
