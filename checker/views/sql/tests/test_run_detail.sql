-- view: test_run_detail
-- meaning: One row per run or job of a benchmark plan: its settings, and what it would run on.
-- grain: test_plan, test_run
-- spine: test_run
-- column test_plan text: name of the plan
-- column test_run text: name of the run
-- column tool text: fio, vdbench, iometer, or a command that copies [test_plan.tool]
-- column goal text: what the test is for; 'unstated' if the plan was read and states nothing [test_plan.goal, test_plan.states_objective]
-- column is_fill bool: it fills or prepares the volumes and measures nothing [test_run.fills_target, test_plan.tool]
-- column measured_seconds span: time that is measured; a run that isn't time based may end earlier [test_run.runtime_seconds, test_run.time_based, test_run.steady_state]
-- column total_outstanding span: I/Os outstanding at once on all targets, including runs that may run at the same time [test_run.outstanding, test_run.workers, test_run.engine_name, test_run.target_count, test_run.waits, test_plan.tool]
-- column at_most_one_each bool: no more I/Os are outstanding than there are volumes [test_run.outstanding, test_run.workers, test_run.engine_name, test_run.target_count, test_run.waits, test_plan.tool]
-- column volumes span: targets, including those of runs that may run at the same time [test_run.target_count, test_run.waits, test_plan.tool]
-- column targets text: targets as stated [test_run.targets]
-- column hosts list: hosts it runs on [test_run.host, test_plan.host]
-- column on_esxi bool: one of them is an ESXi host itself [test_run.host, test_plan.host, host.platform]
-- column direct bool: direct I/O [test_run.direct]
-- column working_set_bytes int: range that is tested [test_run.working_set_bytes]
-- column cache_bytes int: largest cache between the load and the disks, as declared or of all directors of the tested array [test_plan.cache_bytes, test_plan.storage_array, director.cache_bytes, test_run.targets]
-- column application_bytes int: used capacity of the application it represents [test_plan.application_bytes]
-- column align_bytes int: multiple that the place of each I/O is aligned to [test_run.block_align_bytes]
-- column io_bytes int: I/O size [test_run.io_bytes]
-- column read_ratio float: share of reads [test_run.read_ratio]
-- column random_ratio float: share of random I/O [test_run.random_ratio]
-- column time_based bool: runs for its time, however small the range [test_run.time_based]
-- column random_repeat bool: each start uses the same random numbers [test_run.random_repeat]
-- column no_random_map bool: random places may repeat [test_run.no_random_map]
-- column group_reporting bool: results of the workers are added up [test_run.group_reporting]
-- column engine_name text: I/O engine [test_run.engine_name]
-- column sets_data bool: the written data is specified [test_run.sets_data]
-- column workload_label text: what the load is meant to be like [test_run.workload_label]
-- column on_flash bool: the tested array has flash only [test_plan.storage_array, storage_array.family, storage_array.array_class, test_run.targets]
-- column reduces_data bool: the tested array always deduplicates or compresses [test_plan.storage_array, storage_array.family, test_run.targets]
-- column is_thin bool: a target is a thin volume [test_run.targets, storage_volume.provision_type]
-- column prefilled bool: the volumes are filled before [test_plan.prefilled]
-- column prefilled_ratio float: share of the tested range that is filled before [test_plan.prefilled_ratio]
-- column is_production bool: a host, volume or array it uses is tagged production; FALSE only if all of them are known and the site tags at all [tag.tag, tag.about_key, test_run.targets, test_run.host, test_plan.host, device.device, device.kernel_name]
-- column production_names list: hosts, volumes and arrays tagged production
-- column is_exposed bool: hosts outside the test see a volume it uses [test_run.targets, test_run.host, test_plan.host, device.device, device.kernel_name]
-- column exposed_to list: those hosts
-- column cpu_ratio float: processor use measured during the run [workload.cpu_ratio]
WITH runs AS (
    SELECT r.*, lower(p.tool) AS tool, p.storage_array AS stated_array, coalesce(r.host, p.host) AS host_text,
        coalesce(lower(p.goal), CASE WHEN NOT p.states_objective THEN 'unstated' END) AS goal,
        p.cache_bytes, p.application_bytes, p.prefilled, p.prefilled_ratio,
        -- Without asynchronous I/O a worker has one outstanding I/O, whatever depth is configured.
        CASE WHEN lower(p.tool) = 'fio' THEN CASE WHEN lower(r.engine_name) IN ('sync', 'psync', 'vsync', 'pvsync', 'pvsync2', 'mmap') OR r.outstanding = 1 THEN r.workers
                WHEN r.engine_name IS NOT NULL THEN r.outstanding * r.workers END
            WHEN lower(p.tool) = 'iometer' THEN r.outstanding * greatest(r.workers, r.target_count)
            WHEN p.tool IS NOT NULL THEN r.outstanding * r.workers END AS own_outstanding
    FROM test_run r LEFT JOIN test_plan p ON p.test_plan = r.test_plan WHERE r.test_plan IS NOT NULL AND r.test_run IS NOT NULL
), plans AS (
    -- Jobs of one fio file run in parallel unless each waits; the other tools run one after another.
    SELECT test_plan, bool_and(coalesce(CASE WHEN tool <> 'fio' THEN TRUE ELSE waits END, FALSE)) OR count(*) = 1 AS one_by_one,
        CASE WHEN count(*) = count(own_outstanding) THEN sum(own_outstanding)::BIGINT END AS all_outstanding,
        CASE WHEN count(*) = count(target_count) THEN sum(target_count)::BIGINT END AS all_targets
    FROM runs GROUP BY test_plan
), machines AS (
    SELECT test_plan, test_run, unnest(string_split(host_text, ' ')) AS host FROM runs WHERE host_text IS NOT NULL
), on_hosts AS (
    SELECT m.test_plan, m.test_run, list_sort(list(DISTINCT m.host)) AS hosts,
        CASE WHEN bool_or(h.platform = 'esxi') THEN TRUE WHEN bool_and(coalesce(h.platform <> 'esxi', FALSE)) THEN FALSE END AS on_esxi,
        bool_and(h.host IS NOT NULL) AS all_known
    FROM machines m LEFT JOIN host h ON lower(h.host) = lower(m.host) GROUP BY ALL
), targets AS (
    SELECT test_plan, test_run, target, regexp_replace(lower(regexp_extract(target, '([^/\\]+)$', 1)), '^(wwn-0x|scsi-3|dm-uuid-mpath-3)', 'naa.') AS base
    FROM (SELECT test_plan, test_run, unnest(string_split(targets, ' ')) AS target FROM runs WHERE targets IS NOT NULL)
), single_host AS (
    SELECT CASE WHEN count(DISTINCT host) = 1 THEN min(host) END AS host FROM device
), found AS (
    -- Kernel names and aliases are valid on their own host only.
    SELECT DISTINCT t.test_plan, t.test_run, t.target, d.device
    FROM targets t LEFT JOIN on_hosts o ON o.test_plan = t.test_plan AND o.test_run = t.test_run CROSS JOIN single_host s
    JOIN device d ON lower(d.device) = t.base
        OR (lower(d.kernel_name) = t.base OR lower(d.alias) = t.base) AND (list_contains(o.hosts, d.host) OR o.hosts IS NULL AND d.host = s.host)
    WHERE d.device IS NOT NULL
), placed AS (
    SELECT t.test_plan, t.test_run, bool_and(f.device IS NOT NULL) AS all_known
    FROM targets t LEFT JOIN found f ON f.test_plan = t.test_plan AND f.test_run = t.test_run AND f.target = t.target GROUP BY ALL
), volumes AS (
    SELECT f.test_plan, f.test_run, f.device, coalesce(v.storage_array, s.storage_array) AS storage_array,
        lower(s.provision_type) AS provision, coalesce(v.virtual_volume, s.storage_volume) AS volume_name
    FROM found f LEFT JOIN storage_volume s ON s.device = f.device LEFT JOIN virtual_volume v ON v.device = f.device
), tested AS (
    SELECT test_plan, test_run, stated_array AS storage_array FROM runs WHERE stated_array IS NOT NULL
    UNION SELECT test_plan, test_run, storage_array FROM volumes WHERE storage_array IS NOT NULL
), arrays AS (
    SELECT t.test_plan, t.test_run,
        CASE WHEN bool_and(coalesce(a.family IN ('xtremio', 'pure', 'powerstore') OR lower(a.array_class) = 'flash', FALSE)) THEN TRUE
            WHEN bool_and(coalesce(lower(a.array_class) <> 'flash', FALSE)) THEN FALSE END AS on_flash,
        CASE WHEN bool_and(coalesce(a.family IN ('xtremio', 'pure', 'powerstore'), FALSE)) THEN TRUE
            WHEN bool_and(coalesce(a.family IN ('clariion'), FALSE)) THEN FALSE END AS reduces_data
    FROM tested t LEFT JOIN storage_array a ON a.storage_array = t.storage_array GROUP BY ALL
), director_caches AS (
    SELECT storage_array, CASE WHEN count(*) = count(cache_bytes) THEN sum(cache_bytes)::BIGINT END AS cache_bytes
    FROM director WHERE storage_array IS NOT NULL GROUP BY storage_array
), caches AS (
    SELECT t.test_plan, t.test_run, CASE WHEN count(*) = count(c.cache_bytes) THEN max(c.cache_bytes) END AS cache_bytes
    FROM tested t LEFT JOIN director_caches c ON c.storage_array = t.storage_array GROUP BY ALL
), thin AS (
    SELECT test_plan, test_run, CASE WHEN bool_or(provision LIKE '%thin%') THEN TRUE WHEN bool_and(coalesce(provision NOT LIKE '%thin%', FALSE)) THEN FALSE END AS is_thin
    FROM volumes GROUP BY ALL
), used AS (
    SELECT test_plan, test_run, 'host' AS about_kind, host AS about_key FROM machines
    UNION SELECT test_plan, test_run, 'volume', target FROM targets
    UNION SELECT test_plan, test_run, 'volume', regexp_extract(target, '([^/\\]+)$', 1) FROM targets
    UNION SELECT test_plan, test_run, 'volume', device FROM volumes
    UNION SELECT test_plan, test_run, 'volume', volume_name FROM volumes
    UNION SELECT test_plan, test_run, 'storage_array', storage_array FROM tested
), production AS (
    SELECT u.test_plan, u.test_run, list_sort(list(DISTINCT t.about_key)) AS names
    FROM used u JOIN tag t ON lower(t.about_key) = lower(u.about_key)
        AND (t.about_kind = u.about_kind OR u.about_kind = 'volume' AND t.about_kind IN ('device', 'storage_volume', 'virtual_volume'))
    WHERE lower(t.tag) = 'production' GROUP BY ALL
), tagging AS (
    SELECT count(*) > 0 AND count(*) = count(tag) AND count(*) = count(about_key) AS known FROM tag
), seen AS (
    SELECT f.test_plan, f.test_run, list_sort(list(DISTINCT d.host)) AS hosts
    FROM found f JOIN on_hosts o ON o.test_plan = f.test_plan AND o.test_run = f.test_run
    JOIN device d ON d.device = f.device AND d.host IS NOT NULL AND NOT list_contains(o.hosts, d.host) GROUP BY ALL
), results AS (
    SELECT about_key, max(cpu_ratio) AS cpu_ratio FROM workload WHERE about_kind = 'test_run' GROUP BY about_key
)
SELECT r.test_plan, r.test_run, r.tool, r.goal,
    CASE WHEN regexp_matches(lower(r.test_run), '(^|[^a-z])(pre-?)?(fill|prefill|prep|precondition|prepare)') THEN TRUE
        WHEN r.fills_target IS NOT NULL THEN r.fills_target WHEN r.tool <> 'fio' THEN FALSE END AS is_fill,
    CASE WHEN r.runtime_seconds IS NOT NULL THEN {'lo': CASE WHEN r.time_based AND r.steady_state IS NULL THEN floor(r.runtime_seconds)::BIGINT ELSE 0 END, 'hi': ceil(r.runtime_seconds)::BIGINT} END AS measured_seconds,
    {'lo': r.own_outstanding, 'hi': CASE WHEN p.one_by_one THEN r.own_outstanding ELSE p.all_outstanding END} AS total_outstanding,
    CASE WHEN p.one_by_one THEN r.own_outstanding <= r.target_count WHEN p.all_outstanding <= r.target_count THEN TRUE WHEN r.own_outstanding > p.all_targets THEN FALSE END AS at_most_one_each,
    {'lo': r.target_count, 'hi': CASE WHEN p.one_by_one THEN r.target_count ELSE p.all_targets END} AS volumes,
    r.targets, o.hosts, o.on_esxi, r.direct, r.working_set_bytes, coalesce(r.cache_bytes, c.cache_bytes) AS cache_bytes, r.application_bytes,
    r.block_align_bytes AS align_bytes,
    r.io_bytes, r.read_ratio, r.random_ratio, r.time_based, r.random_repeat, r.no_random_map, r.group_reporting, lower(r.engine_name) AS engine_name,
    r.sets_data, lower(r.workload_label) AS workload_label, a.on_flash, a.reduces_data, t.is_thin, r.prefilled, r.prefilled_ratio,
    CASE WHEN n.names IS NOT NULL THEN TRUE WHEN g.known AND o.all_known AND l.all_known THEN FALSE END AS is_production, coalesce(n.names, CASE WHEN g.known AND o.all_known AND l.all_known THEN [] END) AS production_names,
    CASE WHEN e.hosts IS NOT NULL THEN TRUE WHEN o.hosts IS NOT NULL AND l.all_known THEN FALSE END AS is_exposed, coalesce(e.hosts, CASE WHEN o.hosts IS NOT NULL AND l.all_known THEN [] END) AS exposed_to,
    w.cpu_ratio
FROM runs r
JOIN plans p ON p.test_plan = r.test_plan
CROSS JOIN tagging g
LEFT JOIN on_hosts o ON o.test_plan = r.test_plan AND o.test_run = r.test_run
LEFT JOIN placed l ON l.test_plan = r.test_plan AND l.test_run = r.test_run
LEFT JOIN arrays a ON a.test_plan = r.test_plan AND a.test_run = r.test_run
LEFT JOIN caches c ON c.test_plan = r.test_plan AND c.test_run = r.test_run
LEFT JOIN thin t ON t.test_plan = r.test_plan AND t.test_run = r.test_run
LEFT JOIN production n ON n.test_plan = r.test_plan AND n.test_run = r.test_run
LEFT JOIN seen e ON e.test_plan = r.test_plan AND e.test_run = r.test_run
LEFT JOIN results w ON w.about_key = r.test_plan || '/' || r.test_run
