"""``showhostset`` and ``showvvset`` of 3PAR, Primera and Alletra: which hosts or volumes are exported together.

::

     Id Name       Members   Comment
    194 set_vmware esx01     --
    257 set_linux  lin01     two nodes
                   lin02
    -----------------------------------
      2 total      3

Both commands print the same titles: only the command says whether the members are hosts or volumes. A member is a setting
of the host or volume, for an export to ``set:set_linux`` in ``showvlun -t`` to be followed by hand.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, first_titles, titles, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader

_TITLES = ["id", "name", "members"]
_ROW = re.compile(r"([0-9]{1,9})[ \t]+(\S{1,64})[ \t]+(\S{1,64})(?:[ \t]+.*)?\Z")
_MEMBER = re.compile(r"\S{1,64}\Z")
_TOTAL = re.compile(r"[0-9]{1,9} total(?:[ \t,]+([0-9]{1,9}))?\b")
_NOISE = re.compile(r"-{6,}\Z|(?:[\w.\-]{1,64} )?(?:cli)?[%#$>]|show[a-z]{1,20}\b|exit\Z", re.IGNORECASE)
_DASHES = re.compile(r"-+\Z")
_KINDS = (("showhostset", "host set"), ("showvvset", "volume set"))


def _is_header(found: list[str]) -> bool:
    return found[:3] == _TITLES


def _detect(capture: Capture) -> Detection | None:
    if first_titles(capture.head, _is_header):
        return Detection(92, "sets of hosts or volumes of a 3PAR array")
    return None


def _read(capture: Capture, out: Writer) -> None:
    kind = next((name for command, name in _KINDS if command in (capture.command or "")), "set")
    first: int | None = None
    current: str | None = None
    members, started = 0, False
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if _is_header(titles(text)):
            started, current = True, None
            continue
        total = _TOTAL.match(text)
        if total is not None and started:
            if total.group(1) is not None:
                out.printed_count = (out.printed_count or 0) + int(total.group(1))
            current = None
            continue
        cells = [cell.strip() for cell in text.split(",")] if "," in text else None
        row = _ROW.match(" ".join(cells[:3]) if cells else text)
        member: str | None = None
        if started and row is not None:
            current, member = row.group(2), row.group(3)
            first = first or number
        elif started and current is not None and _MEMBER.match(word := cells[2] if cells and len(cells) > 2 else text):
            member = word
        if member is None or current is None:
            if not _NOISE.match(text):
                out.unread(number)
            continue
        if _DASHES.match(member):
            continue
        members += 1
        out.add(
            "array_setting",
            number,
            storage_array=capture.owner,
            scope=member,
            setting=f"{kind} {current}",
            value="member",
        )
    if out.printed_count is not None:
        out.counted_records = members
    write_array(capture, out, first)


READERS = (
    Reader(
        name="3par-showset",
        platform="3par",
        command="showhostset; showvvset",
        provides={"storage_array": ARRAY, "array_setting": ("storage_array", "scope", "setting", "value")},
        detect=_detect,
        read=_read,
        needles=("Id", "Name", "Members"),
        begins=r"^[ \t]*Id(?:[ \t]+|,)-*Name-*(?:[ \t]+|,)-*Members\b",
    ),
)
