-- view: port_flags
-- meaning: One row per Symmetrix front-end port and initiator masked to it: the active SCSI flags; those of the initiator override those of the port.
-- grain: storage_array, port, initiator_wwpn
-- owner: storage_array
-- spine: mask_port
-- column storage_array text: array
-- column port text: director and port: FA-7E:0
-- column initiator_wwpn text: world wide port name of the initiator
-- column host text: host of the initiator [initiator.host]
-- column platform text: operating system family of the host [host.platform]
-- column under_dmp bool: Veritas DMP manages the paths of the host [host.multipath_software]
-- column flags_on list: flags known to be on [array_setting.value, target_port.flags]
-- column flags_off list: flags known to be off [array_setting.value, target_port.flags]
-- column whole_set bool: every flag is known [array_setting.value, target_port.flags]
-- column by_default bool: a generation whose ports have these flags on by default: VMAX3 and later [storage_array.array_version, storage_array.hardware]
WITH arrays AS (
    SELECT storage_array, CASE WHEN regexp_matches(lower(coalesce(hardware, model)), 'powermax|vmax ?3|vmax *[0-9]+ *f|vmax *[124]00k|vmax *(250|450|850|950)') THEN TRUE
        WHEN TRY_CAST(regexp_extract(array_version, '^([0-9]{4})', 1) AS INTEGER) >= 5977 THEN TRUE
        WHEN TRY_CAST(regexp_extract(array_version, '^([0-9]{4})', 1) AS INTEGER) < 5977 THEN FALSE END AS by_default
    FROM storage_array WHERE family = 'symmetrix'
), pairs AS (
    SELECT DISTINCT p.storage_array, coalesce(p.port_name, t.director || ':' || t.port) AS port, i.initiator_wwpn
    FROM mask_port p JOIN arrays a ON a.storage_array = p.storage_array
    JOIN mask_initiator i ON i.storage_array = p.storage_array AND i.cluster = p.cluster AND i.view = p.view
    LEFT JOIN target_place t ON t.target_wwpn = p.target_wwpn
    WHERE i.initiator_wwpn IS NOT NULL
), own AS (
    SELECT storage_array, scope, list_sort(list(upper(setting)) FILTER (WHERE lower(value) = 'enabled')) AS flags_on, list_sort(list(upper(setting)) FILTER (WHERE lower(value) = 'disabled')) AS flags_off,
        list(upper(setting)) FILTER (WHERE coalesce(lower(value), '') NOT IN ('enabled', 'disabled')) AS flags_unknown
    FROM array_setting WHERE setting IS NOT NULL AND regexp_full_match(upper(setting), 'C|EAN|PP|SC3|UWN|SPC2|OS2007|VSA|D|SCL|AS4|OVMS|E|NP|DID|RSC|ACLX|VCM|CSCN|S') GROUP BY ALL
), whole AS (
    SELECT storage_array, port_name, min(string_split(upper(trim(regexp_replace(flags, '[ ,;]+', ' ', 'g'))), ' ')) AS flags FROM target_port WHERE flags IS NOT NULL AND port_name IS NOT NULL GROUP BY ALL
), ports AS (
    SELECT p.storage_array, p.port, p.initiator_wwpn, a.by_default, coalesce(i.flags_on, []) AS i_on, coalesce(i.flags_off, []) AS i_off, coalesce(i.flags_unknown, []) AS i_unknown,
        coalesce(o.flags_on, []) AS o_on, coalesce(o.flags_off, []) AS o_off, w.flags
    FROM pairs p JOIN arrays a ON a.storage_array = p.storage_array
    LEFT JOIN own i ON i.storage_array = p.storage_array AND i.scope = p.initiator_wwpn
    LEFT JOIN own o ON o.storage_array = p.storage_array AND o.scope = p.port
    LEFT JOIN whole w ON w.storage_array = p.storage_array AND w.port_name = p.port
    WHERE p.port IS NOT NULL
), merged AS (
    SELECT *, list_distinct(list_concat(i_on, list_filter(list_concat(coalesce(flags, []), o_on), lambda f: NOT list_contains(i_off, f) AND NOT list_contains(i_unknown, f)))) AS flags_on,
        list_distinct(list_concat(i_off, list_filter(o_off, lambda f: NOT list_contains(i_on, f) AND NOT list_contains(i_unknown, f)))) AS flags_off
    FROM ports
)
SELECT m.storage_array, m.port, m.initiator_wwpn, r.host, h.platform, lower(h.multipath_software) = 'dmp' AS under_dmp, list_sort(m.flags_on) AS flags_on, list_sort(m.flags_off) AS flags_off, m.flags IS NOT NULL AND len(m.i_unknown) = 0 AS whole_set, m.by_default
FROM merged m
LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn
LEFT JOIN host h ON h.host = r.host
