"""Convert entities to a nested inventory: the inverse of the inventory reader.

Every row goes to the first place whose keys it has: under its host, its switch, its array. A row that fits no place
goes to ``facts``, which accepts any kind. Values that the reader adds itself are omitted, and values that it would add
wrongly are overridden by an explicit null.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from checker.facts import normalise
from checker.facts.inventory.shape import ANY_FACTS, SECTIONS, Section
from checker.facts.kinds import kinds
from checker.facts.values import Value

Row = Mapping[str, Value]
Rows = Mapping[str, Sequence[Row]]
SOURCE = "//source"
"""Key of a row or nested object for its place of origin, which is written as a comment."""
_WWN_NAMES = frozenset(
    [
        "wwnn",
        "wwpn",
        "switch_wwn",
        "member_wwn",
        "peer_wwn",
        "port_wwn",
        "attached_wwn",
        "fabric_wwn",
        "permanent_port_wwn",
    ]
)
# Zoning goes below a switch here; below a fabric, the reader would use the name of the fabric as the switch.
_NOT_USED = (
    ("fabrics", "switches"),
    ("fabrics", "zones"),
    ("fabrics", "defined_zones"),
    ("fabrics", "aliases"),
    ("fabrics", "vsans"),
)


@dataclass
class Nested:
    """One nested object: its own facts, and the sections below it by name.

    ``plain`` is the text that expresses the whole object, if a text can. ``members`` are those of an alias.
    """

    facts: dict[str, Any] = field(default_factory=dict)
    sections: dict[str, dict[str, Nested] | list[Nested]] = field(default_factory=dict)
    source: str | None = None
    plain: str | None = None
    members: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Place:
    """One path to a section: the sections from the top down."""

    way: tuple[Section, ...]

    @property
    def context(self) -> tuple[str, ...]:
        """The columns that the names of the sections above set."""
        return tuple(section.key for section in self.way[:-1] if section.key)


def _places() -> Iterator[_Place]:
    def below(way: tuple[Section, ...]) -> Iterator[_Place]:
        yield _Place(way)
        for child in way[-1].children:
            yield from below((*way, child))

    for section in SECTIONS:
        for place in below((section,)):
            if tuple(one.name for one in place.way[:2]) not in _NOT_USED:
                yield place


def nested(rows: Rows) -> Nested:
    """Nest entity rows, each kind in the order of its keys.

    Args:
        rows: the rows of each kind; None means unknown and is omitted.
    """
    root = Nested()
    places: dict[str, list[_Place]] = {}
    for place in _places():
        places.setdefault(place.way[-1].kind, []).append(place)
    for kind in kinds().values():
        own = sorted(places.get(kind.name, []), key=lambda place: len(place.way))
        # Zoning of a VSAN goes below the VSAN, that of a switch without VSANs below the switch.
        inside = sorted(own, key=lambda place: "vsan" not in place.context)
        for row in sorted(rows.get(kind.name, ()), key=lambda row: _order(kind.name, row)):
            if not any(_put(root, place, row) for place in (inside if row.get("vsan") else own)):
                _put_anywhere(root, kind.name, row)
    order = {section.name: index for index, section in enumerate(SECTIONS)}
    # The sources of the facts change with every capture, so they come last.
    last = {ANY_FACTS: 1, "bad_values": 2, "completeness": 3, "exports": 4, "contradictions": 5}
    root.sections = dict(sorted(root.sections.items(), key=lambda item: (last.get(item[0], 0), order.get(item[0], 0))))
    return root


def _order(kind: str, row: Row) -> tuple[tuple[bool, str], ...]:
    declared = kinds()[kind]
    names = dict.fromkeys([*declared.key_columns, *declared.column_names])
    return tuple((row.get(name) is None, _sortable(row.get(name))) for name in names)


def _sortable(value: Value) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:020}" if isinstance(value, int) and value >= 0 else str(value)


def inherited(way: Sequence[Section], row: Row) -> dict[str, Value]:
    """Return the values that the reader sets for a row at this place from the names and sections above it."""
    found: dict[str, Value] = {}
    for section in way[:-1]:
        if section.key:
            found[section.key] = row.get(section.key)
        found.update(section.sets)
        if section.kind == "switch":
            found["vsan"] = ""
    found.update(way[-1].sets)
    return found


def _put(root: Nested, place: _Place, row: Row) -> bool:
    """Put a row at a place; FALSE if it does not fit there."""
    section = place.way[-1]
    if any(not _name(row.get(name)) for name in place.context):
        return False
    if section.key and not _name(row.get(section.key)) and (section.key != "vsan" or row.get("vsan") != ""):
        return False
    columns = kinds()[section.kind].column_names
    given = {name: value for name, value in inherited(place.way, row).items() if name in columns}
    if any(row.get(name) != value for name, value in section.sets):
        return False
    # If the row omits or overrides a name from above, a key would have to be null.
    if any(
        row.get(name) is not None and row.get(name) != value for name, value in given.items() if name in place.context
    ):
        return False
    stated = {
        name: shown(section.kind, name, row.get(name))
        for name in columns
        if name != section.key and row.get(name) != given.get(name) and (row.get(name) is not None or name in given)
    }
    slot = _slot(root, place, row)
    if slot is None:
        return False
    one = Nested(stated, source=_source(row), plain=_plain(section, stated))
    if section.kind == "alias" and isinstance(slot, dict):
        return _put_member(slot, row, stated)
    if isinstance(slot, list):
        slot.append(one)
        return True
    name = str(row[section.key]) if section.key else ""
    if name in slot:
        # Rows below may already have created the object; its own facts can be stated only once.
        if slot[name].facts or slot[name].source is not None:
            return False
        slot[name].facts, slot[name].source = stated, one.source
    else:
        slot[name] = one
    return True


def _put_member(slot: dict[str, Nested], row: Row, stated: Mapping[str, Any]) -> bool:
    """Put one member of an alias; a list can only contain members that a text expresses completely."""
    member = row.get("member")
    if not isinstance(member, str) or set(stated) - {"member", "wwpn"} or row.get("wwpn") != _wwn(member):
        return False
    one = slot.setdefault(str(row["alias"]), Nested(source=_source(row)))
    one.members.append(_colons(member))
    return True


def _plain(section: Section, stated: Mapping[str, Any]) -> str | None:
    """Return the text that represents an object in a list, if reading it yields exactly the stated values."""
    if section.text is None:
        return None
    text = stated.get(section.text)
    if not isinstance(text, str) or not text or text != text.strip():
        return None
    if section.kind == "zone_member":
        if _wwn(text):
            expected = {"member": text, "member_type": "wwpn", "wwpn": text}
        elif re.fullmatch(r"[0-9]+,[0-9]+", text):
            expected = {"member": text, "member_type": "domain_port"}
        elif normalise.is_like_wwn(text):
            expected = {"member": text, "member_type": "wwpn"}
        else:
            expected = {"member": text, "member_type": "alias", "alias": text}
        return text if stated == expected else None
    if section.text.endswith("_wwpn") and not _wwn(text):
        return None
    if section.text == "device" and normalise.device_id(text) != text:
        return None
    return text if set(stated) == {section.text} else None


def _wwn(text: str) -> str | None:
    return normalise.wwn(text)


def _colons(text: str) -> str:
    if len(text) == 16 and _wwn(text) == text:
        return ":".join(text[index : index + 2] for index in range(0, 16, 2))
    return text


def _slot(root: Nested, place: _Place, row: Row) -> dict[str, Nested] | list[Nested] | None:
    """Return the section that a row belongs to and create the objects above it; None if one of them cannot be created."""
    here = root
    for section in place.way[:-1]:
        objects = here.sections.setdefault(section.name, {})
        if not isinstance(objects, dict) or section.key is None:
            return None
        name = str(row[section.key])
        if name not in objects:
            # An object that is only mentioned would become a separate row when the inventory is read.
            return None
        here = objects[name]
    section = place.way[-1]
    return here.sections.setdefault(section.name, {} if section.key else [])


def _name(value: Value) -> bool:
    return isinstance(value, str) and value != "" and value == value.strip()


def _put_anywhere(root: Nested, kind: str, row: Row) -> None:
    facts = root.sections.setdefault(ANY_FACTS, {})
    if isinstance(facts, dict):
        listed = facts.setdefault(kind, Nested()).sections.setdefault(kind, [])
        if isinstance(listed, list):
            values = {
                name: shown(kind, name, value) for name, value in row.items() if value is not None and name != SOURCE
            }
            listed.append(Nested(values, source=_source(row)))


def _source(row: Row) -> str | None:
    source = row.get(SOURCE)
    return None if source is None else str(source)


def shown(kind: str, column: str, value: Value) -> Any:
    """Write a value as people write it: world wide names with colons, times as ISO 8601 in UTC."""
    if isinstance(value, datetime):
        return value.isoformat() + ("Z" if value.tzinfo is None else "")
    wwn = column in _WWN_NAMES or column.endswith("_wwpn") or (kind == "zone_member" and column == "member")
    return _colons(value) if wwn and isinstance(value, str) else value
