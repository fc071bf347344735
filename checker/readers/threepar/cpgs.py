"""``showcpg`` and ``showcpg -sdg`` of 3PAR, Primera and Alletra: common provisioning groups.

::

     Id Name   Warn% VVs TPVVs TDVVs   Used   Free  Total
      0 SSD_r6     -   8     8     0 491400 145950 637350

                      -----(MB)-----
     Id Name   Warn   Limit  Grow Args
      0 SSD_r6    - 2048000 32768 -t r6 -ha mag -ssz 8 -p -devtype SSD

Up to 3PAR OS 3.2, total and used space of user, snapshot and administration data are three pairs of columns. ``Total`` is no
capacity: a group grows by itself, up to its limit or until the array has no free space. Only the limit of ``-sdg`` is one; without
a limit the capacity of the group is unknown. ``showcpg -sag`` prints the same columns about space for administration, so that a
table is read as ``-sdg`` only where its command is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, Row, listed, rows
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_LIMIT = re.compile(
    r"[ \t]*[0-9]{1,6}[ \t]+(?P<name>[\w.\-]{1,80})[ \t]+(?:-|[0-9]{1,12})[ \t]+(?P<limit>-|[0-9]{1,12})[ \t]+(?:-|[0-9]{1,12})[ \t]+(?P<layout>-\S[^\n]{0,400}?)[ \t]*\Z"
)
_LIMITS = re.compile(r"[ \t]*Id[ \t]+-*Name-*[ \t]+-*Warn-*[ \t]+-*Limit-*[ \t]+-*Grow-*[ \t]+-*Args-*[ \t]*\Z")
_COMMAND = re.compile(r"\bshowcpg\b[^\n]{0,60} -sdg\b")
_NOISE = re.compile(shell_noise("show[a-z]{1,20}", r"-+\(M[Bi]+\)-+\Z", r"(?:[\w.-]{1,64} )?cli%.*"))
_RAID = re.compile(r"(?:^|\s)-t r([0-9]{1,2})\b")
_DISKS = re.compile(r"(?:^|\s)-devtype ([A-Z]{2,4})\b")


def _lists_groups(found: list[str]) -> bool:
    return found[:2] == ["id", "name"] and "warn%" in found and {"vvs", "tpvvs", "total"}.issubset(found)


def _limits(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for place, line in printed(capture):
        if match := _LIMIT.match(line):
            yield TextRow(place, match.groupdict())
        elif not _LIMITS.match(line) and not _NOISE.match(line.strip()):
            out.unread(place)


def _detect_limits(capture: Capture) -> Detection | None:
    if _COMMAND.search(f"{capture.command}\n{capture.head}") and any(
        _LIMITS.match(line) for line in capture.head.split("\n")[:20]
    ):
        return Detection(96, "limits of the common provisioning groups of a 3PAR array")
    return None


def _used(group: Row) -> int | None:
    """Return the used space in bytes: what is not free, or the sum of user and snapshot data."""
    total, free = group.number("total"), group.number("free")
    if free is not None:
        return None if total is None else (total - free) << 20
    names = [name for name in group.values if name == "used"]
    pairs = group.cells[-6:]
    # Three pairs of total and used: the values by title are those of the last pair.
    if (
        not names
        or len(group.cells) < 6 + len(("id", "name", "warn%", "vvs", "tpvvs"))
        or not all(map(str.isdigit, pairs))
    ):
        return None
    return (whole(pairs[1]) + whole(pairs[3])) << 20


def _thin(group: Row) -> bool | None:
    """Return whether volumes of the group take space as they are written; unknown without volumes."""
    thin = [group.number("tpvvs"), group.number("tdvvs")]
    if any(thin):
        return True
    return False if group.number("vvs") else None


def _limit(group: TextRow) -> int | None:
    size = group.number("limit")
    return size << 20 if size else None


def _found(pattern: re.Pattern[str], group: TextRow) -> str | None:
    """Return what all patterns of the layout name, which may be several."""
    found = set(pattern.findall(group.values["layout"]))
    return found.pop() if len(found) == 1 else None


_POOLS: Facts[Row] = Facts("pool", needs="pool", storage_array=owner, pool="name", used_bytes=_used, thin=_thin)
_POOL_LIMITS: Facts[TextRow] = Facts(
    "pool", needs="pool", storage_array=owner, pool="name", size_bytes=_limit, drive_type=lambda group: _found(_DISKS, group),
    raid_type=lambda group: f"RAID-{level}" if (level := _found(_RAID, group)) else None,
)  # fmt: skip

READERS = (
    Family("3par", rows(_lists_groups)).reader(
        "3par-showcpg", "showcpg", listed("common provisioning groups of a 3PAR array", _lists_groups), ARRAY, _POOLS,
        needles=("Warn%", "TPVVs"), begins=r"^(?:[ \t]*-[^\n]{0,120}-[ \t]*\n){0,2}[ \t]*Id(?:[ \t]+|,)-*Name-*(?:[ \t]+|,)(?:Domain(?:[ \t]+|,))?-*Warn%",
    ),
    Family("3par", _limits).reader(
        "3par-showcpg-sdg", "showcpg -sdg", _detect_limits, ARRAY, _POOL_LIMITS, needles=("Limit", "Grow", "Args"),
        begins=r"^(?:[ \t]*-[^\n]{0,120}-[ \t]*\n)?[ \t]*Id[ \t]+-*Name-*[ \t]+-*Warn-*[ \t]+-*Limit-*[ \t]+-*Grow\b",
    ),
)  # fmt: skip
