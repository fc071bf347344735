-- view: remote_port_timeout
-- meaning: One row per port of a host and target port that it sees: how long the host waits for a lost target port.
-- grain: host, hba, target
-- owner: host
-- spine: remote_port
-- column host text: name of the host
-- column hba text: name of the host's port
-- column target text: world wide port name of the target port, else its SCSI address
-- column platform text: operating system family of the host [host.platform]
-- column storage_array text: array or VPLEX system of the target port [target_port.storage_array]
-- column online bool: the port is there now [remote_port.port_state]
-- column is_disk bool: it is a target of disks, not another host or a tape; TRUE where the host prints only that it is a target [remote_port.roles]
-- column under_dm bool: dm-multipath owns the volumes that the host has of this array, or of all arrays if the array isn't known [device.multipath_owner]
-- column fast_io_fail text: seconds after which I/O to a lost port fails, or off [remote_port.fast_io_fail]
-- column fails_fast bool: such a time is set [remote_port.fast_io_fail]
-- column fail_seconds int: that time [remote_port.fast_io_fail]
-- column loss_seconds int: seconds after which a lost port is removed: dev_loss_tmo [remote_port.dev_loss_seconds]
WITH owned AS (
    SELECT host, storage_array, multipath_owner = 'dm-multipath' AS dm FROM device_policy WHERE in_scope IS NOT FALSE
), by_array AS (
    SELECT host, storage_array, CASE WHEN bool_and(dm) AND count(dm) = count(*) THEN TRUE WHEN NOT bool_or(dm) AND count(dm) = count(*) THEN FALSE END AS dm
    FROM owned WHERE storage_array IS NOT NULL GROUP BY ALL
), by_host AS (
    SELECT host, CASE WHEN bool_and(dm) AND count(dm) = count(*) THEN TRUE WHEN NOT bool_or(dm) AND count(dm) = count(*) THEN FALSE END AS dm
    FROM owned GROUP BY host
)
SELECT r.host, r.hba, coalesce(r.target_wwpn, r.scsi_target) AS target, h.platform, t.storage_array, lower(r.port_state) = 'online' AS online,
    lower(r.roles) LIKE '%target%' AND NOT lower(r.roles) LIKE '%initiator%' AS is_disk,
    CASE WHEN a.host IS NOT NULL THEN a.dm ELSE o.dm END AS under_dm,
    lower(r.fast_io_fail) AS fast_io_fail, CASE WHEN lower(r.fast_io_fail) = 'off' THEN FALSE WHEN try_cast(r.fast_io_fail AS BIGINT) IS NOT NULL THEN TRUE END AS fails_fast,
    try_cast(r.fast_io_fail AS BIGINT) AS fail_seconds, r.dev_loss_seconds AS loss_seconds
FROM remote_port r
LEFT JOIN host h ON h.host = r.host
LEFT JOIN target_place t ON t.target_wwpn = r.target_wwpn
LEFT JOIN by_array a ON a.host = r.host AND a.storage_array = t.storage_array
LEFT JOIN by_host o ON o.host = r.host
WHERE r.host IS NOT NULL
