"""``symcfg list``: the arrays that a management host reaches, one per line (Solutions Enabler 6 to 10).

::

                                    S Y M M E T R I X

                                           Mcode    Cache      Num Phys  Num Symm
        SymmID       Attachment  Model     Version  Size (MB)  Devices   Devices

        000192601234 Local       VMAX20K   5876      114688         5     12361
        000197912345 Remote      PowerMax_ 5978     1736704         0      1992
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts
from checker.readers.symmetrix.symcli.text import Arrays, detector, rows, symcli_reader
from checker.readers.toolkit.base import Capture

_ROW = re.compile(
    r"([0-9A-Za-z*#?]{12})\s+(Local|Remote|Unknown|N/A)\s+(\S+(?: \S+)?)\s+([0-9]{4}|N/A)\s+([0-9]+|N/A)"
    r"\s+([0-9]+|N/A)\s+([0-9]+|N/A)\s*\Z",
    re.IGNORECASE,
)
_HEADER = re.compile(r"(?:S Y M M E T R I X\Z|(?:Mcode\s|SymmID\s|Cache\s|Num\s|Size\s|Devices|Version)[\w\s()]*\Z)")


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    for number, line in rows(capture, arrays):
        match = _ROW.match(line)
        if match:
            arrays.enter(match.group(1), number)
            version = None if match.group(4).upper() == "N/A" else match.group(4)
            arrays.add("storage_array", number, model=match.group(3), array_version=version)
        elif not _HEADER.match(line):
            out.unread(number)


def owner_in(text: str) -> str | None:
    """Return the array if the list contains exactly one; a list of several belongs to the management host."""
    found = [match for line in text.split("\n")[:2_000] if (match := _ROW.match(line.strip()))]
    return found[0].group(1) if len(found) == 1 else None


READERS = (
    symcli_reader(
        "symcfg-list", "symcfg list", _read,
        provides=facts.provides("", storage_array="storage_array serial vendor family model array_version"),
        detect=detector(r"SymmID\s+Attachment\s+Model\s+Version\b", 96, "columns of symcfg list"),
        needles=("Attachment",), begins=r"^[ \t]*S Y M M E T R I X[ \t]*$", owner_in=owner_in,
    ),
)  # fmt: skip
