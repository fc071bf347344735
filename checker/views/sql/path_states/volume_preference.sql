-- view: volume_preference
-- meaning: One row per host and volume with paths of which some say whether they are optimised (ALUA, ANA).
-- grain: host, volume
-- owner: host
-- spine: path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column usable int: active paths; NULL if none is known to be, and the state of some is unknown [path.state]
-- column best_lost bool: all active paths are non-optimised; NULL if one may be optimised [path.optimised, path.state]
-- column trespassed bool: the host or the array says that another controller than the default one serves it
WITH counted AS (
    SELECT host, device,
        CASE WHEN bool_or(state = 'active') OR bool_and(state IS NOT NULL AND state <> 'unknown') THEN count(*) FILTER (WHERE state = 'active') END AS usable,
        CASE WHEN bool_or(optimised AND state = 'active') THEN FALSE
             WHEN bool_and(state IS NOT NULL AND state <> 'unknown') AND bool_and(optimised IS NOT NULL) FILTER (WHERE state = 'active') THEN TRUE END AS best_lost
    FROM path WHERE host IS NOT NULL AND device IS NOT NULL GROUP BY host, device HAVING count(optimised) > 0
), moved AS (
    SELECT DISTINCT host, device FROM device WHERE default_owner <> current_owner
)
SELECT c.host, c.device AS volume, s.in_scope, c.usable, c.best_lost, m.host IS NOT NULL AS trespassed
FROM counted c LEFT JOIN device_scope s ON s.host = c.host AND s.device = c.device
LEFT JOIN moved m ON m.host = c.host AND m.device = c.device
