-- view: claim_rule_state
-- meaning: One row per claim rule of an ESX host: whether it is loaded, and whether an earlier rule matches everything that it would match.
-- grain: host, rule_class, rule
-- owner: host
-- spine: claim_rule
-- column host text: name of the host
-- column rule_class text: MP, Filter or VAAI
-- column rule int: number of the rule
-- column plugin text: plug-in it names [claim_rule.plugin]
-- column matches text: what it matches [claim_rule.matches]
-- column in_file bool: the rule is stored; NULL where the list shows no stored rule at all [claim_rule.rule_loaded_as]
-- column in_runtime bool: the rule is loaded; NULL where the list shows no loaded rule at all [claim_rule.rule_loaded_as]
-- column shadowed bool: a rule with a lower number and another plug-in matches all that this one does [claim_rule.matches, claim_rule.plugin]
-- column shadowed_by list: those rules
WITH parsed AS (
    SELECT host, rule_class, rule, min(plugin) AS plugin, min(matches) AS matches, bool_or(rule_loaded_as = 'file') AS in_file, bool_or(rule_loaded_as = 'runtime') AS in_runtime,
        lower(trim(regexp_extract(min(matches), '^vendor=(.*) model=(.*)$', 1))) AS vendor, lower(trim(regexp_extract(min(matches), '^vendor=(.*) model=(.*)$', 2))) AS model
    FROM claim_rule WHERE host IS NOT NULL AND rule IS NOT NULL GROUP BY host, rule_class, rule
), shown AS (
    SELECT host, rule_class, bool_or(in_file) AS files, bool_or(in_runtime) AS runtimes FROM parsed GROUP BY ALL
), pair AS (
    SELECT h.host, h.rule_class, h.rule,
        CASE WHEN l.matches IS NULL OR h.matches IS NULL OR l.plugin IS NULL OR h.plugin IS NULL THEN NULL
             ELSE lower(l.plugin) <> lower(h.plugin) AND (lower(l.matches) = lower(h.matches)
                OR l.vendor <> '' AND h.vendor <> '' AND (l.vendor = '*' OR l.vendor = h.vendor) AND (l.model = '*' OR l.model = h.model)) END AS takes_all,
        l.rule || ' ' || coalesce(l.plugin, '') AS other
    FROM parsed h JOIN parsed l ON l.host = h.host AND l.rule_class IS NOT DISTINCT FROM h.rule_class AND l.rule < h.rule
), judged AS (
    SELECT host, rule_class, rule, bool_or(takes_all) AS some, bool_and(takes_all IS FALSE) AS none, list_sort(list(other) FILTER (WHERE takes_all)) AS shadowed_by FROM pair GROUP BY ALL
)
SELECT p.host, p.rule_class, p.rule, p.plugin, p.matches,
    CASE WHEN p.in_file THEN TRUE WHEN s.files THEN FALSE END AS in_file, CASE WHEN p.in_runtime THEN TRUE WHEN s.runtimes THEN FALSE END AS in_runtime,
    CASE WHEN j.host IS NULL OR j.none THEN FALSE WHEN j.some THEN TRUE END AS shadowed, coalesce(j.shadowed_by, []) AS shadowed_by
FROM parsed p
JOIN shown s ON s.host = p.host AND s.rule_class IS NOT DISTINCT FROM p.rule_class
LEFT JOIN judged j ON j.host = p.host AND j.rule_class IS NOT DISTINCT FROM p.rule_class AND j.rule = p.rule
