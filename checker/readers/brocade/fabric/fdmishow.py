"""``fdmishow``: adapters that registered themselves with the fabric.

::

    Local HBA database contains:
      10:00:00:90:fa:aa:00:01
       Ports: 1
         10:00:00:90:fa:aa:00:01
           Port attributes:
             FC4 Types: FCP
             Host Name: esx01
       HBA attributes:
         Manufacturer: Emulex Corporation
         Model: LPe16002B-M6
         Driver Version: 12.8.340.8
         Firmware Version: 12.8.340.8
         OS Name and Version: VMware ESXi 7.0.3
    Local Port database contains:
      10:00:00:90:fa:aa:00:01
    Remote HBA database contains no device.

Databases of ports repeat the ports of the adapters. Indentation is not part of the format: copies lose it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.fdmi import ADAPTER, PORT, Adapter
from checker.readers.toolkit.numbers import whole

_LONGEST = 400
_DATABASE = re.compile(r"[ \t]*(?:Local|Remote) (HBA|Port) database contains(?::| no device)", re.IGNORECASE)
_HEAD = re.compile(r"^[ \t]*(?:Local|Remote) HBA database contains(?::| no device)", re.MULTILINE | re.IGNORECASE)
_NAME = re.compile(r"[ \t]*((?:[0-9a-f]{2}:){7}[0-9a-f]{2})[ \t]*\Z", re.IGNORECASE)
_PORTS = re.compile(r"[ \t]*Ports:[ \t]*([0-9]{1,3})[ \t]*\Z", re.IGNORECASE)
_SECTION = re.compile(r"[ \t]*(Port|HBA) attributes:[ \t]*\Z", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"[ \t]*([A-Z][\w /.()-]{1,40}?):(?:[ \t](.*))?\Z", re.IGNORECASE)


def _ports(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the ports of adapters; attributes in the databases of ports are of no adapter."""
    adapter: Adapter | None = None
    database, expected, values = "", 0, dict[str, str]()
    for number, line in printed(capture, _LONGEST):
        if begun := _DATABASE.match(line):
            if adapter is not None:
                yield from adapter.rows()
            adapter, database, expected, values = None, begun.group(1).upper(), 0, {}
        elif database == "PORT" and (_NAME.match(line) or _SECTION.match(line) or _ATTRIBUTE.match(line)):
            continue
        elif database == "HBA" and (name := _NAME.match(line)):
            if adapter is not None and expected:
                expected -= 1
                port = TextRow(number, {PORT: name.group(1)})
                adapter.ports.append(port)
                values = port.values
            else:
                if adapter is not None:
                    yield from adapter.rows()
                adapter = Adapter()
                values = adapter.values
        elif adapter is not None and (ports := _PORTS.match(line)):
            expected = whole(ports.group(1))
        elif adapter is not None and (section := _SECTION.match(line)):
            if section.group(1).upper() == "HBA":
                values, expected = adapter.values, 0
        elif adapter is not None and (attribute := _ATTRIBUTE.match(line)):
            values.setdefault(attribute.group(1).strip().lower(), attribute.group(2) or "")
        elif not fos.is_noise(line):
            out.unread(number)
    if adapter is not None:
        yield from adapter.rows()


READERS = (
    Family("brocade", _ports).reader(
        "brocade-fdmishow", "fdmishow", fos.head_contains(_HEAD, 95, "headline of the HBA database"), ADAPTER,
        needles=("HBA database contains",), begins=r"^[ \t]*Local HBA database contains", verified=False,
    ),
)  # fmt: skip
