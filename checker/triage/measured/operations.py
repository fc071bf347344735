"""SQL for points, which have the figures of two operations in one row (see ``series``): their samples one by one, and their means.

Half the rows for the same samples: what is done for each row, such as finding its group, is done once for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checker.facts.store.store import Store
from checker.triage.model import Span

_BOTH = (1, 2)
MEASURED = ", ".join(
    f"CASE WHEN n_{one} > 0 AND ms_{one} IS NOT NULL THEN {name}_{one} END AS {name}_{one}"
    for one in _BOTH
    for name in ("n", "ms")
)
"""I/Os per second and latency of each operation of a point, both NULL without I/Os or without a latency."""
SOME = " OR ".join(f"(n_{one} > 0 AND ms_{one} IS NOT NULL)" for one in _BOTH)
"""The condition that a point has a sample of any operation."""


def samples_of_points(points: str, number: str, figures: Sequence[str], shared: Sequence[str]) -> str:
    """Return the query for the samples of a table of points, with a row for each operation.

    Args:
        points: the table.
        number: its column with the number of the key.
        figures: figures that each operation has, besides ``n``.
        shared: columns that both operations have in common, besides the times.
    """
    return " UNION ALL ".join(
        f"SELECT {number} + {one - 1} AS {number}, t0, t1, {', '.join(f'{name}_{one} AS {name}' for name in ('n', *figures))}, "
        f"{', '.join(shared)} FROM {points} WHERE n_{one} IS NOT NULL"
        for one in _BOTH
    )


class Figures:
    """Which figures the points of a table have: sums over what none of them has, or counts of what all have, take time for nothing."""

    def __init__(self, store: Store, points: str, figures: Sequence[str], shared: Sequence[str]) -> None:
        """Count them.

        Args:
            store: the store.
            points: the table.
            figures: figures that each operation has, besides ``n``.
            shared: figures that both operations have in common.
        """
        self._columns = {(name, one): f"{name}_{one}" for name in figures for one in _BOTH}
        self._columns |= {(name, one): name for name in shared for one in _BOTH}
        every = [("n_1", 1), ("n_2", 2), *((column, one) for (_, one), column in self._columns.items())]
        counts = ", ".join(f"count(CASE WHEN n_{one} IS NOT NULL THEN {column} END)" for column, one in every)
        [(first, second, *counted)] = store.rows(f"SELECT {counts} FROM {points}")
        self._samples = {1: first, 2: second}
        self._counts = dict(zip(self._columns, counted, strict=True))

    def mean(self, name: str, one: int, weight: str = "ios") -> str:
        """Return the mean of a figure of an operation by I/O: its sum over ``weight`` per I/O; NULL unless all samples of a group have it."""
        if not self._counts[name, one]:
            return "NULL::DOUBLE"
        value = f"{weight}_{one} * {self._columns[name, one]}"
        mean = f"sum({value}) / sum(ios_{one})"
        if self._counts[name, one] == self._samples[one]:
            return mean
        return f"CASE WHEN count({value}) = count(n_{one}) THEN {mean} END"

    def share(self, name: str, one: int) -> str:
        """Return the share of the samples of an operation for which a figure is true, of those that have it."""
        if not self._counts[name, one]:
            return "NULL::DOUBLE"
        return f"avg(CASE WHEN n_{one} IS NOT NULL THEN {self._columns[name, one]}::INTEGER END)"


def means_of_points(
    points: str,
    number: str,
    group: str,
    times: Sequence[Sequence[Span]],
    figures: Callable[[int], dict[str, str]],
    demanded: Callable[[int], str],
) -> str:
    """Return the query for figures of each key and ``time``, which is the number of the time, all in one pass over the points.

    Args:
        points: the table.
        number: name of the number of the key.
        group: its column.
        times: times, which do not overlap.
        figures: SQL of each figure of an operation, over its ``n_…``, ``ms_…``, ``seconds_…`` and ``ios_…``.
        demanded: condition of an operation on its groups.
    """
    both = [{**figures(one), "kept": demanded(one)} for one in _BOTH]
    listed = ", ".join(
        f"{sql} AS {name}_{one}" for one, own in zip(_BOTH, both, strict=True) for name, sql in own.items()
    )
    derived = ", ".join(
        f"CASE WHEN n_{one} IS NOT NULL THEN t1 - t0 END AS seconds_{one}, n_{one} * (t1 - t0) AS ios_{one}"
        for one in _BOTH
    )
    each = " UNION ALL ".join(
        f"SELECT {number} + {one - 1} AS {number}, time, {', '.join(f'{name}_{one} AS {name}' for name in figures(one))} "
        f"FROM paired WHERE kept_{one}"
        for one in _BOTH
    )
    return f"""
        WITH paired AS MATERIALIZED (
            SELECT {group} AS {number}, time, {listed}
            FROM (SELECT *, {_which(times)} AS time, {derived} FROM {points} WHERE time IS NOT NULL) GROUP BY {group}, time
        ) {each}
    """


def inside(spans: Sequence[Span]) -> str:
    """Return the condition that at least half of a sample is inside one of the spans, and that it is not longer."""
    tests = [
        f"(t1 - t0 <= {one.seconds!r} AND least(t1, {one.until!r}) - greatest(t0, {one.since!r}) >= 0.5 * (t1 - t0))"
        for one in spans
    ]
    return f"({' OR '.join(tests)})" if tests else "FALSE"


def _which(times: Sequence[Sequence[Span]]) -> str:
    """Return the number of the time that a sample is of; NULL if it is of none. A sample is at least half in one time, so in no other."""
    return f"CASE {' '.join(f'WHEN {inside(spans)} THEN {number}' for number, spans in enumerate(times))} END"
