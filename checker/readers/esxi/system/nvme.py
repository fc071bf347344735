"""``esxcli nvme adapter list``, ``controller list`` and ``namespace list`` (ESXi 7 and 8).

    Adapter  Adapter Qualified Name      Transport Type  Driver  Associated Devices
    -------  --------------------------  --------------  ------  ------------------
    vmhba64  aqn:lpfc:10000010aa000001   FC              lpfc

    Name                                                                       Controller Number  Adapter  Transport Type  Is Online
    -------------------------------------------------------------------------  -----------------  -------  --------------  ---------
    nqn.2014-08.com.example:array:0001#vmhba64#50000000aa000000:50000000aa000001              256  vmhba64  FC                   true

    Name                                  Controller Number  Namespace ID  Block Size  Capacity in MB
    ------------------------------------  -----------------  ------------  ----------  --------------
    eui.600000000000000a0000000000000001                256             1         512         1048576

A controller of FC has the node and port names of its target in its name. Capacities are in whole MB, so they are intervals. Which
controller belongs to which namespace is known by ``esxcli storage hpp path list``, with the states of the paths.
"""

from __future__ import annotations

import re

from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.esxi.tables import rows
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, device_id, flag, number, owner, wwn
from checker.readers.toolkit.rounded import disk_size

_TRANSPORTS = "FC|TCP|RDMA|PCIe|PCIE|Loopback|LOOPBACK"
_ADAPTER = re.compile(rf"(vmhba\d{{1,4}})\s+(aqn: ?\S{{1,120}})\s+({_TRANSPORTS})\s+(\S{{1,40}})(?:\s+\S.{{0,200}})?\Z")
_ADAPTER_HEADER = re.compile(r"Adapter\s+Adapter Qualified Name\s+Transport Type\b")
_CONTROLLER = re.compile(
    rf"(\S{{3,330}})\s+([0-9]{{1,5}})\s+(vmhba\d{{1,4}})\s+({_TRANSPORTS})\s+(true|false)(?:\s+(?:true|false))*\Z"
)
_CONTROLLER_HEADER = re.compile(r"Name\s+Controller Number\s+Adapter\s+Transport Type\s+Is Online\b")
_NAMESPACE = re.compile(
    r"((?:eui|uuid|t10|nvme)\.\S{1,200})\s+([0-9]{1,5})\s+([0-9]{1,10})\s+([0-9]{1,6})\s+([0-9]{1,12})\Z"
)
_NAMESPACE_HEADER = re.compile(r"Name\s+Controller Number\s+Namespace ID\s+Block Size\b")
# The target of a controller is last in its name: node and port of FC, address and port of TCP.
_TARGET = re.compile(r"#((?:0x)?[0-9a-fA-F]{16}):((?:0x)?[0-9a-fA-F]{16})\Z")


def _is_fc(record: Record) -> bool:
    return (record.text("transport type") or "").upper() == "FC"


def _qualified_port(record: Record) -> str | None:
    return (record.text("adapter qualified name") or "").rpartition(":")[2] or None


def _node(record: Record) -> str | None:
    target = _TARGET.search(record.text("name") or "")
    return target.group(1) if target else None


def _port(record: Record) -> str | None:
    target = _TARGET.search(record.text("name") or "")
    return target.group(2) if target else (record.text("name") or "").rpartition("#")[2] or None


ADAPTER_KEYS = ("adapter", "adapter qualified name", "transport type", "driver", "associated devices")
CONTROLLER_KEYS = ("name", "controller number", "adapter", "transport type", "is online", "is vvol")
NAMESPACE_KEYS = ("name", "controller number", "namespace id", "block size", "capacity in mb")
ADAPTERS = (
    HOST,
    Where(
        _is_fc,
        Facts(
            "initiator", place="adapter", host=owner, hba="adapter", initiator_wwpn=wwn(of=_qualified_port),
            transport=const("fc"), protocol=const("nvme"), driver="driver",
        ),
    ),
)  # fmt: skip
CONTROLLERS = (
    HOST,
    Where(
        _is_fc,
        Facts(
            "remote_port", needs="target_wwpn", place="adapter", host=owner, hba="adapter", target_wwpn=wwn(of=_port),
            target_wwnn=wwn(of=_node, report=False), port_state=flag("is online", yes="online", no="offline"),
        ),
    ),
)  # fmt: skip
NAMESPACES = (
    HOST,
    Facts("device", disk_size("capacity in mb", "M"), host=owner, device=device_id("name"), sector_bytes=number("block size")),
)  # fmt: skip


READERS = (
    Family("esxi", rows(_ADAPTER, _ADAPTER_HEADER, ADAPTER_KEYS[:4])).reader(
        "esxi-nvme-adapter-list", "esxcli nvme adapter list",
        listing.by_share("header Adapter, Adapter Qualified Name", _ADAPTER, _ADAPTER_HEADER, needs=_ADAPTER_HEADER, claims=((0.3, 96),)),
        *ADAPTERS, needles=("Adapter Qualified Name",), begins=r"^ *Adapter +Adapter Qualified Name", verified=False,
    ),
    Family("esxi", rows(_CONTROLLER, _CONTROLLER_HEADER, CONTROLLER_KEYS[:5])).reader(
        "esxi-nvme-controller-list", "esxcli nvme controller list",
        listing.by_share("header Controller Number, Is Online", _CONTROLLER, _CONTROLLER_HEADER, needs=_CONTROLLER_HEADER, claims=((0.3, 96),)),
        *CONTROLLERS, needles=("Controller Number", "Is Online"), begins=r"^ *Name +Controller Number +Adapter", verified=False,
    ),
    Family("esxi", rows(_NAMESPACE, _NAMESPACE_HEADER, NAMESPACE_KEYS)).reader(
        "esxi-nvme-namespace-list", "esxcli nvme namespace list",
        listing.by_share("header Controller Number, Namespace ID", _NAMESPACE, _NAMESPACE_HEADER, needs=_NAMESPACE_HEADER, claims=((0.3, 96),)),
        *NAMESPACES, needles=("Controller Number", "Namespace ID"), begins=r"^ *Name +Controller Number +Namespace ID",
    ),
)  # fmt: skip
