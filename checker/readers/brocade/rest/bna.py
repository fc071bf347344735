"""Brocade Network Advisor REST (``/rest/resourcegroups/All/fcfabrics/<key>/…``): zones, zone sets, switches and ports.

::

    {"zones": [{"key": "z_db01-true", "name": "z_db01", "type": "STANDARD", "active": true,
                "aliasNames": [], "memberNames": ["10:00:00:90:FA:00:00:05", "50:00:14:42:A0:00:00:00"],
                "peerZone": false}]}

``active`` (and the suffix ``-true`` or ``-false`` of the key) distinguishes the effective from the defined configuration. A
response does not name its fabric or switch, so objects without a switch name belong to the owner of the capture. Events
and the list of fabrics are recognised, but contain no facts about a switch.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.brocade.rest.documents import Record, noted_values, record_of
from checker.readers.brocade.rest.switches import fabric_id
from checker.readers.brocade.zoning import zone_database
from checker.readers.brocade.zoning.zone_database import Item, Member, ZoneDatabase
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.declared import Facts, Field, provided
from checker.readers.toolkit.declarations.fields import (
    computed,
    const,
    decimal,
    fcid,
    first,
    flag,
    lower,
    number,
    owner,
    wwn,
)
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList, line_of

_LISTS = ("zones", "zonesets", "zoneSets", "zoneAliases", "zonealiases", "fcPorts", "fcSwitches", "fcFabrics", "events")
_LIST = re.compile(r'"(?:' + "|".join(_LISTS) + r'|zonedbs|zoneDBs)"\s*:\s*\[')
_OWN = (
    '"zoneNames"', '"peerZoneDetails"', '"memberNames"', '"aliasNames"', '"remotePortWwn"', '"userPortNumber"',
    '"fcsRole"', '"virtualFabricId"', '"seedSwitchWwn"', '"lastOccurrenceSwitchTime"',
)  # fmt: skip
_NO_FACTS = {"fcFabrics": "the list of fabrics", "events": "events"}


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _LIST.search(head) and any(word in head for word in _OWN):
        return Detection(93, "a listing of Brocade Network Advisor")
    return None


def _read(capture: Capture, out: Writer) -> None:
    database = ZoneDatabase()
    skipped: dict[str, int] = {}
    context = Context(capture, out, capture.owner)
    for value in noted_values(capture, out):
        _document(value, database, context, skipped)
    database.write(capture.owner, out)
    for name, line in skipped.items():
        out.note(line, f"skipped {name} of Network Advisor: nothing is read from it")


def _document(value: object, database: ZoneDatabase, context: Context, skipped: dict[str, int]) -> None:
    if isinstance(value, LocatedList):
        for item in value:
            _document(item, database, context, skipped)
    if not isinstance(value, LocatedDict):
        return
    total = value.get("totalResults")
    for key, child in value.items():
        if key in _NO_FACTS:
            skipped.setdefault(_NO_FACTS[key], line_of(child, value.line))
        elif key in ("zonedbs", "zoneDBs"):
            _document(child, database, context, skipped)
        elif key in _LISTS:
            listed = child if isinstance(child, LocatedList) else ()
            records = [record_of(key, item) for item in listed if isinstance(item, LocatedDict)]
            for record in records:
                _write(record, database, context)
            if isinstance(total, int) and not isinstance(total, bool):
                context.out.printed_count, context.out.counted_records = total, len(records)


def _write(record: Record, database: ZoneDatabase, context: Context) -> None:
    if record.type == "fcSwitches":
        _SWITCH.write(record, context)
        _HEALTH.write(record, context)
    elif record.type == "fcPorts":
        _PORT.write(record, context)
        _DEVICE.write(record, context)
    elif record.text("name") is None:
        context.out.note(record.line, "skipped an entry without a name")
    elif record.type == "zones":
        database.items.append(_zone(record))
    elif record.type.lower() == "zonesets":
        database.items.append(_item("cfg", record, "zoneNames"))
    else:
        database.items.append(_item("alias", record, "memberNames"))


def _active(record: Record) -> bool:
    stated = record.flag("active")
    return stated if stated is not None else (record.text("key") or "").endswith("-true")


def _members(record: Record, *leaves: str, role: str | None = None) -> list[Member]:
    return [Member(text, line, role) for leaf in leaves for text, line in record.texts(leaf, leaf)]


def _item(keyword: str, record: Record, *leaves: str) -> Item:
    active = _active(record) and keyword != "alias"
    return Item(keyword, record.text("name") or "", record.line, active, _members(record, *leaves))


def _zone(record: Record) -> Item:
    item = _item("zone", record, "memberNames", "aliasNames")
    details = record.leaves.get("peerZoneDetails")
    if record.flag("peerZone") and isinstance(details, LocatedDict):
        item.zone_type = "peer"
        principal = record_of("principal", details)
        item.members += _members(principal, "principalMemberName", "principalAliasName", role="principal")
        peers = details.get("peerMembers")
        peer = record_of("peer", peers if isinstance(peers, LocatedDict) else details)
        item.members += _members(peer, "peerMemberName", "peerAliasName", role="peer")
    return item


def _slot(port: Record) -> str | None:
    slot = port.number("slotNumber")
    return str(slot) if slot else None


def _port(port: Record) -> str | None:
    number, slot = port.number("portNumber", "userPortNumber"), _slot(port)
    return None if number is None else fos.port_name(str(number), slot)


def _port_state(port: Record) -> str | None:
    return (port.text("status", "state") or "").lower() or None


def _port_type(port: Record) -> str | None:
    kind = (port.text("type") or "").removesuffix("_PORT").removesuffix("-PORT")
    return kind if kind.isalpha() and len(kind) < 4 else None


def _speed(port: Record) -> float | None:
    online = (port.text("state") or "").upper() == "ONLINE"
    return normalise.speed_gbps(port.text("speed")) if online else None


def _attached(port: Record) -> str | None:
    return normalise.wwn(port.text("remotePortWwn")) if _port_type(port) in ("F", "FL") else None


_PLACE: Field[Record] = computed(lambda port, context: f"{context.owner} port {_port(port)}")
_SWITCH = Facts[Record](
    "switch", place=first("name", owner), switch=first("name", owner), vendor=const("brocade"), switch_wwn=wwn("wwn"),
    model="type", domain_id="domainId", switch_role=lower("role"), switch_state=lower("state"),
    fabric_id=fabric_id("virtualFabricId"), ip_address="ipAddress", firmware_version="firmwareVersion",
)  # fmt: skip
_HEALTH = Facts[Record](
    "fabric_setting", needs=("switch", "value"), place="operationalStatus", switch=first("name", owner), vsan=const(""),
    setting=const("health"), value="operationalStatus",
)  # fmt: skip
_PORT = Facts[Record](
    "switch_port", needs="port", note="skipped a port without a number", place=_PLACE, switch=owner, port=_port,
    port_index=number("portIndex"), slot=_slot, fcid=fcid("portId"), port_state=_port_state, port_type=_port_type,
    speed_gbps=_speed, max_speed_gbps=decimal("maxPortSpeed"), port_wwn=wwn("wwn"), attached_wwn=wwn("remotePortWwn"),
    description="name", buffer_credits=number("bufferAllocated"), persistently_disabled=flag("persistentlyDisabled"),
    sfp_present=lambda port: False if _port_state(port) == "no_module" else None,
)  # fmt: skip
_DEVICE = Facts[Record](
    "login", needs=("port", "wwpn"), place=_PLACE, switch=owner, vsan=const(""), wwpn=_attached,
    wwnn=wwn("remoteNodeWwn"), port=_port, port_index=number("portIndex"), local=True,
)  # fmt: skip
READERS = (
    Reader(
        name="brocade-bna-rest", platform="brocade", command="GET /rest/resourcegroups",
        provides=provided(_SWITCH, _HEALTH, _PORT, _DEVICE, zone_database.PROVIDES), needles=("{",), detect=_detect, read=_read,
        trust=50,
    ),
)  # fmt: skip
