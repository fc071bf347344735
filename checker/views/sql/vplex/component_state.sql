-- view: component_state
-- meaning: One row per part of an array or VPLEX system that reports its state.
-- grain: storage_array, vplex_cluster, part_kind, part
-- owner: storage_array
-- spine: storage_array, vplex_cluster, engine, director, power_supply, component, com_switch, target_port, pool, raid_group
-- column storage_array text: array or VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for other arrays and where it is unknown
-- column part_kind text: system, engine, director, port, power supply …
-- column part text: name
-- column part_label text: name for messages, with its kind unless the name contains it
-- column whole text: the system or the cluster, for messages; NULL for parts of it
-- column array_family text: product family [storage_array.family]
-- column health_state text: health as printed [vplex_cluster.health_state, engine.health_state, director.health_state, component.health_state, target_port.health_state]
-- column operational_status text: state as printed [vplex_cluster.operational_status, engine.operational_status, director.operational_status, component.operational_status, power_supply.operational_status, com_switch.operational_status, target_port.operational_status, target_port.port_state, storage_array.array_state, pool.operational_status, raid_group.operational_status]
-- column failed bool: a state says that it does not work [vplex_cluster.health_state, engine.health_state, director.health_state, component.health_state, target_port.health_state, vplex_cluster.operational_status, engine.operational_status, director.operational_status, component.operational_status, power_supply.operational_status, com_switch.operational_status, target_port.operational_status, target_port.port_state, storage_array.array_state, pool.operational_status, raid_group.operational_status]
-- column impaired bool: a state says that it works in part only [vplex_cluster.health_state, engine.health_state, director.health_state, component.health_state, target_port.health_state, vplex_cluster.operational_status, engine.operational_status, director.operational_status, component.operational_status, power_supply.operational_status, com_switch.operational_status, target_port.operational_status, target_port.port_state, storage_array.array_state, pool.operational_status, raid_group.operational_status]
-- column excused bool: tagged as spare, in maintenance or not in use
WITH ports AS (
    SELECT t.storage_array, t.cluster, 'port' AS part_kind,
        -- The names of VPLEX ports do not contain those of their directors.
        coalesce(CASE WHEN a.family IS DISTINCT FROM 'vplex' THEN t.port_name END, port_place(t.director, t.port), t.port_name, t.target_wwpn) AS part, t.health_state,
        -- A port without a cable may say error as well, but not as the state of its link.
        CASE WHEN state_class(state_word(port_state)) IN ('failed', 'impaired') THEN port_state WHEN lower(port_state) IN ('up', 'online') THEN operational_status END AS operational_status,
        -- Only VPLEX prints a state of a port in addition to that of its link, so only there it is missing where the link is up.
        a.family IS NOT DISTINCT FROM 'vplex' AND lower(port_state) IN ('up', 'online') AS is_expected
    FROM target_port t LEFT JOIN storage_array a ON a.storage_array = t.storage_array WHERE t.enabled IS NOT FALSE
), parts AS (
    SELECT storage_array, cluster, 'engine' AS part_kind, engine AS part, health_state, operational_status FROM engine
    UNION ALL SELECT storage_array, cluster, 'director', director, health_state, operational_status FROM director
    -- A system has a row only if its state is known: most arrays are known from their hosts and switches only.
    UNION ALL SELECT storage_array, '', 'system', storage_array, NULL, array_state FROM storage_array WHERE array_state IS NOT NULL
    UNION ALL SELECT storage_array, cluster, 'cluster', cluster, health_state, operational_status FROM vplex_cluster WHERE coalesce(health_state, operational_status) IS NOT NULL
    -- Most exports of pools and RAID groups do not print their state.
    UNION ALL SELECT storage_array, '', 'pool', pool, NULL, operational_status FROM pool WHERE operational_status IS NOT NULL
    UNION ALL SELECT storage_array, '', 'RAID group', raid_group, NULL, operational_status FROM raid_group WHERE operational_status IS NOT NULL
    UNION ALL SELECT * EXCLUDE (is_expected) FROM ports WHERE is_expected OR coalesce(health_state, operational_status) IS NOT NULL
    UNION ALL SELECT storage_array, '', coalesce(supply_type, 'power supply'), power_supply, NULL, operational_status FROM power_supply
    -- A list of hardware may name the controllers that another export lists as such.
    UNION ALL SELECT c.storage_array, c.cluster, CASE WHEN d.director IS NOT NULL THEN 'director' ELSE coalesce(c.component_type, 'component') END, c.component, c.health_state, c.operational_status
        FROM component c LEFT JOIN director d ON c.component_type = 'controller' AND d.storage_array = c.storage_array AND d.director = c.component
    UNION ALL SELECT storage_array, cluster, coalesce(switch_type || ' switch', 'switch'), com_switch, NULL, operational_status FROM com_switch
), remote AS (
    -- Directors for replication are often installed without being used, and then they are offline.
    SELECT d.storage_array, d.director AS part FROM director d JOIN storage_array a ON a.storage_array = d.storage_array
    WHERE a.family = 'symmetrix' AND regexp_matches(d.director, '^R[AEF]-')
), words AS (
    SELECT *, state_word(health_state) AS health, state_word(operational_status) AS status
    FROM parts WHERE storage_array IS NOT NULL AND part IS NOT NULL
), states AS (
    SELECT storage_array, coalesce(cluster, '') AS vplex_cluster, part_kind, part, health_state, operational_status, word,
        -- What is missing at a port is a cable or an optic that was never installed.
        CASE WHEN part_kind LIKE '%port' AND word IN ('missing', 'removed') THEN 'fine'
             -- Which directors the replication uses is unknown, and no export says that there is none.
             WHEN part_kind = 'director' AND word = 'offline' AND is_remote THEN NULL
             WHEN part_kind IN ('system', 'cluster', 'pool', 'engine', 'director', 'fc switch', 'infiniband switch', 'sps') AND word IN ('offline', 'not-running', 'not-ready', 'stopped', 'unreachable', 'down') THEN 'failed'
             -- SVC excludes a managed disk after too many errors.
             WHEN part_kind = 'mdisk' AND word IN ('offline', 'excluded') THEN 'failed'
             WHEN part_kind = 'mdisk' AND word IN ('syncing', 'initting', 'expanding') THEN 'fine'
             WHEN part_kind = 'RAID group' AND word IN ('offline', 'no-disk-path') THEN 'failed'
             WHEN part_kind = 'RAID group' AND word IN ('partially-exposed', 'partially-exposed-rebuild', 'rebuild', 'spare-in-use', 'halted') THEN 'impaired'
             WHEN part_kind = 'RAID group' AND word IN ('copyback', 'redundant-copy', 'valid-luns', 'explicit-remove', 'expanding', 'defragmenting') THEN 'fine'
             -- A port or transceiver may be disconnected because it has no cable.
             WHEN word = 'disconnected' THEN CASE WHEN regexp_matches(lower(part_kind), 'port|sfp') THEN 'fine' ELSE 'impaired' END
             -- Hitachi: the pool is fuller than its threshold.
             WHEN part_kind = 'pool' AND word = 'polf' THEN 'impaired'
             -- A disk that is copied to a spare is about to fail, and one that is rebuilt has no redundancy yet.
             WHEN part_kind IN ('drive', 'disk') AND regexp_matches(word, '^(copying-to|rebuild|proactive-copy)') THEN 'impaired'
             WHEN part_kind IN ('drive', 'disk', 'hot-spare') AND word IN ('hot-spare-ready', 'equalizing', 'unbound', 'binding', 'formatting', 'powering-up') THEN 'fine'
             WHEN part_kind = 'takeover' AND word IN ('not-possible', 'in-takeover') THEN 'impaired'
             WHEN part_kind = 'takeover' AND word = 'possible' THEN 'fine'
             WHEN part_kind IN ('external path', 'external volume group') THEN CASE word WHEN 'blk' THEN 'failed' WHEN 'nml' THEN 'fine' END
             -- These are not taken offline while they are in use.
             WHEN part_kind IN ('drive', 'disk', 'enclosure', 'canister', 'psu', 'battery', 'fan', 'fan module') AND word IN ('offline', 'not-running') THEN 'failed'
             ELSE state_class(word) END AS class
    FROM (SELECT w.*, m.part IS NOT NULL AS is_remote FROM (SELECT *, health AS word FROM words WHERE health IS NOT NULL UNION ALL SELECT *, status FROM words WHERE status IS NOT NULL
          -- A VPLEX cluster has both states, and one of them says nothing about the other.
          UNION ALL SELECT *, NULL FROM words WHERE CASE WHEN part_kind = 'cluster' THEN health IS NULL OR status IS NULL ELSE health IS NULL AND status IS NULL END) w LEFT JOIN remote m ON m.storage_array = w.storage_array AND m.part = w.part)
), excuses AS (
    SELECT DISTINCT about_key FROM tag WHERE is_excuse(tag)
), judged AS (
    SELECT storage_array, vplex_cluster, part_kind, part, min(health_state) AS health_state, min(operational_status) AS operational_status,
        CASE WHEN bool_or(class = 'failed') THEN TRUE WHEN bool_and(class IS NOT NULL) THEN FALSE END AS failed,
        CASE WHEN bool_or(class = 'impaired') THEN TRUE WHEN bool_and(class IS NOT NULL) THEN FALSE END AS impaired
    FROM states GROUP BY ALL
)
SELECT j.storage_array, j.vplex_cluster, j.part_kind, j.part, 
    -- Only VPLEX and Symmetrix have directors.
    CASE WHEN j.part_kind = 'pool' THEN pool_label(j.part, p.label) ELSE part_label(CASE WHEN j.part_kind = 'director' AND a.family NOT IN ('vplex', 'symmetrix') THEN 'controller' ELSE j.part_kind END, j.part) END AS part_label, CASE j.part_kind WHEN 'system' THEN 'the system as a whole' WHEN 'cluster' THEN j.part END AS whole, a.family AS array_family, j.health_state, j.operational_status, j.failed, j.impaired, e.about_key IS NOT NULL AS excused
FROM judged j
LEFT JOIN storage_array a ON a.storage_array = j.storage_array
LEFT JOIN pool p ON j.part_kind = 'pool' AND p.storage_array = j.storage_array AND p.pool = j.part
LEFT JOIN excuses e ON e.about_key = j.part
