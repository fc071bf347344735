"""The samples of a store as tables of flows: ``triage_flow`` (hosts), ``triage_array`` (arrays) and ``triage_system``.

Both tables have a row for each sample and operation, with begin and end in seconds since 1970 on one clock. They are made
and aggregated in SQL, because a capture of an hour has hundreds of thousands of samples.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from checker.errors import UsageError
from checker.facts.store.store import Store
from checker.rules.language.suggest import unknown
from checker.triage.measured.counted import build_samples
from checker.triage.measured.means import Means
from checker.triage.model import Span
from checker.triage.ticket.model import Request

_KINDS = ("device", "mask_volume", "storage_volume", "virtual_volume")
_SWITCHES = "SELECT DISTINCT switch FROM switch WHERE switch IS NOT NULL ORDER BY 1"
_MOST_AHEAD = 1e9
Key = tuple[str, str, str, str]
"""Host, volume, port and operation."""


def build_tables(store: Store, request: Request) -> None:
    """Write the tables of this module as temporary tables.

    Raises:
        UsageError: a machine in ``clocks`` has no samples.
    """
    store.ensure_entities(_KINDS)
    build_samples(store)
    store.ensure_entities(("switch",))
    _samples(store, request)
    _systems(store)
    _flows(store)
    _arrays(store)


def _samples(store: Store, request: Request) -> None:
    """Write ``triage_sample``: samples on one clock, without a second tool of a host and without paths of a map."""
    behind = _offset(store, request.timezone)
    _demand_known(store, request)
    store.execute("CREATE OR REPLACE TEMP TABLE triage_clock (owner VARCHAR, ahead DOUBLE)")
    known = {**declared_clocks(store), **request.clocks}
    if known:
        store.connection.executemany(
            "INSERT INTO triage_clock VALUES (?, ?)", [list(pair) for pair in sorted(known.items())]
        )
    store.execute(f"""
        CREATE OR REPLACE TEMP VIEW triage_sample AS
        WITH placed AS (
            SELECT s.* EXCLUDE (started_at, ended_at, back_end_read_ms, back_end_write_ms, aborts, failed_iops),
                coalesce(s.iops, s.read_iops + s.write_iops) AS ios,
                epoch(s.started_at) - coalesce(c.ahead, 0) - CASE WHEN s.utc THEN 0 ELSE {behind} END AS t0,
                epoch(s.ended_at) - coalesce(c.ahead, 0) - CASE WHEN s.utc THEN 0 ELSE {behind} END AS t1
            FROM triage_load s LEFT JOIN triage_clock c ON c.owner = coalesce(s.host, s.storage_array)
        ), chosen AS (
            SELECT host, arg_min(tool, (step, tool)) AS tool FROM (
                SELECT host, tool, median(t1 - t0) AS step FROM placed WHERE about_kind = 'device' GROUP BY ALL
            ) GROUP BY host
        ), mapped AS (
            SELECT DISTINCT host, device, tool FROM placed
            WHERE kernel_name SIMILAR TO '(dm-|mpath|emcpower).*' AND device IS NOT NULL
        )
        SELECT p.* FROM placed p
        LEFT JOIN chosen c ON c.host = p.host AND p.about_kind IN ('device', 'initiator')
        LEFT JOIN mapped m ON m.host = p.host AND m.device = p.device AND m.tool = p.tool
        WHERE p.t1 > p.t0 AND (c.tool IS NULL OR c.tool = p.tool)
            AND (m.device IS NULL OR p.kernel_name SIMILAR TO '(dm-|mpath|emcpower).*')
    """)


def _demand_known(store: Store, request: Request) -> None:
    """Demand that each machine whose clock is stated has samples.

    Raises:
        UsageError: one has none; suggests the nearest.
    """
    names = [
        name
        for (name,) in store.rows("SELECT DISTINCT coalesce(host, storage_array) FROM triage_load ORDER BY 1")
        if name
    ]
    names += [name for (name,) in store.rows(_SWITCHES) if name not in names]
    for name in request.clocks:
        if name not in names:
            raise UsageError(f"--clock: {unknown('host, array or switch', name, names)}")


def declared_clocks(store: Store) -> dict[str, float]:
    """Return the seconds by which clocks are ahead, as the inventory declares them (``clock offset seconds``)."""
    store.ensure_entities(("host_setting", "array_setting", "fabric_setting"))
    rows = store.rows("""
        SELECT owner, min(try_cast(value AS DOUBLE)) FROM (
            SELECT host AS owner, setting, value FROM host_setting UNION ALL SELECT storage_array, setting, value FROM array_setting
            UNION ALL SELECT switch, setting, value FROM fabric_setting
        ) WHERE lower(setting) = 'clock offset seconds' AND owner IS NOT NULL
        GROUP BY owner HAVING count(DISTINCT value) = 1 AND min(try_cast(value AS DOUBLE)) IS NOT NULL ORDER BY owner
    """)
    return {owner: float(ahead) for owner, ahead in rows if abs(ahead) < _MOST_AHEAD}


def _offset(store: Store, zone: str) -> float:
    """Return the seconds by which times without a zone are ahead of UTC."""
    first = store.rows("SELECT min(ended_at) FROM triage_load WHERE NOT utc")[0][0]
    if first is None:
        return 0.0
    local: datetime = first.replace(tzinfo=timezone.utc if zone.upper() == "UTC" else ZoneInfo(zone))  # noqa: UP017
    ahead = local.utcoffset()
    return ahead.total_seconds() if ahead is not None else 0.0


def _systems(store: Store) -> None:
    """Write ``triage_system``: the array or VPLEX of each volume, where exactly one is known, and all known names."""
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_system AS
        WITH known AS (
            SELECT device, storage_array, family = 'vplex' AS virtualised FROM path_place WHERE storage_array IS NOT NULL
            UNION SELECT device, storage_array, FALSE FROM storage_volume WHERE storage_array IS NOT NULL
                AND device NOT IN (SELECT device FROM path_place WHERE storage_array IS NOT NULL AND device IS NOT NULL)
            UNION SELECT device, storage_array, TRUE FROM virtual_volume WHERE storage_array IS NOT NULL
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
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_flow AS
        WITH by_operation AS (
            SELECT host, about_kind, bool_or(read_ms IS NOT NULL OR write_ms IS NOT NULL) AS split FROM triage_load
            WHERE host IS NOT NULL GROUP BY ALL
        ), own AS (
            SELECT s.host, CASE WHEN s.about_kind = 'device' THEN coalesce(s.device, '') ELSE '' END AS volume,
                CASE WHEN s.about_kind = 'initiator' THEN regexp_replace(about_key, '^.*/', '') ELSE '' END AS port,
                t0, t1, kernel_name, ios, read_iops, write_iops, latency_ms, read_ms, write_ms, kernel_ms,
                coalesce(device_ms, latency_ms - kernel_ms) AS device_ms,
                coalesce(device_read_ms, read_ms - kernel_ms) AS device_read_ms,
                coalesce(device_write_ms, write_ms - kernel_ms) AS device_write_ms,
                1e6 * coalesce(throughput_mbps, read_mbps + write_mbps) AS bytes, 1e6 * read_mbps AS read_bytes,
                1e6 * write_mbps AS write_bytes,
                outstanding >= queue_depth - 1 OR (queued > 0 AND queued >= 0.5 * outstanding) AS full_queue,
                kernel_ms > latency_ms + 0.1 AND kernel_ms > 1.05 * latency_ms AS impossible, o.split
            FROM triage_sample s JOIN by_operation o ON o.host = s.host AND o.about_kind = s.about_kind LEFT JOIN device_scope d ON d.host = s.host AND d.device = s.device
            WHERE s.host IS NOT NULL AND s.about_kind IN ('device', 'initiator') AND d.in_scope IS NOT FALSE
                AND (s.about_kind = 'initiator' OR s.device IS NOT NULL)
        )
        SELECT host, volume, port, 'read' AS operation, t0, t1, coalesce(kernel_name, '') AS part, read_iops AS n, read_ms AS ms,
            kernel_ms, device_read_ms AS device_ms, read_bytes AS bytes, full_queue, impossible FROM own WHERE split AND port = ''
        UNION ALL SELECT host, volume, port, 'write', t0, t1, coalesce(kernel_name, ''), write_iops, write_ms, kernel_ms,
            device_write_ms, write_bytes, full_queue, impossible FROM own WHERE split AND port = ''
        UNION ALL SELECT host, volume, port, '', t0, t1, coalesce(kernel_name, ''), ios, latency_ms, kernel_ms, device_ms,
            bytes, full_queue, impossible FROM own WHERE NOT split OR port <> ''
    """)
    store.execute("DELETE FROM triage_flow WHERE n IS NULL OR ms IS NULL OR NOT n > 0")
    store.execute(
        "CREATE OR REPLACE TEMP TABLE triage_impossible AS SELECT DISTINCT host, volume, port, t0 FROM triage_flow WHERE impossible"
    )
    store.execute("DELETE FROM triage_flow WHERE impossible")
    # A block device whose LUN is unknown may be a part of one that is known, or a map of others: it is not counted again.
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_unidentified AS
        WITH hosts AS (
            SELECT host, bool_or(volume <> '' AND NOT starts_with(volume, 'block:')) AS identified FROM triage_flow GROUP BY host
        )
        SELECT DISTINCT f.host, f.volume FROM triage_flow f JOIN hosts h ON h.host = f.host
        WHERE starts_with(f.volume, 'block:') AND (h.identified OR starts_with(f.volume, 'block:dm-'))
    """)
    store.execute("DELETE FROM triage_flow f USING triage_unidentified u WHERE u.host = f.host AND u.volume = f.volume")


def _arrays(store: Store) -> None:
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_array AS
        WITH own AS (
            SELECT coalesce(s.device, v.device) AS volume, coalesce(nullif(s.storage_array, ''), y.storage_array) AS system,
                coalesce(s.director, '') AS director, t0, t1, utc, ios, read_iops, write_iops, latency_ms, read_ms, write_ms,
                network_ms
            FROM triage_sample s
            LEFT JOIN triage_volume_name v ON v.storage_array = s.storage_array AND v.name = s.about_key
            LEFT JOIN triage_system y ON y.device = s.device
            WHERE s.host IS NULL AND s.about_kind IN ('storage_volume', 'virtual_volume')
        ), op AS (
            SELECT volume, system, director, 'read' AS operation, t0, t1, utc, coalesce(read_iops, ios) AS n, read_ms AS ms, network_ms FROM own
            UNION ALL SELECT volume, system, director, 'write', t0, t1, utc, coalesce(write_iops, ios), write_ms, network_ms FROM own
            UNION ALL SELECT volume, system, director, '', t0, t1, utc, ios,
                coalesce(latency_ms, (read_iops * coalesce(read_ms, 0) + write_iops * coalesce(write_ms, 0)) / nullif(ios, 0)),
                network_ms FROM own WHERE latency_ms IS NOT NULL OR (read_iops IS NOT NULL AND write_iops IS NOT NULL)
        )
        SELECT * FROM op WHERE volume IS NOT NULL AND n > 0 AND ms IS NOT NULL
    """)
    # Storage volumes as the directors of a VPLEX see them, without their I/Os per second.
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_back AS
        SELECT director, coalesce(device, about_key) AS volume, 'read' AS operation, t0, t1, read_ms AS ms FROM triage_sample
        WHERE about_kind = 'storage_volume' AND director <> '' AND read_ms IS NOT NULL
        UNION ALL SELECT director, coalesce(device, about_key), 'write', t0, t1, write_ms FROM triage_sample
        WHERE about_kind = 'storage_volume' AND director <> '' AND write_ms IS NOT NULL
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_director AS
        SELECT director, about_kind, t0, t1, busy_ratio AS busy, queued, read_hits AS hits, read_misses AS misses, wan_ms, back_end_aborts AS aborts
        FROM triage_sample WHERE director <> '' AND about_kind IN ('director', 'target_port')
    """)


def inside(spans: Iterable[Span]) -> str:
    """Return the condition that at least half of a sample is inside one of the spans, and that it is not longer."""
    tests = [
        f"(t1 - t0 <= {one.seconds!r} AND least(t1, {one.until!r}) - greatest(t0, {one.since!r}) >= 0.5 * (t1 - t0))"
        for one in spans
    ]
    return f"({' OR '.join(tests)})" if tests else "FALSE"


def covered(spans: Iterable[Span], series: str = "1") -> str:
    """Return the condition on groups that samples cover half of the time, of each of so many series."""
    return f"HAVING sum(t1 - t0) >= 0.5 * {sum(one.seconds for one in spans)!r} * {series}"


def flow_means(store: Store, spans: Sequence[Span]) -> dict[Key, Means]:
    """Return the means of every flow of hosts over these times."""
    rows = store.rows(f"""
        SELECT host, volume, port, operation, sum(n * (t1 - t0)) * count(DISTINCT part) / sum(t1 - t0), count(*),
            median(n * (t1 - t0)), sum(n * (t1 - t0) * ms) / sum(n * (t1 - t0)),
            coalesce(stddev_samp(ms) / sqrt(count(*)), 0), {_mean("kernel_ms")}, {_mean("device_ms")},
            CASE WHEN count(bytes) = count(*) THEN sum(bytes * (t1 - t0)) / sum(n * (t1 - t0)) END,
            avg(full_queue::INTEGER), quantile_cont(ms, 0.95)
        FROM triage_flow WHERE {inside(spans)} GROUP BY ALL ORDER BY ALL
    """)
    return {
        (host, volume, port, operation): Means(
            iops, samples, bin_ios, ms, error, kernel, device, io_bytes=size, full_queue=full, high_ms=high
        )
        for host, volume, port, operation, iops, samples, bin_ios, ms, error, kernel, device, size, full, high in rows
    }


def array_means(store: Store, spans: Sequence[Span]) -> dict[tuple[str, str, str], Means]:
    """Return the means of every volume of an array or VPLEX over these times, by system, volume and operation."""
    rows = store.rows(f"""
        SELECT system, volume, operation, count(DISTINCT director) * sum(n * (t1 - t0)) / sum(t1 - t0), count(*), median(n * (t1 - t0)),
            sum(n * (t1 - t0) * ms) / sum(n * (t1 - t0)), coalesce(stddev_samp(ms) / sqrt(count(*)), 0), {_mean("network_ms")},
            quantile_cont(ms, 0.95)
        FROM triage_array WHERE {inside(spans)} GROUP BY ALL {covered(spans, "count(DISTINCT director)")} ORDER BY ALL
    """)
    return {
        (system, volume, operation): Means(
            iops, samples, bin_ios, ms, error, array_ms=ms, network_ms=network, high_ms=high
        )
        for system, volume, operation, iops, samples, bin_ios, ms, error, network, high in rows
    }


def _mean(column: str) -> str:
    """Return the mean of a column weighted by I/O, NULL unless all samples have it."""
    return f"CASE WHEN count({column}) = count(*) THEN sum(n * (t1 - t0) * {column}) / sum(n * (t1 - t0)) END"


def whole_span(store: Store, table: str) -> Span | None:
    """Return the time that all samples of a table cover; None without any."""
    first, last = store.rows(f"SELECT min(t0), max(t1) FROM {table}")[0]
    return Span(first, last) if first is not None else None
