"""fio results as JSON: ``fio --output-format=json`` and ``json+``, fio 2 and 3, also with text around the document.

Sample::

    {
      "fio version" : "fio-3.33",
      "global options" : {"ioengine" : "libaio", "direct" : "1"},
      "jobs" : [
        {"jobname" : "oltp", "job options" : {"rw" : "randrw", "bs" : "8k"},
         "read" : {"iops" : 26424.5, "bw_bytes" : 216469620, "lat_ns" : {"mean" : 28683.4},
                   "clat_ns" : {"percentile" : {"95.000000" : 33536}}}}
      ]
    }

fio 3 counts latencies in nanoseconds (``lat_ns``), fio 2 in microseconds (``lat``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.load import load_of
from checker.readers.toolkit.numbers import decimal, whole
from checker.readers.workload import measures
from checker.readers.workload.fio.job import RUN
from checker.readers.workload.fio.options import facts_of
from checker.readers.workload.measures import RunNames, known, plan_name, stated_host

WORKLOAD = word_list("""
    about_kind about_key phase test_plan tool host measured iops read_iops write_iops read_ratio io_bytes read_io_bytes
    write_io_bytes read_ms write_ms latency_ms latency_max_ms read_p95_ms read_p99_ms write_p95_ms write_p99_ms
    throughput_mbps read_mbps write_mbps iops_deviation cpu_ratio seconds
""")


def _number(value: object) -> float | None:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    return decimal(value) if abs(value) < 1e18 else None


def _part(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


class Direction:
    """What one direction of a job did, in the units of the facts."""

    def __init__(self, part: Mapping[str, Any]) -> None:
        self.iops, self.count = _number(part.get("iops")), _number(part.get("total_ios"))
        transferred = _number(part.get("io_bytes"))
        # io_bytes counted KiB before fio 3.
        if not part.keys() & {"io_kbytes", "clat_ns", "lat_ns"} and transferred is not None:
            transferred *= 1024
        rate, kilobytes = _number(part.get("bw_bytes")), _number(part.get("bw"))
        if rate is None and kilobytes is not None:
            rate = kilobytes * 1024
        self.mbps = measures.megabytes(rate)
        self.io_bytes = round(transferred / self.count) if transferred and self.count else None
        milliseconds = _number(part.get("runtime"))
        self.seconds = milliseconds / 1000 if milliseconds else None
        self.deviation = _number(part.get("iops_stddev"))
        self.mean = self.longest = self.p95 = self.p99 = None
        if not self.count and not self.iops:
            return  # a direction without I/O has no latency
        total, unit = _latencies(part, "lat")
        self.mean, self.longest = _scaled(total.get("mean"), unit), _scaled(total.get("max"), unit)
        completion, unit = _latencies(part, "clat")
        percentiles = _part(completion.get("percentile")) or _part(total.get("percentile"))
        self.p95, self.p99 = (_scaled(_of_percentile(percentiles, one), unit) for one in (95, 99))


def _latencies(part: Mapping[str, Any], name: str) -> tuple[Mapping[str, Any], float]:
    """Return latencies and their unit in a millisecond: fio 3 counts nanoseconds, fio 2 microseconds."""
    return (_part(part[f"{name}_ns"]), 1e6) if f"{name}_ns" in part else (_part(part.get(name)), 1e3)


def _scaled(value: object, unit: float) -> float | None:
    plain = _number(value)
    return None if plain is None else round(plain / unit, 6)


def _of_percentile(found: Mapping[str, Any], percentile: float) -> object:
    for name, value in found.items():
        try:
            if abs(decimal(name) - percentile) < 1e-6:
                return value
        except ValueError:
            continue
    return None


class Results:
    """Writes the results of a plan: the plan at a line, then the load of each run."""

    def __init__(self, capture: Capture, out: Writer, line: int) -> None:
        self.plan, self.host, self.names = plan_name(capture), stated_host(capture), RunNames()
        self._out = out
        out.add("test_plan", line, test_plan=self.plan, tool="fio", host=self.host)

    def write(
        self, line: int, run: str, error: object, read: Direction, write: Direction, cpu: float | None, **more: Value
    ) -> None:
        """Write the load of a run from its two directions; the figures of a failed run are skipped."""
        if error:
            self._out.note(line, f"skipped the figures of job {run}: it ended with error {error}")
            return
        figures: dict[str, Value] = {
            "iops": measures.add(read.iops, write.iops), "read_iops": read.iops, "write_iops": write.iops,
            "read_ratio": measures.share(read.iops, write.iops),
            "io_bytes": measures.weighted([read.io_bytes, write.io_bytes], [read.count, write.count]),
            "read_io_bytes": read.io_bytes, "write_io_bytes": write.io_bytes, "read_ms": read.mean,
            "write_ms": write.mean, "latency_ms": measures.weighted([read.mean, write.mean], [read.iops, write.iops]),
            "latency_max_ms": _largest(read.longest, write.longest), "read_p95_ms": read.p95, "read_p99_ms": read.p99,
            "write_p95_ms": write.p95, "write_p99_ms": write.p99,
            "throughput_mbps": measures.add(read.mbps, write.mbps), "read_mbps": read.mbps, "write_mbps": write.mbps,
            # Deviations of two directions do not add up.
            "iops_deviation": read.deviation if not write.iops else write.deviation if not read.iops else None,
            "seconds": _largest(read.seconds, write.seconds), "cpu_ratio": cpu, "host": self.host, **more,
        }  # fmt: skip
        load = load_of("test_run", f"{self.plan}/{run}", "fio", figures, phase="", test_plan=self.plan)
        self._out.add("workload", line, **load)


def _largest(*values: float | None) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _read(capture: Capture, out: Writer) -> None:
    # Text before and after the document comes from fio or the program that started it.
    for piece in noted_documents(capture.text, capture.first_line, out, strays=False):
        document = piece.value
        if not isinstance(document, LocatedDict):
            continue
        jobs = document.get("jobs")
        listed = jobs if isinstance(jobs, list) else document.get("client_stats")
        if isinstance(listed, list):
            _write(Results(capture, out, document.line), out, document, listed)
        else:
            out.note(piece.line, "skipped a JSON document without jobs")


def _write(results: Results, out: Writer, document: LocatedDict, jobs: list[Any]) -> None:
    common = _options(document.get("global options"))
    for job in jobs:
        line = line_of(job, document.line)
        name = job.get("jobname") if isinstance(job, dict) else None
        if not isinstance(job, dict) or not isinstance(name, str) or name == "All clients":
            continue
        # Without group_reporting a name is repeated for each worker.
        run = results.names.begin(name)
        client = job.get("hostname")
        host = client if isinstance(client, str) and client else results.host
        if options := {**common, **_options(job.get("job options"))}:
            facts = {**facts_of(options), "host": host}
            out.add("test_run", line, test_plan=results.plan, test_run=run, **known(facts))
        error = job.get("error")
        cpu = measures.add(_number(job.get("usr_cpu")), _number(job.get("sys_cpu")))
        results.write(
            line, run, error if isinstance(error, int) else 0, Direction(_part(job.get("read"))),
            Direction(_part(job.get("write"))), None if cpu is None else round(cpu / 100, 6), host=host,
        )  # fmt: skip


def _options(value: object) -> dict[str, str | None]:
    if not isinstance(value, dict):
        return {}
    # Flags have an empty text here, or the value 1.
    return {
        str(name).lower(): (str(one) if not isinstance(one, str) else one or None)
        for name, one in value.items()
        if not isinstance(one, (dict, list))
    }


def _captured(text: str) -> datetime | None:
    match = re.search(r'"timestamp"\s*:\s*([0-9]{9,10})\b', text[:16_384])
    return datetime.fromtimestamp(whole(match.group(1)), UTC) if match else None


def _detect(capture: Capture) -> Detection | None:
    if re.search(r'"fio version"\s*:', capture.head) and re.search(r'"(?:jobs|client_stats)"\s*:', capture.head):
        return Detection(96, '"fio version" and "jobs" of fio')
    return None


READERS = (
    Reader(
        name="workload-fio-json", platform="fio", command="fio --output-format=json <job file>",
        provides={"test_plan": ("test_plan", "tool", "host"), "test_run": RUN, "workload": WORKLOAD}, detect=_detect,
        read=_read, needles=('"fio version"',), captured_in=_captured,
    ),
)  # fmt: skip
