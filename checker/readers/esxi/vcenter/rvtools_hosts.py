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
from collections.abc import Collection

from checker.facts.observations import Writer
from checker.readers.esxi.vcenter import objects, rows
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_VERSION = re.compile(r"(VMware ESXi?)(?: Server)? ([0-9][0-9.]{0,20}[0-9])(?:,? (build-[0-9]{1,12}))?")
_PCI = re.compile(r"(?:[0-9a-fA-F]{1,5}:)?[0-9a-fA-F]{1,3}:[0-9a-fA-F]{1,3}\.[0-9a-fA-F]\Z")
_WWN_PARTS = re.compile(r"(?:0x)?[0-9a-fA-F]{16}|[0-9a-fA-F]{2}(?:[:.-][0-9a-fA-F]{2}){7}")
_SPACED = re.compile(r"[0-9a-fA-F]{2}(?: [0-9a-fA-F]{2}){7}(?: [0-9a-fA-F]{2}(?: [0-9a-fA-F]{2}){7})?\Z")
_SETTINGS = {"atsheartbeat": "UseATSForHBOnVMFS5", "atslocking": "HardwareAcceleratedLocking"}
_HOST_COLUMNS = (
    "host", "platform", "os_name", "os_version", "kernel_version", "server_vendor", "server_model", "host_cluster",
)  # fmt: skip
_HBA_COLUMNS = word_list("host hba initiator_wwpn wwnn transport port_state model driver pci_address")  # fmt: skip


def is_host_header(titles: Collection[str]) -> bool:
    """Whether these are the titles of vHost."""
    return {"host", "cpumodel"} <= {*titles} and bool({*titles} & {"#hbas", "#cpu", "esxversion", "atsheartbeat"})


def is_hba_header(titles: Collection[str]) -> bool:
    """Whether these are the titles of vHBA."""
    return bool({*titles} & {"wwn", "worldwidename"}) and "device" in titles and bool({*titles} & {"host", "hostname"})


def _read_hosts(capture: Capture, out: Writer) -> None:
    for row in rows.read_rows(capture, out, is_host_header):
        host = row.get("host", "hostname")
        if host is None:
            out.unread(row.line)
            continue
        printed = row.get("esxversion") or ""
        version = _VERSION.match(printed)
        out.add(
            "host", row.line, host=host, platform="esxi", os_name=version.group(1) if version else None,
            os_version=version.group(2) if version else None, kernel_version=version.group(3) if version else None,
            server_vendor=row.get("vendor"), server_model=row.get("model"), host_cluster=row.get("cluster"),
        )  # fmt: skip
        for title, setting in _SETTINGS.items():
            value = row.get(title)
            if value:
                out.add("host_setting", row.line, host=host, scope="VMFS3", setting=setting, value=value)


def _wwns(text: str) -> list[str]:
    if _SPACED.match(text):
        pairs = text.split(" ")
        return ["".join(pairs[start : start + 8]) for start in range(0, len(pairs), 8)]
    return text.split()


def _read_hbas(capture: Capture, out: Writer) -> None:
    hosts = objects.Hosts(out)
    for row in rows.read_rows(capture, out, is_hba_header):
        host = row.get("host", "hostname")
        hba = row.get("device")
        if host is None:
            out.unread(row.line)
            continue
        hosts.see(row.line, host)
        kind = (row.get("type", "hbatype") or "").lower().replace(" ", "")
        names = _wwns(row.get("wwn", "worldwidename") or "")
        fcoe = "overethernet" in kind or "fcoe" in kind
        if not fcoe and "fibrechannel" not in kind and not any(_WWN_PARTS.match(name) for name in names):
            continue  # an adapter on another bus
        if kind and not fcoe and "fibrechannel" not in kind:
            continue  # SAS adapters have such names too
        # A single name is the port name.
        port, node = (names[1], names[0]) if len(names) > 1 else (names[0] if names else None, None)
        status = row.get("status")
        pci = row.get("pci")
        out.add(
            "initiator", row.line, host=host, hba=hba,
            initiator_wwpn=out.wwn(port, row.line, "initiator", "initiator_wwpn", f"{host} {hba}"),
            wwnn=out.wwn(node, row.line, "initiator", "wwnn", f"{host} {hba}"), transport="fcoe" if fcoe else "fc",
            port_state=None if status is None or status.lower() in ("unknown", "unbound") else status.lower(),
            model=row.get("model"), driver=row.get("driver"), pci_address=pci if pci and _PCI.match(pci) else None,
        )  # fmt: skip


def _detect(capture: Capture, is_header: object, reason: str) -> Detection | None:
    titles = rows.header_in(capture.head)
    return Detection(95, reason) if titles and callable(is_header) and is_header(titles) else None


READERS = (
    Reader(
        name="rvtools-vhost", platform="rvtools", command="RVTools vHost",
        provides={"host": _HOST_COLUMNS, "host_setting": ("host", "scope", "setting", "value")},
        detect=lambda capture: _detect(capture, is_host_header, "column titles of the RVTools tab vHost"), read=_read_hosts,
        needles=("CP", "Model", "H"), trust=40,
    ),
    Reader(
        name="rvtools-vhba", platform="rvtools", command="RVTools vHBA",
        provides={"host": ("host", "platform"), "initiator": _HBA_COLUMNS},
        detect=lambda capture: _detect(capture, is_hba_header, "column titles of the RVTools tab vHBA"), read=_read_hbas,
        needles=("Device", "W", "Host"), verified=False, trust=40,
    ),
)  # fmt: skip
