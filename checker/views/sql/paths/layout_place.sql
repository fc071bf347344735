-- view: layout_place
-- meaning: One row per place and state that paths have: array, cluster, engine, director, letter, fabric, live or not. Few rows, whatever the number of paths.
-- grain: place
-- spine: path, mask_volume
-- column place int: number of the place, in order of its names
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
SELECT row_number() OVER (ORDER BY storage_array, family, cluster, engine, director, letter, fabric, fabric_basis, live, basis) AS place,
    storage_array, family, cluster AS vplex_cluster, engine, director, letter, fabric, fabric_basis, live, basis
FROM (SELECT DISTINCT storage_array, family, cluster, engine, director, letter, fabric, fabric_basis, live, basis FROM path_place)
