r"""``esxtop -b`` (and resxtop): one line of counter names, then one line for each sample, all fields in quotes.

Sample (cut)::

    "(PDH-CSV 4.0) (UTC)(0)","\\esx01\Physical Disk SCSI Device(naa.6000…)\Commands/sec","\\esx01\Physical Disk SCSI Device(naa.6000…)\Reads/sec"
    "01/15/2026 08:00:05","1200.40","900.10"
    "01/15/2026 08:00:10","1210.10","905.00"

Disks (``Physical Disk SCSI Device``), adapters (``Physical Disk Adapter``) and the total of the processors are read:
means and 95th percentiles of all samples, and for triage the samples themselves. Paths (``Physical Disk Path``, named by
their runtime name ``vmhba2:C0:T1:L3``, alone or with the device) are the I/O of the disks again, so only their samples are.
"""

from __future__ import annotations

import re
from datetime import datetime

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.load import load_of
from checker.readers.toolkit.samples import MOST_SAMPLES, sample_columns, samples_of
from checker.readers.workload import measures
from checker.readers.workload.counters import pdh_csv
from checker.readers.workload.counters.pdh_csv import Measured

_NAME_LINE = re.compile(r'(?m)^"?\\\\[^\\\n"]{1,255}\\[^\\\n"(]{1,80}(?:\([^\n"]{0,400}\))?\\[^\\\n"]{1,100}"?$')
# Windows writes logs in this form too, with PhysicalDisk and Processor.
_ESXTOP = re.compile(
    r"\\\\[^\\\n]{1,255}\\(?:Memory\\(?:Memory Overcommit|Machine|Kernel|VMKernel|Free|Managed)|Physical (?:Disk|Cpu)|Group (?:Cpu|Memory)|Vcpu"
    r"|Virtual Disk|Network Port|PCPU|NUMA|Interrupt Cookie|Power)\b"
)
_DISKS = ("physical disk scsi device", "physical disk")
_ADAPTER = "physical disk adapter"
_PATHS = ("physical disk path", "physical disk per-path", "physical disk per-device-per-path")
# "mpx.vmhba1:C0:T0:L0" is the name of a local device.
_PATH = re.compile(r"(?<![\w.])vmhba[0-9]{1,4}:C[0-9]{1,3}:T[0-9]{1,5}:L[0-9]{1,5}(?![0-9])")
_IDENTITY = re.compile(r"(?:naa|eui|t10|uuid)[.][^\s:()]{1,250}?(?=[-:/ ]*vmhba|\Z)")
_PROCESSOR = ("physical cpu", "_total")
_COUNTERS = {
    "commands/sec": "iops", "reads/sec": "read_iops", "writes/sec": "write_iops", "mbytes read/sec": "read_rate",
    "mbytes written/sec": "write_rate", "average guest millisec/command": "latency_ms",
    "average guest millisec/read": "read_ms", "average guest millisec/write": "write_ms",
    "average driver millisec/command": "device_ms", "average device millisec/command": "device_ms",
    "average driver millisec/read": "device_read_ms", "average driver millisec/write": "device_write_ms",
    "average kernel millisec/command": "kernel_ms", "average queue millisec/command": "queue_ms",
    "active commands": "outstanding", "queued commands": "queued", "device q depth": "queue_depth",
    "adapter q depth": "queue_depth", "aborts/sec": "aborts", "resets/sec": "resets",
    "failed commands/sec": "failed_iops",
}  # fmt: skip
_DEVICES = ("naa.", "eui.", "t10.", "mpx.", "uuid.")
_CPU_COUNTERS = ("% util time", "% processor time")
_PEAKS = word_list("iops latency_ms read_ms write_ms device_ms kernel_ms queue_ms")
_METRICS = word_list("iops throughput_mbps latency_ms device_ms kernel_ms queue_ms aborts failed_iops")
_MOST_ROWS = 200_000
_ONLY_SAMPLED = ("device_read_ms", "device_write_ms", "resets")
_SAMPLE = sample_columns(
    "about_kind about_key tool host device kernel_name",
    "iops read_iops write_iops read_mbps write_mbps latency_ms read_ms write_ms device_ms "
    "device_read_ms device_write_ms kernel_ms queue_ms outstanding queued queue_depth aborts resets failed_iops",
)
_DISK = word_list("""
    about_kind about_key phase host device kernel_name tool measured iops iops_p95 iops_deviation read_iops write_iops
    read_ratio io_bytes read_io_bytes write_io_bytes read_mbps write_mbps throughput_mbps latency_ms latency_p95_ms
    read_ms read_p95_ms write_ms write_p95_ms device_ms device_p95_ms kernel_ms kernel_p95_ms queue_ms queue_p95_ms
    outstanding queued queue_depth aborts failed_iops cpu_ratio samples seconds
""")


def _objects(names: list[str]) -> list[Measured]:
    found: dict[tuple[str, str, str], Measured] = {}
    for index, name in enumerate(names):
        match = pdh_csv.NAME.match(name)
        if match is None:
            continue
        host, group, instance, counter = match.group(1), match.group(2).lower(), match.group(3) or "", match.group(4)
        fact = _COUNTERS.get(counter.lower())
        if group in _DISKS:
            # ESX 3 and 4 give disks and adapters the same group.
            kind = "adapter" if re.fullmatch(r"vmhba[0-9]{1,4}", instance) else "disk"
        elif group == _ADAPTER:
            kind = "adapter"
        elif group in _PATHS and _PATH.search(instance):
            kind = "path"
        elif (group, instance.lower()) == _PROCESSOR and counter.lower() in _CPU_COUNTERS:
            kind, fact = "cpu", "cpu"
        else:
            continue
        if fact is not None:
            found.setdefault((kind, host, instance), Measured(kind, instance)).count(fact, index)
    return list(found.values())


def _read(capture: Capture, out: Writer) -> None:
    log = pdh_csv.Log(_objects)
    for number, text in enumerate(pdh_csv.lines(capture.text), capture.first_line):
        shown = text.strip()
        if not shown:
            continue
        if not log.line:
            if not pdh_csv.FIRST.match(shown):
                out.note(number, "skipped names of counters without samples: the export is incomplete")
                return
            log.begin(number, shown)
        elif _NAME_LINE.match(shown):
            out.note(number, "skipped names of counters, one on each line, without samples: the export is incomplete")
            return
        elif not log.sample(shown):
            out.ends_inside_record = True
            out.note(number, "truncated: a sample is incomplete and was skipped")
            out.unread(number)
    if not log.line:
        return
    if not log.rows:
        out.note(log.line, "names of counters without samples")
        return
    # Of many disks over hours every sample would take gigabytes in triage.
    most = min(MOST_SAMPLES, _MOST_ROWS // max(1, len(log.objects)))
    for one in log.taken():
        _write(capture.owner, out, one, log, most)


def _write(host: str, out: Writer, one: Measured, log: pdh_csv.Log, most: int) -> None:
    common: dict[str, Value] = {"phase": "", "host": host, "samples": log.rows, "seconds": log.seconds}
    if one.kind == "cpu":
        ratio = measures.ratio(measures.mean(one.samples("cpu")))
        if ratio is not None:
            out.add("workload", log.line, **load_of("host", host, "esxtop", {"cpu_ratio": ratio}, **common))
        return
    samples = {figure: one.samples(figure) for figure in dict.fromkeys(_COUNTERS.values())}
    over_time = measures.over_time(samples, rate_unit=measures.MIB) if out.samples else {}
    if one.kind == "path":
        _write_samples(out, log, _of_path(host, one.instance, out, log.line), over_time, most)
        return
    for figure in _ONLY_SAMPLED:
        samples.pop(figure)
    facts = measures.summary(samples, _PEAKS, rate_unit=measures.MIB)
    key = f"{host}/{one.instance}"
    if one.kind == "disk":
        device = out.device_id(one.instance, log.line, "workload") if one.instance.startswith(_DEVICES) else None
        load = load_of("device", key, "esxtop", facts, device=device, kernel_name=one.instance, **common)
        out.add("workload", log.line, **load)
        about: dict[str, Value] = {"about_kind": "device", "device": device, "kernel_name": one.instance}
        _write_samples(out, log, about | {"about_key": key, "host": host}, over_time, most)
        return
    _write_samples(out, log, {"about_kind": "initiator", "about_key": key, "host": host}, over_time, most)
    for metric in _METRICS:
        if facts[metric] is not None:
            out.add(
                "port_load", log.line, about_kind="initiator", about_key=key, metric=metric, value=facts[metric],
                peak=measures.peak(samples.get(metric, ())), direction="both",
            )  # fmt: skip


def _of_path(host: str, instance: str, out: Writer, line: int) -> dict[str, Value]:
    """Return what a path is about: its runtime name, and its device if the export names it."""
    path, identity = _PATH.findall(instance)[-1], _IDENTITY.search(instance)
    device = out.device_id(identity.group(), line, "load_sample") if identity else None
    return {"about_kind": "path", "about_key": f"{host}/{path}", "host": host, "device": device, "kernel_name": path}


def _write_samples(
    out: Writer, log: pdh_csv.Log, about: dict[str, Value], figures: dict[str, list[float | None]], most: int
) -> None:
    for row in samples_of(log.times, figures, utc=log.utc, most=most):
        out.add("load_sample", log.line, tool="esxtop", **about, **row)


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
    names_only = lines and all(_NAME_LINE.match(line) and "\\Physical" in line for line in lines)
    return Detection(91, "names of esxtop's counters, one on each line") if names_only else None


READERS = (
    Reader(
        name="workload-esxtop", platform="esxi", command="esxtop -b",
        provides={"workload": _DISK, "port_load": word_list("about_kind about_key metric value peak direction"), "load_sample": _SAMPLE},
        detect=_detect, read=_read, needles=("\\\\",), owner_in=pdh_csv.host, captured_in=_captured,
    ),
)  # fmt: skip
