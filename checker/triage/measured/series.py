"""The samples of a store as series: ``triage_flow`` (hosts), ``triage_array`` (arrays), and what belongs to which array.

Both are views of a table of keys and one of points, with a row for each sample and operation, and begin and end in seconds
since 1970 on one clock. The points name their key by number: a capture of an hour has millions of them. A point has the
figures of two operations, reads and writes, where both are measured: ``n_1`` … are those of the key with its number, ``n_2`` …
those of the next one; both keys name it as their ``point``. A figure without I/Os is not a sample: its ``n_…`` is NULL.
"""

from __future__ import annotations

from checker.facts.store.store import Store
from checker.triage.measured.operations import MEASURED, SOME, samples_of_points


def build_series(store: Store) -> None:
    """Write the tables of this module from ``triage_sample``."""
    _systems(store)
    _flows(store)
    _arrays(store)
    _directors(store)


def _systems(store: Store) -> None:
    """Write ``triage_system``: the array or VPLEX of each volume, where exactly one is known, and all known names."""
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_system AS
        WITH known AS (
            SELECT device, storage_array, family = 'vplex' AS virtualised FROM path_place WHERE storage_array IS NOT NULL
            UNION SELECT device, storage_array, FALSE FROM storage_volume WHERE storage_array IS NOT NULL
                AND device NOT IN (SELECT device FROM path_place WHERE storage_array IS NOT NULL AND device IS NOT NULL)
            UNION SELECT device, storage_array, TRUE FROM virtual_volume WHERE storage_array IS NOT NULL
            -- Samples of an array may state which LUN each of its volumes is.
            UNION SELECT device, storage_array, FALSE FROM triage_object WHERE host IS NULL AND about_kind = 'storage_volume'
                AND storage_array <> '' AND coalesce(director, '') = ''
                AND device NOT IN (SELECT device FROM path_place WHERE storage_array IS NOT NULL AND device IS NOT NULL)
        )
        SELECT device, min(storage_array) AS storage_array, bool_or(coalesce(virtualised, FALSE)) AS virtualised
        FROM known WHERE device IS NOT NULL AND NOT starts_with(device, 'block:') GROUP BY device HAVING count(DISTINCT storage_array) = 1
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_volume_name AS
        SELECT storage_array, name, min(device) AS device FROM (
            SELECT storage_array, storage_volume AS name, device FROM storage_volume
            UNION SELECT storage_array, label, device FROM storage_volume
            UNION SELECT storage_array, volume_name, device FROM mask_volume
            UNION SELECT storage_array, virtual_volume, device FROM virtual_volume
        ) WHERE name IS NOT NULL AND device IS NOT NULL AND storage_array IS NOT NULL
        GROUP BY ALL HAVING count(DISTINCT device) = 1
    """)


def _flows(store: Store) -> None:
    """Write ``triage_flow_key`` and ``triage_flow_point``, of which ``triage_flow`` is the view, ``triage_usual``, and ``triage_port``, also those without I/O."""
    thing = (
        "CASE s.about_kind WHEN 'device' THEN s.device WHEN 'path' THEN s.kernel_name "
        "ELSE regexp_replace(s.about_key, '^.*/', '') END"
    )
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE triage_owner AS
        WITH own AS (
            SELECT s.host, s.about_kind, {thing} AS thing, min(s.kernel_name) < max(s.kernel_name) AS several,
                bool_or(s.split) AS split
            FROM triage_part s WHERE s.host IS NOT NULL AND s.about_kind IN ('device', 'initiator', 'path') GROUP BY ALL
        )
        SELECT o.host, o.about_kind, o.thing, o.several,
            o.about_kind = 'device' AND bool_or(o.split) OVER (PARTITION BY o.host, o.about_kind) AS split,
            2 * (row_number() OVER (ORDER BY o.host, o.about_kind = 'device', o.thing, o.about_kind))::INTEGER AS number
        FROM own o LEFT JOIN device_scope d ON o.about_kind = 'device' AND d.host = o.host AND d.device = o.thing
        WHERE o.thing IS NOT NULL AND d.in_scope IS NOT FALSE
    """)
    # Parts of a volume, such as its paths, are counted only where there are several.
    several = bool(store.rows("SELECT 1 FROM triage_owner WHERE several LIMIT 1"))
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE triage_flow_point AS
        WITH own AS (
            SELECT number AS flow, t0, t1, {"coalesce(kernel_name, '')" if several else "''"} AS part, kernel_ms,
                outstanding >= queue_depth - 1 OR (queued > 0 AND queued >= 0.5 * outstanding) AS full_queue,
                kernel_ms > latency_ms + 0.1 AND kernel_ms > 1.05 * latency_ms AS impossible,
                CASE WHEN NOT split THEN read_iops / ios END AS reads,
                CASE WHEN split THEN read_iops ELSE ios END AS n_1, CASE WHEN split THEN write_iops END AS n_2,
                CASE WHEN split THEN read_ms ELSE latency_ms END AS ms_1, write_ms AS ms_2,
                coalesce(CASE WHEN split THEN device_read_ms ELSE device_ms END, ms_1 - kernel_ms) AS device_ms_1,
                coalesce(device_write_ms, write_ms - kernel_ms) AS device_ms_2,
                1e6 * CASE WHEN split THEN read_mbps ELSE coalesce(throughput_mbps, read_mbps + write_mbps) END AS bytes_1,
                1e6 * write_mbps AS bytes_2
            FROM triage_sample s JOIN triage_owner o ON o.host = s.host AND o.about_kind = s.about_kind AND o.thing = {thing}
        )
        SELECT * REPLACE ({MEASURED}) FROM own WHERE {SOME}
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_flow_key AS
        SELECT number + way AS flow, host, CASE about_kind WHEN 'device' THEN thing ELSE '' END AS volume,
            CASE about_kind WHEN 'device' THEN '' ELSE thing END AS port, CASE WHEN NOT split THEN '' WHEN way = 0 THEN 'read' ELSE 'write' END AS operation,
            0::DOUBLE AS ahead, about_kind = 'path' AS path, number AS point
        FROM triage_owner, (VALUES (0), (1)) w(way) WHERE split OR way = 0
    """)
    store.execute(
        "CREATE OR REPLACE TEMP TABLE triage_impossible AS SELECT DISTINCT host, volume, port, t0 FROM triage_flow_point "
        "JOIN triage_flow_key USING (flow) WHERE impossible"
    )
    if store.rows("SELECT 1 FROM triage_impossible LIMIT 1"):
        store.execute("DELETE FROM triage_flow_point WHERE impossible")
    samples = samples_of_points(
        "triage_flow_point", "flow", ("ms", "device_ms", "bytes"), ("part", "kernel_ms", "full_queue", "reads")
    )
    store.execute(f"CREATE OR REPLACE TEMP VIEW triage_flow_sample AS {samples}")
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_usual AS
        WITH own AS (
            SELECT flow, quantile_cont(ms_1, [0.25, 0.95]) AS s_1, quantile_cont(ms_2, [0.25, 0.95]) AS s_2 FROM triage_flow_point GROUP BY flow
        ), each_one AS (
            SELECT flow, s_1 AS s FROM own UNION ALL SELECT flow + 1, s_2 FROM own
        )
        SELECT flow, s[1] AS low_ms, s[2] AS high_ms FROM each_one WHERE s IS NOT NULL
    """)
    store.execute("DELETE FROM triage_flow_key WHERE flow NOT IN (SELECT flow FROM triage_usual)")
    # A block device whose LUN is unknown may be a part of one that is known, or a map of others: it is not counted again.
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_unidentified AS
        WITH hosts AS (
            SELECT host, bool_or(volume <> '' AND NOT starts_with(volume, 'block:')) AS identified FROM triage_flow_key GROUP BY host
        )
        SELECT DISTINCT f.host, f.volume FROM triage_flow_key f JOIN hosts h ON h.host = f.host
        WHERE starts_with(f.volume, 'block:') AND (h.identified OR starts_with(f.volume, 'block:dm-'))
    """)
    store.execute(
        "DELETE FROM triage_flow_key f USING triage_unidentified u WHERE u.host = f.host AND u.volume = f.volume"
    )
    store.execute(
        "CREATE OR REPLACE TEMP TABLE triage_port AS SELECT host, thing AS port, about_kind = 'path' AS path "
        "FROM triage_owner WHERE about_kind IN ('initiator', 'path')"
    )
    store.execute("DROP TABLE triage_owner")
    store.execute("""
        CREATE OR REPLACE TEMP VIEW triage_flow AS
        SELECT k.host, k.volume, k.port, k.operation, p.* FROM triage_flow_sample p JOIN triage_flow_key k ON k.flow = p.flow
    """)


def _arrays(store: Store) -> None:
    """Write ``triage_array_key`` and ``triage_array_point``, of which ``triage_array`` is the view; ``volume_series`` is the number of the volume's first series, which alone is ``is_first``."""
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_owner AS
        WITH own AS (
            SELECT o.storage_array, o.about_key, o.device, o.director, 3 * (row_number() OVER (ORDER BY o.storage_array, o.about_key, o.device, o.director))::INTEGER AS number,
                coalesce(v.device, o.device) AS volume, coalesce(nullif(o.storage_array, ''), y.storage_array) AS system
            FROM (
                SELECT DISTINCT storage_array, about_key, device, coalesce(director, '') AS director FROM triage_object
                WHERE host IS NULL AND about_kind IN ('storage_volume', 'virtual_volume')
            ) o
            LEFT JOIN triage_volume_name v ON v.storage_array = o.storage_array AND v.name = o.about_key
            LEFT JOIN triage_system y ON y.device = o.device
        )
        SELECT *, min(number) OVER (PARTITION BY system, volume) AS volume_number FROM own
    """)
    several = bool(store.rows("SELECT 1 FROM triage_owner WHERE director <> '' LIMIT 1"))
    # Means of reads and writes together are compared with those of hosts that print nothing else.
    mixed = bool(
        store.rows(
            "SELECT 1 FROM triage_flow_key WHERE operation = '' AND volume <> '' UNION ALL SELECT 1 FROM triage_object "
            "WHERE host IS NULL AND about_kind IN ('storage_volume', 'virtual_volume') AND mean_only LIMIT 1"
        )
    )
    both = """
        UNION ALL SELECT number + 2, volume_number + 2, t0, t1, part, network_ms, ios, NULL, coalesce(latency_ms,
            (read_iops * coalesce(read_ms, 0) + write_iops * coalesce(write_ms, 0)) / nullif(ios, 0)), NULL
        FROM own WHERE latency_ms IS NOT NULL OR (read_iops IS NOT NULL AND write_iops IS NOT NULL)
    """
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE triage_array_point AS
        WITH own AS (
            SELECT o.number, o.volume_number, t0, t1, {"o.director" if several else "''"} AS part, ios, read_iops, write_iops,
                latency_ms, read_ms, write_ms, network_ms
            FROM triage_sample s JOIN triage_owner o ON o.storage_array IS NOT DISTINCT FROM s.storage_array
                AND o.about_key IS NOT DISTINCT FROM s.about_key AND o.device IS NOT DISTINCT FROM s.device
                AND o.director = coalesce(s.director, '')
            WHERE s.host IS NULL AND s.about_kind IN ('storage_volume', 'virtual_volume') AND o.volume IS NOT NULL
        ), op AS (
            SELECT number AS series, volume_number AS volume_series, t0, t1, part, network_ms, coalesce(read_iops, ios) AS n_1,
                coalesce(write_iops, ios) AS n_2, read_ms AS ms_1, write_ms AS ms_2 FROM own
            {both if mixed else ""}
        )
        SELECT * REPLACE ({MEASURED}) FROM op WHERE {SOME}
    """)
    samples = samples_of_points("triage_array_point", "series", ("ms",), ("network_ms",))
    store.execute(f"CREATE OR REPLACE TEMP VIEW triage_array_sample AS {samples}")
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_array_key AS
        WITH filled AS (
            SELECT series, count(n_1) AS some_1, count(n_2) AS some_2 FROM triage_array_point GROUP BY series
        ), known AS (
            SELECT series, series AS point FROM filled WHERE some_1 > 0 UNION ALL SELECT series + 1, series FROM filled WHERE some_2 > 0
        )
        SELECT k.series, volume, system, director, ['read', 'write', ''][way + 1] AS operation, volume_number + way AS volume_series, k.point,
            k.series = min(k.series) OVER (PARTITION BY volume_number, way) AS is_first
        FROM known k JOIN triage_owner o ON o.number = k.series - k.series % 3, (SELECT k.series % 3 AS way)
    """)
    store.execute("DROP TABLE triage_owner")
    store.execute(
        "CREATE OR REPLACE TEMP VIEW triage_volume_key AS SELECT volume_series AS series, system, volume, operation "
        "FROM triage_array_key WHERE is_first"
    )
    store.execute(
        "CREATE OR REPLACE TEMP VIEW triage_array AS SELECT k.* EXCLUDE (series, volume_series, point, is_first), p.* FROM triage_array_sample p "
        "JOIN triage_array_key k ON k.series = p.series"
    )


def _directors(store: Store) -> None:
    """Write ``triage_back``, storage volumes as the directors of a VPLEX see them without their I/Os, and ``triage_director``.

    A director prints 0 for a storage volume that it had no I/O with; that is not a latency.
    """
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_back AS
        WITH own AS (
            SELECT director, coalesce(device, about_key) AS volume, t0, t1, read_ms, write_ms FROM triage_sample
            WHERE about_kind = 'storage_volume' AND director <> ''
        )
        SELECT director, volume, 'read' AS operation, t0, t1, read_ms AS ms FROM own WHERE read_ms > 0
        UNION ALL SELECT director, volume, 'write', t0, t1, write_ms FROM own WHERE write_ms > 0
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_director AS
        SELECT director, about_kind, t0, t1, busy_ratio AS busy, queued, read_hits AS hits, read_misses AS misses, wan_ms, back_end_aborts AS aborts
        FROM triage_sample WHERE director <> '' AND about_kind IN ('director', 'target_port')
    """)
