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
from checker.facts.observations import Value, Writer
from checker.readers.brocade.rest.documents import Record, from_json
from checker.readers.brocade.zoning.zone_database import Item, Member, ZoneDatabase
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.json_documents import Skipped
from checker.readers.toolkit.located_json import LocatedDict, LocatedList, line_of

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
    passed: dict[str, int] = {}
    for part in from_json(capture.text, capture.first_line):
        if isinstance(part, Skipped):
            out.unread(part.line, part.lines)
            out.ends_inside_record |= part.truncated
            if part.problem:
                out.note(part.line, f"invalid JSON: {part.problem}")
            continue
        value, cut_off = part
        if cut_off:
            out.ends_inside_record = True
            out.note(capture.first_line, "truncated document; its complete parts were read")
        _document(value, database, capture.owner, out, passed)
    database.write(capture.owner, out)
    for name, line in passed.items():
        out.note(line, f"skipped {name} of Network Advisor: nothing is read from it")


def _document(value: object, database: ZoneDatabase, owner: str, out: Writer, passed: dict[str, int]) -> None:
    if isinstance(value, LocatedList):
        for item in value:
            _document(item, database, owner, out, passed)
    if not isinstance(value, LocatedDict):
        return
    total = value.get("totalResults")
    for key, child in value.items():
        records = [_record(key, item) for item in child if isinstance(item, LocatedDict)] if _is_list(child) else []
        if key in _NO_FACTS:
            passed.setdefault(_NO_FACTS[key], line_of(child, value.line))
        elif key in ("zonedbs", "zoneDBs"):
            _document(child, database, owner, out, passed)
        elif key in _LISTS:
            for record in records:
                _write(record, database, owner, out)
            if isinstance(total, int) and not isinstance(total, bool):
                out.printed_count, out.counted_records = total, len(records)


def _is_list(value: object) -> bool:
    return isinstance(value, LocatedList)


def _record(resource: str, value: LocatedDict) -> Record:
    leaves = {key: child for key, child in value.items() if child is not None}
    return Record(resource, value.line, leaves, dict(value.key_lines))


def _write(record: Record, database: ZoneDatabase, owner: str, out: Writer) -> None:
    if record.resource == "fcSwitches":
        _switch(record, owner, out)
    elif record.resource == "fcPorts":
        _port(record, owner, out)
    elif record.text("name") is None:
        out.note(record.line, "skipped an entry without a name")
    elif record.resource == "zones":
        database.items.append(_zone(record))
    elif record.resource.lower() == "zonesets":
        database.items.append(_item("cfg", record, "zoneNames"))
    else:
        database.items.append(_item("alias", record, "memberNames"))


def _active(record: Record) -> bool:
    stated = record.flag("active")
    return stated if stated is not None else (record.text("key") or "").endswith("-true")


def _item(keyword: str, record: Record, leaf: str) -> Item:
    members = [Member(text, line) for text, line in record.texts(leaf, leaf)]
    return Item(keyword, record.text("name") or "", record.line, _active(record) and keyword != "alias", members)


def _zone(record: Record) -> Item:
    item = Item("zone", record.text("name") or "", record.line, _active(record))
    for leaf in ("memberNames", "aliasNames"):
        item.members += [Member(text, line) for text, line in record.texts(leaf, leaf)]
    details = record.leaves.get("peerZoneDetails")
    if record.flag("peerZone") and isinstance(details, LocatedDict):
        item.zone_type = "peer"
        principal = _record("principal", details)
        for leaf in ("principalMemberName", "principalAliasName"):
            item.members += [Member(text, line, "principal") for text, line in principal.texts(leaf, leaf)]
        peers = details.get("peerMembers")
        peer = _record("peer", peers if isinstance(peers, LocatedDict) else details)
        for leaf in ("peerMemberName", "peerAliasName"):
            item.members += [Member(text, line, "peer") for text, line in peer.texts(leaf, leaf)]
    return item


def _switch(record: Record, owner: str, out: Writer) -> None:
    name = record.text("name") or owner
    fabric_id = record.integer("virtualFabricId")
    role = record.text("role")
    state = record.text("state")
    out.add(
        "switch",
        record.line,
        switch=name,
        vendor="brocade",
        switch_wwn=out.wwn(record.text("wwn"), record.line, "switch", "switch_wwn", name),
        model=record.text("type"),
        domain_id=record.text("domainId"),
        switch_role=role.lower() if role else None,
        switch_state=state.lower() if state else None,
        fabric_id=str(fabric_id) if fabric_id is not None and fabric_id > 0 else None,
        ip_address=record.text("ipAddress"),
        firmware_version=record.text("firmwareVersion"),
    )


def _port(record: Record, owner: str, out: Writer) -> None:
    slot, number = record.integer("slotNumber"), record.integer("portNumber", "userPortNumber")
    if number is None:
        out.note(record.line, "skipped a port without a number")
        return
    port = f"{slot}/{number}" if slot else str(number)
    place = f"{owner} port {port}"
    kind = (record.text("type") or "").removesuffix("_PORT").removesuffix("-PORT")
    online = (record.text("state") or "").upper() == "ONLINE"
    status = (record.text("status") or record.text("state") or "").lower()
    attached = out.wwn(record.text("remotePortWwn"), record.line, "switch_port", "attached_wwn", place)
    index = record.integer("portIndex")
    facts: dict[str, Value] = {
        "port_index": index,
        "slot": str(slot) if slot else None,
        "fcid": normalise.fcid(record.text("portId")),
        "port_state": status or None,
        "port_type": kind if kind.isalpha() and len(kind) < 4 else None,
        "speed_gbps": normalise.speed_gbps(record.text("speed")) if online else None,
        "max_speed_gbps": record.number("maxPortSpeed"),
        "port_wwn": out.wwn(record.text("wwn"), record.line, "switch_port", "port_wwn", place),
        "attached_wwn": attached,
        "description": record.text("name"),
        "buffer_credits": record.integer("bufferAllocated"),
        "persistently_disabled": record.flag("persistentlyDisabled"),
    }
    if status == "no_module":
        facts["sfp_present"] = False
    out.add("switch_port", record.line, switch=owner, port=port, **facts)
    if attached and facts["port_type"] in ("F", "FL"):
        out.add(
            "login", record.line, switch=owner, vsan="", wwpn=attached,
            wwnn=out.wwn(record.text("remoteNodeWwn"), record.line, "login", "wwnn", place), port=port,
            port_index=index, local=True,
        )  # fmt: skip


READERS = (
    Reader(
        name="brocade-bna-rest", platform="brocade", command="GET /rest/resourcegroups",
        provides={
            "switch": word_list("""
                switch vendor switch_wwn model domain_id switch_role switch_state fabric_id ip_address firmware_version
            """),
            "switch_port": word_list("""
                switch port port_index slot fcid port_state port_type speed_gbps max_speed_gbps port_wwn attached_wwn
                description buffer_credits persistently_disabled sfp_present
            """),
            "login": ("switch", "vsan", "wwpn", "wwnn", "port", "port_index", "local"),
            "vsan": ("switch", "vsan", "active_zone_set", "default_zone_in_force"),
            "zone": ("switch", "vsan", "active", "zone", "zone_set", "zone_type"),
            "zone_set": ("switch", "vsan", "active", "zone_set", "zone"),
            "zone_member": word_list("switch vsan active zone member member_type wwpn alias member_role"),
            "alias": ("switch", "vsan", "alias", "member", "wwpn"),
        },
        needles=("{",), detect=_detect, read=_read, trust=50,
    ),
)  # fmt: skip
