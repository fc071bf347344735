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
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.clariion.lines import (
    Facts,
    Record,
    by_lines,
    is_iscsi,
    port_name,
    port_of,
    printed,
    processor,
    records,
    setting,
    title,
    uid_node,
    uid_port,
)
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import (
    LONGEST_NAME,
    const,
    first,
    flag,
    iscsi_name,
    lower,
    owner,
    parsed,
    speed,
)
from checker.readers.toolkit.numbers import decimal
from checker.readers.toolkit.packed_list import PackedList

_HEADLINE = re.compile(r"(?m)^[ \t]*Information about each (?:HBA|SPPORT|SP PORT|port of this HBA)")
_SP_NAME = re.compile(r"(?m)^[ \t]*SP Name:[ \t]+SP [AB]")
# The address is printed in decimal; its first byte is the domain ID, which is never 0 in a fabric.
_FIRST_ADDRESS = 0x010000
_GROUP = "storagegroup name"
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


_BLOCKS = records(
    "hba uid", "sp name", title=lambda name: processor(name) or name, skipped=("information about", "total number")
)


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the ports of the array, then every initiator and its blocks: logins need the WWPNs of all ports."""
    initiators: PackedList[list[Record]] = PackedList()
    wwpn_of: dict[str, str] = {}
    for record in _BLOCKS(capture, out):
        if "hba uid" in record.values:
            initiators.append([record])
        elif any(key in record.values for key in ("logged in", "defined", "trusted")):
            if initiators:
                initiators[-1].append(record)
            else:
                out.note(record.line, "skipped a login: its initiator is not in this text")
        elif "sp uid" in record.values and not is_iscsi(uid := record.values["sp uid"]):
            if (wwpn := normalise.wwn(port_of(uid))) is not None:
                wwpn_of[_port_name(record) or ""] = wwpn
            record.type = "target"
            yield record
    for initiator, *logins in initiators:
        uid = initiator.values["hba uid"] = initiator.title
        if not uid:
            continue
        if is_iscsi(uid):
            yield from _iscsi_members(uid, logins)
            continue
        kinds = {kind for login in logins if (kind := login.text("initiator type")) is not None}
        initiator.values["type of all"] = kinds.pop() if len(kinds) == 1 else ""
        defined = {login.flag("defined") for login in logins} - {None}
        initiator.values["defined by any"] = ("yes" if True in defined else "no") if defined else ""
        initiator.type = "initiator"
        yield initiator
        views: set[str] = set()
        wwpn = normalise.wwn(port_of(uid)) or ""
        for login in logins:
            port = _port_name(login) or ""
            login.values |= {"hba uid": uid, "wwpn": wwpn, "port": port, "target": wwpn_of.get(port, "")}
            login.type = "login"
            view = _view(login)
            if view:
                login.values["view"] = view
                login.type = "login" if view in views else "first login"
                views.add(view)
            yield login


def _view(login: Record) -> str:
    view = login.values.get(_GROUP, "").strip()
    return "" if view.lower() in _NO_GROUP else view


def _iscsi_members(uid: str, logins: list[Record]) -> Iterator[Record]:
    """Yield a login with an iSCSI name for each storage group that it states."""
    for login in logins:
        if view := _view(login):
            login.values |= {"hba uid": uid, "view": view}
            login.type = "iscsi initiator"
            yield login


def _port_name(record: Record) -> str | None:
    return port_name(processor(record.title), record.text("sp port id"))


def _initiator_name(record: Record) -> str | None:
    uid = record.values["hba uid"]
    return None if normalise.wwn(port_of(uid)) else uid[:LONGEST_NAME]


def _max_speed(record: Record) -> float | None:
    offered = (normalise.speed_gbps(line.rstrip(".")) for line in record.values.get("available speeds", "").split("\n"))
    return max((gbps for gbps in offered if gbps is not None), default=None)


def _address(record: Record) -> str | None:
    address = record.number("sp source id")
    return f"{address:06x}" if address is not None and _FIRST_ADDRESS <= address < 1 << 24 else None


def _login_scope(record: Record) -> str | None:
    return " ".join(filter(None, (record.text("wwpn"), record.text("port")))) if record.text("wwpn") else None


def _queue_full(record: Record) -> float | None:
    count = record.number("queue full/busy")
    return None if count is None else decimal(count)


_TARGETS = Facts(
    "target_port", target_wwpn=uid_port("sp uid"), wwnn=uid_node("sp uid"), storage_array=owner,
    director=lambda record: processor(record.title), port="sp port id", port_name=_port_name, role=const("front-end"),
    port_state=lower("link status"), operational_status=lower("port status"),
    enabled=parsed(lambda status: status.lower() != "disabled", "port status"), protocol=const("fc"),
    speed_gbps=speed("speed value"), max_speed_gbps=_max_speed, fcid=_address,
)  # fmt: skip
_BUSY = Facts(
    "port_load", needs=("about_key", "value"), line="queue full/busy", about_kind=const("target_port"),
    about_key=first(uid_port("sp uid", report=False), _port_name), metric=const("queue_full_count"), value=_queue_full,
)  # fmt: skip
_INITIATORS = Facts(
    "registered_initiator", storage_array=owner, initiator_name=_initiator_name, initiator_wwpn=uid_port("hba uid"),
    wwnn=uid_node("hba uid"), host="server name", initiator_type="type of all", registered=flag("defined by any"),
)  # fmt: skip
_LOGINS = (
    Facts(
        "array_login", needs=("initiator_wwpn", "port_name"), storage_array=owner, initiator_wwpn="wwpn",
        target_wwpn="target", port_name="port", logged_in=flag("logged in"),
    ),
    setting("failover mode", _login_scope), setting("failovermode", _login_scope, "failover mode"),
    setting("arraycommpath", _login_scope), setting("arraycompath", _login_scope),
    setting("unit serial number", _login_scope),
    Facts(
        "mask_port", when=lambda record: "view" in record.values, needs="port_name", line=_GROUP, storage_array=owner,
        view=printed("view"), target_wwpn="target", port_name="port",
    ),
)  # fmt: skip
_VIEWS = (
    Facts("mask_view", line=_GROUP, storage_array=owner, view=printed("view")),
    Facts(
        "mask_initiator", line=_GROUP, storage_array=owner, view=printed("view"), initiator_wwpn="wwpn",
        initiator_name=_initiator_name,
    ),
)  # fmt: skip
_ISCSI_MEMBERS = Facts(
    "mask_iscsi", needs=("view", "initiator_name"), distinct=True, line=_GROUP, storage_array=owner, view=printed("view"),
    initiator_name=iscsi_name("hba uid"),
)  # fmt: skip
_TYPES = {
    "iscsi initiator": (_ISCSI_MEMBERS,),
    "target": (_TARGETS, _BUSY), "initiator": (_INITIATORS,), "login": _LOGINS, "first login": (*_LOGINS, *_VIEWS),
}  # fmt: skip
_CONNECTIONS = Facts(
    "target_port", when=lambda record: not is_iscsi(record.text("port wwn") or "iqn."),
    target_wwpn=uid_port("port wwn"), wwnn=uid_node("port wwn"), storage_array=owner, director=title, port="port id",
    port_name=lambda record: port_name(record.title, record.text("port id")), role=const("front-end"),
    speed_gbps=parsed(lambda speed: normalise.speed_gbps(speed.replace(" Mb", "M")), "port speed"),
)  # fmt: skip

READERS = (
    Family("clariion", _rows).reader(
        "clariion-port-list", "naviseccli port -list -all", _detect, ByType(_TYPES), needles=(":",),
    ),
    Family("clariion", records("sp", title=processor)).reader(
        "clariion-connection-getport", "naviseccli connection -getport",
        by_lines(93, "Ethernet ports of storage processors", r"^[ \t]*SP:[ \t]+(?:SP )?[AB][ \t]*$", "Port WWN:"),
        _CONNECTIONS, needles=("Port WWN:",),
    ),
)  # fmt: skip
