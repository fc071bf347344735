"""Samples over time in tables, and their means over times.

``triage_flow`` has the samples of hosts, ``triage_array`` those of arrays (see ``series``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from checker.facts.store.store import Store
from checker.triage.measured.counted import build_samples
from checker.triage.measured.means import MEASURED, Answer, Means
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
_Figures = TypeVar("_Figures")


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
    means = f"""
        SELECT m.*, u.high_ms FROM (
            SELECT flow, time, sum(ios) * {parts} / sum(seconds) AS iops, count(*) AS samples, median(ios) AS bin_ios,
                sum(ios * ms) / sum(ios) AS ms, coalesce(stddev_samp(ms) / sqrt(count(*)), 0) AS error,
                {_mean("kernel_ms")} AS kernel_ms, {_mean("device_ms")} AS device_ms,
                CASE WHEN count(bytes) = count(*) THEN sum(bytes * seconds) / sum(ios) END AS io_bytes,
                avg(full_queue::INTEGER) AS full_queue, {_mean("reads")} AS reads
            FROM ({_of_times("triage_flow_point", times)}) GROUP BY flow, time
        ) m JOIN triage_usual u ON u.flow = m.flow
    """
    names = ("host", "volume", "port", "operation")
    rows = _side_by_side(store, "triage_flow_key", "flow", names, means, MEASURED, len(times))
    return _by_time(rows, len(names), Means, len(times))


def array_means(store: Store, *times: Sequence[Span]) -> list[dict[ArrayKey, Answer]]:
    """Return the means of every volume of an array or VPLEX over each of these times, which do not overlap; all in one pass."""
    seconds = " ".join(
        f"WHEN {number} THEN {sum(one.seconds for one in spans)!r}" for number, spans in enumerate(times)
    )
    directors = "count(DISTINCT director)" if _has_directors(store) else "1"
    means = f"""
        SELECT k.volume_series AS series, p.time, sum(ios * ms) / sum(ios) AS ms, {_mean("network_ms")} AS network_ms
        FROM ({_of_times("triage_array_point", times)}) p JOIN triage_array_key k ON k.series = p.series
        GROUP BY k.volume_series, p.time HAVING sum(seconds) >= 0.5 * {directors} * CASE p.time {seconds} END
    """
    names = ("system", "volume", "operation")
    rows = _side_by_side(store, "triage_array_key", "series", names, means, Answer._fields, len(times))
    return _by_time(rows, len(names), Answer, len(times))


def _side_by_side(
    store: Store, keys: str, series: str, names: Sequence[str], means: str, figures: Sequence[str], times: int
) -> list[tuple[Any, ...]]:
    """Return one row for each series, in order of its names: these, and its figures of each of so many times, NULL where it has none.

    Args:
        store: the store.
        keys: table with the names of each series.
        series: its column with the number of the series, which the means have, too.
        names: its other columns.
        means: query for the means of a series and ``time``.
        figures: columns of the means.
        times: number of times.
    """
    numbers = range(times)
    columns = [f"m{number}.{name}" for number in numbers for name in figures]
    joins = " ".join(
        f"LEFT JOIN means m{number} ON m{number}.{series} = k.{series} AND m{number}.time = {number}"
        for number in numbers
    )
    some = " OR ".join(f"m{number}.time IS NOT NULL" for number in numbers)
    return store.rows(
        f"WITH means AS MATERIALIZED ({means}) SELECT {', '.join([*names, *columns])} FROM {keys} k {joins} WHERE {some} "
        f"ORDER BY {', '.join(names)}"
    )


def _by_time(
    rows: Sequence[tuple[Any, ...]], names: int, make: Callable[..., _Figures], times: int
) -> list[dict[Any, _Figures]]:
    """Return what is made of the figures of each time, by so many names; nothing of those without the first figure."""
    keyed = [(row[:names], row) for row in rows]
    width = (len(rows[0]) - names) // times if rows else 0
    starts = (names + number * width for number in range(times))
    return [
        {key: make(*row[start : start + width]) for key, row in keyed if row[start] is not None} for start in starts
    ]


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
