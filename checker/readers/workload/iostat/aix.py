"""``iostat -D`` of AIX: load of each disk, in rows with ``-l``, else in blocks.

Samples::

    Disks:                     xfers                                read                                write                                  queue
    -------------- -------------------------------- ------------------------------------ ------------------------------------ --------------------------------------
                     %tm    bps   tps  bread  bwrtn   rps    avg    min    max time fail   wps    avg    min    max time fail    avg    min    max   avg   avg  serv
                     act                                    serv   serv   serv outs              serv   serv   serv outs        time   time   time  wqsz  sqsz qfull
    hdisk2          12.0   2.5M 400.0   1.6M 819.2K 300.0   0.8    0.2   20.0     0    0 100.0   0.4    0.2    9.0     0    0   0.1    0.0    2.0    0.0   0.3   0.0

    hdisk2          xfer:  %tm_act      bps      tps      bread      bwrtn
                             12.0      2.5M    400.0      1.6M     819.2K
                    read:      rps  avgserv  minserv  maxserv   timeouts      fails
                             300.0      0.8      0.2     20.0           0          0

K and M are thousands and millions of bytes, and S seconds. A single report counts since the system started. ``-T`` prints the
time of day in the last column; its day is that of a line of ``date`` above, also of a command before this one. Without one
there are no samples over time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.workload import measures
from checker.readers.workload.iostat import rows as iostat_rows
from checker.readers.workload.iostat.rows import Sample
from checker.readers.workload.iostat.times import SUMMER_TIME_S, Times, date_line
from checker.readers.workload.measures import plain

_TITLE = re.compile(r"Disks:\s+xfers\s+read\s+write\s+queue\b")
_NAMES = re.compile(r"%tm\s+bps\s+tps\s+bread\s+bwrtn\s+rps\s+avg\s+min\s+max\s+time\s+fail\s+wps\b")
_BLOCK = re.compile(r"(\S{1,64})\s+xfer:\s+(%tm_act\s+bps\s+tps\s+bread\s+bwrtn)\Z")
_PART = re.compile(r"(read|write|queue):\s+(\S.*)\Z")
_OTHER = re.compile(
    r"(?:System configuration|Adapter|Vadapter|Disks|Physical|tty|Flash|Paths?)\b|[-\s]+\Z|act\s+serv\b|%tm\s"
)
# Columns of a row; figures of columns "-" are not read.
_COLUMNS = word_list("""
    %tm_act bps tps bread bwrtn rps read_avgserv - - - - wps write_avgserv - - - - avgtime - - avgwqsz avgsqsz -
""")
_FIGURE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,3})?)([KMGTS]?)\Z")
_SCALE = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "S": 1e3}
_CLOCK = re.compile(r"([0-2][0-9]):([0-5][0-9]):([0-5][0-9])\Z")
Row = dict[str, float]


def _figure(cell: str) -> float | None:
    match = _FIGURE.match(cell)
    value = plain(match.group(1)) if match else None
    return None if match is None or value is None else value * _SCALE[match.group(2)]


def _sample(row: Row) -> Sample:
    """Return the facts of one disk; the columns of Solaris have the same meaning. An I/O takes its service and its wait in the queue."""
    reads, writes, queue = row.get("rps"), row.get("wps"), row.get("avgtime")
    read, write = row.get("read_avgserv"), row.get("write_avgserv")
    whole_read, whole_write = (None if one is None else measures.add(one, queue) for one in (read, write))
    rates = {name: row[column] / 1024 for name, column in (("kr/s", "bread"), ("kw/s", "bwrtn")) if column in row}
    return iostat_rows.sample(
        {
            "tps": row.get("tps"), "r/s": reads, "w/s": writes, "ms/r": whole_read, "ms/w": whole_write,
            "asvc_t": measures.weighted([read, write], [reads, writes]), "wsvc_t": queue,
            "wait": row.get("avgwqsz"), "actv": row.get("avgsqsz"), "%b": row.get("%tm_act"), **rates,
        }
    )  # fmt: skip


def _row(names: Sequence[str], cells: Sequence[str]) -> Row:
    """Return the figures of a row by column."""
    figures = zip(names, map(_figure, cells), strict=False)
    return {name: value for name, value in figures if value is not None and name != "-"}


class _Reports:
    """The reports; a repeated disk begins the next one."""

    def __init__(self) -> None:
        self.whole: PackedList[dict[str, tuple[int, Sample]]] = PackedList()
        self.rows: dict[str, tuple[int, Row]] = {}
        self.clock: str | None = None
        self.clocks: list[str | None] = []

    def add(self, line: int, name: str, row: Row, clock: str | None = None) -> Row:
        if name in self.rows:
            self.close()
        self.rows[name] = line, row
        self.clock = self.clock or clock
        return row

    def close(self) -> None:
        if self.rows:
            self.whole.append({name: (line, _sample(row)) for name, (line, row) in self.rows.items()})
            self.clocks.append(self.clock)
        self.rows, self.clock = {}, None

    def times(self, begun: datetime | None, ahead: timedelta | None) -> Times | None:
        """Return the times of the reports, of which the first is not before the local time ``begun``, ``ahead`` of UTC."""
        if begun is None:
            return None
        moments: list[datetime | None] = []
        before = begun
        for clock in self.clocks:
            match = _CLOCK.match(clock or "")
            if match is None:
                moments.append(None)
                continue
            hour, minute, second = (whole(part) for part in match.groups())
            if hour > 23:
                moments.append(None)
                continue
            now = before.replace(hour=hour, minute=minute, second=second, microsecond=0)
            # A time of day before that of the report before is of the next day, unless summer time ended.
            back = before.replace(microsecond=0) - now
            again = timedelta() < back <= timedelta(seconds=SUMMER_TIME_S)
            before = now if back <= timedelta(seconds=SUMMER_TIME_S) else now + timedelta(days=1)
            if again and ahead:
                ahead -= timedelta(seconds=SUMMER_TIME_S)
            moments.append(before - (ahead or timedelta()))
        return Times(moments, range(len(moments)), utc=ahead is not None)


def _read(capture: Capture, out: Writer) -> None:
    reports = _Reports()
    wide, timed = False, False
    block: Row | None = None
    names: list[str] = []
    begun, ahead = date_line(capture.printed_date) or (None, None)
    out.add("host", capture.first_line, host=capture.owner, platform="aix")
    for line, text in capture.lines():
        shown = text.strip()
        if not shown:
            continue
        cells = shown.split()
        if _TITLE.match(shown):
            timed = shown.endswith("time")
            wide, block, names = True, None, []
        elif _NAMES.match(shown):
            wide, block, names = True, None, []
        elif match := _BLOCK.match(shown):
            wide, names = False, match.group(2).split()
            block = reports.add(line, match.group(1), {})
        elif block is not None and (match := _PART.match(shown)):
            before = f"{match.group(1)}_" if match.group(1) != "queue" else ""
            names = [f"{before}{name}" if name == "avgserv" else name for name in match.group(2).split()]
        elif block is not None and names and len(cells) == len(names) and _figure(cells[0]) is not None:
            block.update(_row(names, cells))
            names = []
        elif (
            wide and len(cells) == len(_COLUMNS) + 1 + timed and None not in map(_figure, cells[1 : len(_COLUMNS) + 1])
        ):
            reports.add(line, cells[0], _row(_COLUMNS, cells[1:]), cells[-1] if timed else None)
        elif wide and len(cells) > 1 and _figure(cells[1]) is not None:
            out.ends_inside_record = True
            out.note(line, "skipped a row: it has fewer or more columns than the header")
            out.unread(line)
        elif (date := date_line(shown)) is not None:
            begun, ahead = date
        elif _OTHER.match(shown):
            wide = wide and not shown.startswith(("Adapter", "Vadapter"))
        else:
            out.unread(line)
    reports.close()
    if names:
        out.ends_inside_record = True
    only = len(reports.whole) == 1
    iostat_rows.write_reports(
        out, capture.owner, () if only else reports.whole, reports.whole if only else (),
        times=reports.times(begun, ahead),
    )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    for line in capture.head.split("\n"):
        shown = line.strip()
        if _NAMES.match(shown) or _BLOCK.match(shown):
            return Detection(95, "%tm_act, bps, tps, bread, bwrtn of AIX's iostat -D")
    return None


READERS = (
    Reader(
        name="workload-iostat-aix", platform="aix", command="iostat -Dl",
        provides={"host": ("host", "platform"), "workload": iostat_rows.COLUMNS, "load_sample": iostat_rows.SAMPLES}, detect=_detect, read=_read,
        needles=("bread", "bwrtn"),
    ),
)  # fmt: skip
