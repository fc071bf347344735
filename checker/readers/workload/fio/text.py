"""fio results as text, fio 2 and 3.

Sample::

    oltp8k: (g=0): rw=randrw, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B, ioengine=libaio, iodepth=16
    fio-3.33
    Starting 2 processes

    oltp8k: (groupid=0, jobs=2): err= 0: pid=10419: Sat Nov 21 01:11:43 2026
      read: IOPS=15.6k, BW=122MiB/s (127MB/s)(243MiB/2001msec)
         lat (usec): min=16, max=5225, avg=36.80, stdev=180.51
        clat percentiles (usec):
         | 90.00th=[   31], 95.00th=[   34],
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit import numbers
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.numbers import decimal
from checker.readers.workload import measures
from checker.readers.workload.fio import units as fio_units
from checker.readers.workload.fio.json_results import WORKLOAD, Direction, Results
from checker.readers.workload.fio.options import facts_of
from checker.readers.workload.measures import known

_SETUP = re.compile(r"\s*(\S.*?): \(g=[0-9]+\): rw=([\w]+), bs=(.+?), ioengine=([\w./-]+), iodepth=([0-9]+)")
_GROUP = re.compile(r"\s*(\S.*?): \(groupid=[0-9]+, jobs=([0-9]+)\): err=\s*([0-9]+)")
_NEW = re.compile(
    r"\s*(read|write|trim)\s*: IOPS=([0-9]+(?:\.[0-9]+)?[kMG]?), BW=([0-9]+(?:\.[0-9]+)?) ?([KMG]?i?B)/s[^()]*(?:\(.*?\))?\(([0-9]+(?:\.[0-9]+)?) ?([KMGT]?i?B)/([0-9]+)msec\)"
)
_OLD = re.compile(
    r"\s*(read|write|trim)\s*: io=([0-9]+(?:\.[0-9]+)?)([KMGT]?B), bw=([0-9]+(?:\.[0-9]+)?)([KMG]?B)/s, iops=([0-9]+(?:\.[0-9]+)?[kMG]?), runt=\s*([0-9]+)msec"
)
_LATENCY = re.compile(
    r"\s*lat \((nsec|usec|msec|sec)\)\s*: min=\s*([0-9]+(?:\.[0-9]+)?[kM]?), max=\s*([0-9]+(?:\.[0-9]+)?[kM]?), avg=\s*([0-9]+(?:\.[0-9]+)?)"
)
_PERCENTILES = re.compile(r"\s*c?lat percentiles \((nsec|usec|msec|sec)\)")
_PERCENTILE = re.compile(r"(9[59])\.00th=\[\s*([0-9]+)\]")
_CPU = re.compile(r"\s*cpu\s*: usr=([0-9]+(?:\.[0-9]+)?)%, sys=([0-9]+(?:\.[0-9]+)?)%")
_BLOCK = re.compile(r"\(([RWT])\) ([0-9]+(?:\.[0-9]+)? ?[KMGT]?i?B)-([0-9]+(?:\.[0-9]+)? ?[KMGT]?i?B)")
_MILLISECONDS = {"nsec": 1e-6, "usec": 1e-3, "msec": 1.0, "sec": 1e3}
_MULTIPLES = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9}
_PREFIXES = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}
_SKIPPED = re.compile(
    r"\s*(?:fio-[0-9]|fio: |Starting [0-9]|Run status|Disk stats|READ:|WRITE:|TRIM:|\||[csb]?lat\b|clat|slat|bw\b|iops\b|cpu\b|IO depths"
    r"|submit|complete|issued|latency\b|\.\.\.|Jobs: |mixed|[\w./-]+: ios=|\w+: (?:Laying out|No I/O)|lat \(|Description|errors\s*:|sync\b|fsync|zone resets"
    r"|steadystate|note:|\[|--)"
)


def _count(text: str) -> float:
    return round(decimal(text.rstrip("kMG")) * _MULTIPLES[text.lstrip("0123456789.")], 6)


def _bytes(number: str, unit: str, binary: bool) -> float:
    base = 1024.0 if binary or "i" in unit else 1000.0
    return decimal(number) * base ** _PREFIXES[unit[0] if unit[0] in "KMGT" else ""]


class _Job:
    def __init__(self, name: str, line: int, error: int) -> None:
        self.name, self.line, self.error = name, line, error
        self.directions = {"read": Direction({}), "write": Direction({})}
        self.current: Direction | None = None
        self.cpu: float | None = None

    def write(self, results: Results) -> None:
        """Write the load; both counts are rounded to three digits, so sizes are left to the runs."""
        read, write = self.directions["read"], self.directions["write"]
        read.io_bytes = write.io_bytes = None
        results.write(self.line, self.name, self.error, read, write, self.cpu)


def _read(capture: Capture, out: Writer) -> None:
    results = Results(capture, out, capture.first_line)
    job: _Job | None = None
    runs: set[str] = set()
    unit = 0.0
    for line, text in capture.lines():
        if not text.strip():
            continue
        if match := _SETUP.match(text):
            name = match.group(1)
            if name not in runs:
                runs.add(name)
                out.add("test_run", line, test_plan=results.plan, test_run=name, **known(_setup(match)))
        elif match := _GROUP.match(text):
            if job is not None:
                job.write(results)
            job = _Job(results.names.begin(match.group(1)), line, numbers.whole(match.group(3)))
            workers = numbers.whole(match.group(2))
            out.add("test_run", line, test_plan=results.plan, test_run=job.name, workers=workers, host=results.host)
        elif match := _PERCENTILES.match(text):
            unit = _MILLISECONDS[match.group(1)]
        elif (job is None or not _take(job, text, unit)) and not _SKIPPED.match(text):
            out.unread(line)
    if job is not None:
        job.write(results)


def _take(job: _Job, text: str, unit: float) -> bool:
    """Take a line of a job; FALSE if it has another form."""
    if match := _NEW.match(text) or _OLD.match(text):
        job.current = _direction(match, job)
    elif job.current is not None and (match := _LATENCY.match(text)):
        scale = _MILLISECONDS[match.group(1)]
        job.current.longest = round(_count(match.group(3)) * scale, 6)
        job.current.mean = round(decimal(match.group(4)) * scale, 6)
    elif job.current is not None and (found := _PERCENTILE.findall(text)):
        for percent, value in found:
            setattr(job.current, f"p{percent}", round(numbers.whole(value) * unit, 6))
    elif match := _CPU.match(text):
        job.cpu = round((decimal(match.group(1)) + decimal(match.group(2))) / 100, 6)
        job.current = None
    else:
        return False
    return True


def _setup(match: re.Match[str]) -> dict[str, Value]:
    _, pattern, blocks, engine, depth = match.groups()
    options: dict[str, str | None] = {"rw": pattern, "ioengine": engine, "iodepth": depth}
    sizes = {letter: (low, high) for letter, low, high in _BLOCK.findall(blocks)}
    old = [part.split("-") for part in blocks.split("/")]
    if sizes:
        pairs = [sizes[letter] for letter in "RW" if letter in sizes]
    else:
        pairs = [(part[0], part[-1]) for part in old[:2]]
    facts = facts_of(options, complete=False)
    # The share of reads in a mix is not printed here.
    if pattern.endswith("rw"):
        facts["read_ratio"] = None
    whole = [_block(low) if low == high else None for low, high in pairs]
    if whole and all(one is not None for one in whole):
        if whole[0] == whole[-1]:
            facts["io_bytes"] = whole[0]
        else:
            facts.update(read_io_bytes=whole[0], write_io_bytes=whole[-1])
    return facts


def _block(text: str) -> int | None:
    # fio 3 prints KiB, fio 2 prints K; both are 1024 bytes.
    return fio_units.size(text.replace(" ", "").replace("iB", "").removesuffix("B"))


def _direction(match: re.Match[str], job: _Job) -> Direction | None:
    if match.re is _NEW:
        kind, iops, rate, rate_unit, moved, moved_unit, milliseconds = match.groups()
        binary = False
    else:
        kind, moved, moved_unit, rate, rate_unit, iops, milliseconds = match.groups()
        binary = True
    if kind not in job.directions:
        return None
    found = job.directions[kind]
    found.iops = _count(iops)
    found.mbps = measures.megabytes(_bytes(rate, rate_unit, binary))
    found.seconds = numbers.whole(milliseconds) / 1000 or None
    found.count = found.iops * found.seconds if found.seconds else None
    found.io_bytes = round(_bytes(moved, moved_unit, binary) / found.count) if found.count else None
    return found


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"(?m): \(groupid=[0-9]+, jobs=[0-9]+\): err=", head):
        return Detection(94, "(groupid=…, jobs=…): err= of fio")
    if re.search(r"(?m): \(g=[0-9]+\): rw=\w+, bs=", head):
        return Detection(93, "(g=…): rw=…, bs= of fio")
    return None


READERS = (
    Reader(
        name="workload-fio-text", platform="fio", command="fio",
        provides={
            "test_plan": ("test_plan", "tool", "host"),
            "test_run": word_list("""
                test_plan test_run workers host outstanding engine_name pattern random_ratio read_ratio io_bytes
                read_io_bytes write_io_bytes
            """),
            "workload": WORKLOAD,
        },
        detect=_detect, read=_read, needles=("(g",), trust=50,
    ),
)  # fmt: skip
