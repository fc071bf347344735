"""Ports and logins: naviseccli ``port -list -sp -all``, ``port -list -hba``, ``port -list -gname`` and ``connection -getport``.

::

    Information about each HBA:

    HBA UID:                 20:00:00:00:C9:00:00:01:10:00:00:00:C9:00:00:01
    Server Name:             esx01
    Information about each port of this HBA:

        SP Name:               SP A
        SP Port ID:            6
        Logged In:             YES
        StorageGroup Name:     SG_esx01

    Information about each SPPORT:

    SP Name:             SP A
    SP Port ID:          6
    SP UID:              50:06:01:60:88:60:00:01:50:06:01:66:08:60:00:01

A block is identified by its keys, not by its headline, which copies lose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.clariion.lines import (
    Entry,
    Record,
    entries,
    is_iscsi,
    node_and_port,
    port_name,
    processor,
    records,
)
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_HEADLINE = re.compile(r"(?m)^[ \t]*Information about each (?:HBA|SPPORT|SP PORT|port of this HBA)")
_SP_NAME = re.compile(r"(?m)^[ \t]*SP Name:[ \t]+SP [AB]")
_PER_INITIATOR = ("failover mode", "failovermode", "arraycommpath", "arraycompath", "unit serial number")
# The address is printed in decimal; its first byte is the domain ID, which is never 0 in a fabric.
_FIRST_ADDRESS = 0x010000
_NO_GROUP = ("none", "n/a", "")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _HEADLINE.search(head):
        return Detection(95, "ports of storage processors, or initiators known to them")
    if _SP_NAME.search(head) and "SP Port ID:" in head:
        return Detection(90, "ports of storage processors")
    if "HBA UID:" in head and ("Server Name:" in head or "Logged In:" in head):
        return Detection(90, "initiators known to storage processors")
    return None


def _title(entry: Entry) -> str | None:
    if entry.key == "hba uid":
        return entry.value
    if entry.key == "sp name":
        return processor(entry.value) or entry.value
    return None


def write_ports(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write target ports, registered initiators and their logins."""
    initiator: _Initiator | None = None
    initiators: PackedList[_Initiator] = PackedList()
    wwpn_of: dict[str, str] = {}
    lines = (entry for entry in found if not entry.key.startswith(("information about", "total number")))
    for record in records(lines, _title, out):
        if "hba uid" in record.values:
            initiator = _Initiator(record)
            initiators.append(initiator)
        elif any(key in record.values for key in ("logged in", "defined", "trusted")):
            if initiator is None:
                out.note(record.line, "a login was left out: the initiator it belongs to is not in this text")
            else:
                initiator.ports.append(record)
        elif "sp uid" in record.values:
            _write_target(record, capture, out, wwpn_of)
    for known in initiators:
        known.write(capture, out, wwpn_of)


def _read(capture: Capture, out: Writer) -> None:
    write_ports(entries(capture), capture, out)


def _write_target(record: Record, capture: Capture, out: Writer, wwpn_of: dict[str, str]) -> None:
    uid = record.values["sp uid"]
    if is_iscsi(uid):
        return
    line = record.at("sp uid")
    node, port = node_and_port(uid, line, out, "target_port", "target_wwpn")
    director = processor(record.title)
    name = port_name(director, record.get("sp port id"))
    if port is not None and name is not None:
        wwpn_of[name] = port
    link, status = record.get("link status"), record.get("port status")
    offered = record.values.get("available speeds", "").split("\n")
    speeds = [speed for text in offered if (speed := normalise.speed_gbps(text.rstrip("."))) is not None]
    address = record.number("sp source id")
    out.add(
        "target_port",
        record.line,
        target_wwpn=port,
        wwnn=node,
        storage_array=capture.owner,
        director=director,
        port=record.get("sp port id"),
        port_name=name,
        role="front-end",
        port_state=link.lower() if link else None,
        operational_status=status.lower() if status else None,
        enabled=None if status is None else status.lower() != "disabled",
        protocol="fc",
        speed_gbps=normalise.speed_gbps(record.get("speed value")),
        max_speed_gbps=max(speeds, default=None),
        fcid=f"{address:06x}" if address is not None and _FIRST_ADDRESS <= address < 1 << 24 else None,
    )
    busy = record.number("queue full/busy")
    if busy is not None and (port is not None or name is not None):
        out.add(
            "port_load",
            record.at("queue full/busy"),
            about_kind="target_port",
            about_key=port or name,
            metric="queue_full_count",
            value=float(busy),
        )


class _Initiator:
    """An HBA and the blocks about its ports; written when the whole text is known."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.ports: PackedList[Record] = PackedList()

    def write(self, capture: Capture, out: Writer, wwpn_of: dict[str, str]) -> None:
        uid = self.record.title
        if is_iscsi(uid) or not uid:
            return
        node, port = node_and_port(uid, self.record.line, out, "registered_initiator", "initiator_wwpn")
        kinds = {kind for record in self.ports if (kind := record.get("initiator type")) is not None}
        defined = {record.flag("defined") for record in self.ports} - {None}
        out.add(
            "registered_initiator",
            self.record.line,
            storage_array=capture.owner,
            initiator_name=None if port else uid[:200],
            initiator_wwpn=port,
            wwnn=node,
            host=self.record.get("server name"),
            initiator_type=kinds.pop() if len(kinds) == 1 else None,
            registered=True in defined if defined else None,
        )
        views: set[str] = set()
        for record in self.ports:
            self._write_login(record, port, capture, out, wwpn_of, views)

    def _write_login(
        self,
        record: Record,
        port: str | None,
        capture: Capture,
        out: Writer,
        wwpn_of: dict[str, str],
        views: set[str],
    ) -> None:
        name = port_name(processor(record.title), record.get("sp port id"))
        target = wwpn_of.get(name or "")
        if port is not None and name is not None:
            out.add(
                "array_login",
                record.line,
                storage_array=capture.owner,
                initiator_wwpn=port,
                target_wwpn=target,
                port_name=name,
                logged_in=record.flag("logged in"),
            )
        for key in _PER_INITIATOR:
            value = record.get(key)
            if value is not None and port is not None:
                out.add(
                    "array_setting",
                    record.at(key),
                    storage_array=capture.owner,
                    scope=f"{port} {name}" if name else port,
                    setting="failover mode" if key == "failovermode" else key,
                    value=value,
                )
        view = record.values.get("storagegroup name", "").strip()
        if view.lower() in _NO_GROUP:
            return
        line = record.at("storagegroup name")
        if view not in views:
            views.add(view)
            out.add("mask_view", line, storage_array=capture.owner, view=view)
            out.add(
                "mask_initiator",
                line,
                storage_array=capture.owner,
                view=view,
                initiator_wwpn=port,
                initiator_name=None if port else self.record.title[:200],
            )
        if name is not None:
            out.add("mask_port", line, storage_array=capture.owner, view=view, target_wwpn=target, port_name=name)


def _detect_connection(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"(?m)^[ \t]*SP:[ \t]+(?:SP )?[AB][ \t]*$", head) and "Port WWN:" in head:
        return Detection(93, "Ethernet ports of storage processors")
    return None


def _read_connection(capture: Capture, out: Writer) -> None:
    for record in records(entries(capture), lambda entry: processor(entry.value) if entry.key == "sp" else None, out):
        uid = record.get("port wwn")
        if uid is None or is_iscsi(uid):
            continue
        node, port = node_and_port(uid, record.at("port wwn"), out, "target_port", "target_wwpn")
        out.add(
            "target_port",
            record.line,
            target_wwpn=port,
            wwnn=node,
            storage_array=capture.owner,
            director=record.title,
            port=record.get("port id"),
            port_name=port_name(record.title, record.get("port id")),
            role="front-end",
            speed_gbps=normalise.speed_gbps((record.get("port speed") or "").replace(" Mb", "M") or None),
        )


READERS = (
    Reader(
        name="clariion-port-list",
        platform="clariion",
        command="naviseccli port -list -all",
        provides={
            "target_port": word_list("""
                target_wwpn wwnn storage_array director port port_name role port_state operational_status enabled
                protocol speed_gbps max_speed_gbps fcid
            """),
            "registered_initiator": word_list("""
                storage_array initiator_name initiator_wwpn wwnn host initiator_type registered
            """),
            "array_login": ("storage_array", "initiator_wwpn", "target_wwpn", "port_name", "logged_in"),
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
            "mask_port": ("storage_array", "view", "target_wwpn", "port_name"),
            "array_setting": ("storage_array", "scope", "setting", "value"),
            "port_load": ("about_kind", "about_key", "metric", "value"),
        },
        detect=_detect,
        read=_read,
        needles=(":",),
    ),
    Reader(
        name="clariion-connection-getport",
        platform="clariion",
        command="naviseccli connection -getport",
        provides={"target_port": word_list("target_wwpn wwnn storage_array director port port_name role speed_gbps")},
        detect=_detect_connection,
        read=_read_connection,
        needles=("Port WWN:",),
    ),
)
