"""``vmkernel.log`` of ESXi, or lines of it: SCSI commands that failed, and devices that became slow.

Sample::

    2026-01-15T08:00:12.345Z cpu14:2097312)ScsiDeviceIO: 4115: Cmd(0x45b9) 0x89, CmdSN 0x1d3 from world 2097 to dev "naa.6006…" failed H:0x0 D:0x18 P:0x0
    2026-01-15T08:00:13.001Z cpu3:2097200)WARNING: ScsiDeviceIO: 1513: Device naa.6006… performance has deteriorated. I/O latency increased from average value of 1832 microseconds to 19403 microseconds.

Status D is that of SAM: 0x18 is a reservation conflict. Sense 0xe 0x1d is a miscompare of SPC, which ATS returns if the
block has changed. Host status H is 0x3 for a timeout and 0x5 for an abort (VMware KB 1029039). Times are UTC. Lines of a
device within a minute are counted together.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import datetime

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.lines import lines_of
from checker.readers.toolkit.numbers import whole

_FAILED = re.compile(
    r'([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})[.0-9]*Z .{0,200}?\bto dev "([^"\s]{1,80})" failed '
    r"H:0x([0-9a-f]{1,2}) D:0x([0-9a-f]{1,2}) P:0x[0-9a-f]{1,2}(.{0,120})"
)
_SLOW = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})[.0-9]*Z .{0,200}?\bDevice (\S{1,80}) performance has deteriorated\. "
    r"I/O latency increased from average value of ([0-9]{1,12}) microseconds to ([0-9]{1,12}) microseconds"
)
_LINE = r'(?m)^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z [^\n]{0,200}(?:to dev "[^"\n]{1,80}" failed H:0x|performance has deteriorated)'
# Forwarding and searching logs puts names before the time.
_TIME = re.compile(r".{0,200}?[0-9]{2}:[0-9]{2}:[0-9]{2}")
_MISCOMPARE = re.compile(r"0xe 0x1d\b")


def _event(host: str, status: str, rest: str) -> str | None:
    """Return what a failed command means, or None if it says nothing about waiting."""
    if whole(status, 16) == 0x18:
        return "reservation conflict"
    if _MISCOMPARE.search(rest):
        return "ATS miscompare"
    return {0x3: "timeout", 0x5: "abort"}.get(whole(host, 16))


def _read(capture: Capture, out: Writer) -> None:
    counts: defaultdict[tuple[str, str, datetime], list[int]] = defaultdict(list)
    worst: dict[tuple[str, str, datetime], float] = {}
    for line, text in enumerate(lines_of(capture.text), capture.first_line):
        if match := _FAILED.search(text):
            time, device, host, status, rest = match.groups()
            event, ms = _event(host, status, rest), None
        elif match := _SLOW.search(text):
            time, device, _, now = match.groups()
            event, ms = "slow", whole(now) / 1000
        else:
            if text and not text.isspace() and not _TIME.match(text):
                out.unread(line)
            continue
        if event is None:
            continue
        key = device, event, datetime.fromisoformat(time).replace(second=0)
        counts[key].append(line)
        if ms is not None:
            worst[key] = max(ms, worst.get(key, 0.0))
    for (device, event, minute), found in counts.items():
        identity = out.device_id(device, found[0], "log_event") or device
        out.add(
            "log_event", found[0], host=capture.owner, device=identity, event=event, began_at=minute, events=len(found),
            latency_ms=worst.get((device, event, minute)),
        )  # fmt: skip


READERS = (
    Reader(
        name="esxi-vmkernel-log", platform="esxi", command="grep -E 'ScsiDeviceIO' /var/log/vmkernel.log",
        provides={"log_event": word_list("host device event began_at events latency_ms")},
        detect=by_pattern("line of vmkernel.log about a device", (93, _LINE)), read=_read, needles=("ScsiDeviceIO|performance has",),
        verified=False,
    ),
)  # fmt: skip
