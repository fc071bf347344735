"""Iometer results (``results.csv``): a header, then one line for the whole run and for each manager, worker and target.

Sample (cut)::

    'Time Stamp
    2016-01-01 12:00:00:000
    'Results
    'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,Read IOps,Write IOps,…
    ALL,All,4k 100% read,1,2,4,10000.5,10000.5,0.0,…
    DISK,PHYSICALDRIVE:1,4k 100% read,,,,5000.2,5000.2,0.0,…

Older versions print ``MBps`` in binary units; newer ones name ``MiBps (Binary)`` and ``MBps (Decimal)``.
"""

from __future__ import annotations

import csv
import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.load import load_of
from checker.readers.workload import measures
from checker.readers.workload.measures import RunNames, plain, plan_name

_HEADER = "'target type,target name,access specification name,"
_KINDS = ("ALL", "MANAGER", "WORKER", "PROCESSOR", "DISK", "NETWORK")
_COLUMNS = word_list("""
    about_kind about_key phase test_plan tool measured kernel_name iops read_iops write_iops read_ratio throughput_mbps
    read_mbps write_mbps latency_ms read_ms write_ms latency_max_ms outstanding cpu_ratio
""")


def _rate(row: dict[str, str], prefix: str) -> float | None:
    """Return 10^6 bytes a second from the decimal column, else from the binary one; plain MBps is binary."""
    decimal = plain(row.get(f"{prefix}mbps (decimal)"))
    if decimal is not None:
        return round(decimal, 6)
    for name in (f"{prefix}mibps (binary)", f"{prefix}mbps (binary)", f"{prefix}mbps"):
        binary = plain(row.get(name))
        if binary is not None:
            return measures.megabytes(binary * measures.MIB)
    return None


def _read(capture: Capture, out: Writer) -> None:
    plan = plan_name(capture)
    out.add("test_plan", capture.first_line, test_plan=plan, tool="iometer")
    names: list[str] = []
    runs: dict[str, RunNames] = {}
    for line, text in capture.lines():
        if text.lower().startswith(_HEADER):
            names = [name.strip().lstrip("'").lower() for name in text.split(",")]
            continue
        kind = text.partition(",")[0].strip().upper()
        if not names or kind not in _KINDS:
            # Settings and time stamps, as in a configuration, are printed between the results.
            continue
        cells = next(csv.reader([text]), [])
        row = dict(zip(names, cells, strict=False))
        if "average response time" not in row or plain(row.get("iops")) is None:
            if kind in ("ALL", "DISK"):
                out.ends_inside_record = True
                out.note(line, "truncated: a line of results is incomplete and was skipped")
                out.unread(line)
            continue
        if kind not in ("ALL", "DISK"):
            continue
        specification = row.get("access specification name", "").strip()
        target = row.get("target name", "").strip()
        _write(out, line, plan, kind, runs.setdefault(target, RunNames()).begin(specification), target, row)


def _write(out: Writer, line: int, plan: str, kind: str, run: str, target: str, row: dict[str, str]) -> None:
    reads, writes = plain(row.get("read iops")), plain(row.get("write iops"))
    figures: dict[str, Value] = {
        "iops": plain(row.get("iops")), "read_iops": reads, "write_iops": writes,
        "read_ratio": measures.share(reads, writes), "throughput_mbps": _rate(row, ""),
        "read_mbps": _rate(row, "read "), "write_mbps": _rate(row, "write "),
        "latency_ms": plain(row.get("average response time")),
        "read_ms": plain(row.get("average read response time")) if reads else None,
        "write_ms": plain(row.get("average write response time")) if writes else None,
        "latency_max_ms": plain(row.get("maximum response time")), "outstanding": plain(row.get("queue depth")),
        "cpu_ratio": measures.ratio(plain(row.get("% cpu utilization") or row.get("% cpu utilization (total)"))),
    }  # fmt: skip
    whole = kind == "ALL"
    load = load_of(
        "test_run", f"{plan}/{run}" if whole else f"{plan}/{run}/{target}", "iometer", figures, test_plan=plan,
        phase="" if whole else "one target", kernel_name=None if whole else target,
    )  # fmt: skip
    out.add("workload", line, **load)


def _detect(capture: Capture) -> Detection | None:
    if re.search(r"(?mi)^'Target Type,Target Name,Access Specification Name,", capture.head):
        return Detection(97, "'Target Type,Target Name,Access Specification Name of Iometer's results")
    return None


READERS = (
    Reader(
        name="workload-iometer-results", platform="iometer", command="Iometer (results.csv)",
        provides={"test_plan": ("test_plan", "tool"), "workload": _COLUMNS}, detect=_detect, read=_read,
        needles=("'Target Type",), verified=False,
    ),
)  # fmt: skip
