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
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, header, listed, titles
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_ROW = re.compile(r"([0-9]{1,9})[ \t]+(\S{1,64})[ \t]+(\S{1,64})(?:[ \t]+.*)?\Z")
_MEMBER = re.compile(r"\S{1,64}\Z")
_TOTAL = re.compile(r"[0-9]{1,9} total(?:[ \t,]+([0-9]{1,9}))?\b")
_NOISE = re.compile(r"-{6,}\Z|(?:[\w.\-]{1,64} )?(?:cli)?[%#$>]|show[a-z]{1,20}\b|exit\Z", re.IGNORECASE)
_KINDS = (("showhostset", "host set"), ("showvvset", "volume set"))
_is_header = header("id name members", "")


def _members(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the members of every set, and those of an empty one without a member."""
    kind = next((name for command, name in _KINDS if command in (capture.command or "")), "set")
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
                out.printed_count = (out.printed_count or 0) + whole(total.group(1))
            current = None
            continue
        cells = [cell.strip() for cell in text.split(",")] if "," in text else None
        row = _ROW.match(" ".join(cells[:3]) if cells else text)
        member: str | None = None
        if started and row is not None:
            current, member = row.group(2), row.group(3)
        elif started and current is not None and _MEMBER.match(word := cells[2] if cells and len(cells) > 2 else text):
            member = word
        if member is not None:
            member = member if member.strip("-") else ""
            members += bool(member)
            yield TextRow(number, {"member": member, "set": f"{kind} {current}"})
        elif not _NOISE.match(text):
            out.unread(number)
    if out.printed_count is not None:
        out.counted_records = members


_MEMBERS = Facts(
    "array_setting", needs="scope", storage_array=owner, scope="member", setting="set", value=const("member")
)

READERS = (
    Family("3par", _members).reader(
        "3par-showset", "showhostset; showvvset",
        listed("sets of hosts or volumes of a 3PAR array", _is_header, score=92), ARRAY, _MEMBERS, needles=("Id", "Name", "Members"),
        begins=r"^[ \t]*Id(?:[ \t]+|,)-*Name-*(?:[ \t]+|,)-*Members\b",
    ),
)  # fmt: skip
