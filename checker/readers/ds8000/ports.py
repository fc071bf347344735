"""Ports of IBM DS8000 and the hosts' ports that it knows: ``lsioport`` and ``lshostconnect``.

::

    ID    WWPN             State                     Type             topo     portgrp
    ==================================================================================
    I0000 50050763080011AD Communication established Fibre Channel-SW SCSI-FCP 0

    Name      ID   WWPN             HostType  Profile            portgrp volgrpID ESSIOport
    =======================================================================================
    lin01_a   03DB 10000000C90000AA LinuxRHEL Intel - Linux RHEL       0 V334     all

What a host connection sees is its volume group, which is the view here. ``ESSIOport`` names the ports it may use; ``all``
doesn't say which those are.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.ds8000.tables import ARRAY, BANNER, captured_in, owner_in, values, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_PORT_HEADER = re.compile(r"ID\s+WWPN\s+State\s+Type\s+topo\s+portgrp\b")
_PORT_ROW = re.compile(
    r"(?P<ID>I[0-9A-F]{4})\s+(?P<WWPN>\S{16})\s+(?P<State>\S.{0,60}?)\s+(?P<Type>Fibre Channel-\S+|Ethernet\S*|ESCON\S*|zHyperLink\S*|-)"
    r"\s+(?P<topo>\S+)\s+(?P<portgrp>\S+)(?:\s.*)?\Z"
)
_CONNECTION_HEADER = re.compile(r"Name\s+ID\s+WWPN\s+HostType\s+Profile\s+portgrp\s+volgrpID\b")
_CONNECTION_ROW = re.compile(
    r"(?P<Name>\S.{0,60}?)\s+(?P<ID>[0-9A-F]{4})\s+(?P<WWPN>\S{16})\s+(?P<HostType>\S+)\s+(?P<Profile>\S.{0,60}?)\s+(?P<portgrp>[0-9]{1,5})"
    r"\s+(?P<volgrpID>V[0-9]{1,5}|-)(?:\s+(?P<ESSIOport>\S+))?\Z"
)
_ESTABLISHED = ("online", "communication established")
_TITLES = re.compile(r"(?m)^(?:dscli>[ \t]+)?[ \t]*(?=ID|Name)[^\n]{10,200}$")


def _has(capture: Capture, header: re.Pattern[str]) -> bool:
    return any(
        header.match(found.group().strip().removeprefix("dscli> ").replace(",", " "))
        for found in _TITLES.finditer(capture.head)
    )


def _detect_ports(capture: Capture) -> Detection | None:
    return Detection(96, "I/O ports of a DS8000") if _has(capture, _PORT_HEADER) else None


def _read_ports(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for line, row in values(capture, out, _PORT_HEADER, _PORT_ROW):
        first = first or line
        name, topology, state = row.get("ID", ""), row.get("topo", ""), row.get("State", "").lower()
        # FICON ports belong to the mainframe, and a port may be reserved for replication.
        if not topology.startswith(("SCSI", "FC-AL", "FCP")):
            continue
        out.add(
            "target_port",
            line,
            target_wwpn=out.wwn(row.get("WWPN"), line, "target_port", "target_wwpn", name),
            storage_array=capture.owner,
            port_name=name,
            role="front-end",
            port_state="up" if state in _ESTABLISHED else state or None,
            protocol="fc",
        )
    write_array(capture, out, first)


def _detect_connections(capture: Capture) -> Detection | None:
    return Detection(96, "host connections of a DS8000") if _has(capture, _CONNECTION_HEADER) else None


def _read_connections(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for line, row in values(capture, out, _CONNECTION_HEADER, _CONNECTION_ROW):
        first = first or line
        name, view = row.get("Name") or "", row.get("volgrpID") or "-"
        wwpn = out.wwn(row.get("WWPN"), line, "registered_initiator", "initiator_wwpn", name)
        out.add(
            "registered_initiator",
            line,
            storage_array=capture.owner,
            initiator_name=name if name not in ("", "-") else None,
            initiator_wwpn=wwpn,
            initiator_type=row.get("HostType") or None,
            registered=True,
        )
        if view == "-":
            continue
        out.add("mask_view", line, storage_array=capture.owner, view=view)
        out.add(
            "mask_initiator",
            line,
            storage_array=capture.owner,
            view=view,
            initiator_wwpn=wwpn,
            initiator_name=None if wwpn else name,
        )
        ports = [port for port in re.split("[;+]", row.get("ESSIOport") or "") if re.fullmatch("I[0-9A-F]{4}", port)]
        for port in ports:
            out.add("mask_port", line, storage_array=capture.owner, view=view, port_name=port)
    write_array(capture, out, first)


READERS = (
    Reader(
        name="ds8000-lsioport",
        platform="ds8000",
        command="lsioport",
        provides={
            "storage_array": ARRAY,
            "target_port": ("target_wwpn", "storage_array", "port_name", "role", "port_state", "protocol"),
        },
        detect=_detect_ports,
        read=_read_ports,
        needles=("WWPN", "topo", "portgrp"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*ID[ \t,]+WWPN[ \t,]+State[ \t,]+Type[ \t,]+topo\b",
        owner_in=owner_in,
        captured_in=captured_in,
    ),
    Reader(
        name="ds8000-lshostconnect",
        platform="ds8000",
        command="lshostconnect",
        provides={
            "storage_array": ARRAY,
            "registered_initiator": word_list("storage_array initiator_name initiator_wwpn initiator_type registered"),
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
            "mask_port": ("storage_array", "view", "port_name"),
        },
        detect=_detect_connections,
        read=_read_connections,
        needles=("WWPN", "HostType", "volgrpID"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*Name[ \t,]+ID[ \t,]+WWPN[ \t,]+HostType\b",
        owner_in=owner_in,
        captured_in=captured_in,
    ),
)
