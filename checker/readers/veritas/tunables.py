"""Tunables of DMP: ``vxdmpadm gettune [all|<name>]``.

Sample::

                Tunable               Current Value  Default Value
    ------------------------------    -------------  -------------
    dmp_enable_restore                       on               on
    dmp_restore_interval                    300              300

Only the current values count.
"""

from __future__ import annotations

import re

from checker.readers.toolkit.declarations.blocks import line_rows, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.veritas.paths import HOST

_ROW = re.compile(r"\s*(?P<setting>dmp_\w{2,40})\s+(?P<value>\S{1,40})\s+\S{1,40}\s*\Z")
_HEADER = r"^[ \t]*Tunable[ \t]+Current Value[ \t]+Default Value[ \t]*$"
_NOISE = re.compile(shell_noise("vxdmpadm", r"Tunable\s+Current Value\b", r"-{3,}[-\s]*\Z"))

READERS = (
    Family("veritas", line_rows(_ROW, lambda line: _NOISE.match(line.strip()), started=r"\s*dmp_", what="tunable")).reader(
        "veritas-gettune", "vxdmpadm gettune", by_pattern("tunables of DMP", (95, _HEADER)), HOST,
        Facts[TextRow]("host_setting", host=owner, scope=const("dmp"), setting="setting", value="value"),
        needles=("Tunable", "Current Value"), begins=_HEADER,
    ),
)  # fmt: skip
