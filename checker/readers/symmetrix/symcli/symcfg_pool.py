"""``symcfg list -pool`` (``-thin``, ``-gb``): thin, snap and DSE pools (Enginuity 5773 to PowerMaxOS).

::

    Symmetrix ID: 000192601234
                           S Y M M E T R I X   P O O L S
    ---------------------------------------------------------------------------
    Pool         Flags  Dev              Usable       Free       Used Full Comp
    Name         PTECSL Config           Tracks     Tracks     Tracks  (%)  (%)
    ------------ ------ ------------ ---------- ---------- ---------- ---- ----
    POOL_SAS01   TFFDEI RAID-5(7+1)  1215449040  791717292  423731748   34    0

Sizes in tracks stay unknown: a track is 64 KB on some generations and 128 KB on others.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import AFTER_ID, Arrays, detector, rows, spaced_title, symcli_reader
from checker.readers.toolkit import rounded
from checker.readers.toolkit.base import Capture

_ROW = re.compile(
    r"(?P<name>\S+)\s+(?P<flags>[A-Z0-9.-]{3,8})\s+(?P<config>\S+(?: ?\([0-9+]+\))?)\s+(?P<usable>[0-9.]+)\s+(?P<free>[0-9.]+)\s+"
    r"(?P<used>[0-9.]+)(?:\s+[0-9.-]+){0,3}\Z"
)
_HEADER = re.compile(r"(?:Pool\s|Name\s|Total\b|Tracks\s|GBs?\s|MBs?\s|TBs?\s|Flags\b)")
_TECHNOLOGY = {"S": "sata", "F": "fc", "E": "efd"}


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    exponent: int | None = None
    for number, line in rows(capture, arrays):
        if spaced_title(line):
            continue
        match = _ROW.match(line) if len(line) < 300 else None
        if match is None or line.startswith(("Total", "Tracks")):
            if (unit := re.search(r"\b(Tracks|MBs?|GBs?|TBs?)\b", line)) is not None and _HEADER.match(line):
                exponent = {"M": 2, "G": 3, "T": 4}[unit.group(1)[0]] if unit.group(1) != "Tracks" else None
            elif not _HEADER.match(line):
                out.unread(number)
            continue
        arrays.announce(number)
        flags, config = match.group("flags"), names.present(match.group("config"))
        arrays.add(
            "pool", number, pool=match.group("name"),
            **rounded.facts("size", names.size(match.group("usable"), exponent) if exponent else None),
            **rounded.facts("used", names.size(match.group("used"), exponent) if exponent else None), thin=flags[0] == "T",
            raid_type=config, drive_type=_TECHNOLOGY.get(flags[1]),
        )  # fmt: skip


READERS = (
    symcli_reader(
        "symcfg-list-pool", "symcfg list -pool", _read,
        provides=facts.provides("", pool="storage_array pool size_bytes size_low_bytes size_high_bytes used_bytes used_low_bytes used_high_bytes thin raid_type drive_type"),
        detect=detector(r"S Y M M E T R I X\s+(?:T H I N\s+)?P O O L S", 95, "title of symcfg list -pool"),
        needles=("P O O L S",),
        begins=AFTER_ID + r"S Y M M E T R I X +P O O L S",
    ),
)  # fmt: skip
