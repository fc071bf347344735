-- view: vsan_load_balancing
-- meaning: One row per VSAN of a fabric with several switches: what chooses the link of a frame on each of them.
-- grain: fabric, vsan
-- owner: switch
-- spine: vsan
-- column fabric text: fabric
-- column vsan text: number of the VSAN
-- column vsan_label text: the VSAN, unless the name of the fabric says it; NULL then
-- column switch text: switch with the mode that fewer switches have, the first by name
-- column modes span: different modes of its switches [vsan.load_balancing]
-- column switch_modes list: mode of each switch
WITH stated AS (
    SELECT f.fabric, v.vsan, v.switch, lower(trim(v.load_balancing)) AS mode
    FROM vsan v JOIN switch_fabric f ON f.switch = v.switch AND f.vsan = v.vsan JOIN switch s ON s.switch = v.switch AND s.vendor = 'cisco'
), counted AS (
    SELECT *, count(*) OVER (PARTITION BY fabric, vsan, mode) AS alike FROM stated
)
SELECT fabric, vsan, nullif(vsan_label(fabric, vsan), '') AS vsan_label, arg_min(switch, (alike, switch)) FILTER (WHERE mode IS NOT NULL) AS switch,
    {'lo': count(DISTINCT mode), 'hi': CASE WHEN count(mode) = count(*) THEN count(DISTINCT mode) END} AS modes,
    list_sort(list(switch || ': ' || mode) FILTER (WHERE mode IS NOT NULL)) AS switch_modes
FROM counted GROUP BY fabric, vsan HAVING count(*) > 1
