-- view: path_check
-- meaning: One row per path under dm-multipath: what its path checker says, where device-mapper still uses it.
-- grain: host, volume, path
-- owner: host
-- spine: path
-- column host text: name of the host
-- column volume text: identity of the LUN
-- column path text: kernel name of the path
-- column check_word text: what the checker says if it is neither up nor down: i/o pending, i/o timeout, shaky or delayed [path.state_text]
-- column unanswered bool: the checker got no answer, or keeps the path back [path.state_text]
WITH stated AS (
    SELECT host, device, path_name, state, lower(state_text) AS words FROM path
    WHERE host IS NOT NULL AND device IS NOT NULL AND path_name IS NOT NULL AND plugin = 'dm-multipath' AND coalesce(state, 'unknown') <> 'dead'
)
SELECT host, device AS volume, path_name AS path, min(nullif(regexp_extract(words, '\b(i/o pending|i/o timeout|shaky|delayed)\b', 1), '')) AS check_word,
    CASE WHEN count(words) = count(*) THEN bool_or(regexp_matches(words, '\b(i/o pending|i/o timeout|shaky|delayed)\b')) END AS unanswered
FROM stated GROUP BY host, device, path_name
