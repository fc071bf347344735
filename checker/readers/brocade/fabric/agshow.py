"""``agshow``: access gateways registered with the fabric.

Synthetic sample::

    Worldwide Name            Ports   Enet IP Addr    Firmware     Local/Remote   Name
    ----------------------------------------------------------------------------------
    10:00:00:05:33:aa:00:21    24     192.0.2.21      v7.1.1c      local          blade-ag1

An access gateway is not a member of the fabric; it forwards the logins of its devices. Modules of other vendors register
too, so the vendor is unknown.
"""

from __future__ import annotations

import re

from checker.readers.brocade import fos
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, number, wwn
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = re.compile(r"^[ \t]*Worldwide Name[ \t]+Ports[ \t]+Enet IP Addr[ \t]+Firmware\b", re.MULTILINE)
_ROW = re.compile(
    r"\s*(?P<wwn>\S{16,23})\s+(?P<ports>\d{1,4})\s+(?P<address>\S+)\s+(?P<firmware>\S+)\s+(?:local|remote)"
    r"\s+(?P<name>\S.*)",
    re.IGNORECASE,
)
_GATEWAY = Facts[TextRow](
    "switch", place="name", switch="name", switch_wwn=wwn("wwn"), port_count=number("ports"), ip_address="address",
    firmware_version="firmware", switch_mode=const("access gateway"),
)  # fmt: skip
_ROWS = fos.rows(_ROW, _HEADER, started=r"\s*(?:[0-9a-f]{2}:){2}", what="access gateway row")
READERS = (
    Family("brocade", _ROWS).reader(
        "brocade-agshow", "agshow",
        fos.head_contains(_HEADER, 95, "header Worldwide Name, Ports, Enet IP Addr, Firmware"),
        _GATEWAY, needles=("Enet IP Addr", "Firmware"), begins=_HEADER.pattern, trust=50,
    ),
)  # fmt: skip
