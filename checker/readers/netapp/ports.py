"""Ports of ONTAP: ``network interface show``, ``vserver fcp interface show``, ``network fcp adapter show``, ``vserver fcp initiator show``.

::

                        Vserver Name: svm1
              Logical Interface Name: fc_lif_1
                       Data Protocol: fcp
                        Current Node: cl-01
                        Current Port: 0a
                  Operational Status: up
               Administrative Status: up
                            FCP WWPN: 20:00:00:0c:29:00:00:01

Hosts see the world wide names of logical interfaces; the adapters below them are not front-end ports.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.netapp.records import Record, begins_with, cluster_in, records
from checker.readers.netapp.san import name_of, vserver_of
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_STATUS = re.compile(r"(up|down)/(up|down)\Z", re.IGNORECASE)


def _has(head: str, *keys: str) -> bool:
    return all(re.search(rf"(?m)^[ \t]*{re.escape(key)}[ \t]*:", head) for key in keys)


def _detect_interface(capture: Capture) -> Detection | None:
    head = capture.head
    if _has(head, "Logical Interface Name") and (
        _has(head, "Home Node") or _has(head, "Data Protocol") or _has(head, "WWPN")
    ):
        return Detection(95, "logical interfaces of ONTAP")
    if re.search(r"(?m)^[ \t]*Vserver[ \t]+Interface[ \t]+Admin/Oper[ \t]+(?:Address/Mask|WWPN)", head):
        return Detection(94, "logical interfaces of ONTAP")
    if re.search(r"(?m)^[ \t]*vserver[ \t]+lif[ \t][^\n]*\n[ \t]*--", head):
        return Detection(90, "fields of logical interfaces of ONTAP")
    return None


def _read_interface(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for record in records(capture, out):
        first = first or record.line
        _write_interface(record, capture, out)
    _write_array(capture, out, first)


def _write_interface(record: Record, capture: Capture, out: Writer) -> None:
    vserver = vserver_of(record)
    lif = record.get("logical interface name", "logical interface", "lif")
    wwpn = record.get("fcp wwpn", "wwpn", "network address/mask")
    protocol = (record.get("data protocol", "data-protocol") or "").lower()
    # An Ethernet interface has an address of another kind, or none.
    is_fc = protocol in ("fcp", "fc-nvme", "fc_nvme") or (wwpn is not None and normalise.wwn(wwpn) is not None)
    if lif is None or not is_fc:
        return
    both = _STATUS.match(record.get("status admin/oper") or "")
    state = both.group(2).lower() if both else record.get("operational status", "status-oper")
    admin = both.group(1).lower() if both else record.get("administrative status", "status-admin")
    node = record.get("current node", "curr-node", "home node", "home-node")
    out.add(
        "target_port",
        record.line,
        target_wwpn=out.wwn(wwpn, record.at("fcp wwpn", "wwpn"), "target_port", "target_wwpn", lif),
        wwnn=normalise.wwn(record.get("fcp wwnn", "wwnn")),
        storage_array=capture.owner,
        director=node,
        port=lif,
        port_name=name_of(vserver, lif),
        role="front-end",
        port_state=state.lower() if state else None,
        enabled=None if admin is None else admin.lower() == "up",
        protocol="nvme" if protocol in ("fc-nvme", "fc_nvme") else "fc",
    )


def _write_array(capture: Capture, out: Writer, line: int | None) -> None:
    if line is not None:
        out.add("storage_array", line, storage_array=capture.owner, vendor="NETAPP", family="netapp")


def _detect_adapter(capture: Capture) -> Detection | None:
    head = capture.head
    if _has(head, "Adapter") and (
        _has(head, "Adapter WWPN") or _has(head, "Fabric Established") or _has(head, "Physical Protocol")
    ):
        return Detection(95, "FC target adapters of ONTAP")
    if (
        re.search(r"(?m)^[ \t]*(?:Node|node)[ \t]+(?:Adapter|adapter)[ \t][^\n]*\n[ \t]*--", head)
        and "nitiator" not in head
    ):
        return Detection(90, "FC target adapters of ONTAP")
    return None


def _read_adapter(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for record in records(capture, out):
        node, adapter = record.get("node"), record.get("adapter")
        if node is None or adapter is None:
            continue
        first = first or record.line
        state = record.get("operational status", "status", "state", "status-oper")
        admin = record.get("administrative status", "status-admin")
        name = f"{node} {adapter}"
        wwpn = record.get("adapter wwpn", "wwpn", "fc-wwpn")
        out.add(
            "target_port",
            record.line,
            target_wwpn=out.wwn(wwpn, record.at("adapter wwpn", "wwpn"), "target_port", "target_wwpn", name),
            wwnn=normalise.wwn(record.get("adapter wwnn", "wwnn", "fc-wwnn")),
            storage_array=capture.owner,
            director=node,
            port=adapter,
            port_name=name,
            role="other",
            port_state=state.lower() if state else None,
            enabled=None if admin is None else admin.lower() == "up",
            protocol="fc",
            speed_gbps=normalise.speed_gbps(record.get("data link rate (gbit)", "data-link-rate", "speed")),
            max_speed_gbps=normalise.speed_gbps(record.get("maximum speed", "max-speed")),
            fcid=_address(record.get("host port address")),
        )
    _write_array(capture, out, first)


def _address(text: str | None) -> str | None:
    """Return an FC address; ONTAP prints it without leading zeros."""
    return normalise.fcid(text.zfill(6)) if text is not None else None


def _detect_initiator(capture: Capture) -> Detection | None:
    head = capture.head
    if _has(head, "Logical Interface", "Initiator WWPN"):
        return Detection(95, "FC initiators logged in to ONTAP")
    if re.search(r"(?m)^[ \t]*Vserver[ \t]+Interface[ \t]+Address[ \t]+WWNN[ \t]+WWPN", head):
        return Detection(94, "FC initiators logged in to ONTAP")
    if re.search(r"(?m)^[ \t]*vserver[ \t][^\n]*\b(?:initiator-wwpn|wwpn)\b[^\n]*\n[ \t]*--", head) and "lif" in head:
        return Detection(91, "fields of FC initiators logged in to ONTAP")
    return None


def _read_initiator(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for record in records(capture, out):
        vserver = vserver_of(record)
        lif = name_of(vserver, record.get("logical interface", "lif"))
        text = record.get("initiator wwpn", "initiator-wwpn", "wwpn")
        keys = ("initiator wwpn", "initiator-wwpn", "wwpn")
        wwpn = out.wwn(text, record.at(*keys), "array_login", "initiator_wwpn", lif or "")
        first = first or record.line
        if wwpn is None or lif is None:
            continue
        groups = [name for name, _ in record.items("igroup name", "igroup")]
        out.add(
            "array_login",
            record.line,
            storage_array=capture.owner,
            initiator_wwpn=wwpn,
            port_name=lif,
            logged_in=True,
        )
        out.add(
            "registered_initiator",
            record.line,
            storage_array=capture.owner,
            initiator_wwpn=wwpn,
            wwnn=normalise.wwn(record.get("initiator wwnn", "initiator-wwnn", "wwnn")),
            port_state="logged in",
            registered=True if groups else None,
        )
        for group in groups:
            view = name_of(vserver, group)
            if view is not None:
                out.add("mask_view", record.line, storage_array=capture.owner, view=view)
                out.add("mask_initiator", record.line, storage_array=capture.owner, view=view, initiator_wwpn=wwpn)
    _write_array(capture, out, first)


_PORT = word_list("target_wwpn wwnn storage_array director port port_name role port_state enabled protocol")
_ARRAY = ("storage_array", "vendor", "family")

READERS = (
    Reader(
        name="netapp-interface-show",
        platform="netapp",
        command="network interface show -instance",
        provides={"storage_array": _ARRAY, "target_port": _PORT},
        detect=_detect_interface,
        read=_read_interface,
        begins=begins_with(r"(?:net(?:work)? int(?:erface)?|(?:vserver )?fcp interface) show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-fcp-adapter-show",
        platform="netapp",
        command="network fcp adapter show -instance",
        provides={"storage_array": _ARRAY, "target_port": (*_PORT, "speed_gbps", "max_speed_gbps", "fcid")},
        detect=_detect_adapter,
        read=_read_adapter,
        begins=begins_with(r"(?:net(?:work)? )?fcp adapter show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-fcp-initiator-show",
        platform="netapp",
        command="vserver fcp initiator show -instance",
        provides={
            "storage_array": _ARRAY,
            "array_login": ("storage_array", "initiator_wwpn", "port_name", "logged_in"),
            "registered_initiator": ("storage_array", "initiator_wwpn", "wwnn", "port_state", "registered"),
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn"),
        },
        detect=_detect_initiator,
        read=_read_initiator,
        begins=begins_with(r"(?:vserver )?fcp initiator show\b"),
        owner_in=cluster_in,
    ),
)
