"""Recordings of ``nmon -f`` and ``topas_nmon``: load of each disk in each interval; on AIX with ``-d``, service and wait times.

Sample::

    AAA,progname,topas_nmon
    AAA,host,db04
    DISKXFER,Disk transfers per second db04,hdisk2,hdisk3
    DISKSERV,Disk Service Time msec/xfer db04,hdisk2,hdisk3
    DISKWAIT,Disk Wait Queue Time msec/xfer db04,hdisk2,hdisk3
    ZZZZ,T0002,10:00:30,04-MAR-2026
    DISKXFER,T0002,400.0,3.0
    DISKSERV,T0002,0.7,0.4
    DISKWAIT,T0002,0.1,0.0

The first line of a section lists its disks; from 150 disks on, ``DISKXFER1`` continues ``DISKXFER``. A snapshot begins with its local time
and covers the interval before it; the one before the first is unknown. Service times are of the disk, wait times of the host's queue
(nmon command, IBM AIX 7.3 documentation). nmon of Linux prints no times of I/Os. KB are 1,024 bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import islice

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.workload import measures
from checker.readers.workload.iostat import rows as iostat_rows
from checker.readers.workload.iostat.rows import Sample
from checker.readers.workload.iostat.times import Times
from checker.readers.workload.measures import plain

_SNAPSHOT = re.compile(r"T[0-9]{3,6}\Z")
_SECTION = re.compile(r"(DISK[A-Z]+?)[0-9]{0,2}\Z")
_COLUMNS = {
    "DISKBUSY": "%b", "DISKREAD": "kr/s", "DISKWRITE": "kw/s", "DISKXFER": "tps", "DISKRIO": "r/s", "DISKWIO": "w/s",
    "DISKBSIZE": "areq-sz", "DISKSERV": "asvc_t", "DISKWAIT": "wsvc_t", "DISKREADSERV": "read", "DISKWRITESERV": "write",
}  # fmt: skip
_PLACES = ("DISKSERV", "DISKXFER")
"""Sections whose line is the place of a disk, the first first: that of its latency, else that of its I/Os."""
_OTHER = re.compile(r"[A-Z][A-Za-z0-9_+ -]{1,30},")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_DATE = re.compile(rf"([0-9]{{1,2}})-({'|'.join(_MONTHS)})-([0-9]{{4}})\Z", re.IGNORECASE)
_CLOCK = re.compile(r"([0-9]{2})[:.]([0-9]{2})[:.]([0-9]{2})\Z")
_HOST = re.compile(r"^AAA,host,[ ]*([^,\s]{1,255})", re.MULTILINE)
_BEGUN = re.compile(r"^AAA,(date|time),[ ]*([^,\s]{1,20})", re.MULTILINE)


class _Recording:
    """Snapshots of disks, as far as they are complete."""

    def __init__(self) -> None:
        self.reports: PackedList[dict[str, tuple[int, Sample]]] = PackedList()
        self.moments: list[datetime | None] = []
        self.disks: dict[str, list[str]] = {}
        self._rows: dict[str, dict[str, float | None]] = {}
        self._lines: dict[str, int] = {}
        self._begun = False

    def begin(self, moment: datetime | None) -> None:
        """Begin the snapshot of a time."""
        self.close()
        self._begun = True
        self.moments.append(moment)

    def add(self, name: str, line: int, section: str, figures: list[float | None]) -> None:
        """Add the figures of a section, which has the name ``name`` with its number; of none before the first time."""
        if self._begun:
            for disk, figure in zip(self.disks[name], figures, strict=True):
                self._rows.setdefault(disk, {})[_COLUMNS[section]] = figure
            if section in _PLACES:
                for disk in self.disks[name]:
                    self._lines[disk] = line if section == _PLACES[0] else self._lines.get(disk, line)

    def close(self) -> None:
        """End the snapshot."""
        if self._begun:
            self.reports.append(
                {disk: (self._lines[disk], _sample(row)) for disk, row in self._rows.items() if disk in self._lines}
            )
        self._rows, self._lines, self._begun = {}, {}, False


def _sample(row: Mapping[str, float | None]) -> Sample:
    """Return the facts of one disk; an I/O takes its service and its wait in the queue."""
    queue = row.get("wsvc_t")
    known = {
        name: measures.add(one, queue)
        for name, part in (("ms/r", "read"), ("ms/w", "write"))
        if (one := row.get(part)) is not None and queue is not None
    }
    found = iostat_rows.sample({**{name: one for name, one in row.items() if name not in ("read", "write")}, **known})
    # Without its wait, how long an I/O takes is unknown.
    return found if queue is not None else {**found, "latency_ms": None, "read_ms": None, "write_ms": None}


def _moment(clock: str, date: str) -> datetime | None:
    time, day = _CLOCK.match(clock.strip()), _DATE.match(date.strip())
    if time is None or day is None:
        return None
    hour, minute, second = map(whole, time.groups())
    month = _MONTHS.index(day.group(2).upper()) + 1
    try:
        return datetime(whole(day.group(3)), month, whole(day.group(1)), hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None


def _read(capture: Capture, out: Writer) -> None:
    recording = _Recording()
    head = capture.text[:16_384]
    out.add("host", capture.first_line, host=capture.owner, platform=_platform(head))
    for line, text in capture.lines():
        name, _, rest = text.strip().partition(",")
        cells = rest.split(",")
        if name == "ZZZZ" and len(cells) > 2:
            recording.begin(_moment(cells[1], cells[2]))
            continue
        match = _SECTION.match(name)
        if match is None or match.group(1) not in _COLUMNS:
            if text.strip() and not _OTHER.match(text.strip()):
                out.unread(line)
            continue
        while cells and not cells[-1].strip():
            cells.pop()
        if not cells or not _SNAPSHOT.match(cells[0]):
            recording.disks[name] = [cell.strip() for cell in cells[1:]]
            continue
        figures = [plain(cell) for cell in cells[1:]]
        if len(figures) != len(recording.disks.get(name, ())):
            out.ends_inside_record = True
            out.note(line, "skipped a row: it has fewer or more figures than its section has disks")
            out.unread(line)
            continue
        recording.add(name, line, match.group(1), figures)
    recording.close()
    if not recording.moments:
        out.note(capture.first_line, "no snapshot (a line ZZZZ with a time)")
        return
    # What happened before the first snapshot is not of an interval.
    times = Times(recording.moments, range(1, len(recording.moments)))
    iostat_rows.write_reports(out, capture.owner, islice(recording.reports, 1, None), tool="nmon", times=times)


def _platform(head: str) -> str:
    return "aix" if "AAA,AIX," in head or "AAA,progname,topas_nmon" in head else "linux"


def _owner(text: str) -> str | None:
    match = _HOST.search(text[:16_384])
    return match.group(1) if match and not match.group(1).startswith("localhost") else None


def _captured(text: str) -> datetime | None:
    begun = dict(_BEGUN.findall(text[:16_384]))
    return _moment(begun.get("time", ""), begun.get("date", ""))


def _detect(capture: Capture) -> Detection | None:
    if re.search(r"^AAA,progname,\S*nmon", capture.head, re.MULTILINE):
        return Detection(95, "AAA,progname of nmon")
    if re.search(r"^AAA,host,", capture.head, re.MULTILINE) and re.search(
        r"^(?:ZZZZ|DISK[A-Z]+),", capture.head, re.MULTILINE
    ):
        return Detection(92, "AAA, and ZZZZ or sections of disks of nmon")
    return None


READERS = (
    Reader(
        name="workload-nmon", platform="aix", command="nmon -f -d",
        provides={"host": ("host", "platform"), "workload": iostat_rows.COLUMNS, "load_sample": iostat_rows.SAMPLES},
        detect=_detect, read=_read, needles=("AAA,",), owner_in=_owner, captured_in=_captured, also=("topas_nmon -f -d",), verified=False,
    ),
)  # fmt: skip
