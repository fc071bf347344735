-- view: power_feed
-- meaning: One row per array that is not a VPLEX and whose power supplies are listed.
-- grain: storage_array
-- owner: storage_array
-- spine: power_supply
-- column storage_array text: array
-- column supplies span: power supplies and standby power supplies; without an upper bound unless the array is known to be complete [power_supply.power_supply, completeness.complete]
-- column feeds span: mains feeds they are connected to [power_supply.feed]
-- column uncharged span: standby power supplies that report that they are not charged or cannot be charged [power_supply.operational_status]
-- column supply_names list: each with its feed and state
-- column uncharged_names list: those that are known
WITH supplies AS (
    SELECT p.*, CASE WHEN regexp_matches(lower(p.operational_status), 'not.?charg|uncharged|low.?battery|battery.*(fail|fault|low)|fault|fail|not.?ready|single.?feed') THEN TRUE WHEN p.operational_status IS NOT NULL THEN FALSE END AS bad
    FROM power_supply p LEFT JOIN storage_array a ON a.storage_array = p.storage_array
    WHERE p.storage_array IS NOT NULL AND p.power_supply IS NOT NULL AND coalesce(a.family, '') <> 'vplex'
)
SELECT s.storage_array, {'lo': count(*), 'hi': CASE WHEN max(c.name) IS NOT NULL THEN count(*) END} AS supplies, distinct_span(s.feed, TRUE) AS feeds,
    count_span(s.bad AND lower(s.supply_type) IN ('sps', 'bbu', 'bbus', 'battery')) AS uncharged,
    list_sort(list(s.power_supply || coalesce(' on ' || s.feed, '') || coalesce(' ' || s.operational_status, ''))) AS supply_names,
    names_of(s.power_supply, s.bad AND lower(s.supply_type) IN ('sps', 'bbu', 'bbus', 'battery')) AS uncharged_names
FROM supplies s
LEFT JOIN (SELECT DISTINCT name FROM whole_scope WHERE complete AND scope = 'storage_array') c ON c.name = s.storage_array
GROUP BY s.storage_array
