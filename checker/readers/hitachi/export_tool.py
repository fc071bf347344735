"""Performance Monitor of a VSP: the files that the Export Tool writes about volumes, ``LDEV_IOPS.csv`` and others, one figure each.

::

    LDEV_Read_Response
    Serial number : 540001(VSP G800)
    From : 2026/03/04 12:00
    To   : 2026/03/04 13:00
    sampling rate : 1

    "No.","time","00:01:8DX(1-1)","00:01:8EX(1-1)"
    "1","2026/03/04 12:01","512","498"

A column is a volume: LDKC, CU and LDEV, hexadecimal; other commands print its number in decimal digits. Response times are in
microseconds, transfer rates in KB per second; a value below zero could not be measured. Files about parity groups, ports,
processors and paths (LU) have the same form and are not read. Times state no zone; the interval ends at the time.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.hitachi.names import volume_name
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.load import Load, load_facts
from checker.readers.toolkit.numbers import decimal

_SERIAL = re.compile(r'^[ \t]*"?Serial number[ \t]*:[ \t]*([0-9]{5,6})\b', re.MULTILINE | re.IGNORECASE)
_HEADER = re.compile(r'^[ \t]*"?No\.?"?,"?time"?,', re.MULTILINE | re.IGNORECASE)
_METRIC = re.compile(r"(?<![A-Za-z])LDEV_((?:Read_|Write_)?(?:IOPS|TransRate|Response))(?:[0-9A-F]{2})?(?![A-Za-z_])")
_VOLUME = re.compile(r"00:([0-9A-F]{2}):([0-9A-F]{2})[X#]{0,2}(?:\([^)]{0,40}\))?\Z", re.IGNORECASE)
_VALUE = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,9})?\Z")
_ABOUT = re.compile(
    r'[ \t]*"?(?:Serial number|From|To|sampling rate)[ \t]*:|[ \t]*"?LDEV_\w{1,40}(?:\.csv)?"?[ \t]*\Z', re.IGNORECASE
)
_FIGURES = {
    "IOPS": ("iops", 1.0), "Read_IOPS": ("read_iops", 1.0), "Write_IOPS": ("write_iops", 1.0),
    "TransRate": ("throughput_mbps", 1.024e-3), "Read_TransRate": ("read_mbps", 1.024e-3), "Write_TransRate": ("write_mbps", 1.024e-3),
    "Response": ("latency_ms", 1e-3), "Read_Response": ("read_ms", 1e-3), "Write_Response": ("write_ms", 1e-3),
}  # fmt: skip
"""Metric → column and factor to its unit."""


def _metric(capture: Capture) -> str | None:
    """Return the figure of a file, from its first line or its name; None for other files of the tool."""
    match = _METRIC.search(capture.head.lstrip().split("\n", 1)[0]) or _METRIC.search(capture.file.rpartition("/")[2])
    return match.group(1) if match else None


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text.strip()[:16], "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
    except ValueError:
        return None


def _loads(capture: Capture, out: Writer) -> Iterator[Load]:
    metric = _metric(capture)
    if metric is None:
        out.note(
            capture.first_line, "skipped a file of the Export Tool: LDEV_IOPS, LDEV_Response and similar ones are read"
        )
        return
    figure, factor = _FIGURES[metric]
    loads: dict[int, Load] = {}
    columns = 0
    for number, line in capture.lines():
        if not line.strip() or _ABOUT.match(line):
            continue
        cells = next(csv.reader([line]), [])
        if _HEADER.match(line):
            # A volume has the same columns in all files, so a name that is none is not counted silently.
            columns = len(cells)
            for place, title in enumerate(cells[2:], 2):
                match = _VOLUME.match(title.strip())
                name = volume_name(f"{match.group(1)}{match.group(2)}", 16) if match else None
                if name is not None:
                    loads[place] = Load("storage_volume", name, number)
                elif title.strip():
                    out.unread(number)
            continue
        moment = _moment(cells[1]) if columns and len(cells) == columns else None
        if moment is None:
            out.ends_inside_record |= bool(columns)
            out.unread(number)
            continue
        for place, load in loads.items():
            value = decimal(cells[place].strip()) if _VALUE.match(cells[place].strip()) else -1.0
            load.captured_at = moment
            if value < 0:
                continue
            load.at_time(moment, {figure: value * factor})
            # A mean of response times would need the I/O of each, which is in another file.
            if not figure.endswith("_ms"):
                load.add(figure, value * factor)
    for load in loads.values():
        load.at_regular_times()
        load.average()
        yield load


def _owner(text: str) -> str | None:
    match = _SERIAL.search(text[:16_384])
    return match.group(1) if match else None


def _detect(capture: Capture) -> Detection | None:
    if _SERIAL.search(capture.head) and _HEADER.search(capture.head) and _metric(capture):
        return Detection(95, "LDEV_… of the Export Tool, serial number, No., time")
    return None


_FIGURE_NAMES = "iops read_iops write_iops throughput_mbps read_mbps write_mbps"
READERS = (
    Family[Load]("hitachi", _loads).reader(
        "hitachi-export-tool", "runUnix.bat", _detect,
        *load_facts(f"storage_array captured_at samples {_FIGURE_NAMES}", samples=f"{_FIGURE_NAMES} latency_ms read_ms write_ms"),
        also=("runWin.bat",), needles=("erial number", "time"), owner_in=_owner, verified=False,
    ),
)  # fmt: skip
