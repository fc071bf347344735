"""One section of an inventory: every object in it becomes an observation, and its children follow with its keys."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from checker.facts import normalise
from checker.facts.declare import Column
from checker.facts.inventory.shape import TAGGED, Section
from checker.facts.kinds import kinds
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.sanlint import values
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

_WWN_COLUMNS = frozenset(
    word_list("""
    wwnn wwpn switch_wwn member_wwn peer_wwn port_wwn attached_wwn fabric_wwn permanent_port_wwn npiv_parent_wwpn
""")
)
_LONGEST_SHOWN = 60
_MOST_LISTED = 15
MAX_PRODUCT = 100_000
"""Largest number of objects that one item with lists as keys describes."""

Context = dict[str, Value]
_MOST_HINTS = 200


def unknown_key(out: Writer, line: int, key: str, known: Iterable[str]) -> None:
    """Note an unknown key, with the most similar known one."""
    # Each comparison with all names takes longer than reading the line; after that many, the reader has understood.
    hint = _hint(key, [name for name in known if name != key]) if len(out.notes) < _MOST_HINTS else ""
    out.skipped(f"the unknown key {key!r}{hint}", line)
    out.unread(line)


def _hint(word: str, known: Iterable[str], fewest: int = 0) -> str:
    """Return the most similar known word, or all of them if none is similar and there are at most ``fewest``."""
    choices = list(known)
    near = difflib.get_close_matches(word, choices, 1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; valid: {', '.join(choices)}" if 0 < len(choices) <= fewest else ""


class SectionReader:
    """Reads one section: every object in it becomes an observation, its children follow with its keys."""

    def __init__(
        self, section: Section, out: Writer, *, bare: bool = False, listed: frozenset[str] = frozenset()
    ) -> None:
        # Bare rows contain all their facts: they inherit nothing and imply nothing.
        self._bare = bare
        # Malformed values that the inventory itself lists, with their places in the exports that it was merged from.
        self._listed = listed
        self._section = section
        self._kind = kinds()[section.kind]
        self._out = out
        self._children = {child.name: child for child in section.children}

    def read(self, value: object, line: int, context: Context, path: str) -> None:
        """Read the value of the section: a mapping of names, one object or a list; ``context`` holds the keys above it."""
        section = self._section
        if value is None:
            return
        if section.key is not None:
            if not isinstance(value, LocatedDict):
                self._wrong(line, path, "not a mapping of names")
                return
            for name, item in value.items():
                self._named(name, item, value.key_lines[name], context, f"{path}.{name}")
            return
        if isinstance(value, LocatedDict):
            self._object(value, value.line, context, path, {})
            return
        if not isinstance(value, LocatedList):
            self._wrong(line, path, "not a list")
            return
        for index, item in enumerate(value):
            item_line = value.item_lines[index]
            if isinstance(item, LocatedDict):
                self._object(item, item.line, context, f"{path}[{index}]", {})
            elif section.text is not None and isinstance(item, (str, int)) and not isinstance(item, bool):
                self._plain(str(item), item_line, context, f"{path}[{index}]")
            else:
                self._wrong(item_line, f"{path}[{index}]", "not an object")

    def _named(self, name: str, item: object, line: int, context: Context, path: str) -> None:
        key = self._section.key
        assert key is not None
        own: Context = {key: self._value(self._kind.column(key), name, line, path)}
        if item is None:
            self._object(LocatedDict(), line, context, path, own)
        elif isinstance(item, LocatedDict):
            self._object(item, line, context, path, own)
        elif self._section.kind == "alias" and isinstance(item, (LocatedList, str)):
            for member in item if isinstance(item, LocatedList) else [item]:
                wwpn = self._wwn(str(member), line, "wwpn", path)
                self._write(line, {**context, **own, "member": wwpn or str(member), "wwpn": wwpn})
        elif self._section.kind == "zone" and isinstance(item, LocatedList):
            self._object(LocatedDict(), line, context, path, own)
            self._child("members").read(item, line, self._inherited(context, own), f"{path}.members")
        else:
            self._wrong(line, path, "not an object")

    def _inherited(self, context: Context, own: Context) -> Context:
        if self._bare:
            return {}
        fixed: Context = dict(self._section.sets)
        merged = {**context, **own, **fixed}
        if self._section.kind == "fabric":
            # The switch of zones and aliases that belong to the fabric as a whole is unknown.
            merged["switch"] = own["fabric"]
            merged["vsan"] = ""
        if self._section.kind == "switch":
            merged["vsan"] = ""
        return merged

    def _object(self, item: LocatedDict, line: int, context: Context, path: str, own: Context) -> None:
        facts: dict[str, Any] = {}
        children: list[str] = []
        for key, value in item.items():
            key_line = item.key_lines[key]
            if key in self._children:
                children.append(key)
            elif key == "tags" and self._section.kind in TAGGED:
                self._tags(value, key_line, own)
            elif key in ("initiator", "target") and self._section.kind == "path":
                facts[key] = value
            elif key in self._kind.column_names and key != self._section.key:
                facts[key] = self._facts(self._kind.column(key), value, key_line, path)
            else:
                unknown_key(self._out, key_line, key, [*self._kind.column_names, *self._children])
        inherited = self._inherited(context, own)
        for row in self._expanded(facts, line, path):
            self._write(line, {**inherited, **self._references(row, line, path)})
        self._place(item, line, context, own)
        for key in children:
            child_context = {**inherited}
            if self._section.kind == "zone":
                # A zone may name the switch and VSAN whose database it is in; its members are in the same one.
                stated = {name: facts[name] for name in ("active", "switch", "vsan") if name in facts}
                child_context.update((name, value) for name, value in stated.items() if not isinstance(value, list))
            self._child(key).read(item[key], item.key_lines[key], child_context, f"{path}.{key}")

    def _child(self, name: str) -> SectionReader:
        return SectionReader(self._children[name], self._out, listed=self._listed)

    def _place(self, item: LocatedDict, line: int, context: Context, own: Context) -> None:
        """Write the fabric of a switch, of its VSANs, and of zones without a switch."""
        if self._bare:
            return
        fabric, kind = context.get("fabric"), self._section.kind
        if kind == "fabric" and _has_unplaced_zoning(item):
            self._out.add("fabric_switch", line, switch=own.get("fabric"), vsan="", fabric=own.get("fabric"))
        elif kind == "switch" and isinstance(fabric, str) and not _has_vsans(item):
            self._out.add("fabric_switch", line, switch=own.get("switch"), vsan="", fabric=fabric)
        elif kind == "vsan" and isinstance(fabric, str) and own.get("vsan"):
            self._out.add("fabric_switch", line, switch=context.get("switch"), vsan=own["vsan"], fabric=fabric)

    def _facts(self, column: Column, value: object, line: int, path: str) -> object:
        if isinstance(value, LocatedList) and column.name in self._kind.key_columns:
            return [self._value(column, item, line, path) for item in value]
        if isinstance(value, (LocatedDict, LocatedList)):
            self._wrong(line, f"{path}.{column.name}", "not one value")
            return None
        return self._value(column, value, line, path)

    def _expanded(self, facts: dict[str, Any], line: int, path: str) -> Iterator[dict[str, Any]]:
        """Yield every combination of an item with lists as keys."""
        listed = {key: list(value) for key, value in facts.items() if isinstance(value, list)}
        size = 1
        for choices in listed.values():
            size *= max(len(choices), 1)
        if size > MAX_PRODUCT:
            self._wrong(line, path, f"more than {MAX_PRODUCT} combinations")
            return
        for combination in itertools.product(*listed.values()):
            yield {**facts, **dict(zip(listed, combination, strict=True))}

    def _references(self, row: dict[str, Any], line: int, path: str) -> dict[str, Any]:
        if self._section.kind != "path":
            return row
        found = {key: value for key, value in row.items() if key not in ("initiator", "target")}
        for short, wwpn_column, name in (("initiator", "initiator_wwpn", "hba"), ("target", "target_wwpn", "target")):
            if (value := row.get(short)) is not None:
                wwpn = self._wwn(str(value), line, wwpn_column, path)
                found[wwpn_column if wwpn else name] = wwpn or str(value)
        return found

    def _wwn(self, text: str, line: int, fact: str, path: str) -> str | None:
        """Normalise what may be a WWN or a name; a malformed WWN is a bad value."""
        found = normalise.wwn(text)
        if found is None and normalise.is_like_wwn(text) and text.strip() not in self._listed:
            self._out.bad_value(self._kind.name, fact, text, line, path)
        return found

    def _device(self, text: str, line: int, path: str) -> str | None:
        """Normalise the identity of a LUN or a name; a malformed identity is a bad value."""
        found = normalise.device_id(text)
        if found is None and text.lower().startswith(("naa.", "eui.")) and text.strip() not in self._listed:
            self._out.bad_value(self._kind.name, "device", text, line, path)
        return found

    def _plain(self, text: str, line: int, context: Context, path: str) -> None:
        column = self._section.text
        assert column is not None
        row: Context = dict(context)
        if self._section.kind == "zone_member":
            self._wwn(text, line, "wwpn", path)
            row.update(values.zone_member(text))
        elif column in ("initiator_wwpn", "target_wwpn"):
            wwpn = self._wwn(text, line, column, path)
            row["initiator_name" if column == "initiator_wwpn" else "port_name"] = None if wwpn else text
            row[column] = wwpn
        elif column == "device":
            device = self._device(text, line, path)
            row["device" if device else "volume_name"] = device or text
        else:
            row[column] = text
        self._write(line, row)

    def _value(self, column: Column, value: object, line: int, path: str) -> Value:
        if value is None:
            return None
        if column.name in _WWN_COLUMNS or column.name.endswith("_wwpn"):
            return self._out.wwn(str(value), line, self._kind.name, column.name, path)
        if column.name == "device":
            return self._device(str(value), line, path) or str(value)
        if column.name == "fcid":
            return normalise.fcid(str(value))
        converted = values.converted(column, value)
        if converted is None or (column.values and converted not in column.values):
            self._out.bad_value(self._kind.name, column.name, str(value), line, path)
            # Quoted as source code, so that control characters have no effect on a terminal.
            shown = ascii(str(value))[1:-1][:_LONGEST_SHOWN]
            fact = f"{self._kind.name} {column.name.replace('_', ' ')}"
            hint = _hint(shown, column.values, _MOST_LISTED)
            self._out.skipped(f"{fact}: {shown} is not a valid value{hint}", line)
            return None
        return converted

    def _tags(self, value: object, line: int, own: Context) -> None:
        words = value if isinstance(value, LocatedList) else [value]
        name = next(iter(own.values()), None)
        for word in words:
            self._out.add("tag", line, about_kind=self._section.kind, about_key=str(name), tag=str(word))

    def _write(self, line: int, row: Mapping[str, Any]) -> None:
        columns = self._kind.column_names
        known = {key: value for key, value in row.items() if key in columns and value is not None}
        if self._section.kind == "zone_member" and "member_type" not in known and "member" in known:
            self._wwn(str(known["member"]), line, "wwpn", f"zone {known.get('zone')}")
            known.update(
                {k: v for k, v in values.zone_member(str(known["member"])).items() if v is not None and k not in known}
            )
        self._out.add(self._kind.name, line, **known)

    def _wrong(self, line: int, path: str, problem: str) -> None:
        self._out.skipped(f"{path}: {problem}", line)
        self._out.unread(line)


def _has_vsans(switch: LocatedDict) -> bool:
    vsans = switch.get("vsans")
    return isinstance(vsans, LocatedDict) and any(vsans)


def _has_unplaced_zoning(fabric: LocatedDict) -> bool:
    databases = [fabric.get(key) for key in ("zones", "defined_zones", "aliases", "vsans")]
    return any(
        not (isinstance(item, LocatedDict) and "switch" in item)
        for database in databases
        if isinstance(database, LocatedDict)
        for item in database.values()
    )
