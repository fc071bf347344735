"""Objects that the management controller prints: properties by the names of its XML, whatever the layout.

``basetype`` is the type of an object. An object below another takes what it needs from it: a mapping the volume, an
initiator its host.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.documents.json_objects import JsonObject

_NOTHING = frozenset(("", "-", "N/A"))
_NO_GROUP = frozenset(("-nohost-", "-ungrouped-", "NOHOST", "UNGROUPEDHOSTS"))
# What objects of a type hand down: their property, and its name in the objects below.
_INHERITED: Mapping[str, Mapping[str, str]] = {
    "volume-view": {"volume-name": "volume-name", "volume-serial": "volume-serial"},
    "volume-group-view-mappings": {
        name: name for name in ("identifier", "initiator-id", "nickname", "ports", "access", "host-profile")
    },
    "hosts-view": {"hba-nickname": "nickname", "id": "identifier"},
    "host-group": {"name": "group-name"},
    "host": {"name": "host-name", "group-name": "group-name"},
}
# The type above, and the property that names the durable-id of the object above where the layout has it.
_ABOVE = {
    "volume-view-mappings": ("volume-view", "parent-id"), "host-view-mappings": ("hosts-view", "parent-id"),
    "volume-group-view-mappings-luns": ("volume-group-view-mappings", ""), "host": ("host-group", "group-key"),
    "initiator": ("host", "host-key"),
}  # fmt: skip
_SAME = {"host-view": "hosts-view", "initiator-view": "hosts-view", "host-group-view": "hosts-view", "drive": "drives"}
_COMPLETED = re.compile(
    r"Command completed successfully\.[ ]?(?:- [^\n(]{0,200})?\((20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})\)"
)


@dataclass(frozen=True)
class DotHillObject(JsonObject):
    """One object and the line at which it begins."""

    def text(self, *keys: str) -> str | None:
        """Return the first of these properties that has a value; ``N/A`` is none."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, str) and value.strip() not in _NOTHING:
                return value.strip()
        return None

    def named(self, key: str) -> str | None:
        """Return the name of a host or group; the placeholders for "none" are not names."""
        name = self.text(key)
        return None if name in _NO_GROUP else name


Facts = declared.Facts[DotHillObject]


@dataclass
class Nesting:
    """Hands properties of objects down to those below them, which follow them in every layout."""

    _open: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def place(self, kind: str, values: dict[str, Any], line: int) -> DotHillObject:
        """Return the object with what it takes from the object above it."""
        kind = _SAME.get(kind, kind)
        above, reference = _ABOVE.get(kind, ("", ""))
        outer = self._open.get(above, {})
        stated, known = values.get(reference), outer.get("durable-id")
        if values.get("name") not in _NO_GROUP and (stated is None or known is None or stated == known):
            for name, to in _INHERITED.get(above, {}).items():
                if name in outer:
                    values.setdefault(to, outer[name])
        if kind in _INHERITED:
            self._open[kind] = values
            for below, (owner, _) in _ABOVE.items():
                if owner == kind:
                    self._open.pop(below, None)
        return DotHillObject(kind, values, line)


def captured_in(text: str) -> datetime | None:
    """Return the time at which the command completed; the controller prints UTC, as its numeric time shows."""
    found = _COMPLETED.search(text[-4_000:]) or _COMPLETED.search(text[:16_384])
    try:
        return datetime.fromisoformat(found.group(1)).replace(tzinfo=UTC) if found else None
    except ValueError:
        return None


def nested(items: Iterable[tuple[str, dict[str, Any], int]]) -> Iterator[DotHillObject]:
    """Yield the objects of (type, properties, line), in the order of the output."""
    nesting = Nesting()
    for kind, values, line in items:
        yield nesting.place(kind, values, line)
