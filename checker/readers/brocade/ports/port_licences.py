"""``licenseport --show`` and ``license --show -port``: Ports on Demand, the licences of ports and the ports they are assigned to.

Synthetic sample (FOS 8; FOS 9 says *base switch allowance* and *Ports on Demand license*)::

    24 ports are available in this switch
    1 POD license is installed
    Dynamic POD method is in use

    16 port assignments are provisioned for use in this switch:
            8 port assignments are provisioned by the base switch license
            8 port assignments are provisioned by the first POD license
    11 ports are assigned to installed licenses:
            8 ports are assigned to the base switch license
            3 ports are assigned to the first POD license
    Ports assigned to the base switch license:
            0, 1, 2, 3, 4, 5, 6, 7
    Ports assigned to the first POD license:
            8, 9, 10
    Ports not assigned to a license:
            11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23

    5 license reservations are still available for use by unassigned ports

The layout agrees with listings in NetApp's knowledge base (How POD is enabled on Brocade switches) and in public guides, where
the licence may be called *full POD license*. An asterisk marks ports whose licence is reserved. Directors have no licences of ports.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.numbers import whole

_AVAILABLE = re.compile(r"^[ \t]*(\d{1,4}) ports? (?:are|is) available in this switch\b", re.MULTILINE)
_PROVISIONED = re.compile(r"[ \t]*(\d{1,4}) port assignments? (?:are|is) provisioned for use in this switch\b")
_FREE = re.compile(r"[ \t]*(\d{1,4}|No) license reservations? (?:are|is) still available\b")
_LIST = re.compile(r"[ \t]*Ports (not )?assigned to (?:a|the) [\w ]{1,60}:[ \t]*\Z")
_PORTS = re.compile(r"[ \t]*\d{1,4}\*?(?:[ \t]*,[ \t]*\d{1,4}\*?)*[ \t]*,?[ \t]*\Z")
_OTHER = re.compile(
    r"[ \t]*(?:None\Z|\*|(?:\d{1,4}|No|Full|Ports on Demand)\b.* licenses? (?:is|are)(?: not)? installed"
    r"|(?:Dynamic|Static) POD method|\d{1,4} port assignments? (?:are|is) provisioned by"
    r"|\d{1,4} ports? (?:are|is) assigned to)"
)


def _read(capture: Capture, out: Writer) -> None:
    facts: dict[str, Value] = {}
    first = capture.first_line
    licensed: bool | None = None
    for number, text in printed(capture, 4000):
        available, provisioned, free, listed = (row.match(text) for row in (_AVAILABLE, _PROVISIONED, _FREE, _LIST))
        if available:
            facts["port_count"], first = whole(available.group(1)), number
        elif provisioned:
            facts["port_licences"] = whole(provisioned.group(1))
        elif free:
            facts["free_port_licences"] = 0 if free.group(1) == "No" else whole(free.group(1))
        elif listed:
            licensed = listed.group(1) is None
        elif licensed is not None and _PORTS.match(text):
            for port in re.findall(r"\d+", text):
                out.add(
                    "switch_port", number, switch=capture.owner, port=port, port_index=whole(port), licensed=licensed
                )
        elif not (_OTHER.match(text) or fos.is_noise(text)):
            out.unread(number)
    if facts:
        out.add("switch", first, switch=capture.owner, vendor="brocade", **facts)


READERS = (
    fos.reader(
        "licenseport --show", fos.head_contains(_AVAILABLE, 95, "n ports are available in this switch"), _read,
        columns(
            switch="switch vendor port_count port_licences free_port_licences",
            switch_port="switch port port_index licensed",
        ),
        also=("license --show -port",), needles=("available in this switch",), begins=_AVAILABLE.pattern,
    ),
)  # fmt: skip
