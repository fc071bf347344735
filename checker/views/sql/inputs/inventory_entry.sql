-- view: inventory_entry
-- meaning: One row per entry of an inventory with a key or value that is not valid.
-- grain: file, place, value
-- spine: bad_value
-- column file text: path of the inventory; its name where several have the same
-- column place text: line of the entry
-- column value text: what is wrong with it
-- column is_skipped bool: it is not used [bad_value.problem]
WITH inventories AS (
    SELECT owner, CASE WHEN count(DISTINCT file || coalesce('!' || member, '')) = 1 THEN min(file || coalesce('!' || member, '')) END AS file
    FROM export WHERE format = 'sanlint-inventory' GROUP BY owner
)
SELECT coalesce(i.file, b.owner, '') AS file, coalesce(b.place, '') AS place, b.value, b.problem = 'skipped' AS is_skipped
FROM bad_value b LEFT JOIN inventories i ON i.owner = b.owner
WHERE b.about_kind = 'inventory' AND b.value IS NOT NULL
GROUP BY ALL
