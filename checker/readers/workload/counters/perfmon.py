r"""Performance logs of Windows as CSV: ``typeperf``, ``logman`` and ``relog -f csv``, ``Export-Counter``, perfmon.

Sample (cut)::

    "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\WIN01\PhysicalDisk(2 E:)\Disk Reads/sec","\\WIN01\PhysicalDisk(2 E:)\Avg. Disk sec/Read"
    "01/15/2026 08:00:05.123","900.100000","0.001200"
    "01/15/2026 08:00:10.123","905.000000","0.001180"

Read are the physical disks (logical disks where no physical one is there) and the processors together; means and 95th
percentiles are written. Times of disks are seconds. Names of counters are in the language of Windows: those known are in
:mod:`perfmon_words`, and logs in another language are told as such.
"""

from __future__ import annotations

import csv
import math
import re
from array import array
from datetime import datetime

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.workload import measures
from checker.readers.workload.counters import pdh_csv, perfmon_words

_ESXTOP = re.compile(
    r"\\(?:Physical (?:Disk|Cpu)|Group (?:Cpu|Memory)|Vcpu|Memory\\(?:Memory Overcommit|Machine MBytes))"
)
# A disk by its form in any language: a number and letters of drives.
_FOREIGN = re.compile(r"\\\\[^\\\n]{1,255}\\[^\\\n(]{3,60}\((?:_Total|[0-9]{1,4}(?: [A-Z]:)+|[0-9]{1,4})\)\\")
_DRIVE = re.compile(r"([0-9]{1,4})(?: |\Z)")
_CLOSING = re.compile(
    r"Exiting, please wait|The command completed successfully|Error:|\(c\) Microsoft|Microsoft ", re.IGNORECASE
)
_FACTS = word_list("""
    about_kind about_key phase host device kernel_name tool measured samples seconds iops iops_p95 iops_deviation
    read_iops write_iops read_ratio io_bytes read_io_bytes write_io_bytes read_mbps write_mbps throughput_mbps
    latency_ms latency_p95_ms read_ms read_p95_ms write_ms write_p95_ms outstanding busy_ratio cpu_ratio
""")


class _Object:
    """One disk, volume or all processors of a host, with the samples of each counter."""

    def __init__(self, kind: str, instance: str) -> None:
        self.kind = kind
        self.instance = instance
        self.counters: dict[str, tuple[int, array[float]]] = {}

    def known(self, fact: str) -> list[float | None]:
        if fact not in self.counters:
            return []
        return [None if math.isnan(value) else value for value in self.counters[fact][1]]


def _objects(names: list[str]) -> list[_Object]:
    found: dict[tuple[str, str], _Object] = {}
    for index, name in enumerate(names):
        match = pdh_csv.NAME.match(name.strip())
        if match is None:
            continue
        instance = match.group(3) or ""
        kind, fact = perfmon_words.meaning(match.group(2), match.group(4))
        if kind is None or (instance.lower() == "_total") != (kind == "cpu"):
            continue
        if fact is not None:
            one = found.setdefault((kind, instance), _Object(kind, instance))
            one.counters.setdefault(fact, (index, array("d")))
    disks = any(kind == "disk" for kind, _ in found)
    return [one for one in found.values() if not (disks and one.kind == "volume")]


def _read(capture: Capture, out: Writer) -> None:
    objects: list[_Object] = []
    counters: list[tuple[int, array[float]]] = []
    width = header_line = rows = 0
    delimiter = ","
    first: datetime | None = None
    last: datetime | None = None
    for number, text in enumerate(pdh_csv.lines(capture.text), capture.first_line):
        shown = text.strip()
        if not shown:
            continue
        if not width:
            if not pdh_csv.FIRST.match(shown):
                if not _CLOSING.search(shown):
                    out.unread(number)
                continue
            delimiter = "\t" if "(PDH-TSV" in shown[:40] else ","
            names = next(csv.reader([shown], delimiter=delimiter), [])
            objects, width, header_line = _objects(names), len(names), number
            counters = [pair for one in objects for pair in one.counters.values()]
            continue
        quoted = shown.startswith('"')
        cells = shown[1:-1].split(f'"{delimiter}"') if quoted else shown.split(delimiter)
        if len(cells) != width:
            if not _CLOSING.match(shown):
                out.ends_inside_record = True
                out.note(number, "a sample has fewer or more values than the log has counters; it was left out")
                out.unread(number)
            continue
        rows += 1
        last = pdh_csv.moment(cells[0])
        first = first or last
        for index, values in counters:
            value = measures.plain(cells[index])
            # What can't be sampled is written as blank or -1.
            values.append(float("nan") if value is None or value < 0 else value)
    seconds = (last - first).total_seconds() if first and last and last > first else None
    if rows:
        for one in objects:
            _write(capture.owner, out, one, header_line, rows, seconds)
    if width and not rows:
        out.note(header_line, "names of counters without samples")
    elif width and not any(one.kind != "cpu" for one in objects):
        out.note(
            header_line,
            "no counters of disks whose names are known (English, German, French, Spanish): PhysicalDisk(*) is needed",
        )


def _scaled(values: list[float | None], factor: float) -> list[float | None]:
    return [None if value is None else value * factor for value in values]


def _mean(values: list[float | None], weights: list[float | None]) -> float | None:
    """Return the mean, weighted by I/Os where they are known: an idle second says nothing about latency."""
    return measures.weighted(values, weights) if values and weights else measures.mean(values)


def _write(host: str, out: Writer, one: _Object, line: int, rows: int, seconds: float | None) -> None:
    common: dict[str, Value] = {"tool": "perfmon", "measured": True, "samples": rows, "seconds": seconds}
    if one.kind == "cpu":
        percent = measures.mean(one.known("cpu"))
        if percent is not None and percent <= 100:
            out.add(
                "workload",
                line,
                about_kind="host",
                about_key=host,
                phase="",
                host=host,
                cpu_ratio=round(percent / 100, 6),
                **common,
            )
        return
    drive = _DRIVE.match(one.instance) if one.kind == "disk" else None
    name = f"PhysicalDrive{int(drive.group(1))}" if drive else one.instance
    out.add(
        "workload",
        line,
        about_kind="device",
        about_key=f"{host}/{one.instance}",
        phase="",
        host=host,
        device=f"block:{name}" if drive else None,
        kernel_name=name,
        **common,
        **_summary(one),
    )


def _summary(one: _Object) -> dict[str, Value]:
    iops, reads, writes = one.known("iops"), one.known("read_iops"), one.known("write_iops")
    mean_reads, mean_writes = measures.mean(reads), measures.mean(writes)
    mean_iops = measures.mean(iops)
    if mean_iops is None and reads and writes:
        iops = [
            measures.add(r, w) if r is not None and w is not None else None for r, w in zip(reads, writes, strict=True)
        ]
        mean_iops = measures.mean(iops)
    read_rate, write_rate = measures.mean(one.known("read_rate")), measures.mean(one.known("write_rate"))
    rate = measures.mean(one.known("rate"))
    if rate is None and read_rate is not None and write_rate is not None:
        rate = measures.add(read_rate, write_rate)
    latency, read_latency, write_latency = (
        _scaled(one.known(fact), 1000) for fact in ("latency", "read_latency", "write_latency")
    )
    idle = measures.mean(one.known("idle"))
    facts: dict[str, Value] = {
        "iops": mean_iops,
        "iops_p95": _peak(iops),
        "iops_deviation": measures.deviation(iops),
        "read_iops": mean_reads,
        "write_iops": mean_writes,
        "read_ratio": measures.share(mean_reads, mean_writes),
        "io_bytes": _size(rate, mean_iops, one.known("io_bytes"), iops),
        "read_io_bytes": _size(read_rate, mean_reads, one.known("read_io_bytes"), reads),
        "write_io_bytes": _size(write_rate, mean_writes, one.known("write_io_bytes"), writes),
        "read_mbps": measures.megabytes(read_rate),
        "write_mbps": measures.megabytes(write_rate),
        "throughput_mbps": measures.megabytes(rate),
        "latency_ms": _mean(latency, iops),
        "latency_p95_ms": _peak(latency),
        "read_ms": _mean(read_latency, reads),
        "read_p95_ms": _peak(read_latency),
        "write_ms": _mean(write_latency, writes),
        "write_p95_ms": _peak(write_latency),
        "outstanding": measures.mean(one.known("outstanding") or one.known("queue_now")),
        "busy_ratio": round(1 - idle / 100, 6) if idle is not None and idle <= 100 else None,
    }
    return {name: value for name, value in facts.items() if name in _FACTS}


def _size(
    rate: float | None, count: float | None, sizes: list[float | None], weights: list[float | None]
) -> float | None:
    if rate and count and count >= 1:
        return round(rate / count)
    mean = _mean(sizes, weights)
    return round(mean) if mean else None


def _peak(values: list[float | None]) -> float | None:
    return measures.percentile(values) if len(values) > 1 else None


def _owner(text: str) -> str | None:
    match = re.search(r"\\\\([^\\\n\"]{1,255})\\", text[:65_536])
    return match.group(1) if match and match.group(1).lower() not in ("localhost", "local", ".") else None


def _captured(text: str) -> datetime | None:
    for index, line in enumerate(pdh_csv.lines(text[:1_000_000])):
        found = pdh_csv.moment(line.lstrip('" ')[:19])
        if found is not None:
            start = pdh_csv.FIRST.search(text)
            return found + pdh_csv.bias(text[start.start() :]) if start else found
        if index > 20:
            break
    return None


def _detect(capture: Capture) -> Detection | None:
    head = capture.head.lstrip()
    start = re.search(r"^[ \t]*\"?[ \t]*\(PDH-[CT]SV 4\.0\)", head, re.MULTILINE)
    if start is None or _ESXTOP.search(head):
        return None
    if perfmon_words.DISK.search(head):
        return Detection(95, "(PDH-CSV 4.0) with disks of Windows")
    if _FOREIGN.search(head):
        return Detection(85, "(PDH-CSV 4.0) with disks in the names of another language")
    return Detection(80, "(PDH-CSV 4.0) of Windows")


READERS = (
    Reader(
        name="workload-perfmon",
        platform="windows",
        command="typeperf",
        provides={"workload": _FACTS},
        detect=_detect,
        read=_read,
        needles=("(PDH-",),
        owner_in=_owner,
        captured_in=_captured,
    ),
)
