r"""``esxtop -b`` (and resxtop): one line of counter names, then one line a sample, all fields in quotes.

Sample (cut)::

    "(PDH-CSV 4.0) (UTC)(0)","\\esx01\Physical Disk SCSI Device(naa.6000…)\Commands/sec","\\esx01\Physical Disk SCSI Device(naa.6000…)\Reads/sec"
    "01/15/2026 08:00:05","1200.40","900.10"
    "01/15/2026 08:00:10","1210.10","905.00"

Read are the disks (``Physical Disk SCSI Device``), the adapters (``Physical Disk Adapter``) and the processors together.
Rows are taken one by one; only the columns that matter are kept, and of them means and 95th percentiles are written.
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
from checker.readers.workload.counters import pdh_csv
from checker.readers.workload.measures import plain

_NAME_LINE = re.compile(r'(?m)^"?\\\\[^\\\n"]{1,255}\\[^\\\n"(]{1,80}(?:\([^\n"]{0,400}\))?\\[^\\\n"]{1,100}"?$')
# Windows writes logs in this form too, with PhysicalDisk and Processor.
_ESXTOP = re.compile(
    r"\\\\[^\\\n]{1,255}\\(?:Memory\\(?:Memory Overcommit|Machine|Kernel|VMKernel|Free|Managed)|Physical (?:Disk|Cpu)|Group (?:Cpu|Memory)|Vcpu"
    r"|Virtual Disk|Network Port|PCPU|NUMA|Interrupt Cookie|Power)\b"
)
_DISKS = ("physical disk scsi device", "physical disk")
_ADAPTER = "physical disk adapter"
_PROCESSOR = ("physical cpu", "_total")
_COUNTERS = {
    "commands/sec": "iops",
    "reads/sec": "read_iops",
    "writes/sec": "write_iops",
    "mbytes read/sec": "read_mib",
    "mbytes written/sec": "write_mib",
    "average guest millisec/command": "latency_ms",
    "average guest millisec/read": "read_ms",
    "average guest millisec/write": "write_ms",
    "average driver millisec/command": "device_ms",
    "average device millisec/command": "device_ms",
    "average kernel millisec/command": "kernel_ms",
    "average queue millisec/command": "queue_ms",
    "active commands": "outstanding",
    "queued commands": "queued",
    "device q depth": "queue_depth",
    "adapter q depth": "queue_depth",
    "aborts/sec": "aborts",
    "failed commands/sec": "failed_iops",
}
_CPU_COUNTERS = ("% util time", "% processor time")
_PERCENTILES = {
    "iops": "iops_p95",
    "latency_ms": "latency_p95_ms",
    "read_ms": "read_p95_ms",
    "write_ms": "write_p95_ms",
    "device_ms": "device_p95_ms",
    "kernel_ms": "kernel_p95_ms",
    "queue_ms": "queue_p95_ms",
}
_WEIGHTS = {
    "latency_ms": "iops",
    "read_ms": "read_iops",
    "write_ms": "write_iops",
    "device_ms": "iops",
    "kernel_ms": "iops",
    "queue_ms": "iops",
}
_METRICS = {
    "iops": "iops",
    "throughput_mbps": "throughput_mbps",
    "latency_ms": "latency_ms",
    "device_ms": "device_ms",
    "kernel_ms": "kernel_ms",
    "queue_ms": "queue_ms",
    "aborts": "aborts",
    "failed_iops": "failed_iops",
}
_DISK = word_list("""
    about_kind about_key phase host device kernel_name tool measured iops iops_p95 iops_deviation read_iops write_iops
    read_ratio io_bytes read_io_bytes write_io_bytes read_mbps write_mbps throughput_mbps latency_ms latency_p95_ms
    read_ms read_p95_ms write_ms write_p95_ms device_ms device_p95_ms kernel_ms kernel_p95_ms queue_ms queue_p95_ms
    outstanding queued queue_depth aborts failed_iops cpu_ratio samples seconds
""")


class _Object:
    """One disk, adapter or the processors of a host, with the samples of each counter."""

    def __init__(self, group: str, host: str, instance: str) -> None:
        self.group = group
        self.host = host
        self.instance = instance
        self.counters: dict[str, tuple[int, array[float]]] = {}

    def values(self, fact: str) -> list[float]:
        return list(self.counters[fact][1]) if fact in self.counters else []


def _objects(names: list[str]) -> list[_Object]:
    found: dict[tuple[str, str, str], _Object] = {}
    for index, name in enumerate(names):
        match = pdh_csv.NAME.match(name)
        if match is None:
            continue
        host, group, instance, counter = match.group(1), match.group(2).lower(), match.group(3) or "", match.group(4)
        fact = _COUNTERS.get(counter.lower())
        if group in _DISKS:
            # ESX 3 and 4 call disks and adapters alike.
            kind = "adapter" if re.fullmatch(r"vmhba[0-9]{1,4}", instance) else "disk"
        elif group == _ADAPTER:
            kind = "adapter"
        elif (group, instance.lower()) == _PROCESSOR and counter.lower() in _CPU_COUNTERS:
            kind, fact = "cpu", "cpu"
        else:
            continue
        if fact is not None:
            one = found.setdefault((kind, host, instance), _Object(kind, host, instance))
            # Both names of the processors' use may be there; the first is taken.
            one.counters.setdefault(fact, (index, array("d")))
    return list(found.values())


def _read(capture: Capture, out: Writer) -> None:
    header_line = 0
    objects: list[_Object] = []
    counters: list[tuple[int, array[float]]] = []
    width = 0
    first: datetime | None = None
    last: datetime | None = None
    rows = 0
    for number, text in enumerate(pdh_csv.lines(capture.text), capture.first_line):
        shown = text.strip()
        if not shown:
            continue
        if not width:
            if not pdh_csv.FIRST.match(shown):
                out.note(number, "names of counters without samples: this is no whole export")
                return
            names = next(csv.reader([shown]), [])
            objects, width, header_line = _objects(names), len(names), number
            counters = [pair for one in objects for pair in one.counters.values()]
            continue
        if _NAME_LINE.match(shown):
            out.note(number, "names of counters, one a line, without samples: this is no whole export")
            return
        cells = shown[1:-1].split('","') if shown.startswith('"') else shown.split(",")
        if len(cells) != width:
            out.ends_inside_record = True
            out.note(number, "a sample is cut; it was left out")
            out.unread(number)
            continue
        rows += 1
        last = pdh_csv.moment(cells[0])
        first = first or last
        for index, values in counters:
            value = plain(cells[index])
            values.append(float("nan") if value is None else value)
    seconds = (last - first).total_seconds() if first and last and last > first else None
    for one in objects:
        _write(capture, out, one, header_line, rows, seconds)
    if not rows:
        out.note(header_line, "names of counters without samples")


def _known(values: list[float]) -> list[float | None]:
    return [None if math.isnan(value) else value for value in values]


def _write(capture: Capture, out: Writer, one: _Object, line: int, rows: int, seconds: float | None) -> None:
    if not rows:
        return
    host = capture.owner
    if one.group == "cpu":
        percent = measures.mean(_known(one.values("cpu")))
        if percent is not None and 0 <= percent <= 100:
            out.add(
                "workload",
                line,
                about_kind="host",
                about_key=host,
                phase="",
                host=host,
                tool="esxtop",
                measured=True,
                cpu_ratio=round(percent / 100, 6),
                samples=rows,
                seconds=seconds,
            )
        return
    facts, peaks = _summary(one)
    if one.group == "adapter":
        for fact, metric in _METRICS.items():
            if facts.get(fact) is not None:
                out.add(
                    "port_load",
                    line,
                    about_kind="initiator",
                    about_key=f"{host}/{one.instance}",
                    metric=metric,
                    value=facts[fact],
                    peak=peaks.get(fact),
                    direction="both",
                )
        return
    device = out.device_id(one.instance, line, "workload") if _like_device(one.instance) else None
    facts.update({_PERCENTILES[fact]: peaks.get(fact) for fact in _PERCENTILES})
    out.add(
        "workload",
        line,
        about_kind="device",
        about_key=f"{host}/{one.instance}",
        phase="",
        host=host,
        device=device,
        kernel_name=one.instance,
        tool="esxtop",
        measured=True,
        samples=rows,
        seconds=seconds,
        **facts,
    )


def _like_device(name: str) -> bool:
    return name.startswith(("naa.", "eui.", "t10.", "mpx.", "uuid."))


def _summary(one: _Object) -> tuple[dict[str, Value], dict[str, float | None]]:
    """Return the means, latencies weighted by commands, and the 95th percentiles."""
    samples = {fact: _known(list(values)) for fact, (_, values) in one.counters.items()}
    facts: dict[str, Value] = {}
    means: dict[str, float | None] = {}
    for fact in dict.fromkeys(_COUNTERS.values()):
        values = samples.get(fact, [])
        weights = samples.get(_WEIGHTS.get(fact, ""))
        means[fact] = measures.weighted(values, weights) if values and weights else measures.mean(values)
    reads, writes = means["read_iops"], means["write_iops"]
    read_rate, write_rate = (
        rate * measures.MIB if rate is not None else None for rate in (means.pop("read_mib"), means.pop("write_mib"))
    )
    total = measures.add(read_rate, write_rate)
    facts.update(means)
    iops = means["iops"]
    facts.update(
        read_ratio=measures.share(reads, writes),
        read_mbps=measures.megabytes(read_rate),
        write_mbps=measures.megabytes(write_rate),
        throughput_mbps=measures.megabytes(total),
        io_bytes=round(total / iops) if total and iops and iops >= 1 else None,
        read_io_bytes=round(read_rate / reads) if read_rate and reads and reads >= 1 else None,
        write_io_bytes=round(write_rate / writes) if write_rate and writes and writes >= 1 else None,
        iops_deviation=measures.deviation(samples.get("iops", [])),
    )
    peaks = {fact: measures.percentile(values) for fact, values in samples.items() if len(values) > 1}
    return facts, peaks


def _owner(text: str) -> str | None:
    match = re.search(r"\\\\([^\\\n]{1,255})\\", text[:65_536])
    return match.group(1) if match and match.group(1).lower() not in ("localhost", "local") else None


def _captured(text: str) -> datetime | None:
    start = text.find("\n")
    found = pdh_csv.moment(text[start + 1 : start + 40]) if start >= 0 else None
    return found + pdh_csv.bias(text) if found else None


def _detect(capture: Capture) -> Detection | None:
    if pdh_csv.FIRST.match(capture.head.lstrip()):
        if _ESXTOP.search(capture.head):
            return Detection(96, "(PDH-CSV 4.0) with counters of esxtop")
        return None
    lines = [line for line in capture.head.split("\n")[:20] if line.strip()]
    if lines and all(_NAME_LINE.match(line) and "\\Physical" in line for line in lines):
        return Detection(91, "names of esxtop's counters, one a line")
    return None


READERS = (
    Reader(
        name="workload-esxtop",
        platform="esxi",
        command="esxtop -b",
        provides={
            "workload": _DISK,
            "port_load": ("about_kind", "about_key", "metric", "value", "peak", "direction"),
        },
        detect=_detect,
        read=_read,
        needles=("\\\\",),
        owner_in=_owner,
        captured_in=_captured,
    ),
)
