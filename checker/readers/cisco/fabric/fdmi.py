"""``show fdmi database detail``: adapters that registered themselves with the fabric, per VSAN.

::

    Registered HBA List for VSAN 10
    -------------------------------
    HBA-ID: 21:00:00:24:ff:00:00:11
    -------------------------------
    Node Name        :20:00:00:24:ff:00:00:11
    Manufacturer     :QLogic Corporation
    Model            :QLE2742
    Driver Ver       :10.02.00.106-k
    Firmware Ver     :9.06.02
    OS Name/Ver      :Linux
      Port-id: 21:00:00:24:ff:00:00:11
        Supported Speed  :8G 16G 32G
        Host Name        :lin01
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.fdmi import ADAPTER, PORT, Adapter

_LONGEST = 400
_HEAD = r"^[ \t]*HBA-ID[ \t]*:[ \t]*(?:[0-9a-fA-F]{2}:){7}[0-9a-fA-F]{2}[ \t]*$"
_LIST = r"^[ \t]*Registered HBA List for VSAN[ \t]+[0-9]{1,4}"
_KNOWN = re.compile(rf"{_LIST}|[ \t]*[-=]{{5,}}[ \t]*\Z")
_PAIR = re.compile(r"[ \t]*([A-Za-z][\w /-]{1,30}?)[ \t]*:(.*)\Z")


def _ports(capture: Capture, out: Writer) -> Iterator[TextRow]:
    adapter: Adapter | None = None
    values: dict[str, str] = {}
    for number, line in printed(capture, _LONGEST):
        pair = None if _KNOWN.match(line) else _PAIR.match(line)
        key, value = (pair.group(1).lower(), pair.group(2).strip()) if pair else ("", "")
        if key == "hba-id":
            if adapter is not None:
                yield from adapter.rows()
            adapter = Adapter()
            values = adapter.values
        elif key == "port-id" and adapter is not None:
            port = TextRow(number, {PORT: value})
            adapter.ports.append(port)
            values = port.values
        elif key and adapter is not None:
            values.setdefault(key, value)
        elif not _KNOWN.match(line) and not nxos.is_noise(line):
            out.unread(number)
    if adapter is not None:
        yield from adapter.rows()


READERS = (
    Family("cisco-mds", _ports).reader(
        "nxos-show-fdmi-database-detail", "show fdmi database detail",
        by_pattern("adapters registered with the fabric", (95, _HEAD)), ADAPTER,
        needles=("HBA-ID",), begins=_LIST, verified=False,
    ),
)  # fmt: skip
