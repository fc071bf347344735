"""Zoning in FOS REST records: defined and effective configuration, aliases, zones, configurations."""

from __future__ import annotations

from collections.abc import Iterable

from checker.readers.brocade.rest.documents import Record
from checker.readers.brocade.zoning.zone_database import Item, Member, ZoneDatabase
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const, number, owner
from checker.readers.toolkit.declarations.json_family import Joint
from checker.readers.toolkit.declarations.records import Context

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


def _named(record: Record, keyword: str, container: str, leaf: str) -> Item | None:
    name = record.text(f"{keyword}-name")
    members = [Member(text, line) for text, line in record.texts(container, leaf)]
    return None if name is None else Item(keyword, name, record.line, False, members)


def _items_of(record: Record) -> list[Item]:
    """Return the configurations, zones and aliases that one record declares."""
    found: list[Item | None] = []
    if record.type == "zone":
        found = [_zone(record, active=False)]
    elif record.type == "alias":
        found = [_named(record, "alias", "member-entry", "alias-entry-name")]
    elif record.type == "cfg":
        found = [_named(record, "cfg", "member-zone", "zone-name")]
    elif record.type == "defined-configuration":
        for keyword in ("cfg", "zone", "alias"):
            for child in record.children(keyword):
                found += _items_of(child)
    elif record.type == "effective-configuration":
        name = record.text("cfg-name")
        if name:
            found.append(Item("cfg", name, record.at("cfg-name"), True))
        found += [_zone(child, active=True) for child in record.children("enabled-zone")]
    return [item for item in found if item is not None]


def _access(configuration: Record) -> str | None:
    return _DEFAULT_ZONE.get((configuration.text("default-zone-access") or "").lower())


def _pending(configuration: Record) -> bool | None:
    token = configuration.number("transaction-token")
    return None if token is None else token != 0


STATE = Facts[Record](
    "vsan", when=lambda item: item.text("default-zone-access", "transaction-token", "db-committed"), switch=owner,
    vsan=const(""), default_zone=_access, pending_session=_pending, zone_database_bytes=number("db-committed"),
)  # fmt: skip
LIMIT = Facts[Record](
    "fabric_setting", needs="value", line="db-max", switch=owner, vsan=const(""),
    setting=const("zone database maximum bytes"), value="db-max",
)  # fmt: skip


def _write(found: Iterable[Record], context: Context) -> None:
    """Write the zoning of all records of one switch, and the state of its zoning database."""
    database = ZoneDatabase()
    for record in found:
        database.items.extend(_items_of(record))
        if record.type == "effective-configuration":
            STATE.write(record, context)
            LIMIT.write(record, context)
            if "cfg-name" in record.lines and not record.text("cfg-name"):
                database.nothing_in_effect = record.line
    database.write(context.owner, context.out)


_TYPES = ("zone", "alias", "cfg", "defined-configuration", "effective-configuration")
JOINT = Joint(_TYPES, _write, (STATE, LIMIT))
