r"""Performance logs of Windows as CSV: ``typeperf``, ``logman`` and ``relog -f csv``, ``Export-Counter``, perfmon.

Sample (cut)::

    "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\WIN01\PhysicalDisk(2 E:)\Disk Reads/sec","\\WIN01\PhysicalDisk(2 E:)\Avg. Disk sec/Read"
    "01/15/2026 08:00:05.123","900.100000","0.001200"
    "01/15/2026 08:00:10.123","905.000000","0.001180"

Physical disks (logical disks if there are none) and the total of the processors are read: means and 95th percentiles of
all samples. Latencies are in seconds. Counters are named in the language of Windows: :mod:`perfmon_words` lists the known
names; a log in another language gets a note.
"""

from __future__ import annotations

import re
from datetime import datetime

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.load import load_of
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.samples import sample_columns, samples_of
from checker.readers.workload import measures
from checker.readers.workload.counters import pdh_csv, perfmon_words
from checker.readers.workload.counters.pdh_csv import Measured

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


_SAMPLE = sample_columns(
    "about_kind about_key tool host device kernel_name",
    "iops read_iops write_iops read_mbps write_mbps throughput_mbps io_bytes read_io_bytes "
    "write_io_bytes latency_ms read_ms write_ms outstanding",
)
_PEAKS = word_list("iops latency_ms read_ms write_ms")


def _objects(names: list[str]) -> list[Measured]:
    found: dict[tuple[str, str], Measured] = {}
    for index, name in enumerate(names):
        match = pdh_csv.NAME.match(name.strip())
        if match is None:
            continue
        instance = match.group(3) or ""
        kind, figure = perfmon_words.meaning(match.group(2), match.group(4))
        if kind is None or figure is None or (instance.lower() == "_total") != (kind == "cpu"):
            continue
        found.setdefault((kind, instance), Measured(kind, instance)).count(figure, index)
    disks = any(kind == "disk" for kind, _ in found)
    return [one for one in found.values() if not (disks and one.kind == "volume")]


def _read(capture: Capture, out: Writer) -> None:
    # Windows prints blanks or -1 for values that it could not sample.
    log = pdh_csv.Log(_objects)
    for number, text in enumerate(pdh_csv.lines(capture.text), capture.first_line):
        shown = text.strip()
        if not shown:
            continue
        if not log.line:
            if pdh_csv.FIRST.match(shown):
                log.begin(number, shown)
            elif not _CLOSING.search(shown):
                out.unread(number)
        elif not log.sample(shown) and not _CLOSING.match(shown):
            out.ends_inside_record = True
            out.note(number, "skipped a sample: it has fewer or more values than the header has counters")
            out.unread(number)
    if not log.line:
        return
    if not log.rows:
        out.note(log.line, "names of counters without samples")
        return
    for one in log.objects:
        _write(capture.owner, out, one, log)
    if all(one.kind == "cpu" for one in log.objects):
        out.note(
            log.line,
            "no disk counters with known names (English, German, French, Spanish); PhysicalDisk(*) is needed",
        )


def _write(host: str, out: Writer, one: Measured, log: pdh_csv.Log) -> None:
    common: dict[str, Value] = {"phase": "", "host": host, "samples": log.rows, "seconds": log.seconds}
    if one.kind == "cpu":
        ratio = measures.ratio(measures.mean(one.samples("cpu")))
        if ratio is not None:
            out.add("workload", log.line, **load_of("host", host, "perfmon", {"cpu_ratio": ratio}, **common))
        return
    drive = _DRIVE.match(one.instance) if one.kind == "disk" else None
    name = f"PhysicalDrive{whole(drive.group(1))}" if drive else one.instance
    device, key = f"block:{name}" if drive else None, f"{host}/{one.instance}"
    samples, idle = _samples(one)
    over_time = measures.over_time(samples) if out.samples else {}
    load = load_of("device", key, "perfmon", _summary(samples, idle), device=device, kernel_name=name, **common)
    out.add("workload", log.line, **load)
    about: dict[str, Value] = {"host": host, "device": device, "kernel_name": name}
    for row in samples_of(log.times, over_time, utc=log.utc):
        out.add("load_sample", log.line, about_kind="device", about_key=key, tool="perfmon", **about, **row)


def _samples(one: Measured) -> tuple[dict[str, list[float | None]], float | None]:
    """Return the samples of a disk by figure, and the mean of its idle time in percent."""
    samples = {figure: one.samples(figure) for figure in one.counters}
    for seconds, figure in (("latency", "latency_ms"), ("read_latency", "read_ms"), ("write_latency", "write_ms")):
        samples[figure] = [None if value is None else value * 1000 for value in samples.pop(seconds, ())]
    queue, idle = samples.pop("queue_now", []), measures.mean(samples.pop("idle", []))
    samples["outstanding"] = samples.get("outstanding") or queue
    reads, writes = samples.get("read_iops", []), samples.get("write_iops", [])
    if measures.mean(samples.get("iops", [])) is None and reads and writes:
        samples["iops"] = [
            None if r is None or w is None else measures.add(r, w) for r, w in zip(reads, writes, strict=True)
        ]
    # With the rate of one direction only, the total is unknown.
    total = samples.pop("rate", [])
    if measures.mean(total) is not None or not {"read_rate", "write_rate"} <= samples.keys():
        samples["rate"] = total
    return samples, idle


def _summary(samples: dict[str, list[float | None]], idle: float | None) -> dict[str, Value]:
    busy = None if idle is None else measures.ratio(100 - idle)
    return {**measures.summary(samples, _PEAKS), "busy_ratio": busy}


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
    start = re.search(r"^[ \t]*+\"?[ \t]*+\(PDH-[CT]SV 4\.0\)", head, re.MULTILINE)
    if start is None or _ESXTOP.search(head):
        return None
    if perfmon_words.DISK.search(head):
        return Detection(95, "(PDH-CSV 4.0) with disks of Windows")
    if _FOREIGN.search(head):
        return Detection(85, "(PDH-CSV 4.0) with disks in the names of another language")
    return Detection(80, "(PDH-CSV 4.0) of Windows")


READERS = (
    Reader(
        name="workload-perfmon", platform="windows", command="typeperf", provides={"workload": _FACTS, "load_sample": _SAMPLE},
        detect=_detect, read=_read, also=("relog -f csv",), needles=("(PDH-",), owner_in=pdh_csv.host, captured_in=_captured,
    ),
)  # fmt: skip
