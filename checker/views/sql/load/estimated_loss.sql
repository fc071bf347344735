-- view: estimated_loss
-- meaning: One row per part whose loss was simulated under the workload of the audit, with the load of what remains.
-- grain: part_kind, part, storage_array, director
-- spine: estimated_failure
-- column part_kind text: fabric, switch, director, target_port or initiator
-- column part text: its name
-- column part_label text: its name for messages, with its kind unless the name contains it
-- column storage_array text: array of the part, if that is a director
-- column director text: name of the part in the array, if it is a director
-- column resource text: the resource that becomes busiest among those that take over
-- column utilisation float: share of the capacity of that resource, typical [estimated_failure.utilisation]
-- column utilisation_before float: the same with everything up [estimated_failure.utilisation_before]
SELECT f.about_kind AS part_kind, f.about_key AS part,
    part_label(CASE WHEN f.about_kind = 'director' AND a.family NOT IN ('vplex', 'symmetrix') THEN 'controller' ELSE f.about_kind END, f.about_key) AS part_label,
    d.storage_array, d.director, f.resource, f.utilisation, f.utilisation_before
FROM estimated_failure f
LEFT JOIN (SELECT DISTINCT storage_array, director FROM director WHERE storage_array IS NOT NULL AND director IS NOT NULL) d
    ON f.about_kind = 'director' AND f.about_key = d.storage_array || ' ' || d.director
LEFT JOIN (SELECT storage_array, min(family) AS family FROM storage_array GROUP BY storage_array) a ON a.storage_array = d.storage_array
