"""``powermt version``: the release of PowerPath.

Sample::

    EMC powermt for PowerPath (c) Version 5.7 SP 3 (build 211)
"""

from __future__ import annotations

import re

from checker.readers.powerpath.path_rows import NOISE
from checker.readers.toolkit.declarations.blocks import first_line
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

_RELEASE = r"^[ \t]*(?:Dell )?EMC powermt for PowerPath \(c\) Version (?P<version>[0-9]+(?:\.[0-9]+)+(?: (?:SP|P|HF) ?[0-9.]+)*)(?: \(build [0-9.]+\))?[ \t]*$"

READERS = (
    Family[TextRow]("powerpath", first_line(re.compile(_RELEASE), lambda line: not line.strip() or NOISE.match(line.strip()))).reader(
        "powerpath-version", "powermt version", by_pattern("release of PowerPath", (95, _RELEASE)),
        Facts("host", needs="host", host=owner, multipath_software=const("powerpath")),
        Facts("host_setting", host=owner, scope=const("powerpath"), setting=const("version"), value="version"),
        needles=("powermt for PowerPath",), begins=_RELEASE,
    ),
)  # fmt: skip
