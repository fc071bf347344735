"""Tables of VxVM disks: ``vxdisk path`` and ``vxdisk list`` (``vxdisk -o alldgs list``, ``vxdisk -e list``).

Samples::

    SUBPATH          DANAME        DMNAME        GROUP        STATE
    sdck             emc0_0012     oradata01     oradg        ENABLED
    sdcf             emc0_0012     oradata01     oradg        DISABLED

    DEVICE          TYPE            DISK         GROUP        STATUS
    emc0_0012       auto:cdsdisk    oradata01    oradg        online thinrclm

The second says which disks VxVM has, and nothing about their paths.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.veritas.device_names import node_identity, path_name
from checker.readers.veritas.subpaths import state_of
from checker.readers.veritas.tables import rows

_PATHS = re.compile(r"^[ \t]*SUBPATH[ \t]+DANAME[ \t]+DMNAME[ \t]+GROUP[ \t]+STATE[ \t]*$", re.MULTILINE)
_DISKS = re.compile(r"^[ \t]*DEVICE[ \t]+TYPE[ \t]+DISK[ \t]+GROUP[ \t]+STATUS\b", re.MULTILINE)
_DISK_ROW = re.compile(
    r"\s*(\S{1,120})\s+((?:auto|simple|sliced|nopriv|none|foreign|-)\S{0,40})\s+(\S+)\s+(\S+)\s+(\S.{0,120}?)\s*\Z"
)
_FAILED_ROW = re.compile(r"\s*-\s+-\s+\S+\s+\S+\s+(?:failed|removed)\b")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:vx|exit|\Z)|(?:sudo )?(?:/\S{1,60}/)?vxdisk |===> |[-=.…]+\Z")
_LONGEST_LINE = 600


def _is_header(words: list[str]) -> bool:
    return words[:2] == ["SUBPATH", "DANAME"] and "STATE" in words


def _read_paths(capture: Capture, out: Writer) -> None:
    host = capture.owner
    nodes: dict[str, str] = {}
    for row in rows(capture, out, _is_header, optional=0):
        name, node, state = row.cells["SUBPATH"], row.cells["DANAME"], row.cells["STATE"]
        if node == "-":
            out.unread(row.line)
            continue
        if not nodes:
            out.add("host", row.line, host=host, multipath_software="dmp")
        if node not in nodes:
            device = nodes[node] = node_identity(node)
            out.add("device", row.line, host=host, device=device, kernel_name=f"vx/dmp/{node}", multipath_owner="dmp")
            out.add("device_owner", row.line, host=host, device=device, multipath_owner="dmp")
        parsed = path_name(name)
        out.add(
            "path",
            row.line,
            host=host,
            device=nodes[node],
            path_name=name,
            hba=parsed.controller,
            target_wwpn=parsed.target_wwpn,
            lun=parsed.lun,
            state=state_of(state, None, marked=False),
            state_text=state,
            plugin="DMP",
        )


def _read_disks(capture: Capture, out: Writer) -> None:
    host_written = False
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        text = line.strip()
        if not text or _DISKS.match(line):
            continue
        match = _DISK_ROW.match(line) if len(line) < _LONGEST_LINE else None
        if match is None or match.group(1) == "-":
            if number == last and host_written and not _FAILED_ROW.match(line):
                out.ends_inside_record = True
                out.note(number, "the last row of the table is cut; it was left out")
            elif not _FAILED_ROW.match(line) and not _NOISE.match(text):
                out.unread(number)
            continue
        facts: dict[str, Value] = {"host": capture.owner, "device": node_identity(match.group(1))}
        if not host_written:
            out.add("host", number, host=capture.owner, multipath_software="dmp")
            host_written = True
        out.add("device", number, **facts, kernel_name=f"vx/dmp/{match.group(1)}")


def _detect_paths(capture: Capture) -> Detection | None:
    return Detection(95, "column headings of vxdisk path") if _PATHS.search(capture.head) else None


def _detect_disks(capture: Capture) -> Detection | None:
    return Detection(94, "column headings of vxdisk list") if _DISKS.search(capture.head) else None


READERS = (
    Reader(
        name="veritas-vxdisk-path",
        platform="veritas",
        command="vxdisk path",
        provides={
            "host": ("host", "multipath_software"),
            "device": ("host", "device", "kernel_name", "multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": word_list("host device path_name hba target_wwpn lun state state_text plugin"),
        },
        detect=_detect_paths,
        read=_read_paths,
        needles=("SUBPATH", "DANAME"),
        begins=_PATHS.pattern,
        trust=50,
    ),
    Reader(
        name="veritas-vxdisk-list",
        platform="veritas",
        command="vxdisk list",
        provides={"host": ("host", "multipath_software"), "device": ("host", "device", "kernel_name")},
        detect=_detect_disks,
        read=_read_disks,
        needles=("DEVICE", "STATUS", "GROUP"),
        begins=_DISKS.pattern,
        trust=50,
    ),
)
