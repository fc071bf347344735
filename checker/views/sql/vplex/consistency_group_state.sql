-- view: consistency_group_state
-- meaning: One row per consistency group of VPLEX: which cluster continues when the clusters lose contact. Both clusters list a distributed group.
-- grain: storage_array, vplex_cluster, consistency_group
-- owner: storage_array
-- spine: consistency_group
-- column storage_array text: VPLEX system
-- column vplex_cluster text: cluster of a local group; '' for a distributed one
-- column consistency_group text: name of the group
-- column is_distributed bool: it has storage at more than one cluster [consistency_group.storage_at]
-- column detach_rule text: winner, no-automatic-winner, active-cluster-wins … [consistency_group.detach_rule]
-- column winner text: cluster that continues
-- column preferred_cluster text: declared: cluster or site where the application runs; '' if none is declared
-- column preferred_winner text: the cluster of that place; NULL if it is none, or if the site has several
-- column winner_elsewhere bool: the winner is not where the application is declared to run; FALSE if not declared
-- column has_reason bool: a tag or a record states why there is no winner
-- column auto_resume_at_loser bool: the losing cluster resumes automatically [consistency_group.auto_resume_at_loser]
-- column cross_connected bool: some host reaches both clusters [host.cross_connected, path.host, target_port.cluster]
-- column read_only bool: declared: the application only reads; FALSE if not declared
-- column state text: its operational status at each cluster [consistency_group.operational_status]
-- column suspended bool: its I/O is suspended at a cluster; NULL if the status at one is unknown [consistency_group.operational_status]
-- column impaired bool: it works, but is degraded at a cluster [consistency_group.operational_status]
WITH tags AS (
    SELECT about_key, bool_or(tag = 'read-only') AS read_only, bool_or(tag IN ('no-automatic-winner', 'manual-failover') OR reason IS NOT NULL) AS has_reason
    FROM tag WHERE about_kind = 'consistency_group' GROUP BY 1
), stated AS (
    SELECT about_key, max(CASE WHEN lower(fact) IN ('preferred_site', 'preferred-site', 'preferred_cluster') THEN value END) AS preferred,
        bool_or(lower(fact) IN ('detach_rule', 'detach-rule')) AS has_reason
    FROM record WHERE about_kind = 'consistency_group' GROUP BY 1
), listed AS (
    SELECT * REPLACE (CASE WHEN bool_or(contains(storage_at, ',')) OVER (PARTITION BY storage_array, consistency_group) THEN '' ELSE cluster END AS cluster)
    FROM consistency_group WHERE consistency_group IS NOT NULL
), one_each AS (
    SELECT storage_array, cluster, consistency_group, min(storage_at) AS storage_at, min(detach_rule) AS detach_rule, min(winner) AS winner, bool_or(auto_resume_at_loser) AS auto_resume_at_loser,
        coalesce(min(operational_status) FILTER (WHERE contains(lower(operational_status), 'suspended')), min(operational_status) FILTER (WHERE lower(operational_status) <> 'ok'), min(operational_status)) AS operational_status
    FROM listed GROUP BY ALL
), places AS (
    SELECT storage_array, cluster AS place, cluster FROM vplex_cluster
    UNION ALL SELECT storage_array, site, min(cluster) FROM vplex_cluster WHERE site IS NOT NULL GROUP BY ALL HAVING count(*) = 1
)
SELECT g.storage_array, g.cluster AS vplex_cluster, g.consistency_group, CASE WHEN g.storage_at IS NOT NULL THEN contains(g.storage_at, ',') END AS is_distributed,
    lower(g.detach_rule) AS detach_rule, g.winner, coalesce(r.preferred, '') AS preferred_cluster, p.cluster AS preferred_winner,
    coalesce(g.winner IS NOT NULL AND r.preferred IS NOT NULL AND r.preferred <> g.winner AND r.preferred <> coalesce(c.site, r.preferred), FALSE) AS winner_elsewhere,
    coalesce(t.has_reason, FALSE) OR coalesce(r.has_reason, FALSE) AS has_reason, g.auto_resume_at_loser, m.cross_connected, coalesce(t.read_only, FALSE) AS read_only,
    g.operational_status AS state,
    CASE WHEN contains(lower(g.operational_status), 'suspended') THEN TRUE WHEN regexp_matches(lower(g.operational_status), '^((cluster-[0-9]+: )?(ok|degraded)(, )?)+$') THEN FALSE END AS suspended,
    CASE WHEN contains(lower(g.operational_status), 'degraded') THEN TRUE WHEN regexp_matches(lower(g.operational_status), '^((cluster-[0-9]+: )?(ok|suspended)(, )?)+$') THEN FALSE END AS impaired
FROM one_each g
JOIN vplex_system y ON y.storage_array = g.storage_array
LEFT JOIN metro_system m ON m.storage_array = g.storage_array
LEFT JOIN vplex_cluster c ON c.storage_array = g.storage_array AND c.cluster = g.winner
LEFT JOIN tags t ON t.about_key = g.consistency_group
LEFT JOIN stated r ON r.about_key = g.consistency_group
LEFT JOIN (SELECT storage_array, place, min(cluster) AS cluster FROM places GROUP BY ALL) p ON p.storage_array = g.storage_array AND p.place = r.preferred
