"""RVTools tabs vHost and vHBA as CSV (RVTools 3 and 4; also the database's column names).

    Host,Datacenter,Cluster,CPU Model,# CPU,# HBAs,ATS Heartbeat,ESX Version,Vendor,Model
    esx01.lab.example,DC1,Cluster1,Example CPU,2,2,1,VMware ESXi 7.0.3 build-10000001,Example,Server 1

    Host,Datacenter,Cluster,Device,Type,Status,Bus,Pci,Driver,Model,WWN
    esx01.lab.example,DC1,Cluster1,vmhba2,Fibre Channel,online,4,04:00.0,lpfc,Example HBA,20:00:00:10:aa:00:00:01 10:00:00:10:aa:00:00:01

Columns are identified by their titles. The cell WWN contains the node name, a blank and the port name. Every row names
its host. Grammar: formats-hosts.md section 4.
"""

from __future__ import annotations

import re

from checker.readers.esxi.vcenter import objects, rows
from checker.readers.esxi.vcenter.objects import HOST, HOST_OF_ROW, Facts
from checker.readers.esxi.vcenter.rows import Row
from checker.readers.toolkit.declarations.declared import Source, Where
from checker.readers.toolkit.declarations.family import Family, names_that_fit
from checker.readers.toolkit.declarations.fields import const, parsed, wwn

_VERSION = re.compile(r"(VMware ESXi?)(?: Server)? ([0-9][0-9.]{0,20}[0-9])(?:,? (build-[0-9]{1,12}))?")
_PCI = re.compile(r"(?:[0-9a-fA-F]{1,5}:)?[0-9a-fA-F]{1,3}:[0-9a-fA-F]{1,3}\.[0-9a-fA-F]\Z")
_WWN_PARTS = re.compile(r"(?:0x)?[0-9a-fA-F]{16}|[0-9a-fA-F]{2}(?:[:.-][0-9a-fA-F]{2}){7}")
_SPACED = re.compile(r"[0-9a-fA-F]{2}(?: [0-9a-fA-F]{2}){7}(?: [0-9a-fA-F]{2}(?: [0-9a-fA-F]{2}){7})?\Z")
_SETTINGS = {"atsheartbeat": "UseATSForHBOnVMFS5", "atslocking": "HardwareAcceleratedLocking"}
is_host_header = names_that_fit("host cpumodel #hbas|#cpu|esxversion|atsheartbeat")
is_hba_header = names_that_fit("device host|hostname wwn|worldwidename")


def _version(part: int) -> Source[Row]:
    return parsed(lambda text: found.group(part) if (found := _VERSION.match(text)) else None, "esxversion")


_HOST = Facts(
    "host", host=HOST_OF_ROW, platform=const("esxi"), os_name=_version(1), os_version=_version(2),
    kernel_version=_version(3), server_vendor="vendor", server_model="model", host_cluster="cluster",
)  # fmt: skip
_HOST_SETTINGS = [
    Facts("host_setting", needs="value", host=HOST_OF_ROW, scope=const("VMFS3"), setting=const(setting), value=title)
    for title, setting in _SETTINGS.items()
]


def _names(row: Row) -> list[str]:
    """Return the world wide names of an adapter: node name and port name, or the port name only."""
    text = row.text("wwn", "worldwidename") or ""
    if _SPACED.match(text):
        pairs = text.split(" ")
        return ["".join(pairs[start : start + 8]) for start in range(0, len(pairs), 8)]
    return text.split()


def _transport(row: Row) -> str | None:
    """Return fc or fcoe; None for an adapter on another bus. SAS adapters have world wide names too."""
    kind = (row.text("type", "hbatype") or "").lower().replace(" ", "")
    if "overethernet" in kind or "fcoe" in kind:
        return "fcoe"
    return "fc" if "fibrechannel" in kind or (not kind and any(map(_WWN_PARTS.match, _names(row)))) else None


def _port(row: Row) -> str | None:
    return next(iter(_names(row)[:2][::-1]), None)


def _node(row: Row) -> str | None:
    names = _names(row)
    return names[0] if len(names) > 1 else None


_ADAPTER = Facts(
    "initiator", place=lambda row: f"{HOST_OF_ROW(row)} {row.text('device')}", host=HOST_OF_ROW, hba="device",
    initiator_wwpn=wwn(of=_port), wwnn=wwn(of=_node), transport=_transport,
    port_state=parsed(objects.port_state, "status"), model="model", driver="driver",
    pci_address=parsed(lambda address: address if _PCI.match(address) else None, "pci"),
)  # fmt: skip

READERS = (
    Family("rvtools", rows.rows(is_host_header, "host hostname")).reader(
        "rvtools-vhost", "RVTools vHost", rows.by_titles("column titles of the RVTools tab vHost", is_host_header),
        _HOST, *_HOST_SETTINGS, needles=("CP", "Model", "H"), trust=40,
    ),
    Family("rvtools", rows.rows(is_hba_header, "host hostname")).reader(
        "rvtools-vhba", "RVTools vHBA", rows.by_titles("column titles of the RVTools tab vHBA", is_hba_header),
        HOST, Where(_transport, _ADAPTER), needles=("Device", "W", "Host"), verified=False, trust=40,
    ),
)  # fmt: skip
