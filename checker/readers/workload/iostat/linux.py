"""``iostat`` of Linux (sysstat 9 to 12): text, with or without ``-x``, in kB, MB or blocks; and ``-o JSON``.

Sample::

    Linux 5.14.0-70.el9.x86_64 (db01) 	01/15/2026 	_x86_64_	(16 CPU)

    avg-cpu:  %user   %nice %system %iowait  %steal   %idle
               4.10    0.00    1.20    0.80    0.00   93.90

    Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util
    sdb            120.00    960.00     0.00   0.00    0.60     8.00   40.00    320.00     0.00   0.00    0.40     8.00    0.09   6.10

The first report counts since the system started; its figures have the phase "since boot". ``-h``, ``-j`` and
``--pretty`` print the name last, and each report as several tables; ``--human`` scales the figures. Indented rows are sums
of a group (``-g``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import line_of
from checker.readers.toolkit.numbers import decimal
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.workload import measures
from checker.readers.workload.iostat import rows as iostat_rows
from checker.readers.workload.iostat.rows import Sample
from checker.readers.workload.iostat.times import day_of, times_of
from checker.readers.workload.measures import plain

_BANNER = re.compile(r"Linux\s+\S+\s+\(([^)\s]{1,255})\)\s+(\S+)")
_HEADER = re.compile(r"(\s*)(?:Device:?\s+(?P<after>\S.*)|(?P<before>\S.*?\S)\s+Device)\s*\Z")
_KNOWN = frozenset(word_list("tps r/s w/s d/s f/s aqu-sz rrqm/s kB_read/s MB_read/s Blk_read/s kB_w+d/s rkB/s rMB/s"))
_SCALED = re.compile(r"([0-9]{1,15}(?:[.,][0-9]{1,3})?)([BskMGTP])\Z")
_HALF_DAY = re.compile(r"^(?:\S+ +)?[0-9]{1,2}:[0-9]{2}:[0-9]{2} [AP]M\b", re.MULTILINE)
_BYTES = {"B": 1, "s": 512, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}
# The time of a report (-t) is on a line of its own.
_TIME = re.compile(
    r"[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}\.?[ T][0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:[Z+-][0-9:]{0,5}| [AP]M)?\s*\Z"
)
_SKIPPED = re.compile(
    r"\s*(?:avg-cpu:|Linux\s|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}[ T]|[0-9.,%\s]+\Z|Average:|Time:)"
)


def figure(name: str, cell: str) -> float | None:
    """Return a printed figure in the unit of its column: ``--human`` prints 1.5M in a column of kB, and 0.5%."""
    if match := _SCALED.match(cell):
        unit = measures.MIB if "MB" in name else 512 if "sec" in name or "Blk" in name or name == "avgrq-sz" else 1024
        found = plain(match.group(1))
        return None if found is None else found * _BYTES[match.group(2)] / unit
    return plain(cell.removesuffix("%"))


class _Table:
    """The current table: its columns, its indentation, and whether the names are its first column."""

    def __init__(self, match: re.Match[str]) -> None:
        self.name_first = match.group("after") is not None
        self.columns = (match.group("after") or match.group("before")).split()
        self.indent = len(match.group(1))

    def row(self, text: str) -> tuple[str, dict[str, float | None]] | None:
        """Return name and figures of a row; None for other lines."""
        cells, count = text.split(), len(self.columns)
        if self.name_first:
            name, shown = cells[0], cells[1:]
        else:
            name, shown = " ".join(cells[count:]), cells[:count]
        if not name or len(shown) != count:
            return None
        row = {column: figure(column, cell) for column, cell in zip(self.columns, shown, strict=True)}
        return None if any(value is None for value in row.values()) else (name, row)

    def is_group(self, text: str) -> bool:
        return self.name_first and len(text) - len(text.lstrip()) > self.indent

    def is_cut(self, text: str) -> bool:
        cells = text.split()
        if self.name_first:
            device_row = plain(cells[0]) is None and len(cells) > 1 and figure("", cells[1]) is not None
            return device_row and len(cells) <= len(self.columns)
        return len(cells) <= len(self.columns) and all(figure("", cell) is not None for cell in cells)


def _read(capture: Capture, out: Writer) -> None:
    reports: PackedList[Mapping[str, tuple[int, Sample]]] = PackedList()
    rows: dict[str, tuple[int, dict[str, float | None]]] = {}
    table: _Table | None = None
    printed: set[str] = set()
    boots: list[int] = []
    stamps: list[str | None] = []
    banner, stamp = "", None
    host_written = False
    for line, text in capture.lines():
        if not text.strip():
            continue
        if match := _HEADER.match(text):
            table = _Table(match)
            if not any(name in _KNOWN for name in table.columns):
                table = None
                out.unread(line)
                continue
            # A report may consist of several tables; a repeated column begins the next report.
            if printed & set(table.columns):
                reports.append(_samples(rows))
                rows, printed = {}, set()
            if not printed:
                stamps.append(stamp)
                stamp = None
            printed |= set(table.columns)
            continue
        if match := _BANNER.match(text.strip()):
            banner = match.group(2)
            # The command ran again: its first report counts since boot, too.
            if printed:
                reports.append(_samples(rows))
                rows, printed, table = {}, set(), None
            boots.append(len(reports))
            if not host_written:
                out.add("host", line, host=capture.owner, platform="linux")
                host_written = True
            continue
        if text.lstrip().startswith("avg-cpu"):
            # The next report begins; a row of processor figures may look like a disk.
            table = None
            continue
        if _TIME.match(text):
            stamp, table = text, None
            continue
        if table and (found := table.row(text)):
            if not table.is_group(text):
                placed, row = rows.get(found[0], (line, {}))
                rows[found[0]] = placed, {**row, **found[1]}
        elif table and table.is_cut(text):
            out.ends_inside_record = True
            out.note(line, "truncated: a row is incomplete and was skipped")
            out.unread(line)
        elif not _SKIPPED.match(text):
            out.unread(line)
    if printed:
        reports.append(_samples(rows))
    since_boot = [reports[index] for index in boots if index < len(reports)][-1:]
    intervals = PackedList(report for index, report in enumerate(reports) if index not in boots)
    places = [index for index in range(len(reports)) if index not in boots]
    iostat_rows.write_reports(out, capture.owner, intervals, since_boot, times=times_of(stamps, places, [banner]))


def _samples(rows: Mapping[str, tuple[int, dict[str, float | None]]]) -> dict[str, tuple[int, Sample]]:
    return {name: (line, iostat_rows.sample(row)) for name, (line, row) in rows.items()}


def _read_json(capture: Capture, out: Writer) -> None:
    for document in noted_documents(capture.text, capture.first_line, out, whole=True):
        system = document.value.get("sysstat") if isinstance(document.value, dict) else None
        hosts = system.get("hosts") if isinstance(system, dict) else None
        for host in hosts if isinstance(hosts, list) else []:
            if isinstance(host, dict):
                _write_host(capture, host, out)


def _write_host(capture: Capture, host: Mapping[str, Any], out: Writer) -> None:
    out.add("host", line_of(host, capture.first_line), host=capture.owner, platform="linux")
    statistics = host.get("statistics")
    reports: PackedList[dict[str, tuple[int, Sample]]] = PackedList()
    stamps: list[str | None] = []
    for one in statistics if isinstance(statistics, list) else []:
        disks = one.get("disk") if isinstance(one, dict) else None
        if not isinstance(disks, list):
            continue
        report: dict[str, tuple[int, Sample]] = {}
        for disk in disks:
            name = disk.get("disk_device") or disk.get("disk") if isinstance(disk, dict) else None
            if isinstance(name, str):
                report[name] = line_of(disk, capture.first_line), iostat_rows.sample(_numbers(disk))
        reports.append(report)
        stamp = one.get("timestamp")
        stamps.append(stamp if isinstance(stamp, str) else None)
    day = host.get("date")
    times = times_of(stamps, range(1, len(reports)), [day] if isinstance(day, str) else ())
    iostat_rows.write_reports(out, capture.owner, islice(reports, 1, None), reports[:1], times=times)


def _numbers(disk: Mapping[str, Any]) -> dict[str, float | None]:
    return {
        name: decimal(value)
        for name, value in disk.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }


def banner_owner(text: str, any_name: bool = False) -> str | None:
    """Return the host in the first line of sysstat's tools; None if it is called localhost."""
    match = _BANNER.search(text[:16_384])
    return match.group(1) if match and (any_name or not match.group(1).startswith("localhost")) else None


def _owner_json(text: str) -> str | None:
    match = re.search(r'"nodename"\s*:\s*"([^"]{1,255})"', text[:16_384])
    return match.group(1) if match and not match.group(1).startswith("localhost") else None


def banner_date(text: str) -> datetime | None:
    """Return the day in the first line of sysstat's tools; None if nothing shows whether the day or the month comes first."""
    head = text[:16_384]
    match = _BANNER.search(head)
    if match is None:
        return None
    return day_of(match.group(2), [f"{match.group(2)} 12:00:00 AM"] if _HALF_DAY.search(head) else ())


def banner_day(text: str) -> str:
    """Return the day in the first line of sysstat's tools as printed, or ''."""
    match = _BANNER.search(text[:16_384])
    return match.group(2) if match else ""


def _captured_json(text: str) -> datetime | None:
    match = re.search(r'"date"\s*:\s*"([^"]{1,20})"', text[:16_384])
    return day_of(match.group(1)) if match else None


def _detect(capture: Capture) -> Detection | None:
    for line in capture.head.split("\n"):
        match = _HEADER.match(line)
        if match:
            names = (match.group("after") or match.group("before")).split()
            if "tps" in names and any(name.endswith("_read/s") for name in names):
                return Detection(94, "Device, tps, …_read/s of iostat")
            if "tps" in names and {"await", "aqu-sz"} <= set(names):
                return Detection(94, "Device, tps, await, aqu-sz of iostat -xs")
            if "r/s" in names and "r_await" in names and match.group("before"):
                return Detection(94, "r/s, r_await, Device of iostat -x --pretty")
            if "r/s" in names and "w/s" in names and any(name.endswith(("util", "await", "-sz")) for name in names):
                return Detection(95, "Device, r/s, w/s, await or %util of iostat -x")
    return None


def _detect_json(capture: Capture) -> Detection | None:
    if re.search(r'"sysstat"\s*:', capture.head) and re.search(r'"disk(?:_device)?"\s*:', capture.head):
        return Detection(95, '"sysstat" with disks of iostat -o JSON')
    return None


_PROVIDES = {
    "host": ("host", "platform"),
    "workload": iostat_rows.COLUMNS,
    "load_sample": iostat_rows.UNORDERED_SAMPLES,
}

READERS = (
    Reader(
        name="workload-iostat", platform="linux", command="iostat -x", provides=_PROVIDES, detect=_detect, read=_read,
        needles=("Device",), owner_in=banner_owner, captured_in=banner_date,
    ),
    Reader(
        name="workload-iostat-json", platform="linux", command="iostat -x -o JSON", provides=_PROVIDES,
        detect=_detect_json, read=_read_json, needles=('"sysstat"',), owner_in=_owner_json, captured_in=_captured_json,
    ),
)  # fmt: skip
