-- view: listed_once
-- meaning: One row per object that one output of a command lists and another of the same machine does not, although both list everything.
-- grain: about_kind, about_key
-- spine: contradiction
-- column about_kind text: kind of the object
-- column about_key text: the object
-- column listed text: yes, what the output states that lists it [contradiction.value_a]
-- column not_listed text: no, what the other output states [contradiction.value_b]
-- column command text: the command of both
-- column place_a text: file and line that list it
-- column place_b text: file and first line of the output without it
SELECT c.about_kind, c.about_key, c.value_a AS listed, c.value_b AS not_listed, a.command,
    a.file || coalesce('!' || a.member, '') || ':' || c.line_a::VARCHAR AS place_a,
    b.file || coalesce('!' || b.member, '') || ':' || c.line_b::VARCHAR AS place_b
FROM contradiction c
LEFT JOIN export a ON a.export_id = c.export_a
LEFT JOIN export b ON b.export_id = c.export_b
WHERE c.fact = 'listed'
