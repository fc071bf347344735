"""``statvv``, ``statvlun``, ``statport`` (``-rw``) and ``srstat… -attime`` of 3PAR, Primera and Alletra: load.

Live output, one table per interval, with a row each for reads, writes and both::

    13:11:35 07/14/21 r/w I/O per second KBytes per sec    Svt ms   IOSz KB
              VVname      Cur  Avg  Max  Cur  Avg  Max  Cur  Avg  Cur  Avg Qlen
               vol_a   r  100   90  110  800  720  880 0.50 0.40  8.0  8.0    1
    ----------------------------------------------------------------------------
                   1   r  100   90       800  720      0.50 0.40  8.0  8.0    1

Stored by the array (``srstatvv -attime -groupby VV_NAME``)::

    Time: 2021-07-14 14:10:00 CST (1626243000)
            ----IO/s----- ---KBytes/s---- ----Svct ms----- -IOSz KBytes-
    VV_NAME  Rd   Wr  Tot   Rd    Wr  Tot   Rd   Wr    Tot  Rd  Wr   Tot QLen AvgBusy%
    vol_a   1.0  4.0  5.0  8.0  32.0 40.0 0.40 0.90   0.80 8.0 8.0   8.0    0      1.9

Live tables are written as means over their intervals, at the time of the last; without a zone it is taken as UTC. Tables
that the array kept have seconds since 1970. Samples over time are those of all tables of one kind together. A KB has 1,000 bytes (HP 3PAR OS 3.1.3 CLI Administrator's Manual, page 160).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, position
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.load import Load, load_facts
from checker.readers.toolkit.numbers import decimal, whole

_LIVE = re.compile(
    r"^[ \t]*([0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{2}/[0-9]{2}/)(?:20)?([0-9]{2}) r/w +I/O per second\b", re.MULTILINE
)
_LIVE_TITLES = ["cur", "avg", "max", "cur", "avg", "max", "cur", "avg", "cur", "avg", "qlen"]
_KEPT = re.compile(r"^[ \t]*Time: [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} [^\n(]{0,12}\(([0-9]{9,11})\)", re.MULTILINE)
_KEPT_TITLES = ["rd", "wr", "tot", "rd", "wr", "tot", "rd", "wr", "tot", "rd", "wr", "tot", "qlen", "avgbusy%"]
_NUMBER = re.compile(r"(?:[0-9]{1,12}(?:\.[0-9]{1,6})?|-)\Z")
_SUMMARY_WORDS = ("r", "w", "t", "Data", "Ctl")
_NOISE = re.compile(
    r"(?:-{3,}.*|s?r?stat(?:vv|vlun|port)\b.*|.{0,80}(?:cli)?[%#$>] s?r?stat\w*\b.*|.{0,80}[%#$>] *(?:exit)?)\Z"
)
# Rate, throughput and latency of reads, of writes and of both, by their letters.
_FIGURES = {
    "t": ("iops", "throughput_mbps", "latency_ms"),
    "r": ("read_iops", "read_mbps", "read_ms"),
    "w": ("write_iops", "write_mbps", "write_ms"),
}

_Directions = dict[str, tuple[float, float, float]]
"""Of each direction: I/Os and KB a second, and the service time of as many I/Os."""
_Times = dict[datetime, _Directions]


@dataclass
class _Table:
    """The load in one table or, printed live, in all its intervals.

    ``sums`` are the sums over the intervals by object and direction: I/Os and KB a second, and the service time of as
    many I/Os. ``over_time`` has them by time, over all tables of a kind, and ``firsts`` the first line of each object.
    """

    intervals: int = 1
    captured_at: datetime | None = None
    lines: dict[tuple[str, str], int] = field(default_factory=dict)
    firsts: dict[tuple[str, str], int] = field(default_factory=dict)
    over_time: defaultdict[tuple[str, str], _Times] = field(default_factory=lambda: defaultdict(dict))
    queues: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    sums: dict[tuple[str, str], _Directions] = field(default_factory=dict)

    def add(
        self,
        line: int,
        about: tuple[str, str],
        letter: str,
        ios: float,
        kilobytes: float,
        service_ms: float,
        queue: float,
    ) -> None:
        """Add the measurement of one interval in the direction ``r``, ``w`` or ``t``."""
        self.lines.setdefault(about, line)
        self.firsts.setdefault(about, line)
        self.queues[about] += queue
        measured = (ios, kilobytes, ios * service_ms)
        _add(self.sums.setdefault(about, {}), letter, measured)
        if self.captured_at is not None:
            _add(self.over_time[about].setdefault(self.captured_at, {}), letter, measured)

    def loads(self) -> Iterator[Load]:
        """Yield the means of each object."""
        for about, directions in self.sums.items():
            figures = {"outstanding": self.queues[about] / self.intervals, **_figures(directions, self.intervals)}
            if "r" in directions and figures.get("iops"):
                figures["read_ratio"] = min(1.0, figures["read_iops"] / figures["iops"])
            yield Load(*about, self.lines[about], figures, self.captured_at, self.intervals)

    def samples(self, *, utc: bool) -> Iterator[Load]:
        """Yield the samples of each object over time."""
        for about, times in self.over_time.items():
            figures = {time: _figures(directions, 1) for time, directions in times.items()}
            yield Load(*about, self.firsts[about], times=figures, utc=utc)


def _add(directions: _Directions, letter: str, measured: tuple[float, float, float]) -> None:
    before = directions.get(letter, (0.0, 0.0, 0.0))
    directions[letter] = (before[0] + measured[0], before[1] + measured[1], before[2] + measured[2])


def _figures(directions: _Directions, intervals: int) -> dict[str, float]:
    """Return the means of each direction over so many intervals."""
    figures: dict[str, float] = {}
    for letter, (rate, throughput, latency) in _FIGURES.items():
        ios, kilobytes, served_ms = directions.get(letter, (None, 0.0, 0.0))
        if ios is not None:
            figures[rate] = ios / intervals
            figures[throughput] = kilobytes / intervals / 1000
        if ios:
            figures[latency] = served_ms / ios
    return figures


def _about(titles: list[str], cells: list[str]) -> tuple[str, str] | None:
    """Return the kind and the name of a row's object; the name is empty for a row to skip."""
    values = dict(zip(titles, cells, strict=True))
    for title in ("vvname", "vv_name"):
        if title in values:
            return "storage_volume", values[title].strip("-")
    for title in ("hostname", "host_name", "host"):
        if title in values:
            return "host", values[title].strip("-")
    place = values.get("port") or ":".join(values.get(title, "") for title in ("port_n", "port_s", "port_p"))
    if position(place):
        # A port also carries commands of its own.
        return "target_port", place if values.get("d/c", "data").lower() == "data" else ""
    return None


def _moment(line: str) -> datetime | None:
    """Return the time in a line above a table; None for any other line."""
    try:
        if live := _LIVE.match(line):
            return datetime.strptime("".join(live.groups()), "%H:%M:%S %m/%d/%y").replace(tzinfo=UTC)
        kept = _KEPT.match(line)
        return datetime.fromtimestamp(whole(kept.group(1)), UTC) if kept else None
    except ValueError:
        return None


def _rows(
    capture: Capture, out: Writer, fixed: list[str], letters: int
) -> Iterator[tuple[int, list[str], list[str], datetime | None]]:
    """Yield line, titles of the first columns, cells and time of every row.

    A header has no cells; ``letters`` columns after the first ones have no title.
    """
    titles: list[str] | None = None
    time: datetime | None = None
    for number, line in capture.lines():
        words = line.split()
        lowered = [word.lower() for word in words]
        if len(words) > len(fixed) and lowered[-len(fixed) :] == fixed:
            titles = lowered[: -len(fixed)]
            yield number, titles, [], time
        elif (
            titles is not None
            and len(words) == len(titles) + letters + len(fixed)
            and all(_NUMBER.match(word) for word in words[len(titles) + letters :])
        ):
            yield number, titles, words, time
        elif _LIVE.match(line) or _KEPT.match(line):
            time = _moment(line)
        elif words and not (_NOISE.match(line.strip()) or _is_summary(words)):
            out.unread(number)


def _is_summary(words: list[str]) -> bool:
    """Return whether a row contains totals, which begin with the row count, or the group titles above the titles."""
    return words[0].startswith("----") or all(word in _SUMMARY_WORDS or _NUMBER.match(word) for word in words)


def _numbers(cells: list[str]) -> list[float]:
    """Return the numbers of a row; the queue of a single direction is a dash."""
    return [0.0 if cell == "-" else decimal(cell) for cell in cells]


def _live(capture: Capture, out: Writer) -> Iterator[Load]:
    """Yield the loads of each table that was printed live."""
    table = _Table(0)
    columns: list[str] = []
    for line, titles, cells, time in _rows(capture, out, _LIVE_TITLES, 1):
        if not cells:
            if titles != columns:
                # The table of another command.
                yield from table.loads()
                yield from table.samples(utc=False)
                table, columns = _Table(0), titles
            table.intervals += 1
            table.captured_at = time
            continue
        letter, numbers = cells[len(titles)], _numbers(cells[len(titles) + 1 :])
        about = _about(titles, cells[: len(titles)])
        if about is None or letter not in _FIGURES:
            out.unread(line)
        elif about[1]:
            table.add(line, about, letter, numbers[0], numbers[3], numbers[6], numbers[10] if letter == "t" else 0.0)
    yield from table.loads()
    yield from table.samples(utc=False)


def _kept(capture: Capture, out: Writer) -> Iterator[Load]:
    """Yield the loads of each table that the array kept."""
    table = _Table()
    for line, titles, cells, time in _rows(capture, out, _KEPT_TITLES, 0):
        if not cells:
            yield from table.loads()
            table = _Table(captured_at=time, over_time=table.over_time, firsts=table.firsts)
            continue
        about = _about(titles, cells[: len(titles)])
        if about is None:
            out.unread(line)
        elif about[1]:
            numbers = _numbers(cells[len(titles) :])
            for index, letter in enumerate("rwt"):
                queue = numbers[12] if letter == "t" else 0.0
                table.add(line, about, letter, numbers[index], numbers[3 + index], numbers[6 + index], queue)
    yield from table.loads()
    yield from table.samples(utc=True)


def _detect_live(capture: Capture) -> Detection | None:
    if _LIVE.search(capture.head) and re.search(r"^[ \t]*(?:\S+ +){1,6}Cur +Avg +Max\b", capture.head, re.MULTILINE):
        return Detection(96, "load that a 3PAR array prints live")
    return None


def _detect_kept(capture: Capture) -> Detection | None:
    titles = r"^[ \t]*(?:V[VD]ID|VV_NAME|HOST_NAME|LUN|PORT_N)\b.{0,60} Rd +Wr +Tot +Rd +Wr +Tot\b"
    if re.search(titles, capture.head, re.MULTILINE) and _KEPT.search(capture.head):
        return Detection(96, "load that a 3PAR array has kept")
    return None


_LOADS = load_facts(
    "storage_array captured_at iops read_iops write_iops read_ratio throughput_mbps read_mbps write_mbps latency_ms"
    " read_ms write_ms outstanding samples",
    ports="storage_array iops throughput_mbps latency_ms captured_at samples",
    samples="iops read_iops write_iops throughput_mbps read_mbps write_mbps latency_ms read_ms write_ms",
)

READERS = (
    Family("3par", _live).reader(
        "3par-stat", "statvv -rw", _detect_live, ARRAY, *_LOADS, also=("statvlun", "statport"), needles=("I/O per second", "r/w"),
        begins=r"^[ \t]*[0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{2}/[0-9]{2}/[0-9]{2,4} r/w +I/O per second\b",
    ),
    Family("3par", _kept).reader(
        "3par-srstat", "srstatvv -attime", _detect_kept, ARRAY, *_LOADS, needles=("AvgBusy%", "Time:"),
        begins=r"^[ \t]*Time: [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} [^\n(]{0,12}\([0-9]{9,11}\)[ \t]*\n[ \t]*----IO/s-",
    ),
)  # fmt: skip
