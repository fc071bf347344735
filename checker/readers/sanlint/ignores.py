"""Comments in a YAML inventory that suppress findings of an object.

Sample::

    hosts:
      lab01:   # sanlint: ignore[PTH001, PTH002] until 2027-01-31: a lab host with one adapter

A comment at the end of a line belongs to the innermost object of that line, one on a line of its own to the object that
the next line begins or continues; at the end of a block, to the object that the block describes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from checker.facts import normalise
from checker.facts.inventory.shape import SECTIONS, Section
from checker.facts.kinds import kinds
from checker.readers.toolkit.base import Ignore

WRITTEN = "write it as # sanlint: ignore[PTH001] until 2027-01-31: reason"
_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*sanlint\s*:\s*ignore\b(?P<rest>.*)$")
_ANY = re.compile(r"#[ \t]*sanlint[ \t]*:[ \t]*ignore")
_REST = re.compile(r"\s*\[(?P<rules>[^\]]*)\]\s*(?:until\s+(?P<until>[^\s:]+)\s*)?(?::(?P<reason>.*))?$")
# The names that views give to columns of kinds.
_VIEW_NAME = {"device": "volume", "cluster": "vplex_cluster", "view": "view_name"}
# An object is the same whether these are stated or not.
_OPTIONAL = frozenset(["cluster", "vsan", "active", "protocol"])
_WWPNS = ("initiator_wwpn", "target_wwpn")


@dataclass
class _Object:
    """An object of the inventory: its place and what identifies it."""

    first: int
    column: int
    last: int
    kind: str
    known: dict[str, str] = field(default_factory=dict)


def find_ignores(text: str, first_line: int = 1) -> list[Ignore]:
    """Return the comments of an inventory that suppress findings, in order; an empty list for JSON and broken YAML."""
    if not _ANY.search(text):
        return []
    lines = text.split("\n")
    found = [
        (number, match) for number, line in enumerate(lines) if "sanlint" in line and (match := _COMMENT.search(line))
    ]
    if not found:
        return []
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        root = YAML(typ="safe").compose(text)
    except (YAMLError, ValueError):
        return []
    texts = list(_texts(root))
    objects = list(_objects(root))
    return [
        _ignore(number, match, lines, objects, first_line)
        for number, match in found
        if not any(begin <= (number, match.start()) < end for begin, end in texts)
    ]


def _ignore(number: int, match: re.Match[str], lines: list[str], objects: list[_Object], first_line: int) -> Ignore:
    place = (number + first_line, match.start() + 1)
    written = _REST.match(match["rest"])
    if written is None:
        return Ignore(*place, problem=WRITTEN)
    rules = tuple(word.strip() for word in written["rules"].split(",") if word.strip())
    reason = (written["reason"] or "").strip()
    if not rules or not reason:
        return Ignore(*place, problem=f"a suppression needs {'a reason' if rules else 'a rule'}; {WRITTEN}")
    try:
        expires = date.fromisoformat(written["until"]).isoformat() if written["until"] else None
    except ValueError:
        return Ignore(*place, problem=f"'until' needs a date such as 2027-01-31, not {written['until'][:40]!r}")
    owner = _owner(number, match.start(), lines, objects)
    alternatives = _alternatives(owner) if owner is not None else ()
    if not alternatives:
        return Ignore(*place, problem="belongs to no object: write it after the name of one, or on the line above it")
    return Ignore(*place, rules, reason, expires, alternatives)


def _owner(number: int, column: int, lines: list[str], objects: list[_Object]) -> _Object | None:
    """Return the object that a comment belongs to: the innermost that covers its line, or the line after it."""
    if lines[number][:column].strip():
        return _innermost(number, objects)
    after = next((index for index in range(number + 1, len(lines)) if _is_content(lines[index])), None)
    if after is not None and _indent(lines[after]) >= column:
        return _innermost(after, objects)
    before = next((index for index in range(number - 1, -1, -1) if _is_content(lines[index])), None)
    inside = [one for one in objects if one.column < column]
    return _innermost(before, inside) if before is not None else None


def _is_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _innermost(number: int, objects: list[_Object]) -> _Object | None:
    covering = [one for one in objects if one.first <= number <= one.last]
    return max(covering, key=lambda one: (one.first, one.column), default=None)


def _texts(node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the places of scalars: text inside of one is not a comment."""
    pending, seen = [node], set()
    while pending:
        one = pending.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        if one.id == "scalar":
            yield (one.start_mark.line, one.start_mark.column), (one.end_mark.line, one.end_mark.column)
        elif one.id == "sequence":
            pending.extend(one.value)
        else:
            pending.extend(part for pair in one.value for part in pair)


def _objects(root: Any) -> Iterator[_Object]:
    sections = {section.name: section for section in SECTIONS}
    for name, value in _pairs(root):
        if name.value in sections:
            yield from _of_section(value, sections[name.value], {})


def _pairs(node: Any) -> list[tuple[Any, Any]]:
    pairs = node.value if node is not None and node.id == "mapping" else []
    return [(key, value) for key, value in pairs if key.id == "scalar"]


def _of_section(node: Any, section: Section, context: Mapping[str, str]) -> Iterator[_Object]:
    if section.key is not None:
        for name, value in _pairs(node):
            own = {**context, **_stated(section.kind, value), section.key: str(name.value)}
            yield from _of_object(name.start_mark, value, section, own)
    elif node.id == "sequence":
        for item in node.value:
            row = _stated(section.kind, item)
            if item.id == "scalar" and section.text is not None:
                row = {section.text: str(item.value)}
            yield from _of_object(item.start_mark, item, section, {**context, **row})
    elif node.id == "mapping":
        yield from _of_object(node.start_mark, node, section, {**context, **_stated(section.kind, node)})


def _of_object(start: Any, node: Any, section: Section, known: dict[str, str]) -> Iterator[_Object]:
    last = node.end_mark.line
    # A block ends where the next object begins.
    if node.end_mark.column == 0 or (node.id != "scalar" and not node.flow_style):
        last -= 1
    yield _Object(start.line, start.column, max(last, start.line), section.kind, known)
    children = {child.name: child for child in section.children}
    for name, value in _pairs(node):
        if name.value in children:
            yield from _of_section(value, children[name.value], known)


def _stated(kind: str, node: Any) -> dict[str, str]:
    columns = {*kinds()[kind].key_columns, "initiator", "target", "initiator_wwpn", "target_wwpn"}
    stated = {
        str(name.value): str(value.value)
        for name, value in _pairs(node)
        if value.id == "scalar" and name.value in columns
    }
    for short, (wwpn, name) in {"initiator": ("initiator_wwpn", "hba"), "target": ("target_wwpn", "target")}.items():
        if short in stated:
            value = stated.pop(short)
            stated[wwpn if normalise.wwn(value) else name] = value
    return stated


def _alternatives(one: _Object) -> tuple[Mapping[str, str], ...]:
    """Return the keys by which views may name an object."""
    known = {name: _normal(name, value) for name, value in one.known.items()}
    found: list[dict[str, str]] = []
    if one.kind in ("zone", "zone_member", "alias"):
        # Views identify them by fabric, not by the switch of their database.
        thing = "alias" if one.kind == "alias" else "zone"
        names = [name for name in ("fabric", "vsan", thing, "member") if known.get(name)]
        found.append({name: known[name] for name in names if name != "member" or one.kind == "zone_member"})
    found += [
        {_VIEW_NAME.get(column, column): known[column] for column in key if known.get(column)}
        for key in kinds()[one.kind].keys
        if all(known.get(column) or column in _OPTIONAL for column in key)
    ]
    if not found:
        # No key is complete: its known columns, and those of the object it is a part of.
        found.append({_VIEW_NAME.get(column, column): value for column, value in known.items() if value})
    if one.kind in ("initiator", "target_port"):
        for column in _WWPNS:
            if column in known:
                found += [{column: known[column]}, {"wwpn": known[column]}]
    return tuple({repr(match): match for match in found if match}.values())


def _normal(name: str, value: str) -> str:
    if name.endswith("wwpn"):
        return normalise.wwn(value) or value
    return (normalise.device_id(value) or value) if name == "device" else value
