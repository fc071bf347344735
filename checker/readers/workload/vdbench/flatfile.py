"""vdbench's ``flatfile.html``: one line for each interval, with one-word column names.

Sample (cut)::

    * Run             : Name of run from RD=
    * rate            : Observed i/o rate
             tod        Run   Interval    reqrate       rate     MB/sec   bytes/io      read%       resp  threads
    14:00:19.082       run1          1   500.0000   498.0000     3.8900       8192    70.1000     1.9830       32
    14:00:28.013       run1   avg_2-10   500.0000   501.0000     3.9100       8192    69.9000     1.9790       32

``n/a`` means that a run had several values.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import whole
from checker.readers.workload import measures
from checker.readers.workload.measures import RunNames, known, plain
from checker.readers.workload.vdbench.totals import COLUMNS, INTERVAL, mbps, results_plan, write_result

_HEADER = re.compile(r"\s*tod\s+(?:timestamp\s+)?Run\s+Interval\s+reqrate\b", re.IGNORECASE)
_TIME = re.compile(r"[0-9]{1,2}:[0-9]{2}:[0-9]{2}")
_AVERAGE = re.compile(r"avg_([0-9]+)-([0-9]+)\Z")
_NAMES = {
    "rate": "iops", "bytes/io": "io_bytes", "read%": "read_pct", "resp": "latency_ms", "read_resp": "read_ms",
    "write_resp": "write_ms", "resp_max": "latency_max_ms", "resp_std": "latency_deviation_ms",
    "queue_depth": "outstanding", "cpu_used": "cpu_pct", "mb/sec": "mib",
}  # fmt: skip


def _read(capture: Capture, out: Writer) -> None:
    plan = results_plan(capture)
    out.add("test_plan", capture.first_line, test_plan=plan, tool="vdbench")
    names: list[str] = []
    runs = RunNames()
    name, current, closed = "", "", True
    intervals: list[tuple[int, *tuple[Value, ...]]] = []
    for line, text in capture.lines():
        shown = text.strip()
        if not shown or shown[0] in "*<":
            continue
        if _HEADER.match(text):
            names = [name.lower() for name in shown.split()]
            continue
        cells = shown.split()
        if not names or not _TIME.match(cells[0]):
            out.unread(line)
            continue
        if len(cells) != len(names):
            out.ends_inside_record = True
            out.note(line, "skipped a row: it has fewer or more columns than the header")
            out.unread(line)
            continue
        row = dict(zip(names, cells, strict=True))
        run, label = row["run"], row["interval"]
        average = _AVERAGE.match(label)
        if run != current or (closed and not average):
            name = runs.begin(run)
            out.add("test_run", line, test_plan=plan, test_run=name, **known(_requested(row)))
        current, closed = run, average is not None
        found = {fact: plain(row.get(column)) for column, fact in _NAMES.items()}
        if average:
            samples = whole(average.group(2)) - whole(average.group(1)) + 1
            write_result(out, line, plan, name, "", plain(row.get("reqrate")), found, samples)
        elif label.isdecimal() and len(label) < 10:
            intervals.append((line, plan, name, whole(label), found["iops"], mbps(found["mib"]), found["latency_ms"]))
    if intervals:
        placed, *columns = zip(*intervals, strict=True)
        out.extend("test_interval", placed, dict(zip(INTERVAL, columns, strict=True)))


def _requested(row: dict[str, str]) -> dict[str, Value]:
    """Return the parameters of a run; n/a means that it had several values."""
    threads, size = plain(row.get("threads")), plain(row.get("xfersize"))
    return {
        "outstanding": whole(threads) if threads else None,
        "io_bytes": whole(size) if size else None,
        "read_ratio": measures.ratio(plain(row.get("rdpct"))),
        "random_ratio": measures.ratio(plain(row.get("seekpct"))),
    }


def _detect(capture: Capture) -> Detection | None:
    if any(_HEADER.match(line) for line in capture.head.split("\n")):
        return Detection(95, "tod, Run, Interval, reqrate of vdbench's flatfile")
    return None


READERS = (
    Reader(
        name="workload-vdbench-flatfile", platform="vdbench", command="vdbench (flatfile.html)",
        provides={
            "test_plan": ("test_plan", "tool"),
            "test_run": ("test_plan", "test_run", "outstanding", "io_bytes", "read_ratio", "random_ratio"),
            "workload": COLUMNS, "test_interval": INTERVAL,
        },
        detect=_detect, read=_read, needles=("tod", "reqrate"),
    ),
)  # fmt: skip
