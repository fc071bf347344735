-- view: xbrick
-- meaning: One row per X-Brick of an XtremIO cluster: its components.
-- grain: storage_array, engine
-- owner: storage_array
-- spine: xtremio_cluster
-- column storage_array text: XtremIO cluster
-- column engine text: X-Brick
-- column hardware text: hardware generation [storage_array.hardware]
-- column release_major int: XIOS release, major [storage_array.array_version]
-- column controllers span: storage controllers; without an upper bound unless the array is known to be complete [director.engine, director.director, completeness.complete]
-- column fc_ports span: Fibre Channel ports of its storage controllers; NULL if none is listed [target_port.director, target_port.protocol, director.engine, completeness.complete]
-- column ssds int: flash drives [engine.ssds]
WITH controllers AS (
    SELECT storage_array, engine, count(*) AS n FROM director WHERE director IS NOT NULL AND engine IS NOT NULL GROUP BY ALL
), loose AS (
    SELECT storage_array, count(*) AS n FROM director WHERE director IS NULL OR engine IS NULL GROUP BY 1
), ports AS (
    SELECT t.storage_array, d.engine, count_span(CASE WHEN t.protocol IS NOT NULL THEN lower(t.protocol) = 'fc' END) AS ports
    FROM target_port t JOIN director d ON d.storage_array = t.storage_array AND d.director = t.director GROUP BY ALL
), loose_ports AS (
    SELECT t.storage_array, count(*) AS n FROM target_port t
    LEFT JOIN director d ON d.storage_array = t.storage_array AND d.director = t.director WHERE d.engine IS NULL GROUP BY 1
), complete AS (
    SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array'
)
SELECT e.storage_array, e.engine, x.hardware, x.release_major,
    {'lo': coalesce(c.n, 0), 'hi': CASE WHEN k.name IS NOT NULL THEN coalesce(c.n, 0) + coalesce(o.n, 0) END} AS controllers,
    CASE WHEN p.engine IS NOT NULL THEN {'lo': p.ports.lo, 'hi': CASE WHEN k.name IS NOT NULL THEN p.ports.hi + coalesce(q.n, 0) END} END AS fc_ports,
    e.ssds
FROM engine e
JOIN xtremio_cluster x ON x.storage_array = e.storage_array
LEFT JOIN controllers c ON c.storage_array = e.storage_array AND c.engine = e.engine
LEFT JOIN loose o ON o.storage_array = e.storage_array
LEFT JOIN ports p ON p.storage_array = e.storage_array AND p.engine = e.engine
LEFT JOIN loose_ports q ON q.storage_array = e.storage_array
LEFT JOIN complete k ON k.name = e.storage_array
WHERE e.engine IS NOT NULL
