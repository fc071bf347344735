-- view: export_reading
-- meaning: One row per export: whether it was read completely; and one per owner whose exports contain rows without identity.
-- grain: file, member, first_line, owner
-- owner: owner
-- spine: export
-- column file text: path of the file; '' in the row of an owner
-- column member text: path inside an archive, or ''
-- column first_line int: line where the export begins
-- column owner text: host, switch or array it was taken from
-- column format text: name of the reader
-- column unread_share float: share of lines that were not understood [export.unread_lines, export.lines]
-- column unread_lines int: lines that were not understood [export.unread_lines]
-- column count_differs bool: it states a number of records, and a different number was read [export.counted_records]
-- column ends_inside_record bool: the text ends in the middle of a record [export.ends_inside_record]
-- column is_filtered bool: a filter after the command omitted lines of it, as far as the capture shows the command
-- column unidentified int: rows that could not be assigned to an object
-- column trouble_line int: line where reading stopped, or of the first that was not understood [export.trouble_line]
-- column shown text: the owner and the command that prints the format, or the owner of the exports; file and line are its key
-- column place_a text: file and line of the first row that could not be assigned to an object
-- column problems list: what is wrong, as text
WITH listed AS (
    SELECT file, coalesce(member, '') AS member, coalesce(first_line, 1) AS first_line, coalesce(owner, '') AS owner, format, command,
        unread_lines, lines, printed_count, counted_records, ends_inside_record, coalesce(filtered, FALSE) AS is_filtered, 0 AS unidentified,
        NULL::VARCHAR[] AS rows_without_identity, trouble_line, stopped, NULL::VARCHAR AS place_a
    FROM export
    UNION ALL
    SELECT '', '', 0, owner, NULL, NULL, 0, 1, NULL, NULL, FALSE, FALSE, sum(n)::BIGINT, list(
        n::VARCHAR || ' ' || replace(about_kind, '_', ' ') || CASE n WHEN 1 THEN ' row' ELSE ' rows' END
        || ' could not be assigned to an object: ' || replace(fact, '_', ' ') || ' missing' ORDER BY about_kind, fact), NULL, NULL, first(place ORDER BY length(place), place)
    FROM (SELECT coalesce(owner, '') AS owner, about_kind, fact, count(*) AS n, first(place ORDER BY length(place), place) AS place FROM bad_value WHERE problem = 'unidentified' GROUP BY ALL) GROUP BY ALL
)
SELECT file, member, first_line, owner, format,
    unread_lines / nullif(lines, 0) AS unread_share, unread_lines,
    -- Most formats print no number of records: then there is nothing to compare.
    CASE WHEN printed_count IS NULL THEN FALSE ELSE printed_count <> counted_records END AS count_differs,
    ends_inside_record, is_filtered, unidentified, trouble_line, place_a,
    CASE WHEN file = '' THEN CASE owner WHEN '' THEN 'exports' ELSE 'exports of ' || owner END
         WHEN owner = '' THEN coalesce(command, 'an export') ELSE owner || coalesce(' (' || command || ')', '') END AS shown,
    list_filter(list_concat([
        CASE WHEN unread_lines > 0 THEN unread_lines::VARCHAR || ' of ' || lines::VARCHAR || ' lines not recognised' END,
        CASE WHEN printed_count <> counted_records THEN printed_count::VARCHAR || ' records stated but ' || counted_records::VARCHAR || ' read' END,
        CASE WHEN ends_inside_record THEN coalesce('reading stopped in line ' || trouble_line || ': ' || stopped, 'the output ends inside a record') END,
        CASE WHEN is_filtered THEN 'the output of the command was filtered' END
    ], rows_without_identity), lambda word: word IS NOT NULL) AS problems
FROM listed
