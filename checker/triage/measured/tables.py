"""Samples over time in tables, and their means over times.

``triage_flow`` has the samples of hosts, ``triage_array`` those of arrays (see ``series``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from checker.facts.store.store import Store
from checker.triage.measured.counted import build_samples
from checker.triage.measured.means import MEASURED, Answer, Means
from checker.triage.measured.operations import Figures, inside, means_of_points
from checker.triage.measured.samples import place_samples
from checker.triage.measured.series import build_series
from checker.triage.model import Span
from checker.triage.parameters import threshold
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


def covered(spans: Iterable[Span], series: str = "1") -> str:
    """Return the condition on groups that samples cover half of the time, of each of so many series."""
    return f"HAVING sum(t1 - t0) >= 0.5 * {sum(one.seconds for one in spans)!r} * {series}"


def flow_means(store: Store, *times: Sequence[Span]) -> list[dict[Key, Means]]:
    """Return the means of every flow of hosts over each of these times, which do not overlap; all in one pass over the samples."""
    parts = _number_of_parts(store, "triage_flow_point")
    known = Figures(store, "triage_flow_point", ("device_ms", "bytes"), ("kernel_ms", "full_queue", "reads"))

    def figures(one: int) -> dict[str, str]:
        return {
            "iops": f"sum(ios_{one}) * {parts(one)} / sum(seconds_{one})",
            "samples": f"count(n_{one})",
            "few": _median_below(f"ios_{one}", threshold("least_ios")),
            "ms": f"sum(ios_{one} * ms_{one}) / sum(ios_{one})",
            "error": f"coalesce(stddev_samp(ms_{one}) / sqrt(count(n_{one})), 0)",
            "kernel_ms": known.mean("kernel_ms", one),
            "device_ms": known.mean("device_ms", one),
            "io_bytes": known.mean("bytes", one, "seconds"),
            "full_queue": known.share("full_queue", one),
            "reads": known.mean("reads", one),
        }

    query = means_of_points("triage_flow_point", "flow", "flow", times, figures, lambda one: f"count(n_{one}) > 0")
    means = f"SELECT m.*, u.high_ms FROM ({query}) m JOIN triage_usual u ON u.flow = m.flow"
    names = ("host", "volume", "port", "operation")
    rows = _side_by_side(store, "triage_flow_key", "flow", names, means, MEASURED, len(times))
    return _by_time(rows, len(names), Means, len(times))


def array_means(store: Store, *times: Sequence[Span]) -> list[dict[ArrayKey, Answer]]:
    """Return the means of every volume of an array or VPLEX over each of these times, which do not overlap; all in one pass."""
    seconds = " ".join(
        f"WHEN {number} THEN {sum(one.seconds for one in spans)!r}" for number, spans in enumerate(times)
    )
    parts = _number_of_parts(store, "triage_array_point")
    known = Figures(store, "triage_array_point", (), ("network_ms",))
    query = means_of_points(
        "triage_array_point", "series", "volume_series", times,
        lambda one: {"ms": f"sum(ios_{one} * ms_{one}) / sum(ios_{one})", "network_ms": known.mean("network_ms", one)},
        lambda one: f"coalesce(sum(seconds_{one}) >= 0.5 * {parts(one)} * CASE time {seconds} END, FALSE)",
    )  # fmt: skip
    names = ("system", "volume", "operation")
    rows = _side_by_side(store, "triage_volume_key", "series", names, query, Answer._fields, len(times))
    return _by_time(rows, len(names), Answer, len(times))


def _median_below(column: str, limit: float) -> str:
    """Return the condition that the median of a column is below a limit, which takes a third of the time of the median.

    Where exactly half of the values are below, the median is the mean of the two next to the limit.
    """
    below, above = (
        f"CASE WHEN {column} < {limit!r} THEN {column} END",
        f"CASE WHEN {column} >= {limit!r} THEN {column} END",
    )
    middle = f"max({below}) + (min({above}) - max({below})) * 0.5 < {limit!r}"
    return f"CASE WHEN 2 * count({below}) = count({column}) THEN {middle} ELSE 2 * count({below}) > count({column}) END"


def _number_of_parts(store: Store, points: str) -> Callable[[int], str]:
    """Return the SQL for the number of parts of an object, such as paths of a volume or directors of a VPLEX, that an operation has samples of."""
    if not store.rows(f"SELECT 1 FROM {points} WHERE part <> '' LIMIT 1"):
        return lambda one: "1"
    return lambda one: f"count(DISTINCT CASE WHEN n_{one} IS NOT NULL THEN part END)"


def _side_by_side(
    store: Store, keys: str, series: str, names: Sequence[str], means: str, figures: Sequence[str], times: int
) -> list[tuple[Any, ...]]:
    """Return one row for each series, in order of their numbers: its names, and its figures of each of so many times, NULL where it has none.

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
        f"ORDER BY k.{series}"
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
    parts = _number_of_parts(store, "triage_array_point")
    query = means_of_points(
        "triage_array_point", "series", "volume_series", [[span]], lambda one: {"ms": f"quantile_cont(ms_{one}, 0.95)"},
        lambda one: f"coalesce(sum(seconds_{one}) >= 0.5 * {span.seconds!r} * {parts(one)}, FALSE)",
    )  # fmt: skip
    rows = store.rows(
        f"SELECT k.system, k.volume, k.operation, h.ms FROM ({query}) h JOIN triage_volume_key k ON k.series = h.series"
    )
    return {(system, volume, operation): high for system, volume, operation, high in rows}


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


def whole_span(store: Store, table: str) -> Span | None:
    """Return the time that all samples of a table cover; None without any."""
    first, last = store.rows(f"SELECT min(t0), max(t1) FROM {table}")[0]
    return Span(first, last) if first is not None else None
