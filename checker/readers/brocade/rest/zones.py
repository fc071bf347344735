"""Zoning in FOS REST records: defined and effective configuration, aliases, zones, configurations."""

from __future__ import annotations

from checker.facts.observations import Value, Writer
from checker.readers.brocade.rest.documents import Record
from checker.readers.brocade.zoning.zone_database import Item, Member, ZoneDatabase

_PEER_TYPES = ("1", "2", "user-created-peer-zone", "target-created-peer-zone")
_DEFAULT_ZONE = {"0": "deny", "1": "permit", "no-access": "deny", "all-access": "permit"}


def _zone(record: Record, active: bool) -> Item | None:
    name = record.text("zone-name")
    if name is None:
        return None
    item = Item("zone", name, record.line, active)
    peer = record.text("zone-type-string", "zone-type") in _PEER_TYPES or record.text("zone-type") in _PEER_TYPES
    for entry in record.children("member-entry"):
        principals = entry.texts("principal-entry-name", "principal-entry-name")
        peer = peer or bool(principals)
        item.members += [Member(text, line, "principal") for text, line in principals]
        role = "peer" if peer else None
        item.members += [Member(text, line, role) for text, line in entry.texts("entry-name", "entry-name")]
    item.zone_type = "peer" if peer else None
    return item


def _named(record: Record, keyword: str, container: str, leaf: str, active: bool) -> Item | None:
    name = record.text(f"{keyword}-name")
    if name is None:
        return None
    members = [Member(text, line) for text, line in record.texts(container, leaf)]
    return Item(keyword, name, record.line, active, members)


def items_of(record: Record) -> list[Item]:
    """Return the configurations, zones and aliases that one record declares."""
    found: list[Item | None] = []
    if record.resource == "zone":
        found = [_zone(record, active=False)]
    elif record.resource == "alias":
        found = [_named(record, "alias", "member-entry", "alias-entry-name", active=False)]
    elif record.resource == "cfg":
        found = [_named(record, "cfg", "member-zone", "zone-name", active=False)]
    elif record.resource == "defined-configuration":
        for keyword in ("cfg", "zone", "alias"):
            for child in record.children(keyword):
                found += items_of(child)
    elif record.resource == "effective-configuration":
        name = record.text("cfg-name")
        if name:
            found.append(Item("cfg", name, record.lines.get("cfg-name", record.line), True))
        found += [_zone(child, active=True) for child in record.children("enabled-zone")]
    return [item for item in found if item is not None]


def write_zoning(found: list[Record], out: Writer, switch: str) -> None:
    """Write the zoning of all records of one switch, and the state of its zoning database."""
    database = ZoneDatabase()
    for record in found:
        database.items.extend(items_of(record))
        if record.resource == "effective-configuration":
            _write_state(record, out, switch)
            if "cfg-name" in record.lines and not record.text("cfg-name"):
                database.nothing_in_effect = record.line
    database.write(switch, out)


def _write_state(record: Record, out: Writer, switch: str) -> None:
    access = record.text("default-zone-access")
    token = record.integer("transaction-token")
    facts: dict[str, Value] = {
        "default_zone": _DEFAULT_ZONE.get(access.lower()) if access else None,
        "pending_session": token != 0 if token is not None else None,
        "zone_database_bytes": record.integer("db-committed"),
    }
    if any(value is not None for value in facts.values()):
        out.add("vsan", record.line, switch=switch, vsan="", **facts)
    limit = record.text("db-max")
    if limit is not None:
        line = record.lines.get("db-max", record.line)
        setting = "zone database maximum bytes"
        out.add("fabric_setting", line, switch=switch, vsan="", setting=setting, value=limit)
