-- view: hdlm_function
-- meaning: One row per host with HDLM and function of it that is switched on or off.
-- grain: host, setting
-- owner: host
-- spine: host_setting
-- column host text: name of the host
-- column setting text: function as HDLM prints it
-- column function text: the same in lower case
-- column option text: option of dlnkmgr set that switches it; NULL for other functions
-- column enabled bool: the function is on [host_setting.value]
SELECT host, setting, min(lower(setting)) AS function, CASE min(lower(setting)) WHEN 'load balance' THEN 'lb' WHEN 'path health checking' THEN 'pchk' END AS option,
    bool_and(CASE lower(trim(value)) WHEN 'on' THEN TRUE WHEN 'off' THEN FALSE END) AS enabled
FROM host_setting WHERE host IS NOT NULL AND scope = 'hdlm' AND coalesce(lower(trim(value)) IN ('on', 'off'), TRUE) GROUP BY host, setting
