"""Iometer configuration files (``.icf``).

Sample (cut)::

    Version 2006.07.27
    'TEST SETUP ====================================================================
    'Run Time
    '	hours      minutes    seconds
        0          30         0
    'ACCESS SPECIFICATIONS =========================================================
    'Access specification name,default assignment
        4k 100% read,NONE
    'size,% of size,% reads,% random,delay,burst,align,reply
        4096,100,100,100,0,1,4096,0

A line with a quotation mark names the values in the next lines. Alignment 0 means sectors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.numbers import decimal, whole
from checker.readers.workload.fio.units import mean_size, show_mix
from checker.readers.workload.measures import known, pattern, plan_name

_SECTOR = 512
_SECONDS = (3600, 60, 1)
RUN = word_list("""
    test_plan test_run targets target_count runtime_seconds ramp_seconds outstanding workers io_bytes io_size_mix
    read_ratio pattern random_ratio block_align_bytes working_set_bytes offset_bytes time_based burst bursty
    outstanding_points host
""")


@dataclass
class _Specification:
    name: str
    line: int
    rows: list[list[int]] = field(default_factory=list)


@dataclass
class _Worker:
    manager: str | None
    outstanding: int | None = None
    sectors: int = 0
    start: int = 0
    specifications: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)


@dataclass
class _Setup:
    description: str = ""
    seconds: float | None = None
    ramp: float | None = None
    kind: str = "NORMAL"
    depths: list[str] = field(default_factory=list)
    specifications: list[_Specification] = field(default_factory=list)
    workers: list[_Worker] = field(default_factory=list)
    manager: str | None = None


def _numbers(text: str) -> list[int] | None:
    parts = [part for part in re.split(r"[,\s]+", text.strip()) if part]
    return [whole(part) for part in parts] if parts and all(re.fullmatch(r"-?[0-9]{1,15}", p) for p in parts) else None


def _read(capture: Capture, out: Writer) -> None:
    setup = _Setup()
    topic = ""
    expected = 0
    for line, text in capture.lines():
        shown = text.strip()
        if not shown:
            continue
        if shown.startswith("'"):
            name = shown[1:].strip()
            # A comment that only names columns keeps the topic.
            if topic in ("run time", "queue depth cycling", "worker cycling", "disk cycling") and re.match(
                r"(?:hours|start)\b", name
            ):
                continue
            topic, expected = re.sub(r"\s*=+\Z", "", name).lower(), 1
            continue
        if shown.lower().startswith("version ") and not topic:
            continue
        if not _take(setup, topic, shown, line, expected):
            out.unread(line)
        expected = 0
    _write(capture, setup, out)


def _take(setup: _Setup, topic: str, shown: str, line: int, first: int) -> bool:
    """Take one line of values under its topic; FALSE if the line doesn't have the form of this topic."""
    numbers = _numbers(shown)
    worker = setup.workers[-1] if setup.workers else None
    if topic == "test description":
        setup.description = setup.description or shown
    elif topic == "run time":
        if numbers is None or len(numbers) != 3:
            return False
        setup.seconds = decimal(sum(one * unit for one, unit in zip(numbers, _SECONDS, strict=True)))
    elif topic.startswith("ramp up time"):
        if numbers is None:
            return False
        setup.ramp = decimal(numbers[0])
    elif topic == "test type":
        setup.kind = shown
    elif topic == "queue depth cycling":
        setup.depths = shown.split()
    elif topic.startswith("access specification name"):
        setup.specifications.append(_Specification(shown.rpartition(",")[0].strip() or shown, line))
    elif topic.startswith("size,% of size"):
        if numbers is None or len(numbers) < 7 or not setup.specifications:
            return False
        setup.specifications[-1].rows.append(numbers)
    elif topic.startswith("manager id"):
        setup.manager = shown.partition(",")[2].strip() or None
    elif topic == "worker":
        setup.workers.append(_Worker(setup.manager))
    elif topic.startswith("number of outstanding ios") and worker:
        depth = _numbers(shown.split(",", maxsplit=1)[0])
        if depth is None:
            return False
        worker.outstanding = depth[0]
    elif topic.startswith("disk maximum size") and worker:
        if numbers is None or len(numbers) < 2:
            return False
        worker.sectors, worker.start = numbers[0], numbers[1]
    elif topic == "assigned access specs" and worker:
        worker.specifications.append(shown)
    elif topic == "target" and worker and first:
        worker.targets.append(shown)
    return True


def _write(capture: Capture, setup: _Setup, out: Writer) -> None:
    if not setup.specifications:
        out.note(capture.first_line, "no access specification in this file")
        return
    plan = plan_name(capture)
    out.add(
        "test_plan", capture.first_line, test_plan=plan, tool="iometer", objective=setup.description or None,
        states_objective=bool(setup.description),
    )  # fmt: skip
    assigned = {name for worker in setup.workers for name in worker.specifications}
    for one in setup.specifications:
        # Specifications without a worker are not run; in a file without workers all are listed.
        if assigned and one.name not in assigned:
            continue
        out.add("test_run", one.line, test_plan=plan, test_run=one.name, **known(_run(one, setup, out)))


def _run(one: _Specification, setup: _Setup, out: Writer) -> dict[str, Value]:
    workers = [worker for worker in setup.workers if one.name in worker.specifications]
    targets = list(dict.fromkeys(target for worker in workers for target in worker.targets))
    depths = {worker.outstanding for worker in workers}
    sizes = {(worker.sectors, worker.start) for worker in workers}
    managers = list(dict.fromkeys(worker.manager for worker in workers if worker.manager))
    found: dict[str, Value] = {
        "targets": " ".join(targets) or None, "target_count": len(targets) or None, "runtime_seconds": setup.seconds,
        "ramp_seconds": setup.ramp, "time_based": setup.seconds is not None and setup.seconds > 0,
        "workers": len(workers) or None, "outstanding": depths.pop() if len(depths) == 1 else None,
        "host": " ".join(managers) or None,
    }  # fmt: skip
    if len(sizes) == 1:
        sectors, start = sizes.pop()
        found["working_set_bytes"] = sectors * _SECTOR * max(1, len(targets)) if sectors > 0 else None
        found["offset_bytes"] = start * _SECTOR
    if "OUTSTANDING" in setup.kind.upper() and setup.depths:
        found["outstanding_points"] = " ".join(setup.depths)
    found.update(_profile(one, out))
    return found


def _profile(one: _Specification, out: Writer) -> dict[str, Value]:
    total = sum(row[1] for row in one.rows)
    if not one.rows or total <= 0:
        out.note(one.line, f"access specification {one.name} has no sizes")
        return {}
    if total != 100:
        out.note(one.line, f"the shares of access specification {one.name} add up to {total} %, not to 100 %")
    for row in one.rows:
        for value, name in ((row[2], "read_ratio"), (row[3], "random_ratio")):
            if not 0 <= value <= 100:
                out.bad_value("test_run", name, str(value), one.line, one.name)
                return {}
    mix = [(row[0], decimal(row[1])) for row in one.rows]
    random = round(sum(row[1] * row[3] for row in one.rows) / total / 100, 6)
    aligns = {row[6] for row in one.rows}
    align = aligns.pop() if len(aligns) == 1 else None
    bursts = {(row[4], row[5]) for row in one.rows}
    delay, length = max(bursts)
    return {
        "io_bytes": mean_size(mix),
        "io_size_mix": show_mix(mix) if len(mix) > 1 else None,
        "read_ratio": round(sum(row[1] * row[2] for row in one.rows) / total / 100, 6),
        "random_ratio": random,
        "pattern": pattern(random),
        "block_align_bytes": _SECTOR if align == 0 else align if align is not None and align > 0 else None,
        "burst": f"delay={delay} burst={length}" if delay > 0 or length > 1 else None,
        "bursty": delay > 0 or length > 1,
    }


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"(?m)^[ \t]*'size,% of size,% reads,% random,", head) and "'Results" not in head:
        return Detection(95, "'size,% of size,% reads,% random of Iometer")
    if re.search(r"(?m)^[ \t]*'TEST SETUP =", head) and re.search(r"(?m)^[ \t]*'Run Time\s*$", head):
        return Detection(93, "'TEST SETUP and 'Run Time of Iometer")
    return None


READERS = (
    Reader(
        name="workload-iometer-icf", platform="iometer", command="Iometer (.icf)",
        provides={"test_plan": ("test_plan", "tool", "objective", "states_objective"), "test_run": RUN},
        detect=_detect, read=_read, needles=("'",), intent=lambda _: True,
    ),
)  # fmt: skip
