"""``sar -d`` of HP-UX: load of each disk in each interval; with ``-R``, from 11i v3 on, reads and writes on their own.

Sample::

    HP-UX db05 B.11.31 U ia64    03/04/26

    12:41:33   device   %busy   avque   r+w/s  blks/s  avwait  avserv
    12:41:43   disk10   24.00    0.50     400    6400    0.10    0.60
               disk11    1.00    0.50       2      64    0.00    0.40
    Average    disk10   24.00    0.50     400    6400    0.10    0.60

A transfer waits ``avwait`` in the queue of the host and is served in ``avserv``, both in ms; blocks have 512 bytes (sar(1M), HP-UX 11i
Version 3, September 2010). The wait of other systems' ``sar -d`` is counted while there is a queue only, so their output is not read.
The banner has month, day and year; times have no zone. A time without a disk is an interval in which none was active.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.workload.iostat import rows as iostat_rows
from checker.readers.workload.iostat.rows import Sample
from checker.readers.workload.iostat.sar import Clock, Stamp
from checker.readers.workload.measures import plain

_BANNER = re.compile(
    r"^[ \t]*HP-UX (\S{1,63}) B\.1[01]\.[0-9]{2} .{0,60}?\s([0-9]{2}/[0-9]{2}/[0-9]{2})[ \t]*$", re.MULTILINE
)
_TIME = r"([0-2][0-9]:[0-5][0-9]:[0-5][0-9])"
_TITLE = re.compile(rf"{_TIME}\s+device\s+(%busy\s+avque\s+(?:r\+w/s|r/s\s+w/s)\s+blks/s\s+avwait\s+avserv)\Z")
_ROW = re.compile(rf"(?:({_TIME}|Average)(?:\s+|\Z))?(.*)\Z")
_NAMES = {
    "%busy": "%b",
    "avque": "",
    "r+w/s": "tps",
    "r/s": "r/s",
    "w/s": "w/s",
    "blks/s": "sectors",
    "avwait": "wsvc_t",
    "avserv": "asvc_t",
}
_BLOCKS_IN_KB = 2


def _sample(columns: list[str], cells: list[str]) -> Sample | None:
    """Return the facts of a row; None if it is none."""
    values = [plain(cell) for cell in cells]
    if len(values) != len(columns) or None in values:
        return None
    row = {_NAMES[name]: value for name, value in zip(columns, values, strict=True)}
    rate = row["tps"] if "tps" in row else (row["r/s"] or 0.0) + (row["w/s"] or 0.0)
    # As many wait, and are served, as come in that time (Little's law); avque counts both, and half of one in an idle queue.
    wait, active = ((rate or 0.0) * (row[name] or 0.0) / 1000 for name in ("wsvc_t", "asvc_t"))
    return iostat_rows.sample({**row, "kB/s": (row["sectors"] or 0.0) / _BLOCKS_IN_KB, "wait": wait, "actv": active})


def _read(capture: Capture, out: Writer) -> None:
    columns: list[str] = []
    # As in all sar of System V, the month is first.
    clock = Clock(month_first=True)
    reports: dict[Stamp, dict[str, tuple[int, Sample]]] = {}
    places: list[int] = []
    means: dict[str, tuple[int, Sample]] = {}
    stamp: Stamp | None = None
    out.add("host", capture.first_line, host=capture.owner, platform="hpux")
    for line, text in capture.lines():
        shown = text.strip()
        if not shown:
            continue
        if banner := _BANNER.match(text):
            clock.begin(banner.group(2))
            columns, stamp = [], None
            continue
        if title := _TITLE.match(shown):
            clock.at(title.group(1))
            columns, stamp = title.group(2).split(), None
            continue
        match = _ROW.match(shown)
        label, time, rest = match.groups() if match else ("", "", shown)
        if not columns:
            continue
        if time:
            stamp = clock.at(time)
        elif label:
            stamp = None
        cells = rest.split()
        if not cells:
            continue
        found = _sample(columns, cells[1:])
        if found is None:
            if len(cells) > 1 and plain(cells[1]) is not None:
                out.ends_inside_record = True
                out.note(line, "skipped a row: it has fewer or more columns than the header")
                out.unread(line)
            else:
                # The table of another option begins.
                columns = []
            continue
        if stamp is None:
            means.setdefault(cells[0], (line, found))
            continue
        if stamp not in reports:
            reports[stamp] = {}
            places.append(len(clock.stamps) - 1)
        reports[stamp].setdefault(cells[0], (line, found))
    some = reports.values() if reports else [means]
    iostat_rows.write_reports(out, capture.owner, some, tool="sar", times=clock.times(places))


def _owner(text: str) -> str | None:
    match = _BANNER.search(text[:16_384])
    return match.group(1) if match else None


def _captured(text: str) -> datetime | None:
    match = _BANNER.search(text[:16_384])
    try:
        return datetime.strptime(match.group(2), "%m/%d/%y").replace(tzinfo=UTC) if match else None
    except ValueError:
        return None


def _detect(capture: Capture) -> Detection | None:
    if not _BANNER.search(capture.head):
        return None
    if any(_TITLE.match(line.strip()) for line in capture.head.split("\n")):
        return Detection(95, "banner of HP-UX, device, %busy, avque of sar -d")
    return None


READERS = (
    Reader(
        name="workload-sar-hpux", platform="hpux", command="sar -d",
        provides={"host": ("host", "platform"), "workload": iostat_rows.COLUMNS, "load_sample": iostat_rows.SAMPLES},
        detect=_detect, read=_read, needles=("HP-UX ", "%busy"), owner_in=_owner, captured_in=_captured, verified=False,
    ),
)  # fmt: skip
