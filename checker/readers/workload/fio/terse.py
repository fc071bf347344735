"""fio results in terse form: ``fio --output-format=terse`` (versions 3, 4 and 5), one line a job.

Sample (cut; fields are separated by ``;``)::

    3;fio-3.33;oltp8k;0;0;281016;140437;17554;2001;0;0;0.0;0.0;17;4760;37.2;172.7;1.000000%=20;…

Bandwidth counts KiB a second and latencies microseconds. Version 5 has six fields more for each direction.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.workload import measures
from checker.readers.workload.fio.json_results import WORKLOAD, Direction, result_facts
from checker.readers.workload.measures import plain, plan_name

_LINE = re.compile(r"([345]);(fio-[\w.+~-]{1,40});([^;]{0,200});([0-9]{1,9});([0-9]{1,9});")
_OLD = re.compile(r"[12];(?:fio-)?[^;]{1,40};[^;]{0,200};")
_HEADER = re.compile(r"terse_version_[0-9]+;")
_FIRST_FIELD = 5
_FIELDS = {"3": 41, "4": 41, "5": 47}
_PERCENTILES = slice(12, 32)


def _direction(fields: list[str]) -> Direction:
    found = Direction({})
    # The number of I/Os is not printed, and the rate is rounded: the mean size can't be told.
    _, rate, iops, runtime = (plain(field) for field in fields[:4])
    found.iops = iops
    found.mbps = measures.megabytes(rate * 1024 if rate is not None else None)
    found.seconds = runtime / 1000 if runtime else None
    if not iops:
        return found
    total = [plain(field) for field in fields[32:36]]
    found.longest = None if total[1] is None else round(total[1] / 1000, 6)
    found.mean = None if total[2] is None else round(total[2] / 1000, 6)
    for field in fields[_PERCENTILES]:
        percent, _, value = field.partition("%=")
        shown, at = plain(value), plain(percent)
        if shown is not None and at == 95.0:
            found.p95 = round(shown / 1000, 6)
        elif shown is not None and at == 99.0:
            found.p99 = round(shown / 1000, 6)
    return found


def _read(capture: Capture, out: Writer) -> None:
    plan = plan_name(capture)
    host = capture.owner if capture.owner_basis != "path" else None
    out.add("test_plan", capture.first_line, test_plan=plan, tool="fio", host=host)
    seen: dict[str, int] = {}
    for line, text in capture.lines():
        shown = text.strip().strip('"')
        if not shown or _HEADER.match(shown):
            continue
        match = _LINE.match(shown)
        if match is None:
            if _OLD.match(shown):
                out.note(line, "an old terse version, whose fields are not known here")
            out.unread(line)
            continue
        version, _, name, _, error = match.groups()
        fields = shown.split(";")
        size = _FIELDS[version]
        if len(fields) < _FIRST_FIELD + 2 * size:
            out.ends_inside_record = True
            out.note(line, "a terse line is cut; the job was left out")
            out.unread(line)
            continue
        seen[name] = seen.get(name, 0) + 1
        run = name if seen[name] == 1 else f"{name} ({seen[name]})"
        if error != "0":
            out.note(line, f"job {run} ended with error {error}; its figures were left out")
            continue
        read = _direction(fields[_FIRST_FIELD : _FIRST_FIELD + size])
        write = _direction(fields[_FIRST_FIELD + size : _FIRST_FIELD + 2 * size])
        facts = result_facts(read, write)
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
            cpu_ratio=_cpu(fields, size),
            **facts,
        )


def _cpu(fields: list[str], size: int) -> float | None:
    """Return user and system time of a job, which stand behind the directions as percentages."""
    for field_index in range(_FIRST_FIELD + 2 * size, min(len(fields) - 1, _FIRST_FIELD + 3 * size + 2)):
        if fields[field_index].endswith("%"):
            user, system = plain(fields[field_index][:-1]), plain(fields[field_index + 1].rstrip("%"))
            total = measures.add(user, system)
            return None if total is None else round(total / 100, 6)
        if fields[field_index].count("%="):
            continue
    return None


def _detect(capture: Capture) -> Detection | None:
    for text in capture.head.split("\n")[:50]:
        if _LINE.match(text.strip().strip('"')):
            return Detection(95, "version;fio-…;job;… of fio's terse form")
    return None


READERS = (
    Reader(
        name="workload-fio-terse",
        platform="fio",
        command="fio --output-format=terse <job file>",
        provides={"test_plan": ("test_plan", "tool", "host"), "workload": WORKLOAD},
        detect=_detect,
        read=_read,
        needles=(";fio-",),
    ),
)
