-- view: host_volume_cluster
-- meaning: One row per host, volume and VPLEX cluster; for other arrays one row per host and volume with an empty cluster.
-- grain: host, volume, vplex_cluster
-- owner: host
-- spine: path, device, mask_volume
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column vplex_cluster text: VPLEX cluster; '' for other arrays; NULL where the port tables of VPLEX are missing [target_port.cluster, director.cluster]
-- column storage_array text: array or VPLEX system [target_port.storage_array]
-- column array_family text: product family [device.vendor, device.model, storage_array.family]
-- column in_scope bool: path rules apply to the device [device.model, device.size_bytes, device.vendor]
-- column over_iscsi bool: a volume over iSCSI, to which rules about fabrics do not apply; FALSE unless an export says so
-- column basis text: observed or planned
-- column fabric_basis text: observed, planned, or inferred where fabrics are known from shared paths only; for rules about fabrics
-- column live_paths span: live paths from the host to the volume through this cluster [path.state, path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column known_paths span: paths of any state [path.target_wwpn, path.initiator_wwpn, path.hctl]
-- column known_fabrics span: distinct fabrics among paths of any state [login.wwpn, login.switch]
-- column fabrics span: distinct fabrics among live paths [path.state, login.wwpn, login.switch]
-- column directors span: distinct directors among live paths [path.state, target_port.director, target_port.target_wwpn]
-- column fewest_directors span: the fewest distinct directors on one of the fabrics in use [path.state, login.wwpn, login.switch, target_port.director, target_port.target_wwpn]
-- column engines span: distinct engines among live paths [path.state, director.engine, target_port.director, target_port.target_wwpn]
-- column cluster_directors span: directors that this VPLEX cluster has [director.director, director.letter, target_port.director, vplex_cluster.engines]
-- column cluster_engines span: engines that this VPLEX cluster has [director.engine, director.director, target_port.director, vplex_cluster.engines]
-- column missing_pairs list: A or B directors on a fabric for certain without a live path, where the host and the cluster share the fabric [path.state, path.initiator_wwpn, target_port.target_wwpn, target_port.director, target_port.role, director.letter, login.wwpn, initiator.initiator_wwpn]
-- column has_missing_pair bool: on some fabric that the host logs in to, a live path to an A or a B director is missing; NULL if unknown [path.state, path.initiator_wwpn, target_port.target_wwpn, target_port.director, target_port.role, director.letter, login.wwpn, initiator.initiator_wwpn, initiator.port_state]
-- column dead_paths list: paths that are not live, named alike for all LUNs: initiator and target port, else host port and target as the host numbers them
-- column director_names list: directors with a live path; NULL if there are live paths but none of their directors is known [target_port.director]
-- column boot_lun bool: the boot device, or tagged boot, of the only host that sees it; NULL if the host does not state it [device.is_boot]
-- column host_tags list: tags of the host
-- column tags list: tags of the host, the volume and the array
-- column remote_cluster bool: the cluster is at another site than the host [host.site, vplex_cluster.site]
WITH host_layout AS (
    SELECT DISTINCT host, layout FROM host_volume_layout
), layout_cluster AS (
    -- Paths whose cluster is unknown may belong to any cluster of the layout; they are a row of their own only where no cluster is known.
    SELECT layout, vplex_cluster FROM layout_path WHERE vplex_cluster IS NOT NULL
    UNION
    SELECT layout, NULL FROM layout_path GROUP BY layout HAVING count(vplex_cluster) = 0
), member AS (
    SELECT c.layout, c.vplex_cluster, p.storage_array, p.family, p.fabric, p.engine, p.director, p.letter, p.live, p.fabric_basis, p.basis,
        CASE WHEN p.live THEN CASE WHEN p.vplex_cluster = c.vplex_cluster THEN TRUE END ELSE p.live END AS live_here,
        CASE WHEN p.vplex_cluster = c.vplex_cluster AND p.basis <> 'unlisted' THEN TRUE END AS here
    FROM layout_cluster c
    JOIN layout_path p ON p.layout = c.layout AND (p.vplex_cluster = c.vplex_cluster OR p.vplex_cluster IS NULL)
), counted AS (
    SELECT layout, vplex_cluster, min(storage_array) AS storage_array, min(family) AS family, min(basis) AS basis,
        CASE WHEN bool_or(fabric_basis = 'inferred') THEN 'inferred' ELSE min(basis) END AS fabric_basis,
        count_span(live_here) AS live_paths, count_span(here) AS known_paths, bool_or(live) AS any_live,
        distinct_span(fabric, here) AS known_fabrics, distinct_span(fabric, live_here) AS fabrics,
        distinct_span(director, live_here) AS directors, distinct_span(engine, live_here) AS engines,
        greatest(count(DISTINCT director), count(DISTINCT letter)) AS directors_seen, count(DISTINCT engine) AS engines_seen,
        names_of(director, live_here) AS director_names
    FROM member GROUP BY layout, vplex_cluster
), by_fabric AS (
    -- Paths whose fabric is unknown may be on any of them, and may end in any director.
    SELECT layout, vplex_cluster, fabric, distinct_span(director, live_here) AS directors, bool_or(live_here) AS used FROM member GROUP BY ALL
), thinnest AS (
    SELECT layout, vplex_cluster, min(directors.lo) FILTER (WHERE fabric IS NOT NULL AND directors.hi > 0) AS lo,
        min(directors.hi) FILTER (WHERE fabric IS NOT NULL AND used) + coalesce(sum(directors.hi) FILTER (WHERE fabric IS NULL), 0) AS hi
    FROM by_fabric GROUP BY ALL
), host_port AS (
    SELECT host, initiator_wwpn AS wwpn, FALSE AS down FROM (SELECT DISTINCT host, initiator_wwpn FROM path_place WHERE initiator_wwpn IS NOT NULL)
    UNION ALL
    SELECT host, initiator_wwpn, coalesce(no_link(port_state), FALSE)
    FROM initiator WHERE coalesce(lower(transport) IN ('fc', 'fcoe'), TRUE)
), host_fabric AS (
    SELECT DISTINCT p.host, f.fabric FROM host_port p JOIN port_fabric f ON f.wwpn = p.wwpn WHERE p.wwpn IS NOT NULL
    UNION
    SELECT h.host, p.fabric FROM host_layout h JOIN layout_path p ON p.layout = h.layout WHERE p.fabric IS NOT NULL
), unplaced_port AS (
    -- A port that may be logged in to a fabric without exports.
    SELECT p.host, count(*) AS n FROM host_port p LEFT JOIN port_fabric f ON f.wwpn = p.wwpn
    WHERE f.wwpn IS NULL AND NOT p.down GROUP BY p.host
), used_target AS (
    SELECT DISTINCT target_wwpn FROM path_place
), front_end AS (
    SELECT t.storage_array, t.cluster, f.fabric FROM target_place t LEFT JOIN port_fabric f ON f.wwpn = t.target_wwpn
    WHERE t.family = 'vplex' AND (t.role = 'front-end' OR t.role IS NULL AND t.target_wwpn IN (SELECT target_wwpn FROM used_target))
), front_end_fabric AS (
    SELECT DISTINCT storage_array, cluster, fabric FROM front_end WHERE fabric IS NOT NULL
), unsure_port AS (
    -- Ports of a VPLEX that may be front-end ports of any cluster or fabric.
    SELECT DISTINCT storage_array FROM target_port WHERE target_wwpn IS NULL AND coalesce(role, 'front-end') = 'front-end'
    UNION
    SELECT storage_array FROM target_place
    WHERE family = 'vplex' AND (role IS NULL AND target_wwpn NOT IN (SELECT target_wwpn FROM used_target WHERE target_wwpn IS NOT NULL)
        OR role = 'front-end' AND cluster IS NULL)
), placed AS (
    SELECT z.storage_array, z.vplex_cluster, z.cluster_complete AND count(*) FILTER (WHERE e.fabric IS NULL) = 0 AS all_placed
    FROM vplex_cluster_size z JOIN front_end e ON e.storage_array = z.storage_array AND e.cluster = z.vplex_cluster
    WHERE z.storage_array NOT IN (SELECT storage_array FROM unsure_port WHERE storage_array IS NOT NULL)
    GROUP BY z.storage_array, z.vplex_cluster, z.cluster_complete
), wanted AS (
    -- Every fabric of the host, twice: once for the A and once for the B directors of the cluster.
    SELECT h.host, c.layout, c.vplex_cluster, c.storage_array, f.fabric, l.letter
    FROM host_layout h
    JOIN counted c ON c.layout = h.layout AND c.family = 'vplex'
    JOIN host_fabric f ON f.host = h.host
    CROSS JOIN (VALUES ('A'), ('B')) l(letter)
), covered AS (
    SELECT w.host, w.layout, w.vplex_cluster, w.storage_array, w.fabric, w.letter,
        bool_or(m.live_here AND m.fabric = w.fabric AND m.letter = w.letter) AS sure,
        bool_or(m.live IS NOT FALSE AND (m.fabric = w.fabric OR m.fabric IS NULL) AND (m.letter = w.letter OR m.letter IS NULL)) AS possible,
        bool_or(m.fabric = w.fabric AND (m.here OR w.vplex_cluster IS NULL)) AS used
    FROM wanted w
    JOIN member m ON m.layout = w.layout AND m.vplex_cluster IS NOT DISTINCT FROM w.vplex_cluster
    GROUP BY ALL
), pairs AS (
    SELECT c.host, c.layout, c.vplex_cluster, c.letter || ' directors on ' || c.fabric AS pair, coalesce(c.sure, FALSE) AS sure, coalesce(c.possible, FALSE) AS possible,
        CASE WHEN c.used OR e.fabric IS NOT NULL THEN TRUE WHEN p.all_placed THEN FALSE END AS shared
    FROM covered c
    LEFT JOIN front_end_fabric e ON e.storage_array = c.storage_array AND e.cluster = c.vplex_cluster AND e.fabric = c.fabric
    LEFT JOIN placed p ON p.storage_array = c.storage_array AND p.vplex_cluster = c.vplex_cluster
), lacking AS (
    SELECT host, layout, vplex_cluster,
        list_sort(coalesce(list(pair) FILTER (WHERE shared AND NOT possible), [])) AS missing_pairs,
        CASE WHEN bool_or(shared AND NOT possible) THEN TRUE WHEN bool_and(sure OR shared IS FALSE) THEN FALSE END AS has_missing_pair
    FROM pairs GROUP BY ALL
), dead AS (
    SELECT host, device, cluster, list_sort(list(CASE WHEN initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL
        THEN colons(initiator_wwpn) || ' > ' || colons(target_wwpn) ELSE coalesce(regexp_replace(hctl, ':[^:]*$', ''), path_name) END)) AS dead_paths
    FROM path_place WHERE NOT live GROUP BY ALL
), seen_by AS (
    SELECT volume, count(*) AS hosts FROM host_volume_layout GROUP BY volume
), boot AS (
    SELECT d.host, d.device, d.is_boot OR t.tag IS NOT NULL AS is_boot FROM device d
    LEFT JOIN tag t ON t.about_kind = 'device' AND t.about_key = d.device AND t.tag = 'boot'
    WHERE d.is_boot IS NOT NULL OR t.tag IS NOT NULL
), tagged AS (
    SELECT about_kind, about_key, list_sort(list(DISTINCT tag)) AS tags FROM tag GROUP BY ALL
), spine AS (
    SELECT host, volume, layout FROM host_volume_layout
    UNION ALL
    SELECT host, device, NULL FROM device_scope WHERE (host, device) NOT IN (SELECT (host, volume) FROM host_volume_layout)
)
SELECT s.host, s.volume, CASE WHEN s.layout IS NULL THEN CASE WHEN d.family <> 'vplex' THEN '' END ELSE g.vplex_cluster END AS vplex_cluster,
    g.storage_array, coalesce(g.family, d.family) AS array_family, d.in_scope, coalesce(d.reason = 'iSCSI', FALSE) AS over_iscsi, g.basis, g.fabric_basis,
    -- Without the cluster of its ports a live path belongs to some cluster: that one has at least this path.
    opened(CASE WHEN g.vplex_cluster IS NULL AND g.any_live THEN {'lo': 1, 'hi': g.live_paths.hi} ELSE g.live_paths END, q.paths_cut) AS live_paths,
    opened(CASE WHEN g.vplex_cluster IS NULL AND g.layout IS NOT NULL THEN {'lo': 1, 'hi': g.known_paths.hi} ELSE g.known_paths END, q.paths_cut) AS known_paths,
    opened(g.known_fabrics, q.paths_cut) AS known_fabrics, opened(g.fabrics, q.paths_cut) AS fabrics, opened(g.directors, q.paths_cut) AS directors,
    CASE WHEN t.lo IS NOT NULL THEN {'lo': CASE WHEN q.paths_cut THEN least(t.lo, 1) ELSE t.lo END, 'hi': CASE WHEN q.paths_cut IS NULL THEN t.hi END} END AS fewest_directors, opened(g.engines, q.paths_cut) AS engines,
    CASE WHEN coalesce(g.family, d.family) = 'vplex' THEN {'lo': greatest(z.cluster_directors.lo, g.directors_seen), 'hi': z.cluster_directors.hi} END AS cluster_directors,
    CASE WHEN coalesce(g.family, d.family) = 'vplex' THEN {'lo': greatest(z.cluster_engines.lo, g.engines_seen), 'hi': z.cluster_engines.hi} END AS cluster_engines,
    k.missing_pairs,
    CASE WHEN u.n > 0 AND NOT k.has_missing_pair OR q.paths_cut AND k.has_missing_pair THEN NULL ELSE k.has_missing_pair END AS has_missing_pair,
    coalesce(x.dead_paths, []) AS dead_paths, CASE WHEN g.any_live IS NOT TRUE OR len(g.director_names) > 0 THEN g.director_names END AS director_names,
    CASE WHEN b.is_boot THEN n.hosts = 1 ELSE b.is_boot END AS boot_lun,
    coalesce(th.tags, []) AS host_tags,
    list_concat(coalesce(th.tags, []), list_concat(coalesce(tv.tags, []), coalesce(ta.tags, []))) AS tags,
    CASE WHEN h.site IS NOT NULL AND v.site IS NOT NULL THEN h.site <> v.site END AS remote_cluster
FROM spine s
LEFT JOIN counted g ON g.layout = s.layout
LEFT JOIN thinnest t ON t.layout = g.layout AND t.vplex_cluster IS NOT DISTINCT FROM g.vplex_cluster
LEFT JOIN device_scope d ON d.host = s.host AND d.device = s.volume
LEFT JOIN vplex_cluster_size z ON z.storage_array = g.storage_array AND z.vplex_cluster = g.vplex_cluster
LEFT JOIN lacking k ON k.host = s.host AND k.layout = s.layout AND k.vplex_cluster IS NOT DISTINCT FROM g.vplex_cluster
LEFT JOIN unplaced_port u ON u.host = s.host
LEFT JOIN dead x ON x.host = s.host AND x.device = s.volume AND x.cluster IS NOT DISTINCT FROM g.vplex_cluster
LEFT JOIN boot b ON b.host = s.host AND b.device = s.volume
LEFT JOIN seen_by n ON n.volume = s.volume
LEFT JOIN host_reading q ON q.host = s.host
LEFT JOIN tagged th ON th.about_kind = 'host' AND th.about_key = s.host
LEFT JOIN tagged tv ON tv.about_kind = 'device' AND tv.about_key = s.volume
LEFT JOIN tagged ta ON ta.about_kind = 'storage_array' AND ta.about_key = g.storage_array
LEFT JOIN host h ON h.host = s.host
LEFT JOIN vplex_cluster v ON v.storage_array = g.storage_array AND v.cluster = g.vplex_cluster
