-- view: backend_array
-- meaning: One row per VPLEX director and array behind it; one for a director of a cluster whose back-end paths no export lists, with unknown counts.
-- grain: storage_array, vplex_cluster, director, back_array
-- owner: storage_array
-- spine: backend_path, director
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster [backend_path.cluster]
-- column director text: director [backend_path.director]
-- column back_array text: array behind VPLEX; '' if no export lists the paths [storage_volume.storage_array, target_port.storage_array]
-- column initiator_wwpn text: port of the director in the first pair of ports in service
-- column target_wwpn text: port of the array in that pair
-- column live_pairs span: pairs of director port and array port with a path in service [backend_path.state, backend_path.director, backend_path.initiator_wwpn, backend_path.target_wwpn]
-- column fabrics span: distinct fabrics among them [backend_path.state, backend_path.director, backend_path.initiator_wwpn, backend_path.target_wwpn, login.wwpn]
-- column controllers span: distinct controllers of the array among them [backend_path.state, backend_path.director, backend_path.target_wwpn, target_port.director]
-- column fabric_names list: known fabrics in use
-- column controller_names list: known controllers in use
-- column lost_path_names list: pairs of ports without a path in service
WITH pairs AS (
    SELECT storage_array, vplex_cluster, director, back_array, initiator_wwpn, target_wwpn, min(fabric) AS fabric, min(controller) AS controller, min(shown) AS shown,
        CASE WHEN bool_or(in_service) THEN TRUE WHEN bool_and(in_service IS NOT NULL) THEN FALSE END AS live,
        CASE WHEN initiator_wwpn IS NULL OR target_wwpn IS NULL THEN storage_volume END AS nth
    FROM backend_nexus WHERE back_array IS NOT NULL
    GROUP BY storage_array, vplex_cluster, director, back_array, initiator_wwpn, target_wwpn, nth
), loose AS (
    -- A path whose director or array is unknown may belong to any director and array of the cluster.
    SELECT storage_array, vplex_cluster, count(*) AS n FROM backend_nexus
    WHERE (director IS NULL OR back_array IS NULL) AND in_service IS NOT FALSE GROUP BY ALL
), grouped AS (
    SELECT storage_array, vplex_cluster, director, back_array, min((initiator_wwpn, target_wwpn)) FILTER (WHERE live AND nth IS NULL) AS first_pair,
        -- Where the ports are unknown, several volumes may use one pair.
        {'lo': count(*) FILTER (WHERE live AND nth IS NULL) + (count(*) FILTER (WHERE live AND nth IS NOT NULL) > 0 AND count(*) FILTER (WHERE live AND nth IS NULL) = 0)::BIGINT,
         'hi': count(*) FILTER (WHERE live IS NOT FALSE)} AS live_pairs,
        distinct_span(fabric, live) AS fabrics, distinct_span(controller, live) AS controllers,
        names_of(fabric, live) AS fabric_names, names_of(controller, live) AS controller_names,
        list_sort(coalesce(list(shown) FILTER (WHERE NOT live), [])) AS lost_path_names
    FROM pairs WHERE director IS NOT NULL GROUP BY ALL
), unlisted AS (
    SELECT DISTINCT d.storage_array, d.cluster AS vplex_cluster, d.director FROM director d
    JOIN vplex_system y ON y.storage_array = d.storage_array
    ANTI JOIN backend_path b ON b.storage_array = d.storage_array AND (b.cluster IS NULL OR d.cluster IS NULL OR b.cluster = d.cluster)
    WHERE d.director IS NOT NULL
)
SELECT g.storage_array, g.vplex_cluster, g.director, g.back_array, g.first_pair[1] AS initiator_wwpn, g.first_pair[2] AS target_wwpn,
    opened({'lo': g.live_pairs.lo, 'hi': g.live_pairs.hi + coalesce(l.n, 0)}, q.nexuses_cut) AS live_pairs,
    opened({'lo': g.fabrics.lo, 'hi': g.fabrics.hi + coalesce(l.n, 0)}, q.nexuses_cut) AS fabrics,
    opened({'lo': g.controllers.lo, 'hi': g.controllers.hi + coalesce(l.n, 0)}, q.nexuses_cut) AS controllers,
    g.fabric_names, g.controller_names, g.lost_path_names
FROM grouped g
LEFT JOIN array_reading q ON q.storage_array = g.storage_array
LEFT JOIN loose l ON l.storage_array = g.storage_array AND l.vplex_cluster IS NOT DISTINCT FROM g.vplex_cluster
UNION ALL
SELECT storage_array, vplex_cluster, director, '', NULL, NULL, NULL, NULL, NULL, [], [], [] FROM unlisted
