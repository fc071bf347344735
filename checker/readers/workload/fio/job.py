"""fio job files.

Sample::

    [global]
    ioengine=libaio
    direct=1
    bs=8k
    runtime=30m
    time_based

    [oltp]
    filename=/dev/sdb:/dev/sdc
    rw=randrw
    rwmixread=70
    iodepth=16

``;`` and ``#`` begin comments. A job has the options of the ``[global]`` sections before it. Values in environment
variables and included files are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.workload.fio.options import facts_of
from checker.readers.workload.measures import RunNames, known, plan_name, stated_host

_SECTION = re.compile(r"\[([^\]]{1,200})\]\Z")
_OPTION = re.compile(r"([A-Za-z_][\w.-]{0,60})\s*=\s*(.*)\Z")
_BARE = re.compile(r"[A-Za-z_]\w{0,60}\Z")
_VARIABLE = re.compile(r"\$\{?\w+")
_STRONG = re.compile(
    r"(?m)^[ \t]*(?:rw|readwrite|ioengine|iodepth|numjobs|bssplit|rwmixread|rwmixwrite|time_based|group_reporting|norandommap"
    r"|ramp_time|refill_buffers|zonemode|bsrange)[ \t]*(?:=|$)"
)
_WEAK = re.compile(
    r"(?m)^[ \t]*(?:bs|blocksize|direct|runtime|filename|size|directory|loops|stonewall|thread)[ \t]*(?:=|$)"
)
_SECTION_LINE = re.compile(r"(?m)^[ \t]*\[[^\]\n]{1,200}\][ \t]*(?:[;#][^\n]*)?$")
_PLAN = word_list("test_plan tool objective states_objective host prefilled")
RUN = word_list("""
    test_plan test_run targets target_count runtime_seconds ramp_seconds outstanding workers io_bytes read_io_bytes
    write_io_bytes io_size_mix read_ratio pattern random_ratio direct working_set_bytes engine_name time_based
    buffer_pattern host block_align_bytes offset_bytes loops waits rate_iops rate_mbps burst verify fills_target
    steady_state steady_state_seconds zone_mode latency_target_ms no_random_map random_repeat group_reporting
    refill_buffers compression_ratio dedupe_ratio load_models bursty sets_data
""")


Options = dict[str, str | None]


class _Job:
    def __init__(self, name: str, line: int, options: Options) -> None:
        self.name, self.line, self.options = name, line, options


def _read(capture: Capture, out: Writer) -> None:
    common: Options = {}
    jobs: PackedList[_Job] = PackedList()
    section: Options | None = None
    complete = True
    remarks = False
    for line, text in capture.lines():
        shown = re.split("[;#]", text, maxsplit=1)[0].strip()
        if not shown:
            remarks = remarks or len(text.strip("; #\t")) > 0
            continue
        if match := _SECTION.match(shown):
            name = match.group(1).strip()
            if name.lower() == "global":
                section = common
            else:
                jobs.append(_Job(name, line, dict(common)))
                section = jobs[-1].options
            continue
        if re.match(r"include[ \t]+\S", shown):
            complete = False
            out.note(line, "the options of an included file are unknown, so defaults of jobs are unknown too")
            continue
        option = _OPTION.match(shown)
        if section is None or (option is None and not _BARE.match(shown)):
            out.unread(line)
            continue
        key = (option.group(1) if option else shown).lower()
        value = option.group(2).strip() if option else None
        if value and _VARIABLE.search(value):
            out.note(line, f"{key} is unknown: it is set by a variable")
        section[key] = value
    _write(capture, out, common, jobs, complete, remarks)


def _write(capture: Capture, out: Writer, common: Options, jobs: Sequence[_Job], complete: bool, remarks: bool) -> None:
    if not jobs:
        out.note(capture.first_line, "no job in this file, only global options" if common else "no job in this file")
        return
    plan = plan_name(capture)
    host = stated_host(capture)
    filled = any(facts_of(job.options).get("fills_target") for job in jobs)
    out.add(
        "test_plan", jobs[0].line, test_plan=plan, tool="fio", objective=common.get("description") or None,
        states_objective=_states_objective(common, jobs, complete, remarks), host=host, prefilled=filled or None,
    )  # fmt: skip
    names = RunNames()
    for job in jobs:
        # fio runs sections of the same name one after another; each is another run.
        facts = {**facts_of(job.options, complete), "host": host}
        out.add("test_run", job.line, test_plan=plan, test_run=names.begin(job.name), **known(facts))


def _states_objective(common: Options, jobs: Sequence[_Job], complete: bool, remarks: bool) -> bool | None:
    """Return whether a description states the objective of the test; None if comments or included files may do so."""
    if common.get("description") or any(job.options.get("description") for job in jobs):
        return True
    return None if remarks or not complete else False


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not _SECTION_LINE.search(head):
        return None
    strong = len({match.group().strip().split("=")[0] for match in _STRONG.finditer(head)})
    weak = len({match.group().strip().split("=")[0] for match in _WEAK.finditer(head)})
    if strong >= 2:
        return Detection(92, "sections with fio's options")
    if strong == 1 and weak >= 2:
        return Detection(72, "sections with one option of fio and common words")
    if weak >= 1 and re.search(r"(?m)^[ \t]*(?:rw|readwrite)[ \t]*=[ \t]*(?:rand)?(?:read|write|rw|trim)", head):
        return Detection(62, "sections with a pattern of fio")
    return None


READERS = (
    Reader(
        name="workload-fio-job", platform="fio", command="fio <job file>",
        provides={"test_plan": _PLAN, "test_run": RUN}, detect=_detect, read=_read, needles=("[", "]"),
        intent=lambda _: True,
    ),
)  # fmt: skip
