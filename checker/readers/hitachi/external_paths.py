"""Paths of a VSP to the volumes of other arrays: ``raidcom get path``.

::

    PHG GROUP STS CM IF MP# PORT   WWN                 PR LUN PHS  Serial# PRODUCT_ID LB PM DM
      1 1-1   NML E  D    0 CL5-K  50060e8000000001     1   0 NML   540002 VSP        N  M  D

STS is the state of the external volume group, PHS that of the path. The serial number is that of the other array.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.hitachi.names import PORT, VENDOR
from checker.readers.hitachi.tables import NOISE
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = r"^[ \t]*PHG[ \t]+GROUP[ \t]+STS[ \t]+CM[ \t]+IF\b"
_ROW = re.compile(
    r"[ \t]*[0-9]{1,5}[ \t]+(?P<group>[0-9]{1,5}-[0-9]{1,5})[ \t]+(?P<group_state>[A-Z]{2,4})[ \t]+\S{1,4}[ \t]+\S{1,4}[ \t]+\S{1,4}[ \t]+"
    rf"(?P<port>{PORT})[0-9]{{0,3}}[ \t]+(?P<wwn>[0-9a-fA-F]{{16}}|-)[ \t]+[0-9]{{1,4}}[ \t]+(?P<lun>[0-9]{{1,5}})[ \t]+(?P<state>[A-Z]{{2,4}})[ \t]"
)
_NOISE = re.compile(NOISE)


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        if match := _ROW.match(line):
            yield TextRow(number, match.groupdict())
        elif line.strip() and not re.match(_HEADER, line) and not _NOISE.match(line.strip()):
            out.unread(number)


READERS = (
    Family("hitachi", _rows).reader(
        "hitachi-raidcom-path", "raidcom get path", by_pattern("paths of a VSP to other arrays", (96, _HEADER)),
        Facts("storage_array", VENDOR, needs="storage_array", distinct=True, storage_array=owner),
        Facts(
            "component", distinct=True, needs="component", storage_array=owner, component_type=const("external volume group"),
            component="group",
            operational_status="group_state",
        ),
        Facts(
            "component", storage_array=owner, component_type=const("external path"),
            component=lambda row: f"{row.text('group')} {row.text('port')} to {row.text('wwn')} LUN {row.text('lun')}",
            operational_status="state",
        ),
        needles=("PHG", "GROUP", "STS"), begins=_HEADER,
    ),
)  # fmt: skip
