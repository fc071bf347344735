"""Ports that an FC port of the host sees, and the port itself: ``luxadm -e dump_map <path>``.

Synthetic sample::

    Pos  Port_ID Hard_Addr Port WWN         Node WWN         Type
    0    010100  0         5006016000000001 5006016080000001 0x0  (Disk device)
    1    010f00  0         210000e08b000001 200000e08b000001 0x1f (Unknown Type,Host Bus Adapter)

The last row is the port of the host. Without it, the other ports are not tied to one, so they are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.solaris.fcinfo import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, note_truncated, printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner, parsed, wwn
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = r"^[ \t]*Pos[ \t]+Port_ID[ \t]+Hard_Addr[ \t]+Port WWN[ \t]+Node WWN[ \t]+Type[ \t]*$"
_IS_HEADER = re.compile(_HEADER)
_ROW = re.compile(
    r"\s*[0-9]{1,4}\s+(?P<fcid>[0-9a-fA-F]{1,6})\s+(?P<hard>[0-9a-fA-F]{1,6})\s+(?P<wwpn>[0-9a-fA-F]{16})\s+(?P<wwnn>[0-9a-fA-F]{16})"
    r"\s+0x(?P<type>[0-9a-fA-F]{1,2})(?:\s+\((?P<name>[^()]{1,60})\))?\s*\Z"
)
_STARTED = re.compile(r"\s*[0-9]{1,4}\s+[0-9a-fA-F]{1,6}(?:\s|\Z)")
_NOISE = re.compile(shell_noise("luxadm"))
_DISK = "0"


def _ports(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the ports of each map with the port of the host as ``own``."""
    found: list[TextRow] = []
    cut = 0
    for number, line in printed(capture, LONGEST_LINE):
        cut = 0
        if _IS_HEADER.match(line):
            yield from _of_map(found, out)
            found = []
        elif match := _ROW.match(line):
            found.append(TextRow(number, match.groupdict("")))
        elif not _NOISE.match(line.strip()):
            out.unread(number)
            cut = number if _STARTED.match(line) else 0
    note_truncated(out, cut, "port")
    yield from _of_map(found, out)


def _of_map(found: list[TextRow], out: Writer) -> Iterator[TextRow]:
    own = [row for row in found if "host bus adapter" in row.values["name"].lower()]
    if found and len(own) != 1:
        out.note(found[0].line, "skipped a map of ports: it does not contain the port of the host")
        return
    for row in found:
        row.values["own"] = own[0].values["wwpn"]
        yield row


def _is_own(row: TextRow) -> bool:
    return row.values["own"] == row.values["wwpn"]


def _is_disk(row: TextRow) -> bool:
    return not _is_own(row) and row.values["type"] == _DISK


_address = parsed(lambda digits: normalise.fcid(digits.zfill(6)), "fcid")

READERS = (
    Family("solaris", _ports).reader(
        "solaris-luxadm-dump-map", "luxadm -e dump_map", by_pattern("Port_ID and Hard_Addr of luxadm -e dump_map", (96, _HEADER)), HOST,
        Facts[TextRow](
            "initiator", when=_is_own, host=owner, initiator_wwpn=wwn("wwpn"), wwnn=wwn("wwnn"), fcid=_address,
            protocol=const("fcp"), transport=const("fc"),
        ),
        Facts[TextRow](
            "remote_port", when=_is_disk, host=owner, hba=parsed(normalise.wwn, "own"), initiator_wwpn=wwn("own"),
            target_wwpn=wwn("wwpn"), target_wwnn=wwn("wwnn"), fcid=_address,
        ),
        needles=("Port_ID", "Hard_Addr"), begins=_HEADER,
    ),
)  # fmt: skip
