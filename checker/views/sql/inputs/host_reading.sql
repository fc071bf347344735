-- view: host_reading
-- meaning: One row per host whose paths are known only in part. Needed by rules that conclude from the absence of a path or of a volume.
-- grain: host
-- owner: host
-- spine: export
-- column host text: name of the host
-- column paths_cut bool: paths to a volume that is listed may be missing: an export of its paths ends inside a record, or a filter after the command omitted lines, and the input has no complete one of the same command; of planned paths: one of the masking of their array or of the zones of a fabric of the host, or a view of the host contains a port of unknown host; NULL where only other volumes may be missing, because the commands named some
WITH listed AS (
    SELECT owner, format, bool_and(coalesce(ends_inside_record, FALSE) OR coalesce(filtered, FALSE)) AS cut,
        bool_and(coalesce(ends_inside_record, FALSE) OR coalesce(filtered, FALSE) OR coalesce(selected, FALSE)) AS partial FROM export
    WHERE owner IS NOT NULL AND NOT coalesce(superseded, FALSE) AND regexp_matches(format, 'path|mpath|powerpath-display|hpp-device|dmpnode|mpclaim|lun-map|ioscan|luxadm|nvme-subsys|systool-bus')
    GROUP BY owner, format
), planned AS (
    SELECT DISTINCT host, storage_array FROM path_place WHERE basis = 'planned'
)
SELECT host, bool_or(paths_cut) AS paths_cut FROM (
    SELECT owner AS host, CASE WHEN bool_or(cut) THEN TRUE END AS paths_cut FROM listed GROUP BY owner HAVING bool_or(cut) OR bool_and(partial)
    UNION
    SELECT p.host, TRUE FROM planned p JOIN array_reading a ON a.storage_array = p.storage_array WHERE a.masks_cut
    UNION
    SELECT p.host, TRUE FROM planned p JOIN port_role r ON r.host = p.host JOIN port_fabric f ON f.wwpn = r.wwpn JOIN fabric_reading q ON q.fabric = f.fabric WHERE q.zones_cut
    UNION
    -- What names only some ports of a machine, such as an initiator group of another array, leaves its other ports without a host.
    SELECT p.host, TRUE FROM planned p
    JOIN port_role r ON r.host = p.host
    JOIN mask_initiator m ON m.storage_array = p.storage_array AND m.initiator_wwpn = r.wwpn
    JOIN mask_initiator o ON o.storage_array = m.storage_array AND o.cluster = m.cluster AND o.view = m.view AND o.initiator_wwpn <> m.initiator_wwpn
    LEFT JOIN port_role u ON u.wwpn = o.initiator_wwpn
    WHERE u.host IS NULL
) GROUP BY host
