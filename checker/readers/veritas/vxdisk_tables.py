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
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.veritas.paths import (
    HOST,
    NODE,
    NOISE,
    is_of_other_product,
    node_identity,
    write_host,
    write_node,
    write_path,
)
from checker.readers.veritas.tables import rows

_PATHS = r"^[ \t]*SUBPATH[ \t]+DANAME[ \t]+DMNAME[ \t]+GROUP[ \t]+STATE[ \t]*$"
_DISKS = r"^[ \t]*DEVICE[ \t]+TYPE[ \t]+DISK[ \t]+GROUP[ \t]+STATUS\b"
_DISK_ROW = re.compile(
    r"\s*(\S{1,120})\s+((?:auto|simple|sliced|nopriv|none|foreign|-)\S{0,40})\s+(\S+)\s+(\S+)\s+(\S.{0,120}?)\s*\Z"
)
_SUBPATH = re.compile(r"\w[\w.:@\-]*\Z")
_FAILED_ROW = re.compile(r"\s*-\s+-\s+\S+\s+\S+\s+(?:failed|removed)\b")
_LONGEST_LINE = 600


def _is_header(words: list[str]) -> bool:
    return words[:2] == ["SUBPATH", "DANAME"] and "STATE" in words


def _read_paths(capture: Capture, out: Writer) -> None:
    host = capture.owner
    nodes: dict[str, str] = {}
    for row in rows(_is_header, optional=0)(capture, out):
        node = row.text("DANAME")
        # A prompt or title has as many words.
        if node is None or not _SUBPATH.match(row.values["SUBPATH"]):
            out.unread(row.line)
            continue
        if is_of_other_product(out, row.line, row.values["SUBPATH"]):
            continue
        if not nodes:
            write_host(out, row.line, host)
        if node not in nodes:
            nodes[node] = node_identity(node)
            write_node(out, row.line, host, node, nodes[node])
        write_path(out, row.line, host, nodes[node], row.values["SUBPATH"], row.values["STATE"])


def _disks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    found = False
    last = capture.first_line + capture.text.rstrip().count("\n")
    is_header = re.compile(_DISKS).match
    for number, line in capture.lines():
        text = line.strip()
        if not text or is_header(line):
            continue
        match = _DISK_ROW.match(line) if len(line) < _LONGEST_LINE else None
        if match is not None and match.group(1) != "-":
            found = True
            yield TextRow(number, {"device": match.group(1)})
        elif _FAILED_ROW.match(line):
            continue
        elif number == last and found:
            out.ends_inside_record = True
            out.note(number, "skipped the last row of the table: it is truncated")
        elif not NOISE.match(text):
            out.unread(number)


_DEVICES: Facts[TextRow] = Facts(
    "device", host=owner, device=lambda row: node_identity(row.values["device"]),
    kernel_name=lambda row: f"vx/dmp/{row.values['device']}",
)  # fmt: skip

READERS = (
    Reader(
        name="veritas-vxdisk-path", platform="veritas", command="vxdisk path",
        provides={**NODE, "path": word_list("host device path_name hba target_wwpn lun state state_text plugin")},
        detect=by_pattern("column headings of vxdisk path", (95, _PATHS)), read=_read_paths,
        needles=("SUBPATH", "DANAME"), begins=_PATHS, trust=50,
    ),
    Family("veritas", _disks).reader(
        "veritas-vxdisk-list", "vxdisk list", by_pattern("column headings of vxdisk list", (94, _DISKS)), HOST, _DEVICES,
        needles=("DEVICE", "STATUS", "GROUP"), begins=_DISKS, trust=50,
    ),
)  # fmt: skip
