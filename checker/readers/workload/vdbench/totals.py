"""vdbench's reports ``totals.html`` and ``summary.html``: averages, and intervals, of each run.

Sample::

    15:27:39.006 Starting RD=run1; I/O rate: 500; elapsed=60 warmup=15; For loops: threads=32

    Dec 01, 2016  interval        i/o   MB/sec   bytes   read     resp     read    write     resp     resp queue  cpu%  cpu%
                                 rate  1024**2     i/o    pct     time     resp     resp      max   stddev depth sys+u   sys
    15:27:40.017         1     498.12     3.90    8192  69.76    4.922    6.906    0.348   45.142   10.451   2.0   4.0   1.8
    15:28:54.017 avg_16-75     501.30     3.92    8192  70.34    5.494    7.626    0.439   79.000    4.456   0.3   0.7   0.3

The header has two lines; older versions have fewer columns, and reports of file systems have others. The same folder
contains a page of the same form for each storage, workload, host and slave: a part of a run, not another run.
"""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.load import load_of
from checker.readers.toolkit.numbers import decimal, whole
from checker.readers.workload import measures
from checker.readers.workload.measures import RunNames, known, plain, plan_name

_TAG = re.compile(r"<[^<>]{0,300}>")
_START = re.compile(r"Starting RD=([^;]{1,200})(?:;\s*(.*))?\Z")
_RATE = re.compile(r"I/O rate:\s*([0-9]+(?:\.[0-9]+)?)|\bOps rate:\s*([0-9]+(?:\.[0-9]+)?)")
_FIELD = re.compile(r"\b(elapsed|warmup)=([0-9]+)")
_LOOPS = re.compile(r"For loops:\s*(.*)\Z")
_UPPER = re.compile(r"\s*(?:([A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4})\s+)?interval\s+(.*)\Z")
_FILE_UPPER = re.compile(r"\s*(?:([A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4})\s+)?\.*[Ii]nterval\.*\s+(\.*ReqstdOps\.*.*)\Z")
_ROW = re.compile(
    r"\s*([0-9]{1,2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,3})?\s+(avg_[0-9]+-[0-9]+|std_[0-9]+-[0-9]+|max_[0-9]+-[0-9]+|[0-9]{1,9})\s+(\S.*)\Z"
)
# Some versions print no time on the screen.
_BARE_ROW = re.compile(
    r"()\s*(avg_[0-9]+-[0-9]+|std_[0-9]+-[0-9]+|max_[0-9]+-[0-9]+|[0-9]{1,9})\s+([0-9NaN.][0-9NaN. \t]*)\Z"
)
_PART = re.compile(
    r"[ \t]*(?:(?P<whose>(?:SD|WD|FSD|FWD|Workload|Host summary|Slave summary) [Rr]eport(?:\(s\))? for \S+)"
    r"|stdout/stderr for slave=\S+|(?:\S+ ){1,3}response time histogram\.|Workload skew report)"
)
_RESULTS = frozenset(["totals", "summary", "flatfile", "logfile"])
_NAMES = {
    "i/o rate": "iops", "mb/sec 1024**2": "mib", "bytes i/o": "io_bytes", "read pct": "read_pct",
    "resp time": "latency_ms", "read resp": "read_ms", "write resp": "write_ms", "resp max": "latency_max_ms",
    "resp stddev": "latency_deviation_ms", "queue depth": "outstanding", "cpu% sys+u": "cpu_pct",
    "cpu% sys+usr": "cpu_pct",
}  # fmt: skip
_FILE_NAMES = word_list("""
    iops latency_ms cpu_pct cpu_sys read_pct read_iops read_ms write_iops write_ms read_mib write_mib mib io_bytes
""")
_UNCHANGED = word_list("iops read_iops write_iops io_bytes latency_ms latency_max_ms latency_deviation_ms outstanding")
COLUMNS = word_list("""
    about_kind about_key phase test_plan tool measured requested_iops iops read_iops write_iops read_ratio io_bytes
    latency_ms read_ms write_ms latency_max_ms latency_deviation_ms outstanding throughput_mbps read_mbps write_mbps
    cpu_ratio samples
""")
INTERVAL = word_list("test_plan test_run interval iops throughput_mbps latency_ms")


class _Report:
    """The current run, and the columns of the header above its rows."""

    def __init__(self, plan: str) -> None:
        self.plan = plan
        self.run = self.phase = ""
        self.requested: float | None = None
        self.columns: Sequence[str] = ()
        self.announced = ""
        self._names = RunNames()

    def start(self, name: str, rest: str) -> bool:
        """Begin a run; FALSE if it was just announced, as logfile.html announces each run twice."""
        if self.announced == f"{name} {rest}":
            return False
        self.announced = f"{name} {rest}"
        self.run = self._names.begin(name.strip())
        loops = _LOOPS.search(rest)
        self.phase = " ".join(loops.group(1).split()) if loops and loops.group(1).strip() != "None" else ""
        rate = _RATE.search(rest)
        self.requested = plain(rate.group(1) or rate.group(2)) if rate else None
        return True


def results_plan(capture: Capture) -> str:
    """Return the name of the plan of a file of results: vdbench writes all files of a plan into one folder."""
    path = PurePosixPath(capture.file.replace("\\", "/"))
    folders = [part for part in path.parts[-3:-1] if part not in ("/", ".", "..")]
    return "/".join(folders or ["vdbench"]) if path.stem.lower() in _RESULTS else plan_name(capture)


def _read(capture: Capture, out: Writer) -> None:
    if part := _part(capture):
        if part.group("whose"):
            out.note(
                capture.first_line, f"skipped {part.group().strip()}: totals.html and summary.html show the whole runs"
            )
        return
    report = _Report(results_plan(capture))
    out.add("test_plan", capture.first_line, test_plan=report.plan, tool="vdbench")
    upper: list[str] | None = None
    for line, text in capture.lines():
        shown = html.unescape(_TAG.sub("", text)) if "<" in text or "&" in text else text
        if not shown.strip():
            continue
        if upper is not None:
            lower = shown.split()
            if upper == ["file"]:
                report.columns = _FILE_NAMES[: len(lower)]
            elif len(lower) == len(upper):
                report.columns = [_NAMES.get(f"{a} {b}".lower(), "") for a, b in zip(upper, lower, strict=True)]
            else:
                report.columns = ()
                out.note(line, "skipped the rows of a header whose two lines do not match")
            upper = None
        elif match := _START.search(shown):
            if not report.start(match.group(1), match.group(2) or ""):
                continue
            facts = {name: decimal(value) for name, value in _FIELD.findall(match.group(2) or "")}
            out.add(
                "test_run", line, test_plan=report.plan, test_run=report.run, runtime_seconds=facts.get("elapsed"),
                ramp_seconds=facts.get("warmup"),
            )  # fmt: skip
        elif _FILE_UPPER.match(shown):
            upper = ["file"]
        elif match := _UPPER.match(shown):
            upper = match.group(2).split()
        elif (match := _ROW.match(shown)) or (
            report.columns and (match := _BARE_ROW.match(shown)) and len(match.group(3).split()) == len(report.columns)
        ):
            report.announced = ""
            _row(match, line, report, out)


def _part(capture: Capture) -> re.Match[str] | None:
    """Return the title of a page that shows a part of a run; it is in the first lines."""
    for _, text in itertools.islice(capture.lines(), 4):
        if match := _PART.match(html.unescape(_TAG.sub("", text))):
            return match
    return None


def _row(match: re.Match[str], line: int, report: _Report, out: Writer) -> None:
    label, cells = match.group(2), match.group(3).split()
    if not report.columns:
        out.unread(line)
        return
    if len(cells) < len(report.columns):
        out.ends_inside_record = True
        out.note(line, "truncated: a row is incomplete and was skipped")
        out.unread(line)
        return
    found = {name: plain(cell) for name, cell in zip(report.columns, cells, strict=False) if name}
    if label.isdecimal():
        out.add(
            "test_interval", line, test_plan=report.plan, test_run=report.run, interval=whole(label),
            iops=found.get("iops"), throughput_mbps=mbps(found.get("mib")), latency_ms=found.get("latency_ms"),
        )  # fmt: skip
    elif label.startswith("avg_"):
        first, last = (whole(part) for part in label[4:].split("-"))
        write_result(out, line, report.plan, report.run, report.phase, report.requested, found, last - first + 1)


def mbps(mebibytes: float | None) -> float | None:
    """Return a rate of MiB per second in MB per second."""
    return None if mebibytes is None else measures.megabytes(mebibytes * measures.MIB)


def write_result(
    out: Writer,
    line: int,
    plan: str,
    run: str,
    phase: str,
    requested: float | None,
    found: dict[str, float | None],
    samples: int,
) -> None:
    """Write the averages of a run; ``found`` contains percentages, and rates in MiB per second."""
    reads = found.get("read_pct")
    facts: dict[str, Value] = {
        **{name: found.get(name) for name in _UNCHANGED},
        # vdbench prints 0 as the latency of a direction without I/O.
        "read_ms": None if reads == 0 else found.get("read_ms"),
        "write_ms": None if reads == 100 else found.get("write_ms"),
        "throughput_mbps": mbps(found.get("mib")), "read_mbps": mbps(found.get("read_mib")),
        "write_mbps": mbps(found.get("write_mib")), "samples": samples,
        # vdbench requests a rate of about 1,000,000 if none is set.
        "requested_iops": requested if requested is not None and requested < 900_000 else None,
    }  # fmt: skip
    for name, column in (("read_pct", "read_ratio"), ("cpu_pct", "cpu_ratio")):
        percent = found.get(name)
        facts[column] = measures.ratio(percent)
        if percent is not None and facts[column] is None:
            out.bad_value("workload", column, f"{percent:.15g}", line, run)
    load = load_of("test_run", f"{plan}/{run}", "vdbench", known(facts), phase=phase, test_plan=plan)
    out.add("workload", line, **load)


def _captured(text: str) -> datetime | None:
    match = re.search(r"(?m)^[ \t]*([A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4})\s+\.*[Ii]nterval", text[:65_536])
    if match is None:
        return None
    try:
        return datetime.strptime(match.group(1), "%b %d, %Y").replace(tzinfo=UTC)
    except ValueError:
        return None


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"\bStarting RD=[^;\n]+", head) and re.search(
        r"(?m)^[ \t]*(?:[A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4}\s+)?\.*[Ii]nterval", head
    ):
        return Detection(95, "Starting RD= and interval header of vdbench")
    if re.search(r"\bStarting RD=[^;\n]+;[^\n]*elapsed=", head):
        return Detection(91, "Starting RD=…; elapsed= of vdbench")
    return None


READERS = (
    Reader(
        name="workload-vdbench-totals", platform="vdbench", command="vdbench (totals.html, summary.html)",
        provides={
            "test_plan": ("test_plan", "tool"),
            "test_run": ("test_plan", "test_run", "runtime_seconds", "ramp_seconds"),
            "workload": COLUMNS, "test_interval": INTERVAL,
        },
        detect=_detect, read=_read, needles=("Starting RD=",), captured_in=_captured,
    ),
)  # fmt: skip
