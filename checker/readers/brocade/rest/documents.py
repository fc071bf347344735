"""Records of FOS REST responses: the same leaf names in JSON, XML and YAML, FOS 8 and 9, with ``-`` or (Ansible) ``_``.

A record is one list entry of a resource, such as one ``fibrechannel`` below ``Response``. If the resource is not named
(a copied list), its leaves identify it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from checker.facts.observations import Writer
from checker.readers.toolkit import numbers
from checker.readers.toolkit.base import Capture, word_list
from checker.readers.toolkit.documents import located_json
from checker.readers.toolkit.documents.json_documents import Skipped, documents, report_below
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList
from checker.readers.toolkit.numbers import whole

OTHERS = word_list("maps-config license system-resources time-zone clock-server sensor history-log wwn")
"""Resources without facts of interest; recognised so that they are not reported as unknown."""
_READ = word_list("""
    fibrechannel-name-server fibrechannel-logical-switch fibrechannel-statistics fibrechannel-switch fibrechannel
    fabric-switch media-rdp defined-configuration effective-configuration chassis power-supply blade fan trunk port zone
    alias cfg switch-status-policy-report maps-policy dashboard-rule hba
""")
RESOURCES = (*_READ, *OTHERS)
_NAMED_BY = {
    "zone": "zone-name", "alias": "alias-name", "cfg": "cfg-name", "hba": "hba-id", "port": "hba-id",
    "license": "features", "sensor": "category", "wwn": "unit-number",
}  # fmt: skip
"""Resources with generic names, and the leaf that each of their records must contain."""
_OWN_LEAVES = (
    ("neighbor", "fibrechannel"), ("fcid-hex", "fibrechannel"), ("physical-state", "fibrechannel"),
    ("switch-user-friendly-name", "fabric-switch"), ("fabric-port-name", "fibrechannel-name-server"),
    ("name-server-device-type", "fibrechannel-name-server"), ("crc-errors", "fibrechannel-statistics"),
    ("vendor-oui", "media-rdp"), ("enabled-zone", "effective-configuration"),
)  # fmt: skip
# Text that Ansible prints around a result; its brackets are not JSON.
_ANSIBLE = re.compile(
    r"^(?:TASK|PLAY|RUNNING HANDLER)\b[^\n{]*|^(?:ok|changed|fatal|failed|skipping|included): \[[^\]\n]{0,200}\](?:: FAILED!)?",
    re.MULTILINE,
)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],]', re.DOTALL)
_CLOSER = {"{": "}", "[": "]"}


@dataclass
class Record:
    """Leaves of one list entry of a resource; names are written with ``-``, and leaves without a value are omitted."""

    type: str
    line: int
    leaves: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def text(self, *names: str) -> str | None:
        """Return the first of these leaves that has a plain value, as text."""
        for name in names:
            value = self.leaves.get(name)
            if value is None:
                continue
            if isinstance(value, bool):
                return "true" if value else "false"
            if isinstance(value, (str, int, float)) and (text := str(value).strip()):
                return text
        return None

    def number(self, *names: str) -> int | None:
        """Return the first of these leaves that is a whole number."""
        for name in names:
            text = self.text(name)
            if text is not None and re.fullmatch(r"-?[0-9]{1,18}", text):
                return whole(text)
        return None

    def decimal(self, *names: str) -> float | None:
        """Return the number in the first of these leaves that has a value."""
        text = self.text(*names)
        return (
            numbers.decimal(text)
            if text is not None and re.fullmatch(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?", text)
            else None
        )

    def flag(self, *names: str) -> bool | None:
        """Return the first of these leaves that is true or false, also written 1 or 0, yes or no."""
        for name in names:
            text = (self.text(name) or "").lower()
            if text in ("true", "1", "yes"):
                return True
            if text in ("false", "0", "no"):
                return False
        return None

    def at(self, name: str, /) -> int:
        """Return the line of a leaf."""
        return self.lines.get(name, self.line)

    def inside(self, line: int, **leaves: Any) -> Record:
        """Return a record at another line that has these leaves as well."""
        return Record(self.type, line, {**self.leaves, **leaves}, self.lines)

    def texts(self, name: str, inner: str) -> list[tuple[str, int]]:
        """Return the values of a leaf list, ``{"wwn": [...]}`` or the bare list or value, with their lines."""
        value = self.leaves.get(name)
        if isinstance(value, dict):
            value = next((child for key, child in value.items() if normal(key) == inner), None)
        if isinstance(value, LocatedList):
            items = zip(value, value.item_lines, strict=True)
            return [(str(item), line) for item, line in items if isinstance(item, (str, int))]
        return [(value, self.at(name))] if isinstance(value, str) and value.strip() else []

    def children(self, name: str) -> list[Record]:
        """Return the list entries in a container, as records of that name."""
        value = self.leaves.get(name)
        items = value if isinstance(value, list) else [value]
        return [record_of(name, item) for item in items if isinstance(item, LocatedDict)]


def normal(name: str) -> str:
    """Return the name of a leaf as the switch writes it; Ansible turns ``-`` into ``_``."""
    return name.replace("_", "-")


def record_of(resource: str, value: LocatedDict) -> Record:
    """Return a list entry of a resource as a record."""
    leaves = {normal(key): child for key, child in value.items() if child is not None}
    return Record(resource, value.line, leaves, {normal(key): at for key, at in value.key_lines.items()})


def resource_of(key: str) -> str | None:
    """Return the resource that a key names: ``media-rdp``, ``brocade_interface_fibrechannel`` (Ansible), or None."""
    name = normal(key)
    if name in RESOURCES:
        return name
    if name.startswith("brocade-"):
        return next((resource for resource in RESOURCES if name.endswith("-" + resource)), None)
    return None


def is_record(name: str) -> bool:
    """Return whether an XML element is a record; the contents of a configuration are complete without its end tag."""
    return resource_of(name) is not None and not name.endswith("-configuration")


def _guess(value: LocatedDict) -> str | None:
    names = {normal(key) for key in value}
    for resource in ("zone", "alias", "cfg"):
        if _NAMED_BY[resource] in names and names & {"member-entry", "member-zone", "zone-type"}:
            return resource
    return next((resource for leaf, resource in _OWN_LEAVES if leaf in names and len(names) > 1), None)


def records(value: object) -> Iterator[Record]:
    """Yield every record of a parsed document, in order."""
    if isinstance(value, LocatedList):
        for item in value:
            yield from records(item)
        return
    if not isinstance(value, LocatedDict):
        return
    guessed = _guess(value)
    if guessed is not None:
        yield record_of(guessed, value)
        return
    for key, child in value.items():
        resource = resource_of(key)
        items = child if isinstance(child, LocatedList) else [child]
        for item in items:
            if not isinstance(item, LocatedDict):
                continue
            if resource is None or _NAMED_BY.get(resource, "") not in ("", *map(normal, item)):
                yield from records(item)
            else:
                yield record_of(resource, item)


def _from_json(text: str, first_line: int) -> Iterator[tuple[Any, bool] | Skipped]:
    """Yield the JSON documents of a text, each with whether it was truncated, and the parts that are not JSON."""
    text = _ANSIBLE.sub(lambda found: " " * len(found.group()), text)
    for document in documents(text, first_line):
        if isinstance(document, Skipped):
            repaired = _repaired(text, first_line) if document.truncated else None
            if repaired is not None:
                yield repaired, True
            else:
                yield document
        else:
            yield document.value, document.truncated


def noted_values(capture: Capture, out: Writer, *, strays: bool = True) -> Iterator[Any]:
    """Yield the JSON documents of a capture, and note what is invalid or truncated.

    ``strays`` FALSE: text between documents does not count as unread.
    """
    below: Skipped | None = None
    for part in _from_json(capture.text, capture.first_line):
        below = None
        if isinstance(part, Skipped):
            out.ends_inside_record |= part.truncated
            if part.problem:
                out.note(part.where, f"invalid JSON: {part.problem}")
            if part.problem or strays:
                out.unread(part.line, part.lines)
            else:
                below = part
            continue
        value, truncated = part
        if truncated:
            out.ends_inside_record = True
            out.note(capture.first_line, "truncated document; its complete parts were read")
        yield value
    report_below(below, capture.first_line, out)


def _repaired(text: str, first_line: int) -> Any | None:
    """Parse the last document of a text, truncated inside its first record, up to its last complete leaf."""
    stack: list[str] = []
    begin = 0
    kept: tuple[int, str] | None = None
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in _CLOSER:
            if not stack:
                begin, kept = token.start(), None
            stack.append(mark)
            if len(stack) > located_json.MAX_DEPTH:
                return None
        elif mark in ("}", "]"):
            if stack:
                stack.pop()
        elif mark == "," and stack:
            kept = token.start(), "".join(_CLOSER[opened] for opened in reversed(stack))
    if kept is None:
        return None
    try:
        return located_json.parse(text[begin : kept[0]] + kept[1], first_line + text.count("\n", 0, begin))
    except (json.JSONDecodeError, RecursionError):
        return None
