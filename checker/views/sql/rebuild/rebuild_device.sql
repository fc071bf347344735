-- view: rebuild_device
-- meaning: One row per VPLEX device with its rebuild transfer-size and what copies run on it.
-- grain: storage_array, vplex_cluster, vplex_device
-- owner: storage_array
-- spine: vplex_device
-- column storage_array text: VPLEX system
-- column vplex_cluster text: VPLEX cluster; '' for a distributed device
-- column vplex_device text: name of the device
-- column context text: its context in VPlexcli, without blanks around it
-- column transfer_size_bytes int: rebuild transfer-size in bytes [vplex_device.transfer_size_bytes]
-- column transfer_size_text text: as printed [vplex_device.transfer_size_text]
-- column unreadable bool: the printed transfer-size is not a size [vplex_device.transfer_size_text, vplex_device.transfer_size_bytes]
-- column above_maximum bool: greater than the release allows; without the release, than any or every release [vplex_device.transfer_size_bytes, storage_array.array_version]
-- column below_minimum bool: less than the release allows; without the release, than any or every release [vplex_device.transfer_size_bytes, storage_array.array_version]
-- column maximum_bytes int: greatest transfer-size of the release [storage_array.array_version]
-- column minimum_bytes int: smallest transfer-size of the release; NULL if none is known [storage_array.array_version]
-- column rebuild_active bool: a rebuild runs or waits on it, or on a device it is part of [vplex_device.rebuild_status]
-- column mobility_active bool: a mobility job uses it; NULL if a job's devices or state are unknown [mobility.source_name, mobility.target_name, mobility.job_state]
-- column has_host_view bool: hosts can see a volume on it; NULL if unknown [mask_volume.volume_name, mask_volume.device, mask_initiator.view, virtual_volume.vplex_device, virtual_volume.service_status, vplex_device.virtual_volume]
-- column remaining_seconds float: time that its rebuild still needs, as VPLEX estimates it [vplex_device.rebuild_remaining_seconds]
-- column quiet_hosts bool: declared: hosts send little or no I/O now; NULL if not declared
-- column previous_bytes int: its previous transfer-size, if it is recorded as a baseline [record.value]
-- column sensitive bool: a view, host or volume of it is tagged latency_sensitive; NULL as long as nothing is tagged [tag.tag]
-- column window_declared bool: a rebuild or migration window is declared for it, its cluster or its system
-- column virtual_volume text: virtual volume on it or on the device it is part of
WITH envelope AS (
    SELECT max(maximum) AS greatest_maximum, min(maximum) AS least_maximum, max(minimum) AS greatest_minimum,
        CASE WHEN count(minimum) = count(*) THEN min(minimum) ELSE 0 END AS least_minimum
    FROM ref_vplex_limit WHERE limit_name = 'transfer_size'
), parents AS (
    -- A local device may be a leg of a distributed device: the volume is on that one.
    SELECT c.storage_array, c.component AS leg, min(c.vplex_device) AS parent FROM device_component c
    WHERE c.component_type = 'device' OR c.component_type IS NULL GROUP BY c.storage_array, c.component HAVING count(DISTINCT c.vplex_device) = 1
), devices AS (
    SELECT d.storage_array, d.cluster, d.vplex_device, d.transfer_size_bytes, d.transfer_size_text, d.rebuild_status, d.rebuild_remaining_seconds, p.parent,
        coalesce(d.virtual_volume, u.virtual_volume) AS own_volume
    FROM vplex_device d
    LEFT JOIN parents p ON p.storage_array = d.storage_array AND p.leg = d.vplex_device AND p.parent <> d.vplex_device
    LEFT JOIN vplex_device u ON u.storage_array = p.storage_array AND u.vplex_device = p.parent AND u.cluster = ''
    WHERE d.storage_array IS NOT NULL AND d.vplex_device IS NOT NULL
), on_device AS (
    SELECT v.storage_array, v.vplex_device, min(v.virtual_volume) AS virtual_volume, min(v.device) AS device, min(lower(v.service_status)) AS service_status
    FROM virtual_volume v WHERE v.vplex_device IS NOT NULL GROUP BY ALL
), by_name AS (
    SELECT storage_array, virtual_volume, min(device) AS device, min(lower(service_status)) AS service_status
    FROM virtual_volume WHERE virtual_volume IS NOT NULL GROUP BY ALL
), with_hosts AS (
    SELECT DISTINCT storage_array, cluster, view FROM mask_initiator
), masked AS (
    SELECT DISTINCT m.storage_array, m.volume_name, m.device FROM mask_volume m JOIN with_hosts w ON w.storage_array = m.storage_array AND w.cluster = m.cluster AND w.view = m.view
), masked_names AS (SELECT DISTINCT storage_array, volume_name FROM masked WHERE volume_name IS NOT NULL
), masked_identities AS (SELECT DISTINCT device FROM masked WHERE device IS NOT NULL
), jobs AS (
    SELECT storage_array, source_name, target_name,
        CASE WHEN lower(job_state) IN ('complete', 'committed', 'cancelled', 'canceled', 'cleaned', 'done') THEN FALSE WHEN job_state IS NOT NULL THEN TRUE END AS active
    FROM mobility
), job_ends AS (
    SELECT storage_array, source_name AS name, active FROM jobs WHERE source_name IS NOT NULL
    UNION ALL SELECT storage_array, target_name, active FROM jobs WHERE target_name IS NOT NULL
), nameless_jobs AS (
    SELECT storage_array, count(*) AS n FROM jobs WHERE (source_name IS NULL OR target_name IS NULL) AND active IS NOT FALSE GROUP BY 1
), parts AS (
    -- A job names devices or extents.
    SELECT storage_array, vplex_device, vplex_device AS name FROM devices
    UNION SELECT storage_array, vplex_device, component FROM device_component WHERE component IS NOT NULL
    UNION SELECT storage_array, vplex_device, parent FROM devices WHERE parent IS NOT NULL
), busy AS (
    SELECT p.storage_array, p.vplex_device, bool_or(j.active) AS active, bool_or(j.active IS NULL) AS unsure
    FROM parts p JOIN job_ends j ON j.storage_array = p.storage_array AND j.name = p.name GROUP BY ALL
), windows AS (
    SELECT DISTINCT about_kind, about_key FROM record
    WHERE record_type = 'window' AND lower(replace(fact, '_', '-')) IN ('rebuild', 'rebuild-window', 'mobility', 'migration', 'sync')
), quiet AS (
    SELECT about_kind, about_key, bool_and(lower(trim(value)) IN ('none', 'low')) AS quiet FROM record
    WHERE lower(replace(fact, '-', '_')) = 'host_io' AND value IS NOT NULL GROUP BY ALL
), before AS (
    SELECT about_key, min(CASE WHEN regexp_full_match(trim(upper(value)), '[0-9]{1,12} ?([KMG]I?B?|B)?')
        THEN TRY_CAST(regexp_extract(value, '([0-9]+)', 1) AS BIGINT) * CASE upper(regexp_extract(value, '[0-9] ?([A-Za-z])', 1)) WHEN 'K' THEN 1024 WHEN 'M' THEN 1048576 WHEN 'G' THEN 1073741824 ELSE 1 END END) AS bytes
    FROM record WHERE record_type = 'baseline' AND about_kind = 'vplex_device' AND lower(replace(fact, '-', '_')) IN ('transfer_size', 'transfer_size_bytes') GROUP BY 1
), words AS (
    SELECT about_kind, about_key, lower(replace(tag, '-', '_')) AS word FROM tag
    WHERE about_kind IN ('mask_view', 'host', 'virtual_volume', 'device') AND (tag IS NULL OR lower(replace(tag, '-', '_')) IN ('latency_sensitive', 'bulk'))
), tagged AS (
    SELECT count(*) FILTER (WHERE word IS NOT NULL) AS said, count(*) FILTER (WHERE word IS NULL) AS unread FROM words
), sensitive_views AS (
    SELECT v.storage_array, v.cluster, v.view FROM mask_view v JOIN words w ON w.about_kind = 'mask_view' AND w.about_key = v.view AND w.word = 'latency_sensitive'
    UNION SELECT m.storage_array, m.cluster, m.view FROM mask_initiator m JOIN port_role r ON r.wwpn = m.initiator_wwpn JOIN words w ON w.about_kind = 'host' AND w.about_key = r.host AND w.word = 'latency_sensitive'
), sensitive_volumes AS (
    SELECT m.storage_array, m.volume_name FROM mask_volume m JOIN sensitive_views s ON s.storage_array = m.storage_array AND s.cluster = m.cluster AND s.view = m.view WHERE m.volume_name IS NOT NULL
    UNION SELECT v.storage_array, v.virtual_volume FROM virtual_volume v JOIN words w ON w.about_kind IN ('virtual_volume', 'device') AND w.about_key IN (v.virtual_volume, v.device) AND w.word = 'latency_sensitive'
), rebuilding AS (
    SELECT storage_array, vplex_device, CASE WHEN bool_or(running) THEN TRUE WHEN bool_and(running IS NOT NULL) THEN FALSE END AS running FROM (
        SELECT storage_array, vplex_device, CASE WHEN lower(rebuild_status) IN ('done', 'n/a', 'none', 'complete') THEN FALSE WHEN rebuild_status IS NOT NULL THEN TRUE END AS running FROM vplex_device)
    GROUP BY ALL
)
SELECT d.storage_array, d.cluster AS vplex_cluster, d.vplex_device,
    CASE WHEN d.cluster = '' THEN '/distributed-storage/distributed-devices/' ELSE '/clusters/' || d.cluster || '/devices/' END || d.vplex_device AS context,
    d.transfer_size_bytes, d.transfer_size_text,
    CASE WHEN d.transfer_size_bytes IS NOT NULL THEN FALSE
         WHEN NOT regexp_full_match(trim(lower(d.transfer_size_text)), '[0-9]+(\.[0-9]+)? *([kmg]i?)?b?') THEN TRUE END AS unreadable,
    CASE WHEN l.maximum IS NOT NULL THEN d.transfer_size_bytes > l.maximum
         WHEN d.transfer_size_bytes > v.greatest_maximum THEN TRUE WHEN d.transfer_size_bytes <= v.least_maximum THEN FALSE END AS above_maximum,
    -- A limit with a maximum and without a minimum has none; without any limit the release is unknown.
    CASE WHEN l.maximum IS NOT NULL THEN d.transfer_size_bytes < coalesce(l.minimum, 0)
         WHEN d.transfer_size_bytes < v.least_minimum THEN TRUE WHEN d.transfer_size_bytes >= v.greatest_minimum THEN FALSE END AS below_minimum,
    l.maximum AS maximum_bytes, l.minimum AS minimum_bytes,
    CASE WHEN r.running OR pr.running THEN TRUE WHEN NOT r.running AND (d.parent IS NULL OR NOT pr.running) THEN FALSE END AS rebuild_active,
    CASE WHEN b.active THEN TRUE WHEN b.unsure OR n.n > 0 THEN NULL ELSE FALSE END AS mobility_active,
    CASE WHEN mn.volume_name IS NOT NULL OR mo.volume_name IS NOT NULL OR mi.device IS NOT NULL OR mj.device IS NOT NULL THEN TRUE
         WHEN coalesce(o.service_status, q.service_status) = 'unexported' THEN FALSE END AS has_host_view,
    d.rebuild_remaining_seconds AS remaining_seconds,
    CASE WHEN qd.quiet OR qc.quiet OR qs.quiet THEN TRUE WHEN coalesce(qd.quiet, qc.quiet, qs.quiet) IS NOT NULL THEN FALSE END AS quiet_hosts,
    bf.bytes AS previous_bytes,
    CASE WHEN sv.volume_name IS NOT NULL OR so.volume_name IS NOT NULL THEN TRUE WHEN (SELECT said FROM tagged) > 0 AND (SELECT unread FROM tagged) = 0 AND coalesce(d.own_volume, o.virtual_volume) IS NOT NULL THEN FALSE END AS sensitive,
    w1.about_key IS NOT NULL OR w2.about_key IS NOT NULL OR w3.about_key IS NOT NULL AS window_declared,
    coalesce(d.own_volume, o.virtual_volume) AS virtual_volume
FROM devices d
CROSS JOIN envelope v
LEFT JOIN vplex_limit_value l ON l.storage_array = d.storage_array AND l.limit_name = 'transfer_size'
LEFT JOIN on_device o ON o.storage_array = d.storage_array AND o.vplex_device = coalesce(d.parent, d.vplex_device)
LEFT JOIN by_name q ON q.storage_array = d.storage_array AND q.virtual_volume = d.own_volume
LEFT JOIN masked_names mn ON mn.storage_array = d.storage_array AND mn.volume_name = d.own_volume
LEFT JOIN masked_names mo ON mo.storage_array = d.storage_array AND mo.volume_name = o.virtual_volume
LEFT JOIN masked_identities mi ON mi.device = o.device
LEFT JOIN masked_identities mj ON mj.device = q.device
LEFT JOIN rebuilding r ON r.storage_array = d.storage_array AND r.vplex_device = d.vplex_device
LEFT JOIN rebuilding pr ON pr.storage_array = d.storage_array AND pr.vplex_device = d.parent
LEFT JOIN busy b ON b.storage_array = d.storage_array AND b.vplex_device = d.vplex_device
LEFT JOIN nameless_jobs n ON n.storage_array = d.storage_array
LEFT JOIN quiet qd ON qd.about_kind = 'vplex_device' AND qd.about_key = d.vplex_device
LEFT JOIN quiet qc ON qc.about_kind = 'vplex_cluster' AND qc.about_key = d.cluster
LEFT JOIN quiet qs ON qs.about_kind = 'storage_array' AND qs.about_key = d.storage_array
LEFT JOIN before bf ON bf.about_key = d.vplex_device
LEFT JOIN sensitive_volumes sv ON sv.storage_array = d.storage_array AND sv.volume_name = d.own_volume
LEFT JOIN sensitive_volumes so ON so.storage_array = d.storage_array AND so.volume_name = o.virtual_volume
LEFT JOIN windows w1 ON w1.about_kind = 'vplex_device' AND w1.about_key = d.vplex_device
LEFT JOIN windows w2 ON w2.about_kind = 'vplex_cluster' AND w2.about_key = d.cluster
LEFT JOIN windows w3 ON w3.about_kind = 'storage_array' AND w3.about_key = d.storage_array
