-- view: host_summary
-- meaning: One row per host: the ports that carry its paths to SAN volumes.
-- grain: host
-- owner: host
-- spine: host, path, initiator, mask_initiator
-- column host text: name of the host
-- column platform text: operating system family [host.platform]
-- column basis text: observed or planned
-- column initiators_in_use span: physical initiator ports that carry paths to SAN volumes; virtual ports count by the port behind them [path.initiator_wwpn, initiator.npiv_parent_wwpn, device.model, device.vendor, device.size_bytes]
-- column initiator_names list: world wide port names of those ports, else their names on the host
-- column adapters_in_use span: adapter cards that these ports are on [path.initiator_wwpn, initiator.initiator_wwpn, initiator.pci_address, device.model, device.vendor, device.size_bytes]
-- column adapter_names list: PCI addresses of those cards, without the function number
-- column one_adapter_by_design bool: declared to have room for one adapter only: a blade, or one usable slot; FALSE if not declared
-- column tags list: tags of the host
WITH used AS (
    -- Paths of which no end at the host is known, as native NVMe lists them, may each begin at a port of their own.
    SELECT p.host, p.initiator_wwpn, CASE WHEN p.initiator_wwpn IS NULL THEN p.hba END AS hba,
        CASE WHEN p.initiator_wwpn IS NULL AND p.hba IS NULL THEN coalesce(p.path_name, p.hctl, p.target_wwpn) END AS unplaced, min(p.basis) AS basis,
        CASE WHEN bool_or(d.in_scope) THEN TRUE WHEN bool_and(d.in_scope IS NOT NULL) THEN FALSE END AS in_scope
    FROM path_place p LEFT JOIN device_scope d ON d.host = p.host AND d.device = p.device
    GROUP BY ALL
), port AS (
    -- A card with native NVMe lists one port twice; both rows have its name.
    SELECT host, initiator_wwpn, min(npiv_parent_wwpn) AS npiv_parent_wwpn, min(pci_address) AS pci_address
    FROM initiator WHERE initiator_wwpn IS NOT NULL GROUP BY ALL
), placed AS (
    SELECT u.host, u.basis, u.initiator_wwpn, u.hba,
        CASE WHEN r.owner_kind IN ('virtualiser', 'replication', 'backup') THEN FALSE ELSE u.in_scope END AS used,
        -- World wide names with c0 in front are made for virtual ports; without its parent the port behind one is unknown.
        CASE WHEN i.npiv_parent_wwpn IS NOT NULL THEN i.npiv_parent_wwpn WHEN NOT starts_with(u.initiator_wwpn, 'c0') THEN u.initiator_wwpn END AS physical,
        regexp_replace(i.pci_address, '\.[0-9a-fA-F]+$', '') AS adapter
    FROM used u
    LEFT JOIN port i ON i.host = u.host AND i.initiator_wwpn = u.initiator_wwpn
    LEFT JOIN port_role r ON r.wwpn = u.initiator_wwpn
), grouped AS (
    SELECT host, min(basis) AS basis, distinct_span(physical, used) AS initiators_in_use, names_of(coalesce(physical, initiator_wwpn, hba), used) AS initiator_names,
        distinct_span(adapter, used) AS adapters_in_use, names_of(adapter, used) AS adapter_names
    FROM placed GROUP BY host
), spine AS (
    SELECT host FROM host WHERE host IS NOT NULL UNION SELECT host FROM initiator WHERE host IS NOT NULL UNION SELECT host FROM grouped
), tagged AS (
    SELECT about_key AS host, list_sort(list(DISTINCT tag)) AS tags FROM tag WHERE about_kind = 'host' GROUP BY 1
)
SELECT s.host, h.platform, g.basis, opened(g.initiators_in_use, q.host IS NOT NULL) AS initiators_in_use, g.initiator_names, opened(g.adapters_in_use, q.host IS NOT NULL) AS adapters_in_use, g.adapter_names,
    coalesce(h.form_factor = 'blade', FALSE) OR coalesce(h.pci_slots = 1, FALSE) AS one_adapter_by_design,
    coalesce(t.tags, []) AS tags
FROM spine s
LEFT JOIN host h ON h.host = s.host
LEFT JOIN grouped g ON g.host = s.host
LEFT JOIN host_reading q ON q.host = s.host
LEFT JOIN tagged t ON t.host = s.host
