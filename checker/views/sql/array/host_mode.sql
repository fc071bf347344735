-- view: host_mode
-- meaning: One row per masking view with a host mode (persona, OS type, personality) and host whose ports are in it: whether the mode is that of the host's operating system.
-- grain: storage_array, view, host
-- owner: storage_array
-- spine: array_setting
-- column storage_array text: array
-- column view text: masking view or host group
-- column host text: host whose ports are in the view; '' if there is none or it is not known
-- column array_family text: product family [storage_array.family]
-- column setting_name text: what the array calls the setting: host mode, persona, OS type, personality
-- column mode text: host mode as the array prints it [array_setting.value]
-- column mode_platform text: operating system that the mode is for, several with commas; other for one that sanlint does not know [array_setting.value, storage_array.family]
-- column platform text: operating system of the host [host.platform]
-- column system text: that operating system as people write it [host.platform]
-- column fits bool: the two are the same [array_setting.value, storage_array.family, host.platform, mask_initiator.initiator_wwpn, initiator.initiator_wwpn, mask_iscsi.initiator_name, iscsi_initiator.initiator_name]
-- column deprecated bool: the vendor replaces the mode by another [array_setting.value, storage_array.family]
-- column replaced_by text: that mode
-- column has_datastore bool: the view contains a VMFS datastore of the host; FALSE if all its volumes are raw devices of virtual machines [datastore.device, guest_disk.raw_mapping, mask_volume.device]
WITH stated AS (
    SELECT s.storage_array, s.scope AS view, CASE lower(s.setting) WHEN 'os type' THEN 'OS type' ELSE lower(s.setting) END AS setting_name, trim(s.value) AS mode, a.family, r.platform, r.replaced_by, r.mode IS NOT NULL AS listed
    FROM array_setting s LEFT JOIN storage_array a ON a.storage_array = s.storage_array
    LEFT JOIN ref_host_mode r ON r.family = a.family AND r.mode = upper(trim(s.value))
    WHERE lower(s.setting) IN ('host mode', 'persona', 'os type', 'personality') AND s.storage_array IS NOT NULL
), member AS (
    SELECT DISTINCT m.storage_array, m.view, i.host FROM mask_initiator m
    JOIN initiator i ON i.initiator_wwpn = m.initiator_wwpn WHERE i.host IS NOT NULL
    UNION SELECT m.storage_array, m.view, i.host FROM mask_iscsi m JOIN iscsi_initiator i ON i.initiator_name = m.initiator_name
), raw AS (
    SELECT DISTINCT host, device FROM guest_disk WHERE raw_mapping AND device IS NOT NULL
), vmfs AS (
    SELECT DISTINCT host, device FROM datastore WHERE device IS NOT NULL
), filled AS (
    SELECT e.storage_array, e.view, e.host, CASE WHEN bool_or(v.host IS NOT NULL) THEN TRUE WHEN bool_and(w.host IS NOT NULL) THEN FALSE END AS has_datastore
    FROM member e JOIN mask_volume m ON m.storage_array = e.storage_array AND m.view = e.view
    LEFT JOIN vmfs v ON v.host = e.host AND v.device = m.device
    LEFT JOIN raw w ON w.host = e.host AND w.device = m.device
    GROUP BY ALL
)
SELECT s.storage_array, s.view, coalesce(e.host, '') AS host, s.family AS array_family, s.setting_name, s.mode, s.platform AS mode_platform, h.platform, system_name(h.platform) AS system, list_contains(string_split(s.platform, ', '), h.platform) AS fits,
    CASE WHEN s.listed THEN s.replaced_by IS NOT NULL END AS deprecated, s.replaced_by, f.has_datastore
FROM stated s
LEFT JOIN member e ON e.storage_array = s.storage_array AND e.view = s.view
LEFT JOIN host h ON h.host = e.host
LEFT JOIN filled f ON f.storage_array = e.storage_array AND f.view = e.view AND f.host = e.host
