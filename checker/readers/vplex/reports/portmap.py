"""A VPLEX port map: the WWNs that a script calculated from the seed of an engine.

::

    Name    WWN                     Role      Director IOModule Port
    ----    ---                     ----      -------- -------- ----
    A0-FC00 50:00:14:42:A0:12:34:00 front-end A        0        0

The table is calculated, not observed, so captures of VPLEX itself take precedence. It does not name the director.
"""

from __future__ import annotations

import re

from checker.readers.toolkit.declarations.blocks import line_rows
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner, wwn

_HEADER = r"^[ \t]*Name[ \t]+WWN[ \t]+Role[ \t]+Director[ \t]+IOModule[ \t]+Port[ \t]*$"
_ROW = re.compile(
    r"\s*(?P<port>[AB][0-9A-F]-FC[0-9]{2})\s+(?P<wwn>\S+)\s+(?P<role>front-end|back-end|wan-com|local-com|-)\b\s*"
)
_ROWS = line_rows(_ROW, re.compile(rf"{_HEADER}|[-\s]+\Z").match, what="row of the port map")
READERS = (
    Family("vplex", _ROWS).reader(
        "vplex-portmap", "Get-VPLEXPortWWNCalculator", by_pattern("header of a VPLEX port map", (92, _HEADER)),
        Facts("target_port", place="port", target_wwpn=wwn("wwn"), storage_array=owner, port="port", role="role"),
        needles=("IOModule", "WWN"), trust=40,
    ),
)  # fmt: skip
