r"""FC ports of the host: ``Get-InitiatorPort`` and the HBA API classes of WMI (``MSFC_FCAdapterHBAAttributes``, …).

As ``Get-InitiatorPort`` lists it::

    InstanceName       : PCI\VEN_1077&DEV_2532&SUBSYS_015D1077&REV_02\4&1234abcd&0&0010_0
    NodeAddress        : 20000024ff000001
    PortAddress        : 21000024ff000001
    ConnectionType     : Fibre Channel
    OperationalStatus  : OK

and as a table::

    InstanceName            NodeAddress       PortAddress       ConnectionType
    ------------            -----------       -----------       --------------
    PCI\VEN_1077&DEV_25…    20000024ff000001  21000024ff000001  Fibre Channel

WMI gives names as lists of bytes; ``Export-Csv`` and short lists lose them, which is noted.
"""

from __future__ import annotations

import re
from typing import Any

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.windows.disks import LONGEST_ROW, Objects, owner_in
from checker.readers.windows.records import Record, first_record, has

_COLUMNS = word_list("""
    host hba initiator_wwpn wwnn transport port_state speed_gbps fcid model driver driver_version firmware_version
""")
# Numbers of the HBA API: states of a port, and speeds as bits.
_STATES = {2: "online", 3: "offline", 4: "bypassed", 5: "diagnostics", 6: "linkdown", 7: "error", 8: "loopback"}
_SPEEDS = {1: 1.0, 2: 2.0, 4: 10.0, 8: 4.0, 16: 8.0, 32: 16.0, 64: 32.0}
_TABLE_ROW = re.compile(r"\s*(\S.*?)\s+([0-9A-Fa-f:]{16,23})\s+([0-9A-Fa-f:]{16,23})\s+(\S.*?)(?:\s{2,}(\S.*))?\Z")
_OTHER_ROW = re.compile(r"\s*\S.*\s(?:iSCSI|SAS|SATA)\s*\Z|\s*ROOT\\ISCSIPRT", re.IGNORECASE)
_TABLE_HEADER = re.compile(r"\s*InstanceName\s+NodeAddress\s+PortAddress\b")
_RULER = re.compile(r"[\s-]+\Z")
_CONNECTIONS = {
    "fibre channel": "fc",
    "fibrechannel": "fc",
    "1": "fc",
    "iscsi": "iscsi",
    "2": "iscsi",
    "sas": "sas",
    "3": "sas",
}


def _read_ports(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    if any(_TABLE_HEADER.match(line) for _, line in capture.lines()):
        _read_table(capture, objects, out)
        return
    for record in objects.read():
        kind = _CONNECTIONS.get((record.text("connectiontype") or "").lower())
        host = objects.host(record)
        if kind not in (None, "fc"):
            continue
        wwpn = out.wwn(record.text("portaddress"), record.at("portaddress"), "initiator", "initiator_wwpn")
        wwnn = out.wwn(record.text("nodeaddress"), record.at("nodeaddress"), "initiator", "wwnn")
        name = record.text("instancename")
        if wwpn or name:
            state = record.text("operationalstatus")
            _write(out, record.line, host, hba=name, initiator_wwpn=wwpn, wwnn=wwnn, transport=kind, port_state=state)


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _write(out: Writer, line: int, host: str, **facts: Value) -> None:
    out.add("initiator", line, host=host, **{name: facts.get(name) for name in _COLUMNS if name != "host"})


def _read_table(capture: Capture, objects: Objects, out: Writer) -> None:
    for line, text in capture.lines():
        row = _TABLE_ROW.match(text) if len(text) <= LONGEST_ROW else None
        if row:
            name, node, port, kind, state = row.groups()
            transport = _CONNECTIONS.get(kind.lower()) or ("fc" if kind.lower().startswith("fibre") else None)
            host = objects.host(line=line)
            wwpn = out.wwn(port, line, "initiator", "initiator_wwpn")
            wwnn = out.wwn(node, line, "initiator", "wwnn")
            # A name that the table shortens is no name of the port.
            whole = None if name.endswith(("...", "…")) else name
            _write(out, line, host, hba=whole, initiator_wwpn=wwpn, wwnn=wwnn, transport=transport, port_state=state)
        elif text.strip() and not (_TABLE_HEADER.match(text) or _RULER.match(text) or _OTHER_ROW.match(text)):
            out.unread(line)


def _read_adapters(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    for record in objects.read():
        host = objects.host(record)
        attributes = record.values.get("attributes")
        inner = {key.lower(): item for key, item in attributes.items()} if isinstance(attributes, dict) else {}
        wwpn = _wwn(record, inner, out, "portwwn", "initiator_wwpn")
        wwnn = _wwn(record, inner, out, "nodewwn", "wwnn")
        name = record.text("instancename")
        if wwpn is None and name is None:
            continue
        _write(
            out,
            record.line,
            host,
            hba=name,
            initiator_wwpn=wwpn,
            wwnn=wwnn,
            transport="fc",
            port_state=_STATES.get(_whole(inner.get("portstate"))),
            speed_gbps=_SPEEDS.get(_whole(inner.get("portspeed"))),
            fcid=f"{address:06x}" if 0 < (address := _whole(inner.get("portfcid"))) < 1 << 24 else None,
            model=record.text("model"),
            driver=record.text("drivername"),
            driver_version=record.text("driverversion"),
            firmware_version=record.text("firmwareversion"),
        )


def _wwn(record: Record, inner: dict[str, Any], out: Writer, name: str, fact: str) -> str | None:
    value = record.values.get(name, inner.get(name))
    if isinstance(value, dict):
        value = value.get("value")
    if isinstance(value, str):
        listed = re.findall(r"[0-9]{1,3}", value) if value.strip().startswith("{") else value.split()
        if len(listed) == 8 and all(part.isdigit() for part in listed):
            value = [int(part) for part in listed]
    if isinstance(value, list):
        if len(value) == 8 and all(isinstance(part, int) and 0 <= part < 256 for part in value):
            return out.wwn("".join(f"{part:02x}" for part in value), record.line, "initiator", fact)
        value = ",".join(str(part) for part in value)
    if not isinstance(value, str):
        return None
    if value.strip() in ("System.Byte[]", "") or value.strip().startswith("{"):
        if value.strip():
            out.note(record.at(name), f"{name} is not whole here: export the classes with ConvertTo-Json")
        return None
    return out.wwn(value, record.at(name), "initiator", fact)


def _detect_ports(capture: Capture) -> Detection | None:
    if any(_TABLE_HEADER.match(line) for line in capture.head.split("\n")):
        return Detection(95, "InstanceName, NodeAddress, PortAddress: Get-InitiatorPort")
    record = first_record(capture.head)
    if has(record, "nodeaddress", "portaddress") and (has(record, "connectiontype") or has(record, "instancename")):
        return Detection(94, "NodeAddress, PortAddress and ConnectionType: MSFT_InitiatorPort")
    return None


def _detect_adapters(capture: Capture) -> Detection | None:
    record = first_record(capture.head)
    if has(record, "nodewwn") and (
        has(record, "driverversion") or has(record, "uniqueadapterid") or has(record, "instancename")
    ):
        return Detection(93, "NodeWWN with DriverVersion or UniqueAdapterId: HBA API classes of WMI")
    if has(record, "instancename", "portwwn"):
        return Detection(92, "InstanceName and PortWWN: HBA API classes of WMI")
    return None


_PROVIDES = {"host": ("host", "platform"), "initiator": _COLUMNS}

READERS = (
    Reader(
        name="windows-get-initiatorport",
        platform="windows",
        command="Get-InitiatorPort",
        provides=_PROVIDES,
        detect=_detect_ports,
        read=_read_ports,
        needles=("NodeAddress", "PortAddress"),
        owner_in=owner_in,
        verified=False,
    ),
    Reader(
        name="windows-msfc-adapter",
        platform="windows",
        command=r"Get-CimInstance -Namespace root\wmi -ClassName MSFC_FCAdapterHBAAttributes",
        provides=_PROVIDES,
        detect=_detect_adapters,
        read=_read_adapters,
        needles=("WWN",),
        owner_in=owner_in,
        verified=False,
    ),
)
