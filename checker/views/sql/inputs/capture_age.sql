-- view: capture_age
-- meaning: One row: how far apart the exports of this audit were taken. Of several captures of one thing the newest counts.
-- grain: audit
-- spine: export
-- column audit text: always 'exports'
-- column spread_days span: days between the oldest and the newest export, rounded up; open upwards where one has no time [export.captured_at]
-- column oldest time: time of the oldest export that has one [export.captured_at]
-- column newest time: time of the newest export [export.captured_at]
-- column oldest_export text: file and owner of the oldest export
-- column newest_export text: file and owner of the newest export
-- column place_a text: file and first line of the oldest export
-- column place_b text: file and first line of the newest export
-- column undated int: exports without a time, each capture of the same thing counted
-- column repeated int: captures that a newer one of the same thing replaces [export.captured_at]
-- column ordered int: captures without a time that another replaces because of the words in their paths [export.capture_order]
-- column combined int: captures of one thing without a time of which all are used [export.capture_order]
-- column story text: what was taken when, as text
-- column layers int: how many of hosts, fabric and storage have an export with a time
WITH observed AS (
    SELECT file || coalesce('!' || member, '') AS file, owner, format, platform, captured_at, first_line FROM export
    -- An inventory that lists its source exports has no time of its own.
    WHERE NOT coalesce(intent, FALSE) AND stands_for IS NULL
    -- Counters are sampled over weeks on purpose, and older captures of one thing are superseded.
    QUALIFY row_number() OVER (PARTITION BY coalesce(owner, file), format ORDER BY captured_at DESC NULLS LAST, file, first_line) = 1
), spread AS (
    SELECT min(captured_at) AS oldest, max(captured_at) AS newest, count(*) FILTER (WHERE captured_at IS NULL) AS timeless,
        arg_min(file || coalesce(' (' || owner || ')', ''), (captured_at, file, first_line)) FILTER (WHERE captured_at IS NOT NULL) AS oldest_export,
        arg_max(file || coalesce(' (' || owner || ')', ''), (captured_at, file, first_line)) FILTER (WHERE captured_at IS NOT NULL) AS newest_export,
        arg_min(file || ':' || first_line, (captured_at, file, first_line)) FILTER (WHERE captured_at IS NOT NULL) AS place_a,
        arg_max(file || ':' || first_line, (captured_at, file, first_line)) FILTER (WHERE captured_at IS NOT NULL) AS place_b,
        count(DISTINCT CASE WHEN platform IN ('esxi', 'linux', 'windows', 'aix', 'solaris', 'hpux') THEN 'host'
            WHEN platform IN ('brocade', 'cisco-mds') THEN 'fabric' WHEN platform = 'sanlint' THEN NULL ELSE 'storage' END)
            FILTER (WHERE captured_at IS NOT NULL) AS layers
    FROM observed
), every AS (
    SELECT count(*) AS undated FROM export WHERE captured_at IS NULL AND NOT coalesce(intent, FALSE) AND stands_for IS NULL
), replaced AS (
    SELECT count(*) AS repeated, string_agg(shown, ', ' ORDER BY shown) FILTER (WHERE place <= 3) AS shown
    FROM (SELECT owner || ' (' || format || ', ' || strftime(min(captured_at), '%Y-%m-%d') || ' and ' || strftime(max(captured_at), '%Y-%m-%d') || ')' AS shown,
            row_number() OVER (ORDER BY owner, format) AS place
        FROM export WHERE captured_at IS NOT NULL GROUP BY owner, format HAVING bool_or(superseded))
), several AS (
    -- Words in their paths say that they are captures of one machine (before, after). Numbers in those of a machine that is
    -- known by its contents may count other things.
    SELECT owner || ' (' || format || ': ' || string_agg(file || coalesce('!' || member, ''), ', ' ORDER BY capture_order, file, first_line) || ')' AS shown,
        coalesce(bool_or(superseded), FALSE) AS in_order, row_number() OVER (PARTITION BY in_order ORDER BY owner, format) AS place
    FROM export WHERE captured_at IS NULL AND owner IS NOT NULL AND capture_order IS NOT NULL AND NOT coalesce(intent, FALSE)
    GROUP BY owner, format HAVING count(DISTINCT capture_order) > 1
        AND (bool_or(superseded) OR min(capture_order) < 0 OR bool_and(owner_basis = 'path'))
), by_words AS (
    SELECT count(*) FILTER (WHERE in_order) AS ordered, count(*) FILTER (WHERE NOT in_order) AS combined,
        string_agg(shown, ', ' ORDER BY shown) FILTER (WHERE in_order AND place <= 3) AS shown_in_order,
        string_agg(shown, ', ' ORDER BY shown) FILTER (WHERE NOT in_order AND place <= 3) AS shown_together
    FROM several
)
SELECT 'exports' AS audit,
    CASE WHEN oldest IS NOT NULL THEN {'lo': ceil((epoch(newest) - epoch(oldest)) / 86400)::BIGINT,
        'hi': CASE WHEN timeless = 0 THEN ceil((epoch(newest) - epoch(oldest)) / 86400)::BIGINT ELSE 1000000 END} END AS spread_days,
    oldest, newest, oldest_export, newest_export, place_a, place_b, every.undated, layers, repeated, ordered, combined,
    concat_ws('; ',
        'The oldest export is ' || oldest_export || ' from ' || strftime(oldest, '%Y-%m-%d') || ', the newest is '
            || newest_export || ' from ' || strftime(newest, '%Y-%m-%d'),
        CASE WHEN every.undated = 1 THEN '1 export has no timestamp' WHEN every.undated > 1 THEN every.undated || ' exports have no timestamp' END,
        'of several captures, the newest is used: ' || replaced.shown
            || CASE WHEN repeated > 3 THEN ' and ' || (repeated - 3) || ' more' ELSE '' END,
        'captures without a time are ordered by words in their paths, and the newest replaces the others: ' || shown_in_order
            || CASE WHEN ordered > 3 THEN ' and ' || (ordered - 3) || ' more' ELSE '' END,
        'several captures without a time are used together, because nothing says which is newer, or they list nothing in common: ' || shown_together
            || CASE WHEN combined > 3 THEN ' and ' || (combined - 3) || ' more' ELSE '' END,
        CASE WHEN ordered + combined > 0 THEN 'state their captured_at in sources: of the configuration, or an owner for each if they are from several machines' END) AS story
FROM spread, replaced, by_words, every
