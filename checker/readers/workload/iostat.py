"""``iostat`` of Linux (sysstat 9 to 12): text, with or without ``-x``, in kB, MB or blocks; and ``-o JSON``.

Sample::

    Linux 5.14.0-70.el9.x86_64 (db01) 	01/15/2026 	_x86_64_	(16 CPU)

    avg-cpu:  %user   %nice %system %iowait  %steal   %idle
               4.10    0.00    1.20    0.80    0.00   93.90

    Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util
    sdb            120.00    960.00     0.00   0.00    0.60     8.00   40.00    320.00     0.00   0.00    0.40     8.00    0.09   6.10

The first report counts since the system started; its figures have the phase "since boot".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.json_documents import Skipped, documents
from checker.readers.located_json import line_of
from checker.readers.workload import iostat_rows
from checker.readers.workload.iostat_rows import Sample
from checker.readers.workload.measures import plain

_BANNER = re.compile(r"Linux\s+\S+\s+\(([^)\s]{1,255})\)\s+(\S+)")
_HEADER = re.compile(r"\s*Device:?\s+(\S.*)\Z")
_KNOWN = frozenset(["tps", "r/s", "w/s", "rrqm/s", "kB_read/s", "MB_read/s", "Blk_read/s"])
_PASSED_OVER = re.compile(
    r"\s*(?:avg-cpu:|Linux\s|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}[ T]|[0-9.,\s]+\Z|Average:|Time:)"
)


def _read(capture: Capture, out: Writer) -> None:
    reports: list[dict[str, tuple[int, Sample]]] = []
    names: list[str] = []
    since_boot = False
    host_written = False
    for line, text in capture.lines():
        if not text.strip():
            continue
        if match := _HEADER.match(text):
            names = match.group(1).split()
            if not any(name in _KNOWN for name in names):
                names = []
                out.unread(line)
                continue
            reports.append({})
            continue
        if _BANNER.match(text.strip()):
            since_boot = since_boot or not reports
            if not host_written:
                out.add("host", line, host=capture.owner, platform="linux")
                host_written = True
            continue
        if text.lstrip().startswith("avg-cpu"):
            # The next report begins; its figures of the processor are as many as a disk may have.
            names = []
            continue
        cells = text.split()
        if names and len(cells) == len(names) + 1 and all(plain(cell) is not None for cell in cells[1:]):
            row = {name: plain(cell) for name, cell in zip(names, cells[1:], strict=True)}
            reports[-1][cells[0]] = line, iostat_rows.sample(row)
        elif names and 1 < len(cells) <= len(names) and plain(cells[0]) is None and plain(cells[1]) is not None:
            out.ends_inside_record = True
            out.note(line, "a row is cut; it was left out")
            out.unread(line)
        elif not _PASSED_OVER.match(text):
            out.unread(line)
    _write(capture, out, reports, since_boot)


def _write(capture: Capture, out: Writer, reports: list[dict[str, tuple[int, Sample]]], since_boot: bool) -> None:
    iostat_rows.write_reports(out, capture.owner, reports, since_boot)


def _read_json(capture: Capture, out: Writer) -> None:
    for piece in documents(capture.text, capture.first_line):
        if isinstance(piece, Skipped):
            if piece.problem:
                out.note(piece.line, f"no whole JSON document: {piece.problem}")
                out.ends_inside_record = True
            out.unread(piece.line, piece.lines)
            continue
        if piece.truncated:
            out.ends_inside_record = True
            out.note(piece.line, "the JSON document that begins here is cut; what was whole in it was read")
        system = piece.value.get("sysstat") if isinstance(piece.value, dict) else None
        hosts = system.get("hosts") if isinstance(system, dict) else None
        for host in hosts if isinstance(hosts, list) else []:
            if isinstance(host, dict):
                _write_host(capture, host, out)


def _write_host(capture: Capture, host: Mapping[str, Any], out: Writer) -> None:
    out.add("host", line_of(host, capture.first_line), host=capture.owner, platform="linux")
    statistics = host.get("statistics")
    reports: list[dict[str, tuple[int, Sample]]] = []
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
    _write(capture, out, reports, True)


def _numbers(disk: Mapping[str, Any]) -> dict[str, float | None]:
    return {
        name: float(value)
        for name, value in disk.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }


def _owner(text: str) -> str | None:
    match = _BANNER.search(text[:16_384])
    return match.group(1) if match and not match.group(1).startswith("localhost") else None


def _owner_json(text: str) -> str | None:
    match = re.search(r'"nodename"\s*:\s*"([^"]{1,255})"', text[:16_384])
    return match.group(1) if match and not match.group(1).startswith("localhost") else None


def _date(shown: str) -> datetime | None:
    for form in ("%m/%d/%Y", "%m/%d/%y", "%Y-%m-%d"):
        try:
            return datetime.strptime(shown, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def _captured(text: str) -> datetime | None:
    match = _BANNER.search(text[:16_384])
    return _date(match.group(2)) if match else None


def _captured_json(text: str) -> datetime | None:
    match = re.search(r'"date"\s*:\s*"([^"]{1,20})"', text[:16_384])
    return _date(match.group(1)) if match else None


def _detect(capture: Capture) -> Detection | None:
    for line in capture.head.split("\n"):
        match = _HEADER.match(line)
        if match:
            names = match.group(1).split()
            if "tps" in names and any(name.endswith("_read/s") for name in names):
                return Detection(94, "Device, tps, …_read/s of iostat")
            if "r/s" in names and "w/s" in names and any(name.endswith(("util", "await", "-sz")) for name in names):
                return Detection(95, "Device, r/s, w/s, await or %util of iostat -x")
    return None


def _detect_json(capture: Capture) -> Detection | None:
    if re.search(r'"sysstat"\s*:', capture.head) and re.search(r'"disk(?:_device)?"\s*:', capture.head):
        return Detection(95, '"sysstat" with disks of iostat -o JSON')
    return None


_PROVIDES = {"host": ("host", "platform"), "workload": iostat_rows.COLUMNS}

READERS = (
    Reader(
        name="workload-iostat",
        platform="linux",
        command="iostat -x",
        provides=_PROVIDES,
        detect=_detect,
        read=_read,
        needles=("Device",),
        owner_in=_owner,
        captured_in=_captured,
    ),
    Reader(
        name="workload-iostat-json",
        platform="linux",
        command="iostat -x -o JSON",
        provides=_PROVIDES,
        detect=_detect_json,
        read=_read_json,
        needles=('"sysstat"',),
        owner_in=_owner_json,
        captured_in=_captured_json,
    ),
)
