"""Comments in a YAML inventory that suppress findings of an object.

Sample::

    hosts:
      lab01:   # sanlint: ignore[PTH001, PTH002] until 2027-01-31: a lab host with one adapter

A comment at the end of a line belongs to the innermost object of that line, one on a line of its own to the object that
the next line begins or continues; at the end of a block, to the object that the block describes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from checker.facts import normalise
from checker.facts.inventory.shape import SECTIONS, Section
from checker.facts.kinds import kinds
from checker.readers.toolkit.base import Ignore
from checker.readers.toolkit.documents.located_yaml import YamlProblem
from checker.readers.toolkit.documents.yaml_nodes import node_tree

_NOT_READ = "comments of this inventory are not read; write suppressions: in the configuration instead"
WRITTEN = "write it as # sanlint: ignore[PTH001] until 2027-01-31: reason"
_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*sanlint\s*:\s*ignore\b(?P<rest>.*)$")
_ANY = re.compile(r"#[ \t]*sanlint[ \t]*:[ \t]*ignore")
_REST = re.compile(r"\s*\[(?P<rules>[^\]]*)\]\s*(?:until\s+(?P<until>[^\s:]+)\s*)?(?::(?P<reason>.*))?$")
# The names that views give to columns of kinds.
_VIEW_NAME = {"device": "volume", "cluster": "vplex_cluster", "view": "view_name"}
# An object is the same whether these are stated or not.
_OPTIONAL = frozenset(["cluster", "vsan", "active", "protocol"])
_WWPNS = ("initiator_wwpn", "target_wwpn")
_END = (1 << 31, 0)


@dataclass
class _Object:
    """An object of the inventory: its place, what identifies it, and the object around it."""

    first: int
    column: int
    last: int
    kind: str
    known: dict[str, str] = field(default_factory=dict)
    around: _Object | None = None


class _Tree:
    """The objects of an inventory by line. A large one may have thousands of comments, so nothing is searched twice."""

    def __init__(self, lines: list[str], objects: Iterable[_Object]) -> None:
        self._lines = lines
        self._innermost: dict[int, _Object] = {}
        # Of objects that begin at one place, the outer one comes first in the document and is painted last.
        for one in [*sorted(objects, key=lambda one: (-one.first, -one.column))][::-1]:
            one.around = self._innermost.get(one.first)
            for number in range(one.first, one.last + 1):
                self._innermost[number] = one
        self._content = [n for n, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]

    def owner(self, number: int, column: int) -> _Object | None:
        """Return the object that a comment belongs to: the innermost of its line, or of the line after or before it."""
        if self._lines[number][:column].strip():
            return self._innermost.get(number)
        place = bisect_left(self._content, number)
        if place < len(self._content):
            after = self._content[place]
            if len(self._lines[after]) - len(self._lines[after].lstrip()) >= column:
                return self._innermost.get(after)
        one = self._innermost.get(self._content[place - 1]) if place else None
        while one is not None and one.column >= column:
            one = one.around
        return one


def find_ignores(text: str, first_line: int = 1) -> list[Ignore]:
    """Return the comments of an inventory that suppress findings, in order; an empty list for JSON."""
    if not _ANY.search(text):
        return []
    lines = text.split("\n")
    found = [
        (number, match) for number, line in enumerate(lines) if "sanlint" in line and (match := _COMMENT.search(line))
    ]
    if not found:
        return []
    try:
        root = node_tree(text)
    except YamlProblem as problem:
        number, match = found[0]
        return [Ignore(number + first_line, match.start() + 1, problem=f"{_NOT_READ}: {problem}")]
    texts = sorted(_texts(root))
    tree = _Tree(lines, _objects(root))
    return [
        _ignore(number, match, tree, first_line)
        for number, match in found
        if not _is_inside((number, match.start()), texts)
    ]


def _is_inside(place: tuple[int, int], texts: list[tuple[tuple[int, int], tuple[int, int]]]) -> bool:
    """Return whether a place is in one of the texts, which are in order and do not overlap."""
    before = bisect_left(texts, (place, _END))
    return before > 0 and place < texts[before - 1][1]


def _ignore(number: int, match: re.Match[str], tree: _Tree, first_line: int) -> Ignore:
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
    owner = tree.owner(number, match.start())
    alternatives = _alternatives(owner) if owner is not None else ()
    if not alternatives:
        return Ignore(*place, problem="belongs to no object: write it after the name of one, or on the line above it")
    return Ignore(*place, rules, reason, expires, alternatives)


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
    seen: set[int] = set()
    for name, value in _pairs(root):
        if name.value in sections:
            yield from _of_section(value, sections[name.value], {}, seen)


def _pairs(node: Any) -> list[tuple[Any, Any]]:
    pairs = node.value if node is not None and node.id == "mapping" else []
    return [(key, value) for key, value in pairs if key.id == "scalar"]


def _of_section(node: Any, section: Section, context: Mapping[str, str], seen: set[int]) -> Iterator[_Object]:
    """Yield the objects of a section; what an alias repeats is at the place of its anchor, and yielded once."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if section.key is not None:
        for name, value in _pairs(node):
            own = {**context, **_stated(section.kind, value), section.key: str(name.value)}
            yield from _of_object(name.start_mark, value, section, own, seen)
    elif node.id == "sequence":
        for item in node.value:
            row = _stated(section.kind, item)
            if item.id == "scalar" and section.text is not None:
                row = {section.text: str(item.value)}
            yield from _of_object(item.start_mark, item, section, {**context, **row}, seen)
    elif node.id == "mapping":
        yield from _of_object(node.start_mark, node, section, {**context, **_stated(section.kind, node)}, seen)


def _of_object(start: Any, node: Any, section: Section, known: dict[str, str], seen: set[int]) -> Iterator[_Object]:
    last = node.end_mark.line
    # A block ends where the next object begins.
    if node.end_mark.column == 0 or (node.id != "scalar" and not node.flow_style):
        last -= 1
    yield _Object(start.line, start.column, max(last, start.line), section.kind, known)
    children = {child.name: child for child in section.children}
    for name, value in _pairs(node):
        if name.value in children:
            yield from _of_section(value, children[name.value], known, seen)


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
