"""vdbench's ``flatfile.html``: one line an interval, with one-word column names.

Sample (cut)::

    * Run             : Name of run from RD=
    * rate            : Observed i/o rate
             tod        Run   Interval    reqrate       rate     MB/sec   bytes/io      read%       resp  threads
    14:00:19.082       run1          1   500.0000   498.0000     3.8900       8192    70.1000     1.9830       32
    14:00:28.013       run1   avg_2-10   500.0000   501.0000     3.9100       8192    69.9000     1.9790       32

``n/a`` means that runs with several values were put together.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.workload import measures
from checker.readers.workload.measures import known, plain
from checker.readers.workload.vdbench.totals import COLUMNS, INTERVAL, results_plan, write_result

_HEADER = re.compile(r"\s*tod\s+(?:timestamp\s+)?Run\s+Interval\s+reqrate\b", re.IGNORECASE)
_TIME = re.compile(r"[0-9]{1,2}:[0-9]{2}:[0-9]{2}")
_AVERAGE = re.compile(r"avg_([0-9]+)-([0-9]+)\Z")
_NAMES = {
    "rate": "iops",
    "bytes/io": "io_bytes",
    "read%": "read_pct",
    "resp": "latency_ms",
    "read_resp": "read_ms",
    "write_resp": "write_ms",
    "resp_max": "latency_max_ms",
    "resp_std": "latency_deviation_ms",
    "queue_depth": "outstanding",
    "cpu_used": "cpu_pct",
}


def _read(capture: Capture, out: Writer) -> None:
    plan = results_plan(capture)
    out.add("test_plan", capture.first_line, test_plan=plan, tool="vdbench")
    names: list[str] = []
    seen: dict[str, int] = {}
    current, closed = "", True
    intervals: list[tuple[int, str, int, float | None, float | None, float | None]] = []
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
            out.note(line, "a row has another number of columns than the header; it was left out")
            out.unread(line)
            continue
        row = dict(zip(names, cells, strict=True))
        run, label = row["run"], row["interval"]
        average = _AVERAGE.match(label)
        begins = run != current or (closed and not average)
        if begins:
            # The same run again, as in a loop over threads: a run of its own.
            seen[run] = seen.get(run, 0) + 1
        current, closed = run, average is not None
        name = run if seen[run] == 1 else f"{run} ({seen[run]})"
        if begins:
            out.add("test_run", line, test_plan=plan, test_run=name, **known(_requested(row)))
        found = {fact: plain(row.get(column)) for column, fact in _NAMES.items()}
        mib = plain(row.get("mb/sec"))
        mbps = measures.megabytes(mib * measures.MIB) if mib is not None else None
        if average:
            samples = int(average.group(2)) - int(average.group(1)) + 1
            write_result(out, line, plan, name, "", plain(row.get("reqrate")), found, mbps, samples)
        elif label.isdigit() and len(label) < 10:
            intervals.append((line, name, int(label), found["iops"], mbps, found["latency_ms"]))
    if intervals:
        placed, runs, numbers, iops, rates, latencies = (list(column) for column in zip(*intervals, strict=True))
        out.extend(
            "test_interval",
            [int(line or 0) for line in placed],
            {
                "test_plan": [plan] * len(intervals),
                "test_run": runs,
                "interval": numbers,
                "iops": iops,
                "throughput_mbps": rates,
                "latency_ms": latencies,
            },
        )


def _requested(row: dict[str, str]) -> dict[str, Value]:
    """Return what the run asked for; the file says n/a where one run had several values."""
    threads, size = plain(row.get("threads")), plain(row.get("xfersize"))
    reads, seeks = plain(row.get("rdpct")), plain(row.get("seekpct"))
    return {
        "outstanding": int(threads) if threads else None,
        "io_bytes": int(size) if size else None,
        "read_ratio": round(reads / 100, 6) if reads is not None and 0 <= reads <= 100 else None,
        "random_ratio": round(seeks / 100, 6) if seeks is not None and 0 <= seeks <= 100 else None,
    }


def _detect(capture: Capture) -> Detection | None:
    if any(_HEADER.match(line) for line in capture.head.split("\n")):
        return Detection(95, "tod, Run, Interval, reqrate of vdbench's flatfile")
    return None


READERS = (
    Reader(
        name="workload-vdbench-flatfile",
        platform="vdbench",
        command="vdbench (flatfile.html)",
        provides={
            "test_plan": ("test_plan", "tool"),
            "test_run": ("test_plan", "test_run", "outstanding", "io_bytes", "read_ratio", "random_ratio"),
            "workload": COLUMNS,
            "test_interval": INTERVAL,
        },
        detect=_detect,
        read=_read,
        needles=("tod", "reqrate"),
    ),
)
