-- view: metro_system
-- meaning: One row per VPLEX Metro or Geo system: its witness, the networks between its clusters and the writes over them.
-- grain: storage_array
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column product_type text: metro or geo; NULL if unknown [storage_array.product_type]
-- column cross_connected bool: some host reaches both clusters; NULL if unknown [host.cross_connected, path.host, target_port.cluster]
-- column witness_configured bool: a cluster witness is configured [witness.configured]
-- column witness_enabled bool: it is enabled [witness.enabled]
-- column witness_connected bool: both clusters reach it; FALSE if a component lost its management connectivity, whatever the others state [witness.connected]
-- column cluster_witness_faults list: states of the witness and its components that are not those of a working one, as printed [array_setting.value]
-- column witness_place text: site or failure domain it runs in
-- column witness_with_cluster bool: it runs at the site, or in the failure domain, of a cluster [witness.site, witness.failure_domain, vplex_cluster.site]
-- column witness_rtt_ms float: round trip from the witness to the clusters in ms [witness.rtt_ms]
-- column cluster_sites list: sites of the clusters
-- column relies_on_witness bool: hosts of one cluster are at several sites, or consistency groups have a winner
-- column networks span: inter-cluster networks; NULL if none is listed, without an upper bound unless the system is known to be complete [wan_link.wan_link, wan_link.management_vpn, completeness.complete]
-- column network_names list: those networks
-- column one_provider bool: declared: all networks run over the path of one provider; FALSE if not declared
-- column fewest_wan_ports span: WAN ports of the director that has the fewest; NULL unless each director lists one, without an upper bound unless the system is known to be complete [target_port.role, target_port.director, target_port.port_state, completeness.complete]
-- column vpn_down bool: a management VPN, or that to the witness, is not up; NULL if no state is known [wan_link.operational_status, wan_link.management_vpn]
-- column vpn_states list: each VPN with its state
-- column links_faulty bool: a link between the clusters, or WAN COM as a whole, is reported as down, failed or degraded; NULL if no state is known [wan_link.operational_status, wan_link.management_vpn, array_setting.value]
-- column faulty_links list: each such link with its state
-- column unconnected_ports list: WAN ports that miss expected connectivity, and the port they do not reach
-- column total_mbytes float: usable bandwidth of all networks in MB/s; NULL unless each is known [wan_link.bandwidth_mbps, wan_link.management_vpn]
-- column surviving_mbytes float: the same without the fastest network, where there are several [wan_link.bandwidth_mbps, wan_link.management_vpn]
-- column measured_writes float: greatest sum of the measured write throughput to distributed volumes at one time, in MB/s, as far as measured [workload.write_mbps, workload.about_key, workload.about_kind, virtual_volume.locality]
-- column whole_writes float: the same, where every distributed volume was measured [workload.write_mbps, workload.about_key, workload.about_kind, virtual_volume.locality]
-- column planned_writes float: what is written to distributed volumes under the workload of the audit, in MB/s, as far as it loads them [estimated_response.write_mbps, virtual_volume.locality]
-- column whole_planned_writes float: the same, where it loads every distributed volume [estimated_response.write_mbps, virtual_volume.locality]
-- column steady_writes float: the same without peaks, as far as measured [workload.write_mbps, workload.about_key, workload.about_kind, virtual_volume.locality]
-- column whole_steady_writes float: the same, where every distributed volume was measured [workload.write_mbps, workload.about_key, workload.about_kind, virtual_volume.locality]
WITH systems AS (
    SELECT storage_array, product_type FROM vplex_system WHERE product_type IS NULL OR product_type <> 'local'
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array'
), crossed AS (
    SELECT storage_array, CASE WHEN bool_or(cross_connected) THEN TRUE WHEN bool_and(cross_connected IS NOT NULL) THEN FALSE END AS crossed FROM metro_host GROUP BY 1
), places AS (
    SELECT storage_array, list_sort(list(DISTINCT site) FILTER (WHERE site IS NOT NULL)) AS sites, bool_and(site IS NOT NULL) AS known
    FROM vplex_cluster GROUP BY 1
), placed AS (
    SELECT w.storage_array, coalesce(w.failure_domain, w.site) AS place, p.sites,
        CASE WHEN list_contains(p.sites, w.site) THEN TRUE WHEN w.site IS NOT NULL AND p.known THEN FALSE END AS same_site,
        CASE WHEN list_contains(p.sites, w.failure_domain) THEN TRUE WHEN w.failure_domain IS NOT NULL AND p.known THEN FALSE END AS same_domain
    FROM witness w LEFT JOIN places p ON p.storage_array = w.storage_array
), witness_states AS (
    SELECT storage_array, list_sort(list(DISTINCT CASE WHEN scope = 'cluster-witness' THEN setting ELSE split_part(scope, '/', 2) END || ': ' || value)) AS faults,
        bool_or(setting = 'management-connectivity' AND value = 'failed') AS failed
    FROM array_setting
    WHERE (scope = 'cluster-witness' OR starts_with(scope, 'cluster-witness/')) AND setting IN ('admin-state', 'operational-state', 'management-connectivity')
      AND value NOT IN ('enabled', 'in-contact', 'clusters-in-contact', 'ok')
    GROUP BY 1
), stretched AS (
    SELECT DISTINCT m.storage_array FROM metro_host m JOIN host h ON h.host = m.host
    JOIN (SELECT host_cluster FROM host WHERE host_cluster IS NOT NULL GROUP BY 1 HAVING count(DISTINCT site) > 1) c ON c.host_cluster = h.host_cluster
    UNION SELECT DISTINCT storage_array FROM consistency_group WHERE detach_rule = 'winner'
), links AS (
    SELECT storage_array, wan_link, NOT management_vpn AS data, bandwidth_mbps / 8 AS mbytes, provider, operational_status FROM wan_link WHERE lower(wan_link) <> 'wan-com'
), networks AS (
    SELECT storage_array, count_span(data) AS networks, names_of(wan_link, data) AS names, coalesce(count(DISTINCT provider) = 1 AND count(provider) FILTER (WHERE data) = count(*) FILTER (WHERE data) AND count(*) FILTER (WHERE data) > 1, FALSE) AS one_provider,
        CASE WHEN bool_and(data IS NOT NULL) AND count(mbytes) FILTER (WHERE data) = count(*) FILTER (WHERE data) THEN sum(mbytes) FILTER (WHERE data) END AS total,
        max(mbytes) FILTER (WHERE data) AS fastest
    FROM links GROUP BY 1 HAVING bool_or(data IS NOT FALSE)
), vpns AS (
    SELECT storage_array, bool_or(NOT up) AS down, bool_and(up IS NOT NULL) AS known, list(wan_link || ': ' || coalesce(state, 'unknown') ORDER BY wan_link) AS states FROM (
        SELECT storage_array, wan_link, operational_status AS state, link_works(operational_status) AS up
        FROM wan_link WHERE management_vpn) GROUP BY 1
), reported AS (
    SELECT storage_array, wan_link AS link, operational_status AS state FROM wan_link
    -- Links whose kind is not stated are those of VPLEX's own checks, or called VPN.
    WHERE NOT coalesce(management_vpn, contains(lower(wan_link), 'vpn')) AND operational_status IS NOT NULL AND NOT starts_with(lower(wan_link), 'local')
    UNION SELECT storage_array, setting, value FROM array_setting WHERE setting = 'wan-com'
), link_states AS (
    SELECT storage_array, bool_or(NOT link_works(state)) AS fault, bool_and(link_works(state) IS NOT NULL) AS known,
        list(link || ': ' || state ORDER BY link) FILTER (NOT link_works(state)) AS faulty
    FROM reported GROUP BY 1
), gaps AS (
    -- A WAN port without any of the expected connectivity, or without that to another port.
    SELECT storage_array, list_sort(list(DISTINCT com_port(scope) || CASE WHEN value <> 'all' THEN ' to ' || com_port(value) ELSE '' END)) AS ports
    FROM array_setting WHERE setting = 'missing-connectivity' GROUP BY 1
), wan_ports AS (
    SELECT t.storage_array, t.director, count_span(CASE WHEN t.role IS NOT NULL THEN t.role = 'wan-com' AND NOT no_link(t.port_state) END) AS ports,
        bool_or(t.role = 'wan-com') AS listed
    FROM target_port t WHERE t.director IS NOT NULL GROUP BY ALL
), fewest AS (
    SELECT d.storage_array, CASE WHEN bool_and(coalesce(p.listed, FALSE)) THEN {'lo': min(p.ports.lo), 'hi': min(p.ports.hi)} END AS ports
    FROM director d LEFT JOIN wan_ports p ON p.storage_array = d.storage_array AND p.director = d.director GROUP BY 1
), distributed AS (
    SELECT storage_array, coalesce(virtual_volume, device) AS volume, virtual_volume, device FROM virtual_volume WHERE locality = 'distributed'
), unplaced AS (
    SELECT storage_array, count(*) AS n FROM virtual_volume WHERE locality IS NULL GROUP BY 1
), volumes AS (
    SELECT storage_array, count(*) AS n FROM distributed GROUP BY 1
), written AS (
    SELECT d.storage_array, d.volume, coalesce(w.phase, '') AS phase, w.captured_at, max(w.write_mbps) AS mbytes
    FROM workload w JOIN distributed d ON w.about_kind IN ('virtual_volume', 'device') AND w.about_key IN (d.virtual_volume, d.device)
    WHERE coalesce(w.director, '') = '' AND w.write_mbps IS NOT NULL GROUP BY ALL
), planned AS (
    SELECT d.storage_array, sum(e.mbytes) AS mbytes, count(*) = any_value(v.n) AND max(coalesce(u.n, 0)) = 0 AS whole
    FROM distributed d JOIN (SELECT device, sum(write_mbps) AS mbytes FROM estimated_response GROUP BY 1 HAVING count(write_mbps) = count(*)) e ON e.device = d.device
    JOIN volumes v ON v.storage_array = d.storage_array LEFT JOIN unplaced u ON u.storage_array = d.storage_array GROUP BY 1
), sums AS (
    SELECT storage_array, phase, captured_at, count(*) AS n, sum(mbytes) AS mbytes FROM written GROUP BY ALL
), loads AS (
    SELECT s.storage_array, max(s.mbytes) AS any_sum, bool_and(s.n = v.n) AND max(coalesce(u.n, 0)) = 0 AS whole,
        max(s.mbytes) FILTER (WHERE s.phase IN ('', 'steady')) AS steady_sum, bool_and(s.n = v.n) FILTER (WHERE s.phase IN ('', 'steady')) AND max(coalesce(u.n, 0)) = 0 AS steady_whole
    FROM sums s JOIN volumes v ON v.storage_array = s.storage_array LEFT JOIN unplaced u ON u.storage_array = s.storage_array GROUP BY 1
)
SELECT s.storage_array, s.product_type, c.crossed AS cross_connected, w.configured AS witness_configured, w.enabled AS witness_enabled, CASE WHEN t.failed THEN FALSE ELSE w.connected END AS witness_connected,
    coalesce(t.faults, []) AS cluster_witness_faults,
    p.place AS witness_place, CASE WHEN p.same_site <> p.same_domain THEN NULL ELSE coalesce(p.same_site, p.same_domain) END AS witness_with_cluster, w.rtt_ms AS witness_rtt_ms,
    coalesce(a.sites, []) AS cluster_sites, r.storage_array IS NOT NULL AS relies_on_witness,
    CASE WHEN n.storage_array IS NOT NULL THEN {'lo': n.networks.lo, 'hi': CASE WHEN k.name IS NOT NULL THEN n.networks.hi END} END AS networks,
    n.names AS network_names, coalesce(n.one_provider, FALSE) AS one_provider,
    CASE WHEN f.ports IS NOT NULL THEN {'lo': f.ports.lo, 'hi': CASE WHEN k.name IS NOT NULL THEN f.ports.hi END} END AS fewest_wan_ports,
    CASE WHEN v.down THEN TRUE WHEN v.known THEN FALSE END AS vpn_down, v.states AS vpn_states,
    CASE WHEN o.fault THEN TRUE WHEN o.known THEN FALSE END AS links_faulty, o.faulty AS faulty_links, coalesce(g.ports, []) AS unconnected_ports,
    n.total AS total_mbytes, CASE WHEN n.networks.lo = 1 THEN n.total ELSE n.total - n.fastest END AS surviving_mbytes,
    l.any_sum AS measured_writes, CASE WHEN l.whole THEN l.any_sum END AS whole_writes,
    i.mbytes AS planned_writes, CASE WHEN i.whole THEN i.mbytes END AS whole_planned_writes,
    l.steady_sum AS steady_writes, CASE WHEN l.steady_whole THEN l.steady_sum END AS whole_steady_writes
FROM systems s
LEFT JOIN crossed c ON c.storage_array = s.storage_array
LEFT JOIN witness w ON w.storage_array = s.storage_array
LEFT JOIN witness_states t ON t.storage_array = s.storage_array
LEFT JOIN placed p ON p.storage_array = s.storage_array
LEFT JOIN places a ON a.storage_array = s.storage_array
LEFT JOIN stretched r ON r.storage_array = s.storage_array
LEFT JOIN networks n ON n.storage_array = s.storage_array
LEFT JOIN complete k ON k.name = s.storage_array
LEFT JOIN fewest f ON f.storage_array = s.storage_array
LEFT JOIN vpns v ON v.storage_array = s.storage_array
LEFT JOIN link_states o ON o.storage_array = s.storage_array
LEFT JOIN gaps g ON g.storage_array = s.storage_array
LEFT JOIN planned i ON i.storage_array = s.storage_array
LEFT JOIN loads l ON l.storage_array = s.storage_array
