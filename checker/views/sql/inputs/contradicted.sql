-- view: contradicted
-- meaning: One row per fact for which two sources state different values; a WWPN at two ports of a switch is in wwpn_ports, an object in only one of two outputs is in listed_once.
-- grain: about_kind, about_key, fact, value_a, value_b
-- spine: contradiction
-- column about_kind text: kind of the thing the fact is about
-- column about_key text: the thing
-- column fact text: name of the fact
-- column value_a text: the value that was used
-- column value_b text: the value that was not used
-- column different bool: the values differ by more than case and blanks; for a SCSI product, also by more than blanks that are written as _ [contradiction.value_a, contradiction.value_b]
-- column declared bool: one of the two is declared, the other observed [contradiction.declared]
-- column place_a text: file and line of the value that was used
-- column end_a int: line before which the record of the value that was used ends
-- column place_b text: file and line of the value that was not used
-- column end_b int: line before which the record of the value that was not used ends
SELECT c.about_kind, c.about_key, c.fact, c.value_a, c.value_b,
    -- udev writes the blanks in the product of a disk as _, and lsblk of older util-linux prints that.
    CASE WHEN c.about_kind = 'device' AND c.fact = 'model' THEN regexp_replace(lower(trim(c.value_a)), '[ _]+', ' ', 'g') <> regexp_replace(lower(trim(c.value_b)), '[ _]+', ' ', 'g')
        ELSE lower(trim(c.value_a)) <> lower(trim(c.value_b)) END AS different, c.declared,
    a.file || coalesce('!' || a.member, '') || ':' || c.line_a::VARCHAR AS place_a, coalesce(c.next_a, a.first_line + a.lines) AS end_a,
    b.file || coalesce('!' || b.member, '') || ':' || c.line_b::VARCHAR AS place_b, coalesce(c.next_b, b.first_line + b.lines) AS end_b
FROM contradiction c
LEFT JOIN export a ON a.export_id = c.export_a
LEFT JOIN export b ON b.export_id = c.export_b
-- A login at two ports in one export, and with it at two addresses, is a finding of its own (DOC020).
WHERE c.fact <> 'listed' AND NOT (c.about_kind = 'login' AND c.fact IN ('port', 'port_index', 'fcid') AND c.export_a IS NOT DISTINCT FROM c.export_b AND c.about_key IN (
    SELECT about_key FROM contradiction WHERE about_kind = 'login' AND fact IN ('port', 'port_index') AND export_a IS NOT DISTINCT FROM export_b))
