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

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.json_documents import Skipped, documents
from checker.readers.toolkit.located_json import LocatedDict, line_of
from checker.readers.workload import measures
from checker.readers.workload.fio.job import RUN
from checker.readers.workload.fio.options import facts_of
from checker.readers.workload.measures import known, plan_name

WORKLOAD = word_list("""
    about_kind about_key phase test_plan tool host measured iops read_iops write_iops read_ratio io_bytes read_io_bytes
    write_io_bytes read_ms write_ms latency_ms latency_max_ms read_p95_ms read_p99_ms write_p95_ms write_p99_ms
    throughput_mbps read_mbps write_mbps iops_deviation cpu_ratio seconds
""")


def _number(value: object) -> float | None:
    return (
        float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e18 else None
    )


def _part(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


class Direction:
    """What one direction of a job did, in the units of the facts."""

    def __init__(self, part: Mapping[str, Any]) -> None:
        self.iops = _number(part.get("iops"))
        self.count = _number(part.get("total_ios"))
        transferred = _number(part.get("io_bytes"))
        kilobytes = _number(part.get("io_kbytes"))
        # io_bytes counted KiB before fio 3.
        if kilobytes is None and transferred is not None and "clat_ns" not in part and "lat_ns" not in part:
            transferred *= 1024
        rate = _number(part.get("bw_bytes"))
        bandwidth = _number(part.get("bw"))
        self.mbps = measures.megabytes(
            rate if rate is not None else bandwidth * 1024 if bandwidth is not None else None
        )
        self.io_bytes = round(transferred / self.count) if transferred and self.count else None
        milliseconds = _number(part.get("runtime"))
        self.seconds = milliseconds / 1000 if milliseconds else None
        self.deviation = _number(part.get("iops_stddev"))
        name, unit = ("lat_ns", 1e6) if "lat_ns" in part else ("lat", 1e3)
        total = _part(part.get(name))
        self.mean = self._scaled(total.get("mean"), unit)
        self.longest = self._scaled(total.get("max"), unit)
        name, unit = ("clat_ns", 1e6) if "clat_ns" in part else ("clat", 1e3)
        completion = _part(_part(part.get(name)).get("percentile"))
        if not completion:
            completion = _part(total.get("percentile"))
        self.p95 = self._scaled(_of_percentile(completion, 95), unit)
        self.p99 = self._scaled(_of_percentile(completion, 99), unit)
        if not self.count and not self.iops:
            # A direction that had no I/O has no latency either.
            self.mean = self.longest = self.p95 = self.p99 = None

    @staticmethod
    def _scaled(value: object, unit: float) -> float | None:
        plain = _number(value)
        return None if plain is None else round(plain / unit, 6)


def _of_percentile(found: Mapping[str, Any], percentile: float) -> object:
    for name, value in found.items():
        try:
            if abs(float(name) - percentile) < 1e-6:
                return value
        except ValueError:
            continue
    return None


def result_facts(read: Direction, write: Direction) -> dict[str, Value]:
    """Return the columns of ``workload`` for both directions of a job."""
    iops = measures.add(read.iops, write.iops)
    return {
        "iops": iops,
        "read_iops": read.iops,
        "write_iops": write.iops,
        "read_ratio": measures.share(read.iops, write.iops),
        "io_bytes": measures.weighted([read.io_bytes, write.io_bytes], [read.count, write.count]),
        "read_io_bytes": read.io_bytes,
        "write_io_bytes": write.io_bytes,
        "read_ms": read.mean,
        "write_ms": write.mean,
        "latency_ms": measures.weighted([read.mean, write.mean], [read.iops, write.iops]),
        "latency_max_ms": max((v for v in (read.longest, write.longest) if v is not None), default=None),
        "read_p95_ms": read.p95,
        "read_p99_ms": read.p99,
        "write_p95_ms": write.p95,
        "write_p99_ms": write.p99,
        "throughput_mbps": measures.add(read.mbps, write.mbps),
        "read_mbps": read.mbps,
        "write_mbps": write.mbps,
        # Deviations of two directions do not add up.
        "iops_deviation": read.deviation if not write.iops else write.deviation if not read.iops else None,
        "seconds": max((v for v in (read.seconds, write.seconds) if v is not None), default=None),
    }


def _read(capture: Capture, out: Writer) -> None:
    plan = plan_name(capture)
    for piece in documents(capture.text, capture.first_line):
        if isinstance(piece, Skipped):
            if piece.problem:
                out.note(piece.line, f"no whole JSON document: {piece.problem}")
                out.ends_inside_record = out.ends_inside_record or piece.truncated
                out.unread(piece.line, piece.lines)
            # Text before and after the document is what fio or its starter said.
            continue
        if piece.truncated:
            out.ends_inside_record = True
            out.note(piece.line, "the JSON document that begins here is cut; what was whole in it was read")
        document = piece.value
        if not isinstance(document, LocatedDict):
            continue
        jobs = document.get("jobs")
        listed = jobs if isinstance(jobs, list) else document.get("client_stats")
        if not isinstance(listed, list):
            out.note(piece.line, "a JSON document without jobs was left out")
            continue
        _write(capture, out, plan, document, listed)


def _write(capture: Capture, out: Writer, plan: str, document: LocatedDict, jobs: list[Any]) -> None:
    common = _options(document.get("global options"))
    stated_host = capture.owner if capture.owner_basis != "path" else None
    out.add("test_plan", document.line, test_plan=plan, tool="fio", host=stated_host)
    seen: dict[str, int] = {}
    for job in jobs:
        line = line_of(job, document.line)
        name = job.get("jobname") if isinstance(job, dict) else None
        if not isinstance(job, dict) or not isinstance(name, str) or name == "All clients":
            continue
        # A name comes again for each worker whose results are not added up.
        seen[name] = seen.get(name, 0) + 1
        run = name if seen[name] == 1 else f"{name} ({seen[name]})"
        client = job.get("hostname")
        host = client if isinstance(client, str) and client else stated_host
        options = {**common, **_options(job.get("job options"))}
        if options:
            facts = facts_of(options)
            facts["host"] = host
            out.add("test_run", line, test_plan=plan, test_run=run, **known(facts))
        error = job.get("error")
        if isinstance(error, int) and error:
            out.note(line, f"job {run} ended with error {error}; its figures were left out")
            continue
        read, write = Direction(_part(job.get("read"))), Direction(_part(job.get("write")))
        result = result_facts(read, write)
        cpu = measures.add(_number(job.get("usr_cpu")), _number(job.get("sys_cpu")))
        result["cpu_ratio"] = None if cpu is None else round(cpu / 100, 6)
        out.add(
            "workload",
            line,
            about_kind="test_run",
            about_key=f"{plan}/{run}",
            phase="",
            test_plan=plan,
            tool="fio",
            host=host,
            measured=True,
            **result,
        )


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
    return datetime.fromtimestamp(int(match.group(1)), UTC) if match else None


def _detect(capture: Capture) -> Detection | None:
    if re.search(r'"fio version"\s*:', capture.head) and re.search(r'"(?:jobs|client_stats)"\s*:', capture.head):
        return Detection(96, '"fio version" and "jobs" of fio')
    return None


READERS = (
    Reader(
        name="workload-fio-json",
        platform="fio",
        command="fio --output-format=json <job file>",
        provides={"test_plan": ("test_plan", "tool", "host"), "test_run": RUN, "workload": WORKLOAD},
        detect=_detect,
        read=_read,
        needles=('"fio version"',),
        captured_in=_captured,
    ),
)
