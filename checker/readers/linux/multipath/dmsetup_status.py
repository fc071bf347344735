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
from checker.readers.linux.multipath.dmsetup_paths import (
    LINE,
    MAP,
    OWNER,
    PATH,
    CutError,
    map_in_command,
    map_row,
    paths,
)
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.records import TypedRow

_NOISE = re.compile(shell_noise("dmsetup", "No devices found"))


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    named = map_in_command(capture, "status")
    for number, line in capture.lines():
        found = LINE.match(line)
        name = found["name"] or named if found else ""
        if found is None or (found["target"] == "multipath" and not name):
            if line.strip() and not _NOISE.match(line.strip()):
                out.unread(number)
        elif found["target"] != "multipath":
            yield TypedRow(number, type="other")
        else:
            yield map_row(number, name, found)
            try:
                yield from paths(number, name, found["words"] or "", status=True)
            except CutError:
                out.unread(number)


READERS = (
    Family("linux", _rows).reader(
        "linux-dmsetup-status", "dmsetup status",
        by_pattern(
            "states of multipath maps: dmsetup status",
            (95, r"^[ \t]*(?:\S{1,128}: )?[0-9]{1,18} [0-9]{1,18} multipath 2 [0-9]{1,9} [0-9]{1,9} 0 [0-9]{1,4} [0-9]{1,4} [AED] "),
        ),
        HOST, ByType({"map": (Facts("device", MAP, needs="device", distinct=True), OWNER), "path": (PATH,), "other": ()}), needles=(" multipath 2 ",), trust=55, advised=False,
    ),
)  # fmt: skip
