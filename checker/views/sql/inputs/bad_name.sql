-- view: bad_name
-- meaning: One row per world wide name of a port or LUN: those that could not be read as one, and those that are known.
-- grain: owner, invalid_name, about_kind, fact, value, place
-- owner: owner
-- spine: bad_value, login, initiator, target_port, zone_member
-- column owner text: host, switch or array whose export contains it, for zones and aliases the first such switch of the fabric; '' for valid names
-- column kind_of_owner text: inventory, host, switch, array, or device if none of them is known
-- column invalid_name text: the name if it is malformed, to list each with all its places; '' for all others
-- column about_kind text: kind of thing that has the name
-- column fact text: what the name is: wwpn, wwnn …
-- column value text: the name as found
-- column place text: object it belongs to
-- column found_in text: whose export contains it, as text; '' for names that are known
-- column problem text: malformed, redacted, odd-type (the first digit names no type in use), or none [bad_value.problem]
-- column wwpn text: the name, if it is a WWPN that could be read; NULL otherwise
-- column name_type text: WWPN, WWNN or WWN
-- column fault_text text: the problem as text
WITH port AS (
    SELECT wwpn, max(label) AS label FROM port_role WHERE length(wwpn) = 16 GROUP BY wwpn
), same_zoning AS (
    -- All switches of a fabric have the same zones and aliases, so a wrong name in them is one fault.
    SELECT switch, list_sort(list(DISTINCT fabric)) AS fabrics FROM switch_fabric GROUP BY switch
), inventories AS (
    SELECT DISTINCT owner FROM export WHERE format = 'sanlint-inventory'
), bad AS (
    SELECT coalesce(min(b.owner) OVER (PARTITION BY coalesce(z.fabrics, [b.owner]), b.value), '') AS owner, coalesce(b.owner, '') AS export_of,
        about_kind, fact, value, coalesce(nullif(place, ''), 'an unnamed ' || replace(about_kind, '_', ' ')) AS place,
        -- Rows without identity are reported with the export that contains them.
        CASE WHEN problem IN ('malformed', 'redacted') THEN problem WHEN problem IS NOT NULL THEN 'none' END AS problem
    FROM bad_value b LEFT JOIN same_zoning z ON z.switch = b.owner AND b.about_kind IN ('zone_member', 'alias')
    WHERE coalesce(problem, '') <> 'unidentified' AND (regexp_matches(fact, '(wwpn|wwnn|wwn)$')
        -- Exports cut the identities of LUNs to fit a column; those of an inventory are written as a whole.
        OR fact = 'device' AND regexp_matches(value, '^(?i:naa|eui)\.') AND b.owner IN (SELECT owner FROM inventories))
), named AS (
SELECT owner, about_kind, fact, value, place,
    coalesce(CASE WHEN owner IN (SELECT owner FROM inventories) THEN ' in the inventory ' WHEN count(DISTINCT export_of) > 1 THEN ' in exports of ' ELSE ' in an export of ' END
        || nullif(array_to_string(list_sort(list(DISTINCT export_of))[:3], ', ') || CASE WHEN count(DISTINCT export_of) > 3 THEN ' and ' || count(DISTINCT export_of) - 3 || ' more' ELSE '' END, ''), '') AS found_in,
    NULL AS wwpn, problem
FROM bad GROUP BY owner, about_kind, fact, value, place, problem
UNION ALL
-- The first digit is the name's type; a peer zone's property member begins with 00:02 and is not a name.
SELECT '', 'port', 'wwpn', wwpn, coalesce(nullif(label, ''), 'an unnamed port'), '', wwpn,
    CASE WHEN substring(wwpn, 1, 1) IN ('1', '2', '3', '5', '6', 'c') OR starts_with(wwpn, '0002000000') THEN 'none' ELSE 'odd-type' END
FROM port
)
SELECT owner, CASE WHEN owner IN (SELECT owner FROM inventories) THEN 'inventory' WHEN owner IN (SELECT switch FROM switch) THEN 'switch'
    WHEN owner IN (SELECT storage_array FROM storage_array) THEN 'array' WHEN owner IN (SELECT host FROM host) THEN 'host' ELSE 'device' END AS kind_of_owner, CASE WHEN problem = 'malformed' THEN value ELSE '' END AS invalid_name, about_kind, fact, value, place, found_in, problem, wwpn, CASE WHEN ends_with(fact, 'wwpn') THEN 'WWPN' WHEN ends_with(fact, 'wwnn') THEN 'WWNN' ELSE 'WWN' END AS name_type,
    CASE problem WHEN 'malformed' THEN CASE
            WHEN regexp_full_match(digits, '[0-9a-fA-F]*') THEN 'it has ' || length(digits) || ' hex digits instead of ' || CASE WHEN fact <> 'device' THEN '16' WHEN starts_with(digits, '6') THEN '32' ELSE '16 or 32' END
            WHEN fact = 'device' OR length(digits) = 16 THEN '"' || regexp_extract(digits, '[^0-9a-fA-F]') || '" is not a hex digit'
            ELSE 'a WWN has 16 hex digits' END
        WHEN 'redacted' THEN 'some of its digits are redacted'
        WHEN 'odd-type' THEN 'no known type of WWN begins with ' || substring(value, 1, 1) END AS fault_text
FROM (SELECT *, regexp_replace(regexp_replace(value, '^(?i:naa|eui)\.', ''), '[:.-]', '', 'g') AS digits FROM named)
