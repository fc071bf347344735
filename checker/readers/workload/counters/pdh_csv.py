r"""The form of logs that Windows and ESXi share: ``(PDH-CSV 4.0)``, names of counters, then one line for each sample.

A name is ``\\host\object(instance)\counter``. The first field may name the time zone, with the minutes from local
time to UTC: ``(PDH-CSV 4.0) (W. Europe Standard Time)(-60)``; ``typeperf`` omits it.
"""

from __future__ import annotations

import csv
import math
import re
import zlib
from array import array
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from checker.readers.toolkit.numbers import whole
from checker.readers.workload.measures import plain

FIRST = re.compile(r"\s*\"?\s*\(PDH-[CT]SV 4\.0\)")
NAME = re.compile(r"\\\\([^\\]{1,255})\\([^\\(]{1,80})(?:\((.{0,400})\))?\\([^\\]{1,100})\Z")
_PACKED = 1024
"""Samples that are compressed together."""
_number = lru_cache(maxsize=4096)(plain)
"""Most figures of most disks are 0 or small."""
_HOST = re.compile(r"\\\\([^\\\n\"]{1,255})\\")
_BIAS = re.compile(r"\(PDH-[CT]SV 4\.0\)[^\n\"]{0,120}\((-?[0-9]{1,4})\)")


class Figure:
    """The samples of a counter of one object, NaN where one is not a number or below 0; all but the newest are compressed.

    In a log of many disks over hours, most are 0, or equal to those before.
    """

    __slots__ = ("_blocks", "newest")

    def __init__(self) -> None:
        self.newest = array("d")
        self._blocks: list[bytes] = []

    def pack(self) -> None:
        """Compress the newest samples."""
        self._blocks.append(zlib.compress(self.newest.tobytes(), 1))
        del self.newest[:]

    def __iter__(self) -> Iterator[float]:
        """Yield every sample in order."""
        for block in self._blocks:
            yield from array("d", zlib.decompress(block))
        yield from self.newest


class Measured:
    """One disk, adapter or all processors of a host, with the samples of each counter."""

    def __init__(self, kind: str, instance: str) -> None:
        self.kind = kind
        self.instance = instance
        self.counters: dict[str, tuple[int, Figure]] = {}

    def count(self, figure: str, index: int) -> None:
        """Take the samples of a figure from a column; the first of several counts."""
        self.counters.setdefault(figure, (index, Figure()))

    def samples(self, figure: str) -> list[float | None]:
        """Return the samples of a figure; None where a sample is not a number."""
        _, values = self.counters.get(figure, (0, ()))
        return [None if math.isnan(value) else value for value in values]


class Log:
    """The header of a log and its samples; only the columns that matter are kept.

    Attributes:
        line: line of the header; 0 before it.
        rows: number of samples.
        objects: what was measured.
        times: time of each sample in UTC, or as printed if the log does not state its zone.
        utc: whether it does.
    """

    def __init__(self, objects_of: Callable[[list[str]], list[Measured]]) -> None:
        self.line = self.rows = 0
        self.objects: list[Measured] = []
        self._objects_of = objects_of
        self._delimiter, self._width = ",", 0
        self._counters: list[tuple[int, Figure]] = []
        self.times: list[datetime | None] = []
        self.utc = False
        self._bias = timedelta()

    def begin(self, line: int, text: str) -> None:
        """Read the header."""
        self._delimiter = "\t" if "(PDH-TSV" in text[:40] else ","
        names = next(csv.reader([text], delimiter=self._delimiter), [])
        self.line, self._width, self.objects = line, len(names), self._objects_of(names)
        self.utc, self._bias = _BIAS.search(text[:400]) is not None, bias(text)
        self._counters = [pair for one in self.objects for pair in one.counters.values()]

    def sample(self, text: str) -> bool:
        """Read a sample; FALSE if it has fewer or more values than the header has counters."""
        quoted = text.startswith('"')
        cells = text[1:-1].split(f'"{self._delimiter}"') if quoted else text.split(self._delimiter)
        if len(cells) != self._width:
            return False
        self.rows += 1
        time = moment(cells[0])
        self.times.append(time and time + self._bias)
        for index, figure in self._counters:
            value = _number(cells[index])
            # No counter is below 0; a difference is, after counters have begun again.
            figure.newest.append(math.nan if value is None or value < 0 else value)
        if self.rows % _PACKED == 0:
            for _, figure in self._counters:
                figure.pack()
        return True

    def taken(self) -> Iterator[Measured]:
        """Yield each object, and release its samples before the next one: logs may have hundreds of megabytes of them."""
        self._counters.clear()
        objects, self.objects = self.objects, []
        objects.reverse()
        while objects:
            yield objects.pop()

    @property
    def seconds(self) -> float | None:
        """Seconds from the first sample to the last."""
        first, last = next((time for time in self.times if time), None), self.times[-1] if self.times else None
        return (last - first).total_seconds() if first and last and last > first else None


def host(text: str) -> str | None:
    """Return the host in the names of the counters, unless it is called localhost."""
    match = _HOST.search(text[:65_536])
    return match.group(1) if match and match.group(1).lower() not in ("localhost", "local", ".") else None


def lines(text: str) -> Iterator[str]:
    """Yield the lines without copying the whole text into a list."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def bias(text: str) -> timedelta:
    """Return the difference from the times of a log to UTC; 0 if the log does not state it."""
    match = _BIAS.search(text[:400])
    return timedelta(minutes=whole(match.group(1))) if match else timedelta()


def moment(text: str) -> datetime | None:
    """Return the time of a sample as if it were UTC, or None."""
    try:
        return datetime.strptime(text.strip().strip('"').strip()[:19], "%m/%d/%Y %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None
