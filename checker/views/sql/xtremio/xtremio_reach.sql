-- view: xtremio_reach
-- meaning: One row per host and XtremIO array that it uses natively: X-Bricks and storage controllers it reaches.
-- grain: host, storage_array
-- owner: host
-- spine: path, mask_volume
-- column host text: name of the host
-- column storage_array text: array
-- column bricks span: X-Bricks of the array; without an upper bound unless it is known to be complete [engine.engine, director.engine, completeness.complete]
-- column missed_bricks span: X-Bricks that no live path of the host leads to; without a lower bound where the place of a path is unknown [path.state, path.target_wwpn, target_port.director, director.engine, engine.engine]
-- column ports span: array ports with a live path [path.state, path.target_wwpn]
-- column widest_gap span: difference in paths between two storage controllers of the array; each port counts once [path.state, path.target_wwpn, path.initiator_wwpn, target_port.director]
-- column missed_brick_names list: those that are known
-- column controller_paths list: pairs of initiator and port for each storage controller
-- column basis text: observed or planned
WITH paths AS (
    SELECT p.host, p.storage_array, p.initiator_wwpn, p.target_wwpn, min(p.director) AS director, min(p.engine) AS engine, min(p.basis) AS basis,
        CASE WHEN bool_or(live) THEN TRUE WHEN bool_and(live IS NOT NULL) THEN FALSE END AS live
    FROM path_place p WHERE p.family = 'xtremio' AND p.storage_array IS NOT NULL GROUP BY ALL
), stray AS (
    SELECT host, count(*) AS n FROM path_place WHERE family = 'xtremio' AND storage_array IS NULL AND live IS NOT FALSE GROUP BY 1
), hosts AS (
    SELECT host, storage_array, distinct_span(target_wwpn, live) AS ports, min(basis) AS basis,
        count(*) FILTER (WHERE live IS NULL OR target_wwpn IS NULL OR live AND (engine IS NULL OR director IS NULL OR initiator_wwpn IS NULL)) AS vague
    FROM paths GROUP BY ALL
), controllers AS (
    SELECT storage_array, director, min(engine) AS engine FROM director WHERE director IS NOT NULL GROUP BY ALL
), per_controller AS (
    SELECT h.host, h.storage_array, c.director, c.engine, count(p.live) FILTER (WHERE p.live) AS n
    FROM hosts h JOIN controllers c ON c.storage_array = h.storage_array
    LEFT JOIN paths p ON p.host = h.host AND p.storage_array = h.storage_array AND p.director = c.director GROUP BY ALL
), spread AS (
    SELECT host, storage_array, max(n) - min(n) AS gap, list(director || ': ' || n ORDER BY director) AS controller_paths FROM per_controller GROUP BY ALL
), bricks AS (
    SELECT storage_array, engine FROM engine WHERE engine IS NOT NULL UNION SELECT storage_array, engine FROM director WHERE engine IS NOT NULL
), missed AS (
    SELECT h.host, h.storage_array, list_sort(list(b.engine)) AS names, count(*) AS n FROM hosts h JOIN bricks b ON b.storage_array = h.storage_array
    ANTI JOIN paths p ON p.host = h.host AND p.storage_array = h.storage_array AND p.engine = b.engine AND p.live GROUP BY ALL
), counted AS (SELECT storage_array, count(*) AS n FROM bricks GROUP BY 1
), complete AS (SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array'
)
SELECT h.host, h.storage_array, {'lo': coalesce(b.n, 0), 'hi': CASE WHEN c.name IS NOT NULL THEN b.n END} AS bricks,
    {'lo': CASE WHEN h.vague = 0 AND x.n IS NULL AND q.host IS NULL THEN coalesce(m.n, 0) ELSE 0 END, 'hi': CASE WHEN b.n IS NOT NULL THEN coalesce(m.n, 0) END} AS missed_bricks,
    opened({'lo': h.ports.lo, 'hi': h.ports.hi + coalesce(x.n, 0)}, q.paths_cut) AS ports,
    {'lo': CASE WHEN h.vague = 0 AND x.n IS NULL AND q.host IS NULL THEN coalesce(s.gap, 0) ELSE 0 END, 'hi': CASE WHEN h.vague = 0 AND x.n IS NULL AND q.host IS NULL THEN s.gap END} AS widest_gap,
    coalesce(m.names, []) AS missed_brick_names, coalesce(s.controller_paths, []) AS controller_paths, h.basis
FROM hosts h
LEFT JOIN stray x ON x.host = h.host
LEFT JOIN host_reading q ON q.host = h.host
LEFT JOIN spread s ON s.host = h.host AND s.storage_array = h.storage_array
LEFT JOIN missed m ON m.host = h.host AND m.storage_array = h.storage_array
LEFT JOIN counted b ON b.storage_array = h.storage_array
LEFT JOIN complete c ON c.name = h.storage_array
