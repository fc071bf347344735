"""Disks under MPxIO and the disks that they replace: ``stmsboot -L``, ``stmsboot -l <controller>``.

Synthetic sample::

    non-STMS device name                    STMS device name
    ------------------------------------------------------------------
    /dev/rdsk/c8t5000097300000001d23        /dev/rdsk/c9t60000970000100000001533030314544d0
    /dev/rdsk/c7t5000097300000002d23        /dev/rdsk/c9t60000970000100000001533030314544d0

Each row is a path, but names no port of the host, so paths are only counted: ``mpathadm show lu`` lists them with their states.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.solaris.disk_names import disk_identity, kernel_name
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import line_rows, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner, parsed
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = r"^[ \t]*non-STMS device name[ \t]+STMS device name[ \t]*$"
_ROW = re.compile(
    r"\s*(?P<native>/dev/r?dsk/\S{4,80})\s+(?P<name>/dev/r?dsk/c[0-9]+t[0-9A-Fa-f]{16,40}d[0-9]+\S{0,4})\s*\Z"
)
_KNOWN = re.compile(rf"{_HEADER}|[ \t]*(?:{shell_noise('stmsboot')})")
# One controller has only some of the paths.
_SOME = re.compile(r"\s-l[ \t]*c?[0-9]")
_paths = line_rows(_ROW, _KNOWN.match, started=r"\s*/dev/", what="path")


def _disks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield each disk once, with the number of its paths."""
    found = list(_paths(capture, out))
    counted = Counter(row.values["name"] for row in found)
    partly = _SOME.search(capture.command or "") is not None or capture.filtered
    for row in found:
        if (paths := counted.pop(row.values["name"], 0)) and not partly:
            row.values["paths"] = str(paths)
        if paths:
            yield row


_device = parsed(disk_identity, "name")

READERS = (
    Family("solaris", _disks).reader(
        "solaris-stmsboot", "stmsboot -L", by_pattern("STMS device name of stmsboot", (96, _HEADER)),
        Facts[TextRow](
            "host", needs="host", distinct=True, host=owner, platform=const("solaris"), multipath_software=const("mpxio")
        ),
        Facts[TextRow](
            "device", host=owner, device=_device, kernel_name=parsed(kernel_name, "name"), multipath_owner=const("mpxio"),
            printed_paths=number("paths"),
        ),
        Facts[TextRow]("device_owner", host=owner, device=_device, multipath_owner=const("mpxio")),
        needles=("STMS device name",), begins=_HEADER,
    ),
)  # fmt: skip
