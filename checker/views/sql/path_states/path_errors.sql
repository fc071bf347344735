-- view: path_errors
-- meaning: One row per path for which the multipathing software counts I/O errors.
-- grain: host, volume, path_name, hctl
-- owner: host
-- spine: path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column path_name text: kernel name of the path
-- column hctl text: runtime name
-- column hba text: name of the host's port
-- column target text: target as the host names it
-- column live bool: usable; NULL if the state is unknown [path.state]
-- column errors int: I/O errors since the host started or the counters were cleared [path.errors]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
SELECT p.host, p.device AS volume, coalesce(p.path_name, '') AS path_name, coalesce(p.hctl, '') AS hctl, coalesce(p.hba, '') AS hba,
    coalesce(p.target, '') AS target, p.state IN ('active', 'standby') OR CASE WHEN p.state IN ('dead', 'disabled', 'unavailable') THEN FALSE END AS live,
    p.errors, s.in_scope
FROM path p
LEFT JOIN device_scope s ON s.host = p.host AND s.device = p.device
-- Other multipathing software counts no errors by path.
WHERE p.host IS NOT NULL AND p.device IS NOT NULL AND (p.errors IS NOT NULL OR p.plugin = 'PowerPath')
