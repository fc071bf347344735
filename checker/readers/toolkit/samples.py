"""Samples over time: ``load_sample`` rows from the columns that a reader has collected of one object.

A sample covers the time from the sample before it to its own, or the interval that the export states. Without that, the first
sample of a series has no known beginning and is not written, and neither is a sample without a time: no time is invented. The names of figures are the columns of
``load_sample``. Long series are averaged over up to a minute, latencies and sizes weighted by their I/O.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Generic, TypeVar

from checker.facts.values import Value
from checker.readers.toolkit.base import word_list

TIMES = word_list("started_at ended_at utc")
MOST_SAMPLES = 4096
"""Samples of a series up to which each is written."""
BIN_SECONDS = 60
"""Greatest length of the means of longer series."""
_WEIGHTS = {
    "read_ms": "read_iops", "device_read_ms": "read_iops", "back_end_read_ms": "read_iops", "write_ms": "write_iops",
    "device_write_ms": "write_iops", "back_end_write_ms": "write_iops", "latency_ms": "iops", "device_ms": "iops",
    "read_io_bytes": "read_iops", "write_io_bytes": "write_iops", "kernel_ms": "iops", "queue_ms": "iops", "network_ms": "iops", "io_bytes": "iops",
}  # fmt: skip

K = TypeVar("K", bound=Hashable)
Series = Sequence[float | None]
Span = tuple[datetime, datetime, list[int]]


class Recorder(Generic[K]):
    """Samples of many objects at the same times, as a monitor prints them: first the time, then the figures of each object."""

    def __init__(self) -> None:
        self.times: list[datetime | None] = []
        self.lines: dict[K, int] = {}
        self._figures: dict[tuple[K, str], array[float]] = {}

    def at(self, time: datetime | None) -> None:
        """Begin the samples of a time, unless it is that of the samples before."""
        if not self.times or time is None or time != self.times[-1]:
            self.times.append(time)

    def add(self, key: K, figure: str, value: float, line: int) -> None:
        """Add a figure of an object at the current time; the first of several counts."""
        if not self.times:
            return
        self.lines.setdefault(key, line)
        column = self._figures.setdefault((key, figure), array("d"))
        if len(column) < len(self.times):
            column.extend((math.nan,) * (len(self.times) - 1 - len(column)))
            column.append(value)

    def series(self) -> Iterator[tuple[K, dict[str, list[float | None]]]]:
        """Yield each object with the samples of its figures, each as long as ``times``."""
        found: dict[K, dict[str, list[float | None]]] = {key: {} for key in self.lines}
        for (key, figure), column in self._figures.items():
            values = [None if math.isnan(value) else value for value in column]
            found[key][figure] = values + [None] * (len(self.times) - len(values))
        yield from found.items()


def sample_columns(about: str, figures: str) -> tuple[str, ...]:
    """Return the columns of ``load_sample`` that a reader can fill, for ``Reader.provides``."""
    return (*word_list(about), *TIMES, *word_list(figures))


def samples_of(
    times: Sequence[datetime | None],
    figures: Mapping[str, Series],
    *,
    utc: bool,
    most: int = MOST_SAMPLES,
    seconds: float | None = None,
) -> Iterator[dict[str, Value]]:
    """Yield the samples of one object: columns of ``load_sample`` with their values.

    Args:
        times: time of each sample, in the order of the export; None where it has none. A time before that of its
            predecessor begins a new series.
        figures: samples of each figure; None where a figure has no value. Their lengths are that of ``times``.
        utc: whether the export states the zone of its times.
        most: samples of a series up to which each is written.
        seconds: interval of each sample, if the export states it.
    """
    known = {name: values for name, values in figures.items() if any(value is not None for value in values)}
    for started, ended, places in _spans(times, most, seconds) if known else ():
        row = {name: _mean(name, known, places) for name in known}
        if any(value is not None for value in row.values()):
            yield {"started_at": started, "ended_at": ended, "utc": utc, **row}


def _spans(times: Sequence[datetime | None], most: int, seconds: float | None) -> Iterator[Span]:
    """Yield begin and end of each sample or mean, and the samples in it."""
    spans: list[Span] = []
    before: datetime | None = None
    for place, time in enumerate(times):
        now = None if time is None else time.replace(tzinfo=UTC) if time.tzinfo is None else time
        if seconds is not None and now is not None:
            spans.append((now - timedelta(seconds=seconds), now, [place]))
        elif before is not None and now is not None and now > before:
            spans.append((before, now, [place]))
        before = now
    return iter(spans) if len(spans) <= most else _means(spans, most)


def _means(spans: Sequence[Span], most: int) -> Iterator[Span]:
    """Yield spans that are joined as far as their number demands, at most to ``BIN_SECONDS``: a longer mean hides what is short."""
    usual = median((end - begin).total_seconds() for begin, end, _ in spans)
    seconds = min(BIN_SECONDS, usual * math.ceil(len(spans) / max(1, most)))
    started, ended, places = spans[0][0], spans[0][1], list(spans[0][2])
    for begin, end, more in spans[1:]:
        if begin == ended and (ended - started).total_seconds() < seconds:
            ended = end
            places += more
        else:
            yield started, ended, places
            started, ended, places = begin, end, list(more)
    yield started, ended, places


def _mean(name: str, figures: Mapping[str, Series], places: Sequence[int]) -> float | None:
    values = figures[name]
    if len(places) == 1:
        return values[places[0]]
    weights = figures.get(_WEIGHTS.get(name, ""))
    pairs = [
        (value, 1.0 if weights is None else weights[place] or 0.0)
        for place in places
        if (value := values[place]) is not None
    ]
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total if total else None
