"""Physical volumes of an AIX host: ``lspv``, and ``lspv -u`` with the identity of each disk.

Synthetic sample::

    hdisk0   00f6f5d0a1b2c3d4   rootvg   active   5a1b2c3d-1122-3344-5566-77889900aabb
    hdisk1   00f6f5d0a1b2c3d5   datavg   active   332136005076801000000000000000000000104214503IBMfcp   6a1b2c3d-1122-3344-5566-77889900aabb
    hdisk2   00f6f5d0a1b2c3d6   datavg   active   240C50 0AA0000280EOPEN-V07HITACHIfcp
    hdisk3   none               None

With ``-u`` a row ends with the unique_id and the UUID of the disk; either may be missing, and the former may contain blanks. Volume groups are no facts of the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.aix.facts import HOST, disk
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow

_ROW = re.compile(
    r"\s*(?P<name>hdisk\w{1,30})\s+(?:(?P<pvid>[0-9a-f]{16})|none)\s+\S{1,40}(?:\s+(?:active|concurrent|locked))?"
    r"(?:\s+(?P<unique_id>[0-9A-F]{2}\S{2,118}(?: {1,12}\S{2,60}){0,3}?))?(?:\s+[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\s*\Z"
)
_NOISE = re.compile(shell_noise("lspv"))
_DETECT = r"^[ \t]*hdisk\w{1,30}[ \t]+(?:[0-9a-f]{16}|none)[ \t]+\S{1,40}[ \t]*(?:(?:active|concurrent|locked)\b|$)"
_LONGEST_LINE = 400


def _disks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        match = _ROW.match(line) if len(line) < _LONGEST_LINE else None
        if match is not None:
            yield TextRow(number, match.groupdict(""))
        elif (text := line.strip()) and not _NOISE.match(text):
            out.unread(number)


READERS = (
    Family("aix", _disks).reader(
        "aix-lspv", "lspv -u", by_pattern("disks and their volume groups of lspv", (90, _DETECT)), HOST,
        Facts("device", host=owner, device=disk, kernel_name="name", pvid="pvid"),
        needles=("hdisk",), trust=50, verified=False,
    ),
)  # fmt: skip
