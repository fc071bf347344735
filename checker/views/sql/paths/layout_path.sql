-- view: layout_path
-- meaning: One row per layout and path of it, with the path's place.
-- grain: layout, path_number
-- spine: path, mask_volume
-- column layout text: the layout, as in host_volume_layout
-- column path_number int: number of the path within the layout
-- column storage_array text: array or VPLEX system [target_port.storage_array]
-- column family text: product family [storage_array.family, device.vendor, device.model]
-- column vplex_cluster text: VPLEX cluster; '' for other arrays [target_port.cluster, director.cluster]
-- column engine text: engine [director.engine]
-- column director text: director or controller [target_port.director]
-- column letter text: A or B [target_port.director, director.letter]
-- column fabric text: fabric [login.wwpn]
-- column fabric_basis text: login, path or inferred
-- column live bool: usable; NULL if the state is unknown [path.state]
-- column basis text: observed, planned, or unlisted for a path that an export may have omitted
WITH layouts AS (
    SELECT DISTINCT layout, layout::BIGINT[] AS places FROM host_volume_layout
), numbered AS (
    SELECT layout, unnest(places) AS place, unnest(range(1, len(places) + 1)) AS path_number FROM layouts
)
SELECT n.layout, n.path_number, p.* EXCLUDE (place) FROM numbered n JOIN layout_place p ON p.place = n.place
