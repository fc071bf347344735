"""fio results in terse form: ``fio --output-format=terse`` (versions 3, 4 and 5), one line for each job.

Sample (cut; fields are separated by ``;``)::

    3;fio-3.33;oltp8k;0;0;281016;140437;17554;2001;0;0;0.0;0.0;17;4760;37.2;172.7;1.000000%=20;…

Bandwidth is in KiB/s, latency in microseconds. Version 5 has six more fields for each direction.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import whole
from checker.readers.workload import measures
from checker.readers.workload.fio.json_results import WORKLOAD, Direction, Results
from checker.readers.workload.measures import plain

_LINE = re.compile(r"([345]);(fio-[\w.+~-]{1,40});([^;]{0,200});([0-9]{1,9});([0-9]{1,9});")
_OLD = re.compile(r"[12];(?:fio-)?[^;]{1,40};[^;]{0,200};")
_HEADER = re.compile(r"terse_version_[0-9]+;")
_FIRST_FIELD = 5
_FIELDS = {"3": 41, "4": 41, "5": 47}
_PERCENTILES = slice(12, 32)


def _direction(fields: list[str]) -> Direction:
    found = Direction({})
    # The number of I/Os is not printed, and the rate is rounded: the mean size is unknown.
    _, rate, iops, runtime = (plain(field) for field in fields[:4])
    found.iops = iops
    found.mbps = measures.megabytes(rate * 1024 if rate is not None else None)
    found.seconds = runtime / 1000 if runtime else None
    if not iops:
        return found
    found.longest, found.mean = (_milliseconds(field) for field in fields[33:35])
    for field in fields[_PERCENTILES]:
        percent, _, text = field.partition("%=")
        value, at = _milliseconds(text), plain(percent)
        if value is not None and at == 95.0:
            found.p95 = value
        elif value is not None and at == 99.0:
            found.p99 = value
    return found


def _milliseconds(text: str) -> float | None:
    value = plain(text)
    return None if value is None else round(value / 1000, 6)


def _read(capture: Capture, out: Writer) -> None:
    results = Results(capture, out, capture.first_line)
    for line, text in capture.lines():
        shown = text.strip().strip('"')
        if not shown or _HEADER.match(shown):
            continue
        match = _LINE.match(shown)
        if match is None:
            if _OLD.match(shown):
                out.note(line, "skipped a line of terse version 1 or 2: its fields are unknown")
            out.unread(line)
            continue
        version, _, name, _, error = match.groups()
        fields = shown.split(";")
        size = _FIELDS[version]
        if len(fields) < _FIRST_FIELD + 2 * size:
            out.ends_inside_record = True
            out.note(line, "truncated: a job is incomplete and was skipped")
            out.unread(line)
            continue
        read = _direction(fields[_FIRST_FIELD : _FIRST_FIELD + size])
        write = _direction(fields[_FIRST_FIELD + size : _FIRST_FIELD + 2 * size])
        results.write(line, results.names.begin(name), whole(error), read, write, _cpu(fields, size))


def _cpu(fields: list[str], size: int) -> float | None:
    """Return user and system time of a job: two percentages after the directions."""
    for index in range(_FIRST_FIELD + 2 * size, min(len(fields) - 1, _FIRST_FIELD + 3 * size + 2)):
        if fields[index].endswith("%"):
            total = measures.add(plain(fields[index][:-1]), plain(fields[index + 1].rstrip("%")))
            return None if total is None else round(total / 100, 6)
    return None


def _detect(capture: Capture) -> Detection | None:
    for text in capture.head.split("\n")[:50]:
        if _LINE.match(text.strip().strip('"')):
            return Detection(95, "version;fio-…;job;… of fio's terse form")
    return None


READERS = (
    Reader(
        name="workload-fio-terse", platform="fio", command="fio --output-format=terse <job file>",
        provides={"test_plan": ("test_plan", "tool", "host"), "workload": WORKLOAD}, detect=_detect, read=_read,
        needles=(";fio-",),
    ),
)  # fmt: skip
