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
that the array kept have seconds since 1970. A KB has 1,000 bytes (HP 3PAR OS 3.1.3 CLI Administrator's Manual, page 160).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from checker.facts.observations import Value, Writer
from checker.readers.threepar.tables import ARRAY, position, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_LIVE = re.compile(
    r"^[ \t]*([0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{2}/[0-9]{2}/[0-9]{2})(?:[0-9]{2})? r/w +I/O per second\b", re.MULTILINE
)
_LIVE_TITLES = ["cur", "avg", "max", "cur", "avg", "max", "cur", "avg", "cur", "avg", "qlen"]
_KEPT = re.compile(r"^[ \t]*Time: [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} [^\n(]{0,12}\(([0-9]{9,11})\)", re.MULTILINE)
_KEPT_TITLES = ["rd", "wr", "tot", "rd", "wr", "tot", "rd", "wr", "tot", "rd", "wr", "tot", "qlen", "avgbusy%"]
_NUMBER = re.compile(r"(?:[0-9]{1,12}(?:\.[0-9]{1,6})?|-)\Z")
_SUMMARY_WORDS = ("r", "w", "t", "Data", "Ctl")
_NOISE = re.compile(
    r"(?:-{3,}.*|s?r?stat(?:vv|vlun|port)\b.*|.{0,80}(?:cli)?[%#$>] s?r?stat\w*\b.*|.{0,80}[%#$>] *(?:exit)?)\Z"
)


@dataclass
class _Direction:
    """Sums over the intervals: I/Os and KB a second, and the service time of as many I/Os."""

    ios: float = 0.0
    kilobytes: float = 0.0
    served_ms: float = 0.0

    def add(self, ios: float, kilobytes: float, service_ms: float) -> None:
        """Add the measurement of one interval on one path."""
        self.ios += ios
        self.kilobytes += kilobytes
        self.served_ms += ios * service_ms


@dataclass
class _Load:
    """The load of one volume, host or port: reads, writes and both, by their letters."""

    line: int
    directions: dict[str, _Direction] = field(default_factory=dict)
    queue: float = 0.0

    def direction(self, letter: str) -> _Direction:
        """Return the sums of ``r``, ``w`` or ``t``."""
        return self.directions.setdefault(letter, _Direction())

    def facts(self, intervals: int) -> dict[str, Value]:
        """Return the means as facts of a workload."""
        reads, writes, total = (self.directions.get(letter) for letter in "rwt")
        facts: dict[str, Value] = {"outstanding": self.queue / intervals}
        for prefix, one in (("", total), ("read_", reads), ("write_", writes)):
            if one is not None:
                facts[f"{prefix}iops"] = one.ios / intervals
                facts[f"{prefix or 'throughput_'}mbps"] = one.kilobytes / intervals / 1000
                facts[f"{prefix or 'latency_'}ms"] = one.served_ms / one.ios if one.ios else None
        if reads is not None and total is not None and total.ios:
            facts["read_ratio"] = min(1.0, reads.ios / total.ios)
        return facts


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


@dataclass
class _Table:
    """The loads of one table or, printed live, of all its intervals."""

    intervals: int = 1
    captured_at: datetime | None = None
    loads: dict[tuple[str, str], _Load] = field(default_factory=dict)

    def load(self, line: int, about: tuple[str, str]) -> _Load:
        """Return the load of a volume, host or port."""
        return self.loads.setdefault(about, _Load(line))

    def write(self, out: Writer, array: str) -> None:
        """Write the loads."""
        for (kind, name), load in self.loads.items():
            facts = load.facts(self.intervals)
            if kind == "target_port":
                _write_port(out, array, name, load, facts, self)
                continue
            out.add(
                "workload",
                load.line,
                about_kind=kind,
                about_key=name,
                storage_array=array,
                captured_at=self.captured_at,
                measured=True,
                tool="array",
                samples=self.intervals,
                **facts,
            )


def _write_port(out: Writer, array: str, name: str, load: _Load, facts: dict[str, Value], table: _Table) -> None:
    for metric, unit in (("iops", "1/s"), ("throughput_mbps", "MB/s"), ("latency_ms", "ms")):
        value = facts.get(metric)
        if isinstance(value, float):
            out.add(
                "port_load",
                load.line,
                about_kind="target_port",
                about_key=name,
                metric=metric,
                storage_array=array,
                unit=unit,
                value=value,
                captured_at=table.captured_at,
                samples=table.intervals,
            )


def _moment(line: str) -> datetime | None:
    """Return the time in a line above a table; None for any other line."""
    try:
        if live := _LIVE.match(line):
            return datetime.strptime(live.group(1), "%H:%M:%S %m/%d/%y").replace(tzinfo=UTC)
        kept = _KEPT.match(line)
        return datetime.fromtimestamp(int(kept.group(1)), UTC) if kept else None
    except ValueError:
        return None


def _rows(
    capture: Capture, out: Writer, fixed: list[str], letters: int
) -> Iterator[tuple[int, list[str], list[str], datetime | None]]:
    """Yield line, titles of the first columns, cells and time of every row.

    A header has no cells; ``letters`` columns behind the first ones have no title.
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
    return [0.0 if cell == "-" else float(cell) for cell in cells]


def _read_live(capture: Capture, out: Writer) -> None:
    table = _Table(0)
    columns: list[str] = []
    first: int | None = None
    for line, titles, cells, time in _rows(capture, out, _LIVE_TITLES, 1):
        if not cells:
            if titles != columns:
                # The table of another command.
                table.write(out, capture.owner)
                table, columns = _Table(0), titles
            table.intervals += 1
            table.captured_at = time
            continue
        letter, numbers = cells[len(titles)], _numbers(cells[len(titles) + 1 :])
        about = _about(titles, cells[: len(titles)])
        if about is None or letter not in ("r", "w", "t"):
            out.unread(line)
        elif about[1]:
            first = first or line
            load = table.load(line, about)
            load.direction(letter).add(numbers[0], numbers[3], numbers[6])
            load.queue += numbers[10] if letter == "t" else 0
    table.write(out, capture.owner)
    write_array(capture, out, first)


def _read_kept(capture: Capture, out: Writer) -> None:
    table = _Table()
    first: int | None = None
    for line, titles, cells, time in _rows(capture, out, _KEPT_TITLES, 0):
        if not cells:
            table.write(out, capture.owner)
            table = _Table(captured_at=time)
            continue
        about = _about(titles, cells[: len(titles)])
        if about is None:
            out.unread(line)
        elif about[1]:
            numbers = _numbers(cells[len(titles) :])
            first = first or line
            load = table.load(line, about)
            for index, letter in enumerate("rwt"):
                load.direction(letter).add(numbers[index], numbers[3 + index], numbers[6 + index])
            load.queue += numbers[12]
    table.write(out, capture.owner)
    write_array(capture, out, first)


def _detect_live(capture: Capture) -> Detection | None:
    if _LIVE.search(capture.head) and re.search(r"^[ \t]*(?:\S+ +){1,6}Cur +Avg +Max\b", capture.head, re.MULTILINE):
        return Detection(96, "load that a 3PAR array prints live")
    return None


def _detect_kept(capture: Capture) -> Detection | None:
    if re.search(
        r"^[ \t]*(?:V[VD]ID|VV_NAME|HOST_NAME|LUN|PORT_N)\b.{0,60} Rd +Wr +Tot +Rd +Wr +Tot\b",
        capture.head,
        re.MULTILINE,
    ) and _KEPT.search(capture.head):
        return Detection(96, "load that a 3PAR array has kept")
    return None


_WORKLOAD = word_list("""
    about_kind about_key storage_array captured_at iops read_iops write_iops read_ratio throughput_mbps read_mbps
    write_mbps latency_ms read_ms write_ms outstanding measured tool samples
""")
_PROVIDES = {
    "storage_array": ARRAY,
    "workload": _WORKLOAD,
    "port_load": ("about_kind", "about_key", "metric", "storage_array", "unit", "value", "captured_at", "samples"),
}
READERS = (
    Reader(
        name="3par-stat",
        platform="3par",
        command="statvv -rw",
        provides=_PROVIDES,
        detect=_detect_live,
        read=_read_live,
        needles=("I/O per second", "r/w"),
        begins=r"^[ \t]*[0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{2}/[0-9]{2}/[0-9]{2,4} r/w +I/O per second\b",
    ),
    Reader(
        name="3par-srstat",
        platform="3par",
        command="srstatvv -attime",
        provides=_PROVIDES,
        detect=_detect_kept,
        read=_read_kept,
        needles=("AvgBusy%", "Time:"),
        begins=r"^[ \t]*Time: [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} [^\n(]{0,12}\([0-9]{9,11}\)[ \t]*\n[ \t]*----IO/s-",
    ),
)
