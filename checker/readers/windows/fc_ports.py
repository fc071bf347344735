r"""FC ports of the host: ``Get-InitiatorPort`` and the HBA API classes of WMI (``MSFC_FCAdapterHBAAttributes``, …).

As a list of ``Get-InitiatorPort``::

    InstanceName       : PCI\VEN_1077&DEV_2532&SUBSYS_015D1077&REV_02\4&1234abcd&0&0010_0
    NodeAddress        : 20000024ff000001
    PortAddress        : 21000024ff000001
    ConnectionType     : Fibre Channel
    OperationalStatus  : OK

and as a table::

    InstanceName            NodeAddress       PortAddress       ConnectionType
    ------------            -----------       -----------       --------------
    PCI\VEN_1077&DEV_25…    20000024ff000001  21000024ff000001  Fibre Channel

WMI prints WWNs as lists of bytes; ``Export-Csv`` and short lists truncate them, which is noted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from checker.facts.observations import Writer
from checker.readers.toolkit import numbers
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const, iscsi_name, words, wwn
from checker.readers.windows.family import (
    HOST,
    LONGEST_ROW,
    RULER,
    WINDOWS,
    all_records,
    by_properties,
    guest_of,
    host,
    owner_in,
)
from checker.readers.windows.records import Record

# Numbers of the HBA API: states of a port, and speeds as bits.
_STATES = {2: "online", 3: "offline", 4: "bypassed", 5: "diagnostics", 6: "linkdown", 7: "error", 8: "loopback"}
_SPEEDS = {1: 1.0, 2: 2.0, 4: 10.0, 8: 4.0, 16: 8.0, 32: 16.0, 64: 32.0}
_TABLE_ROW = re.compile(r"\s*(\S.*?)\s+([0-9A-Fa-f:]{16,23})\s+([0-9A-Fa-f:]{16,23})\s+(\S.*?)(?:\s{2,}(\S.*))?\Z")
_OTHER_ROW = re.compile(r"\s*\S.*\s(?:iSCSI|SAS|SATA)\s*\Z|\s*ROOT\\ISCSIPRT", re.IGNORECASE)
_TABLE_HEADER = r"^[ \t]*InstanceName\s+NodeAddress\s+PortAddress\b"
_is_header = re.compile(_TABLE_HEADER).match
_CONNECTIONS = {
    **dict.fromkeys(("fibre channel", "fibrechannel", "1"), "fc"),
    **dict.fromkeys(("iscsi", "2"), "iscsi"),
    **dict.fromkeys(("sas", "3"), "sas"),
}


def _ports(capture: Capture, out: Writer) -> Iterator[Record]:
    if not any(_is_header(line) for _, line in capture.lines()):
        yield from all_records(capture, out)
        return
    rows = [
        (line, text, _TABLE_ROW.match(text) if len(text) <= LONGEST_ROW else None) for line, text in capture.lines()
    ]
    names = Counter(row.group(1) for _, _, row in rows if row)
    for line, text, row in rows:
        if row:
            name, node, port, kind, state = row.groups()
            # A name that the table truncates, or that two of its ports have, is not the name of the port.
            whole = None if name.endswith(("...", "…")) or names[name] > 1 else name
            values = {"instancename": whole, "nodeaddress": node, "portaddress": port, "operationalstatus": state}
            kind = "fibre channel" if kind.lower().startswith("fibre") else kind
            yield Record(line, {**values, "connectiontype": kind}, guest=guest_of(capture))
        elif text.strip() and not (_is_header(text) or RULER.match(text) or _OTHER_ROW.match(text)):
            out.unread(line)


_transport = words("connectiontype", _CONNECTIONS, others=False)


def _is_fc(row: Record) -> bool:
    return _transport(row) in (None, "fc")


def _adapters(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the adapters with the attributes of their ports, and with WWNs as text."""
    for row in all_records(capture, out):
        attributes = row.values.get("attributes")
        if isinstance(attributes, dict):
            row.values = {**{key.lower(): item for key, item in attributes.items()}, **row.values}
        for name in ("portwwn", "nodewwn"):
            text = _wwn_text(row.values.pop(name, None))
            if text == "System.Byte[]" or text.startswith("{"):
                out.note(row.at(name), f"{name} is truncated: export the classes with ConvertTo-Json")
            else:
                row.values[name] = text
        yield row


def _wwn_text(value: Any) -> str:
    """Return a WWN that is a text, or a list of eight bytes in one of three spellings."""
    if isinstance(value, dict):
        value = value.get("value")
    if isinstance(value, str):
        text = value.strip()
        listed = re.findall(r"[0-9]{1,3}", text) if text.startswith("{") else text.split()
        if len(listed) != 8 or not all(part.isdecimal() for part in listed):
            return text
        value = [numbers.whole(part) for part in listed]
    if not isinstance(value, list):
        return ""
    if len(value) == 8 and all(isinstance(part, int) and 0 <= part < 256 for part in value):
        return "".join(f"{part:02x}" for part in value)
    return ",".join(str(part) for part in value)


def _fcid(row: Record) -> str | None:
    address = row.number("portfcid")
    return f"{address:06x}" if address and 0 < address < 1 << 24 else None


_PORT = Facts(
    "initiator", when=_is_fc, any_of=("hba", "initiator_wwpn"), host=host, hba="instancename",
    initiator_wwpn=wwn("portaddress"), wwnn=wwn("nodeaddress"), transport=_transport, port_state="operationalstatus",
)  # fmt: skip
_ADAPTER = Facts(
    "initiator", any_of=("hba", "initiator_wwpn"), host=host, hba="instancename", initiator_wwpn=wwn("portwwn"),
    wwnn=wwn("nodewwn"), transport=const("fc"), port_state=lambda row: _STATES.get(row.number("portstate") or 0),
    speed_gbps=lambda row: _SPEEDS.get(row.number("portspeed") or 0), fcid=_fcid, model="model", driver="drivername",
    driver_version="driverversion", firmware_version="firmwareversion",
)  # fmt: skip

READERS = (
    WINDOWS.reader(
        "windows-get-initiatorport", "Get-InitiatorPort",
        by_properties(
            "InstanceName, NodeAddress, PortAddress: Get-InitiatorPort",
            (94, "nodeaddress portaddress connectiontype|instancename"), header=_TABLE_HEADER,
        ),
        HOST, _PORT,
        Facts("iscsi_initiator", needs="initiator_name", distinct=True, host=host, initiator_name=iscsi_name("nodeaddress")),
        rows=_ports, needles=("NodeAddress", "PortAddress"), owner_in=owner_in, verified=False,
    ),
    WINDOWS.reader(
        "windows-msfc-adapter", r"Get-CimInstance -Namespace root\wmi -ClassName MSFC_FCAdapterHBAAttributes",
        by_properties(
            "names of an FC adapter: HBA API classes of WMI",
            (93, "nodewwn driverversion|uniqueadapterid|instancename"), (92, "instancename portwwn"),
        ),
        HOST, _ADAPTER, rows=_adapters, needles=("WWN",), owner_in=owner_in, verified=False,
    ),
)  # fmt: skip
