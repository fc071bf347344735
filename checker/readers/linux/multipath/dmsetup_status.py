"""States of the paths of multipath maps: ``dmsetup status``, also with ``--target multipath`` or the name of a map.

::

    mpatha: 0 20971520 multipath 2 0 0 0 2 1 A 0 2 0 8:16 A 0 8:32 F 4 E 0 1 0 8:48 A 0
    db01-data1: 0 20967424 linear

An ``F`` is a path that the kernel does not use since its last error. Maps of other targets have no paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.host import HOST
from checker.readers.linux.multipath.dmsetup_paths import OWNER, PATH, CutError, alias_of, device_of, paths
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.blocks import shell_noise
from checker.readers.toolkit.declared import Facts
from checker.readers.toolkit.family import ByType, Family, by_pattern
from checker.readers.toolkit.fields import const, owner
from checker.readers.toolkit.records import TypedRow

_MAP = re.compile(r"\s*(?:(\S{1,128}): )?([0-9]{1,18}) ([0-9]{1,18}) ([a-z][a-z0-9_-]{1,30})(?: (.*))?\Z")
_NAMED = re.compile(r"dmsetup\s+status\s(?:.*\s)?([^-\s]\S{0,127})\s*\Z")
_NOISE = re.compile(shell_noise("dmsetup", "No devices found"))
_SECTOR = 512


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    named = _NAMED.search(capture.command or "")
    for number, line in capture.lines():
        found = _MAP.match(line)
        if found is None:
            if line.strip() and not _NOISE.match(line.strip()):
                out.unread(number)
            continue
        name = found.group(1) or (named.group(1) if named else None)
        if found.group(4) != "multipath":
            yield TypedRow(number, type="other")
            continue
        if name is None:
            out.unread(number)
            continue
        yield TypedRow(number, {"Name": name, "sectors": found.group(3)}, type="map")
        try:
            for row in paths(number, name, found.group(5) or "", status=True):
                yield TypedRow(number, row.values, type="path")
        except CutError:
            out.unread(number)


def _bytes(row: TypedRow) -> int | None:
    sectors = row.number("sectors")
    return None if sectors is None else sectors * _SECTOR


_MAP_FACTS = Facts[TypedRow](
    "device", needs="device", distinct=True, host=owner, device=device_of, alias=alias_of, size_bytes=_bytes,
    multipath_owner=const("dm-multipath"),
)  # fmt: skip

READERS = (
    Family("linux", _rows).reader(
        "linux-dmsetup-status", "dmsetup status",
        by_pattern(
            "states of multipath maps: dmsetup status",
            (95, r"^[ \t]*(?:\S{1,128}: )?[0-9]{1,18} [0-9]{1,18} multipath 2 [0-9]{1,9} [0-9]{1,9} 0 [0-9]{1,4} [0-9]{1,4} [AED] "),
        ),
        HOST, ByType({"map": (_MAP_FACTS, OWNER), "path": (PATH,), "other": ()}), needles=(" multipath 2 ",), trust=55, advised=False,
    ),
)  # fmt: skip
