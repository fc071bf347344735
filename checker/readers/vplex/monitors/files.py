"""Files of VPLEX performance monitors: one for each director, in ``/var/log/VPlex/cli`` and its ``reports``.

The system monitor is CSV: a header, then a row for each sample::

    Time,Time (UTC),director.busy (%),be-prt.write A1-FC02 (KB/s)
    2016-10-11 10:56:54,1476183414,12,3380.5
    2016-10-11 10:57:04,1476183424,no data,3391

The log of virtual volumes has one header, then the time on a separate line and a row for each volume::

    Virtual Volume,VPD Id,fe-lu ops (counts/s),fe-lu read (KB/s)
    2016-10-11 10:56:54
    dd_db01_vol,VPD83T3:6000144000000010a0a1b20000000001,120.5,5012

The header is repeated if the monitor was restarted. Mean and 95th percentile of each column are kept, and for triage the samples themselves.
"""

from __future__ import annotations

import csv
from datetime import datetime

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.lines import lines_of
from checker.readers.vplex.monitors.measure import PORT_LOAD, SAMPLES, WORKLOAD, Measurements, system_of
from checker.readers.vplex.monitors.metrics import METRIC, Metric, director_in, moment, number, parse_column

_SYSTEM = rf'^"?Time"?[,;]"?(?:Time \(UTC\)"?[,;]"?)?{METRIC}[^\n]*\((?:us|[KM]B/s|counts/s|counts|%)\)'
_VOLUMES = r'^"?Virtual Volume"?[,;][^\n]*\bfe-lu[. ][^\n]*\('
_CUT_BY_AUTHOR = ("...", "…")


def _cells(text: str) -> list[str]:
    if '"' in text:
        return [cell.strip() for cell in next(csv.reader([text]), [])]
    return [cell.strip() for cell in text.split(";" if text.count(";") > text.count(",") else ",")]


def _measurements(capture: Capture, out: Writer) -> Measurements:
    director = director_in(capture.file, capture.owner)
    return Measurements(system_of(capture.owner, capture.file), director, samples=out.samples)


def _read_system(capture: Capture, out: Writer) -> None:
    measured = _measurements(capture, out)
    columns: list[Metric | None] = []
    times: list[int] = []
    ahead: set[float] = set()
    rows = unclear = 0
    for line, text in enumerate(lines_of(capture.text), capture.first_line):
        if not text.strip():
            continue
        cells = _cells(text)
        if cells[0] == "Time":
            columns = [parse_column(cell) for cell in cells]
            times = [index for index, cell in enumerate(cells) if cell in ("Time (UTC)", "Time")]
            measured.utc = "Time (UTC)" in cells
            for cell, column in zip(cells, columns, strict=True):
                if column is None and cell and not cell.startswith("Time") and cell not in _CUT_BY_AUTHOR:
                    unclear += 1
                    out.note(line, f"skipped a column, unknown metric: {cell[:60]}") if unclear < 4 else None
            continue
        if not columns or (time := _time(cells, times)) is None:
            out.unread(line)
            continue
        rows += 1
        measured.at(time)
        if len(times) == 2 and (local := moment(cells[times[0]])) is not None:
            ahead.add(round((local - time).total_seconds() / _STEP_OF_ZONES) * _STEP_OF_ZONES)
        for column, cell in zip(columns, cells, strict=False):
            if column is not None and (value := number(cell)) is not None:
                measured.add(column, value, line)
        if len(cells) < len(columns):
            out.ends_inside_record = True
            out.note(line, "the row has fewer cells than the header")
    if not rows:
        out.note(capture.first_line, "header without samples")
    if len(ahead) == 1 and measured.utc:
        (measured.local_ahead_s,) = ahead
    measured.write(out)


def _time(cells: list[str], places: list[int]) -> datetime | None:
    """Return the time of a row; the time in UTC, which is last, takes precedence."""
    for place in reversed(places):
        if place < len(cells) and (time := moment(cells[place])) is not None:
            return time
    return None


def _read_volumes(capture: Capture, out: Writer) -> None:
    measured = _measurements(capture, out)
    titles: list[str] = []
    known: dict[str, list[Metric | None]] = {}
    rows = 0
    for line, text in enumerate(lines_of(capture.text), capture.first_line):
        if not text.strip():
            continue
        cells = _cells(text)
        if cells[0] == "Virtual Volume":
            titles, known = cells, {}
        elif (time := moment(cells[0])) is not None and not any(cells[1:]):
            measured.at(time)
        elif titles and len(cells) > 2 and cells[0]:
            rows += 1
            volume = cells[0]
            metrics = known.get(volume)
            if metrics is None:
                metrics = known[volume] = [parse_column(title, volume) for title in titles]
                if "VPD Id" in titles and (place := titles.index("VPD Id")) < len(cells):
                    measured.identify(volume, out.device_id(cells[place], line, "workload", "device", volume))
            for metric, cell in zip(metrics, cells, strict=False):
                if metric is not None and (value := number(cell)) is not None:
                    measured.add(metric, value, line)
        else:
            out.unread(line)
    if not rows:
        out.note(capture.first_line, "header without samples")
    measured.write(out)


def _captured(text: str) -> datetime | None:
    """Return the time of the last samples."""
    tail = text[-65_536:].rstrip().split("\n")
    times = (time for row in reversed(tail) for cell in row.split(",", 2)[:1] if (time := moment(cell.strip('" '))))
    return next(times, None)


_PROVIDES = {"port_load": PORT_LOAD, "workload": WORKLOAD, "load_sample": SAMPLES}
_STEP_OF_ZONES = 900
"""Seconds: zones differ from UTC by quarters of an hour."""
READERS = (
    Reader(
        name="vplex-system-monitor", platform="vplex", command="<director>_PERPETUAL_vplex_sys_perf_mon.log",
        provides={**_PROVIDES, "load_sample": (*SAMPLES, "local_ahead_s")},
        detect=by_pattern("header of a VPLEX performance monitor", (95, _SYSTEM)),
        read=_read_system, needles=("Time", "("), captured_in=_captured, verified=False,
    ),
    Reader(
        name="vplex-volume-monitor", platform="vplex", command="<director>_VIRTUAL_VOLUMES_PERPETUAL_MONITOR.log",
        provides=_PROVIDES, detect=by_pattern("header of a VPLEX log of virtual volumes", (95, _VOLUMES)),
        read=_read_volumes, needles=("Virtual Volume", "fe-lu"), captured_in=_captured, verified=False,
    ),
)  # fmt: skip
