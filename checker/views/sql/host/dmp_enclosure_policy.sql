-- view: dmp_enclosure_policy
-- meaning: One row per host and enclosure of Veritas DMP: how its I/O is spread, and whether other enclosures of its model differ.
-- grain: host, enclosure
-- owner: host
-- spine: dmp_enclosure
-- column host text: name of the host
-- column enclosure text: name DMP gives it
-- column enclosure_type text: product DMP recognises [dmp_enclosure.enclosure_type]
-- column array_type text: how its ports work: A/A, A/P, ALUA [dmp_enclosure.array_type]
-- column io_policy text: active I/O policy, in lower case without hyphens: minimumq, roundrobin, singleactive [dmp_enclosure.io_policy]
-- column is_array bool: an array, not the disks without one
-- column balanced_below bool: another product chooses the path, below DMP: PowerPath, whose enclosures are named PP_…, and HP-UX itself (NULL if product or platform is unknown) [dmp_enclosure.enclosure_type, host.platform]
-- column policies span: different policies among the enclosures of this product on the host; NULL if the product is unknown [dmp_enclosure.io_policy, dmp_enclosure.enclosure_type]
-- column policy_names list: enclosure and policy of each
WITH named AS (
    SELECT host, enclosure, enclosure_type, upper(array_type) AS array_type, replace(lower(io_policy), '-', '') AS io_policy,
        lower(enclosure) <> 'disk' AND NOT starts_with(lower(enclosure), 'other_disks') AS is_array
    FROM dmp_enclosure WHERE host IS NOT NULL AND enclosure IS NOT NULL
), alike AS (
    SELECT host, enclosure_type, distinct_span(io_policy, TRUE) AS policies, names_of(enclosure || ': ' || io_policy, TRUE) AS policy_names
    FROM named WHERE is_array AND enclosure_type IS NOT NULL GROUP BY ALL
)
SELECT n.host, n.enclosure, n.enclosure_type, n.array_type, n.io_policy, n.is_array,
    starts_with(upper(n.enclosure_type), 'PP_') OR h.platform = 'hpux' AS balanced_below, a.policies, a.policy_names
FROM named n LEFT JOIN host h ON h.host = n.host LEFT JOIN alike a ON a.host = n.host AND a.enclosure_type = n.enclosure_type
