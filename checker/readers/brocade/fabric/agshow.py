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

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Reader

_HEADER = re.compile(r"^[ \t]*Worldwide Name[ \t]+Ports[ \t]+Enet IP Addr[ \t]+Firmware\b", re.MULTILINE)
_ROW = re.compile(r"\s*(\S{16,23})\s+(\d{1,4})\s+(\S+)\s+(\S+)\s+(?:local|remote)\s+(\S.*)", re.IGNORECASE)
_STARTED = re.compile(r"\s*(?:[0-9a-fA-F]{2}:){2}")


def _read(capture: Capture, out: Writer) -> None:
    cut = 0
    for number, line in capture.lines():
        if not line.strip():
            continue
        row = _ROW.match(line) if len(line) < 400 else None
        cut = 0
        if row:
            wwn, ports, address, firmware, name = row.groups()
            out.add(
                "switch", number, switch=name.strip(),
                switch_wwn=out.wwn(wwn, number, "switch", "switch_wwn", name.strip()), port_count=int(ports),
                ip_address=address, firmware_version=firmware, switch_mode="access gateway",
            )  # fmt: skip
        elif not (_HEADER.match(line) or fos.is_noise(line)):
            out.unread(number)
            cut = number if _STARTED.match(line) else 0
    if cut:
        out.ends_inside_record = True
        out.note(cut, "truncated: the last access gateway row is incomplete and was skipped")


READERS = (
    Reader(
        name="brocade-agshow", platform="brocade", command="agshow",
        provides={"switch": ("switch", "switch_wwn", "port_count", "ip_address", "firmware_version", "switch_mode")},
        needles=("Enet IP Addr", "Firmware"),
        detect=fos.head_contains(_HEADER, 95, "header Worldwide Name, Ports, Enet IP Addr, Firmware"), read=_read,
        begins=r"^[ \t]*Worldwide Name[ \t]+Ports[ \t]+Enet IP Addr[ \t]+Firmware\b", trust=50,
    ),
)  # fmt: skip
