"""Disks of an AIX host: ``lsdev -Cc disk`` (on a VIOS: ``lsdev -type disk``).

Sample::

    hdisk0   Available 05-08-00-3,0 16 Bit LVD SCSI Disk Drive
    hdisk4   Available 06-08-02     MPIO FC 2145
    hdisk5   Defined   06-08-02     MPIO FC 2145

It lists names only; ``lsmpio -q``, ``lsattr -El`` and ``lspath`` have the rest. A disk that is only defined is absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.aix.facts import HOST, is_local
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow

_ROW = re.compile(
    r"\s*(?P<name>hdisk\w{1,30})\s+(?P<state>Available|Defined|Stopped)\s+(?:[\w,.]{1,12}-[\w,.-]{1,30}\s+)?(?P<description>\S.{2,120}?)\s*\Z",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\s*[a-z]\w{1,30}\s+(?:Available|Defined|Stopped)\b", re.IGNORECASE)
_NOISE = re.compile(shell_noise("lsdev", r"name\s+status\b"))
_DETECT = r"^[ \t]*hdisk\w{1,30}[ \t]+(?:Available|Defined)[ \t]+\S[^\n]{0,120}(?:[Dd]is[kc]|MPIO|FC )"
_LONGEST_LINE = 400


def _disks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        match = _ROW.match(line) if len(line) < _LONGEST_LINE else None
        if match is not None:
            yield TextRow(number, match.groupdict())
        elif (text := line.strip()) and not _OTHER.match(line) and not _NOISE.match(text):
            out.unread(number)


def _is_available(row: TextRow) -> bool:
    return row.values["state"].lower() == "available"


READERS = (
    Family("aix", _disks).reader(
        "aix-lsdev", "lsdev -Cc disk", by_pattern("disks and their states of lsdev -Cc disk", (90, _DETECT)), HOST,
        Facts(
            "device", when=_is_available, host=owner, device=lambda row: f"block:{row.values['name']}", kernel_name="name",
            is_local=lambda row: is_local(row.values["description"]),
        ),
        needles=("hdisk",), trust=50,
    ),
)  # fmt: skip
