"""Attributes of the disks of HP-UX 11i v3: ``scsimgr get_attr -D <disk> [-a <name>]``.

Sample::

            SCSI ATTRIBUTES FOR LUN : /dev/rdisk/disk20

    name = load_bal_policy
    current = round_robin
    default = round_robin
    saved =

Only the current values count. The queue depth is that of each path; ``wwid`` is the identity of the LUN. Scopes (``-N /escsi/esdisk``), paths and tapes are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.hpux.hardware_path import disk_name
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.packed_list import PackedList

_TITLE = re.compile(r"\s*SCSI ATTRIBUTES FOR (?P<scope>LUN|LUN PATH|[A-Z ]{2,30})\s*:\s*(?P<name>\S{1,200})\s*\Z")
_PAIR = re.compile(r"(?P<key>name|current|default|saved)\s*=(?:\s*(?P<value>.*))?\Z")
_NOISE = re.compile(shell_noise("scsimgr"))
_DETECT = r"^[ \t]*SCSI ATTRIBUTES FOR LUN[ \t]*:"
_LONGEST_LINE = 1000


@dataclass
class _Lun:
    line: int
    disk: str | None
    attribute: str = ""
    current: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def _read(capture: Capture, out: Writer) -> None:
    luns: PackedList[_Lun] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _TITLE.match(line):
            luns.append(_Lun(number, disk_name(match["name"]) if match["scope"] == "LUN" else None))
        elif luns and len(line) < _LONGEST_LINE and (match := _PAIR.match(text)):
            if match["key"] == "name":
                luns[-1].attribute = (match["value"] or "").strip()
            elif match["key"] == "current":
                luns[-1].current[luns[-1].attribute] = (match["value"] or "").strip()
                luns[-1].lines[luns[-1].attribute] = number
        elif not _NOISE.match(text):
            out.unread(number)
    host = capture.owner
    for lun in luns:
        if lun.disk is None:
            continue
        out.add("host", lun.line, host=host, platform="hpux")
        wwid, at = lun.current.get("wwid", ""), lun.lines.get("wwid", lun.line)
        identity = out.device_id(wwid, at, "device", "device", f"{host} {lun.disk}") if wwid else None
        out.add(
            "device", lun.line, host=host, device=identity or f"block:{lun.disk}", kernel_name=lun.disk,
            policy=lun.current.get("load_bal_policy") or None, queue_depth=normalise.integer(lun.current.get("max_q_depth")),
        )  # fmt: skip


READERS = (
    Reader(
        name="hpux-scsimgr-get-attr", platform="hpux", command="scsimgr get_attr",
        provides={"host": ("host", "platform"), "device": ("host", "device", "kernel_name", "policy", "queue_depth")},
        detect=by_pattern("SCSI ATTRIBUTES FOR LUN of scsimgr get_attr", (95, _DETECT)), read=_read,
        needles=("SCSI ATTRIBUTES FOR LUN",), begins=_DETECT,
    ),
)  # fmt: skip
