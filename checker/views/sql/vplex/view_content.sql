-- view: view_content
-- meaning: One row per VPLEX storage view: its contents.
-- grain: storage_array, vplex_cluster, view_name
-- owner: storage_array
-- spine: mask_view, mask_initiator, mask_port, mask_volume
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster
-- column view_name text: name of the view
-- column initiators span: initiators in it; without an upper bound unless the export of the view prints the list of them, or the cluster or system is known to be complete [mask_initiator.view, mask_view.stated_initiators, completeness.complete]
-- column ports span: ports in it; likewise [mask_port.view, mask_view.stated_ports, completeness.complete]
-- column volumes span: volumes in it; likewise [mask_volume.view, mask_view.stated_volumes, completeness.complete]
-- column empty_parts list: which of the three are certainly missing
-- column reserved bool: its purpose or a tag says that it is for later use, for migration or for replication
-- column owners span: host clusters of its initiators, and hosts of none; a host without a stated cluster may be in any [initiator.host, host.host_cluster, mask_initiator.initiator_wwpn]
-- column host_names list: known hosts of its initiators
-- column owner_names list: known host clusters, and hosts tagged as standalone
WITH spine AS (
    SELECT storage_array, cluster, view FROM mask_view UNION SELECT storage_array, cluster, view FROM mask_initiator
    UNION SELECT storage_array, cluster, view FROM mask_port UNION SELECT storage_array, cluster, view FROM mask_volume
), vplex AS (
    SELECT s.* FROM spine s LEFT JOIN storage_array a ON a.storage_array = s.storage_array
    WHERE s.view IS NOT NULL AND (a.family = 'vplex' OR a.family IS NULL AND s.cluster <> '')
), complete AS (
    SELECT DISTINCT scope, name FROM whole_scope WHERE complete AND scope IN ('storage_array', 'vplex_cluster')
), stray AS (
    SELECT (SELECT count(*) FROM mask_initiator WHERE view IS NULL) AS initiators, (SELECT count(*) FROM mask_port WHERE view IS NULL) AS ports,
        (SELECT count(*) FROM mask_volume WHERE view IS NULL) AS volumes
), alone AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind = 'host' AND lower(replace(tag, '_', '-')) IN ('standalone', 'stand-alone')
), people AS (
    SELECT m.storage_array, m.cluster, m.view, r.host, CASE WHEN t.about_key IS NOT NULL THEN 'host ' || r.host ELSE 'cluster ' || nullif(h.host_cluster, '') END AS owner,
        CASE WHEN r.owner_kind = 'host' THEN TRUE WHEN r.owner_kind IN ('virtualiser', 'replication', 'backup') THEN FALSE END AS is_host
    FROM mask_initiator m
    LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn
    LEFT JOIN host h ON h.host = r.host
    LEFT JOIN alone t ON t.about_key = r.host
), owned AS (
    SELECT storage_array, cluster, view, count(*) AS n, distinct_span(owner, is_host) AS owners,
        names_of(host, is_host) AS host_names, names_of(owner, is_host) AS owner_names
    FROM people GROUP BY ALL
), port_side AS (SELECT storage_array, cluster, view, count(*) AS n FROM mask_port GROUP BY ALL
), volume_side AS (SELECT storage_array, cluster, view, count(*) AS n FROM mask_volume GROUP BY ALL
), counted AS (
    SELECT s.storage_array, s.cluster, s.view, coalesce(o.n, 0) AS i, coalesce(p.n, 0) AS p, coalesce(v.n, 0) AS v,
        ca.name IS NOT NULL OR cc.name IS NOT NULL AS complete, o.owners, o.host_names, o.owner_names
    FROM vplex s
    LEFT JOIN owned o ON o.storage_array = s.storage_array AND o.cluster = s.cluster AND o.view = s.view
    LEFT JOIN port_side p ON p.storage_array = s.storage_array AND p.cluster = s.cluster AND p.view = s.view
    LEFT JOIN volume_side v ON v.storage_array = s.storage_array AND v.cluster = s.cluster AND v.view = s.view
    LEFT JOIN complete ca ON ca.scope = 'storage_array' AND ca.name = s.storage_array
    LEFT JOIN complete cc ON cc.scope = 'vplex_cluster' AND cc.name = s.cluster
), spans AS (
    SELECT c.*, m.purpose,
        {'lo': greatest(c.i, m.stated_initiators), 'hi': CASE WHEN c.complete THEN greatest(c.i, m.stated_initiators) + x.initiators WHEN m.stated_initiators >= 0 AND q.masks_cut IS NULL THEN greatest(m.stated_initiators, c.i) END} AS initiators,
        {'lo': greatest(c.p, m.stated_ports), 'hi': CASE WHEN c.complete THEN greatest(c.p, m.stated_ports) + x.ports WHEN m.stated_ports >= 0 AND q.masks_cut IS NULL THEN greatest(m.stated_ports, c.p) END} AS ports,
        {'lo': greatest(c.v, m.stated_volumes), 'hi': CASE WHEN c.complete THEN greatest(c.v, m.stated_volumes) + x.volumes WHEN m.stated_volumes >= 0 AND q.masks_cut IS NULL THEN greatest(m.stated_volumes, c.v) END} AS volumes
    FROM counted c
    CROSS JOIN stray x
    LEFT JOIN array_reading q ON q.storage_array = c.storage_array
    LEFT JOIN mask_view m ON m.storage_array = c.storage_array AND m.cluster = c.cluster AND m.view = c.view
)
SELECT c.storage_array, c.cluster AS vplex_cluster, c.view AS view_name, c.initiators, c.ports, c.volumes,
    list_filter([CASE WHEN c.initiators.hi = 0 THEN 'initiators' END, CASE WHEN c.ports.hi = 0 THEN 'ports' END, CASE WHEN c.volumes.hi = 0 THEN 'volumes' END], lambda part: part IS NOT NULL) AS empty_parts,
    coalesce(lower(c.purpose) IN ('recoverpoint', 'migration', 'reserved', 'pre-provisioned'), FALSE) OR g.about_key IS NOT NULL AS reserved,
    c.owners, c.host_names, c.owner_names
FROM spans c
LEFT JOIN (SELECT DISTINCT about_key FROM tag WHERE about_kind = 'mask_view' AND lower(tag) IN ('recoverpoint', 'migration', 'reserved', 'pre-provisioned')) g ON g.about_key = c.view
