-- view: host_volume_layout
-- meaning: One row per host and volume with paths: its layout, the places of all its paths. Volumes of one layout are evaluated once.
-- grain: host, volume
-- owner: host
-- spine: path, mask_volume
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column layout text: the numbers of the places of its paths, each as often as there are paths
SELECT p.host, p.device AS volume, list_sort(list(l.place))::VARCHAR AS layout
FROM path_place p
JOIN layout_place l ON l.storage_array IS NOT DISTINCT FROM p.storage_array AND l.family IS NOT DISTINCT FROM p.family
    AND l.vplex_cluster IS NOT DISTINCT FROM p.cluster AND l.engine IS NOT DISTINCT FROM p.engine
    AND l.director IS NOT DISTINCT FROM p.director AND l.letter IS NOT DISTINCT FROM p.letter
    AND l.fabric IS NOT DISTINCT FROM p.fabric AND l.fabric_basis IS NOT DISTINCT FROM p.fabric_basis
    AND l.live IS NOT DISTINCT FROM p.live AND l.basis IS NOT DISTINCT FROM p.basis
GROUP BY p.host, p.device
