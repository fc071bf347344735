"""Samples over time in tables, and their means over times.

``triage_flow`` has the samples of hosts, ``triage_array`` those of arrays (see ``series``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.facts.store.store import Store
from checker.triage.measured.counted import build_samples
from checker.triage.measured.means import Means
from checker.triage.measured.samples import place_samples
from checker.triage.measured.series import build_series
from checker.triage.model import Span
from checker.triage.ticket.model import Request

_KINDS = ("device", "mask_volume", "storage_volume", "switch", "virtual_volume")
Key = tuple[str, str, str, str]
"""Host, volume, port and operation."""
FailedKey = tuple[str, str, str]
"""device, initiator or path; host, and name of the volume, adapter or path."""
ArrayKey = tuple[str, str, str]
"""System, volume and operation."""


def build_tables(store: Store, request: Request) -> None:
    """Write the tables and views of ``counted``, ``samples`` and ``series``.

    Raises:
        UsageError: a machine in ``clocks`` has no samples.
    """
    store.ensure_entities(_KINDS)
    build_samples(store, request.timezone, request.day_first)
    place_samples(store, request)
    build_series(store)


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


def _which(times: Sequence[Sequence[Span]]) -> str:
    """Return the number of the time that a sample is of; NULL if it is of none. A sample is at least half in one time, so in no other."""
    return f"CASE {' '.join(f'WHEN {inside(spans)} THEN {number}' for number, spans in enumerate(times))} END"


def flow_means(store: Store, *times: Sequence[Span]) -> list[dict[Key, Means]]:
    """Return the means of every flow of hosts over each of these times, which do not overlap; all in one pass over the samples."""
    parts = "count(DISTINCT part)" if store.rows("SELECT 1 FROM triage_flow_point WHERE part <> '' LIMIT 1") else "1"
    rows = store.rows(f"""
        WITH means AS (
            SELECT flow, time, sum(ios) * {parts} / sum(seconds) AS iops, count(*) AS samples, median(ios) AS bin_ios,
                sum(ios * ms) / sum(ios) AS ms, coalesce(stddev_samp(ms) / sqrt(count(*)), 0) AS error,
                {_mean("kernel_ms")} AS kernel_ms, {_mean("device_ms")} AS device_ms,
                CASE WHEN count(bytes) = count(*) THEN sum(bytes * seconds) / sum(ios) END AS io_bytes,
                avg(full_queue::INTEGER) AS full_queue, {_mean("reads")} AS reads
            FROM ({_of_times("triage_flow_point", times)}) GROUP BY flow, time
        )
        SELECT k.host, k.volume, k.port, k.operation, m.* EXCLUDE (flow), u.high_ms FROM means m
        JOIN triage_flow_key k ON k.flow = m.flow JOIN triage_usual u ON u.flow = m.flow
        ORDER BY k.host, k.volume, k.port, k.operation
    """)
    found: list[dict[Key, Means]] = [{} for _ in times]
    for host, volume, port, operation, time, *figures in rows:
        iops, samples, bin_ios, ms, error, kernel, device, size, full, reads, high = figures
        found[time][host, volume, port, operation] = Means(
            iops, samples, bin_ios, ms, error, kernel, device, io_bytes=size, full_queue=full, reads=reads, high_ms=high
        )
    return found


def array_means(store: Store, *times: Sequence[Span]) -> list[dict[ArrayKey, Means]]:
    """Return the means of every volume of an array or VPLEX over each of these times, which do not overlap; all in one pass."""
    seconds = " ".join(
        f"WHEN {number} THEN {sum(one.seconds for one in spans)!r}" for number, spans in enumerate(times)
    )
    directors = "count(DISTINCT director)" if _has_directors(store) else "1"
    rows = store.rows(f"""
        WITH means AS (
            SELECT k.volume_series AS series, p.time, {directors} * sum(ios) / sum(seconds) AS iops, count(*) AS samples,
                sum(ios * ms) / sum(ios) AS ms, {_mean("network_ms")} AS network_ms
            FROM ({_of_times("triage_array_point", times)}) p JOIN triage_array_key k ON k.series = p.series
            GROUP BY k.volume_series, p.time HAVING sum(seconds) >= 0.5 * {directors} * CASE p.time {seconds} END
        )
        SELECT k.system, k.volume, k.operation, m.* EXCLUDE (series) FROM means m JOIN triage_array_key k ON k.series = m.series
    """)
    found: list[dict[ArrayKey, Means]] = [{} for _ in times]
    # How many I/Os there are in an interval, and how far the means vary, is judged by what the hosts measure.
    for system, volume, operation, time, iops, samples, ms, network in rows:
        found[time][system, volume, operation] = Means(iops, samples, 0.0, ms, 0.0, None, None, ms, network)
    return found


def high_of_arrays(store: Store, span: Span) -> dict[ArrayKey, float]:
    """Return the 95th percentile of the response time of every volume of an array whose samples cover half of this time."""
    directors = "count(DISTINCT director)" if _has_directors(store) else "1"
    rows = store.rows(f"""
        WITH high AS (
            SELECT k.volume_series AS series, quantile_cont(ms, 0.95) AS high_ms FROM triage_array_point p
            JOIN triage_array_key k ON k.series = p.series GROUP BY k.volume_series {covered([span], directors)}
        )
        SELECT k.system, k.volume, k.operation, high_ms FROM high h JOIN triage_array_key k ON k.series = h.series
    """)
    return {(system, volume, operation): high for system, volume, operation, high in rows}


def _of_times(table: str, times: Sequence[Sequence[Span]]) -> str:
    """Return the query for the samples of a table with the number of their ``time``, their ``seconds`` and their number of I/Os."""
    return f"SELECT *, {_which(times)} AS time, t1 - t0 AS seconds, n * (t1 - t0) AS ios FROM {table} WHERE time IS NOT NULL"


def aborts_in(store: Store, span: Span) -> dict[FailedKey, float]:
    """Return how many commands hosts aborted, and how often they reset the device, of each volume, adapter and path that they count."""
    rows = store.rows(f"""
        WITH clocks AS (
            SELECT host, max(ahead) AS ahead FROM triage_flow_key GROUP BY host
        ), failed AS (
            SELECT s.about_kind, s.host, CASE s.about_kind WHEN 'device' THEN s.device WHEN 'path' THEN s.kernel_name ELSE regexp_replace(s.about_key, '^.*/', '') END AS name,
                coalesce(s.aborts, 0) + coalesce(s.resets, 0) AS rate, s.t0 - coalesce(c.ahead, 0) AS t0, s.t1 - coalesce(c.ahead, 0) AS t1
            FROM triage_sample s LEFT JOIN clocks c ON c.host = s.host
            LEFT JOIN device_scope d ON s.about_kind = 'device' AND d.host = s.host AND d.device = s.device
            WHERE s.about_kind IN ('device', 'initiator', 'path') AND s.host IS NOT NULL AND (s.aborts > 0 OR s.resets > 0)
                AND d.in_scope IS NOT FALSE
        )
        SELECT about_kind, host, name, sum(rate * (t1 - t0)) FROM failed WHERE {inside([span])} AND name IS NOT NULL GROUP BY ALL ORDER BY ALL
    """)
    return {(kind, host, name): count for kind, host, name, count in rows}


def _has_directors(store: Store) -> bool:
    return bool(store.rows("SELECT 1 FROM triage_array_key WHERE director <> '' LIMIT 1"))


def _mean(column: str) -> str:
    """Return the mean of a column weighted by I/O, NULL unless all samples have it."""
    return f"CASE WHEN count({column}) = count(*) THEN sum(ios * {column}) / sum(ios) END"


def whole_span(store: Store, table: str) -> Span | None:
    """Return the time that all samples of a table cover; None without any."""
    first, last = store.rows(f"SELECT min(t0), max(t1) FROM {table}")[0]
    return Span(first, last) if first is not None else None
