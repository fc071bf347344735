"""Objects of a FlashArray answer: what they are follows from their attributes, because answers don't name it.

REST 1.x answers with plain lists and flat objects; REST 2.x with ``items`` and references ``{"name": …}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checker.readers.json_objects import JsonObject
from checker.readers.located_json import LocatedList, line_of

# The first signature that fits counts: the order goes from special to general. A '-' marks an attribute that is not there.
SIGNATURES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("login", ("initiator", "target")),
    ("login", ("target_wwn", "wwn")),
    ("login", ("target", "wwn", "iqn", "target_iqn")),
    ("connection", ("volume", "host", "lun")),
    ("connection", ("volume", "host_group")),
    ("connection", ("vol", "lun")),
    ("connection", ("host", "lun", "name")),
    ("performance", ("reads_per_sec", "writes_per_sec")),
    ("controller", ("mode", "status", "version")),
    ("controller", ("mode", "model", "type")),
    ("host", ("wwn", "iqn", "hgroup")),
    ("host", ("wwns", "iqns")),
    ("host", ("wwn", "name", "-portal", "-services", "-address", "-serial")),
    ("port", ("portal", "wwn")),
    ("network", ("services", "address", "wwn")),
    ("network", ("interface_type", "services")),
    ("hgroup", ("hosts", "name")),
    ("personality", ("personality", "name")),
    ("array", ("array_name", "version")),
    ("array", ("os", "version", "id")),
    ("space", ("hostname", "capacity")),
    ("volume", ("serial", "size", "-slot")),
    ("volume", ("serial", "provisioned")),
    ("volume", ("size", "thin_provisioning", "total_reduction")),
    ("drive", ("protocol", "capacity", "status")),
    ("hardware", ("status", "name", "slot")),
    ("hardware", ("status", "name", "index")),
)


@dataclass(frozen=True)
class PureObject(JsonObject):
    """One object, the line it begins at, and the number of its interface's generation."""

    def text(self, *keys: str) -> str | None:
        """Return the first of these attributes that is a text, or refers to an object by name."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, dict):
                value = value.get("name")
            if isinstance(value, str) and value.strip():
                return value.strip()
        return None

    def inner(self, key: str, *names: str) -> str | None:
        """Return an attribute of an object inside."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            return None
        for name in names:
            if isinstance(found := value.get(name), str) and found.strip():
                return found.strip()
        return None

    def measure(self, *keys: str) -> float | None:
        """Return the first of these attributes that is a number."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return float(value)
        return None

    def texts(self, *keys: str) -> list[str]:
        """Return the first of these attributes that is a list of texts."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, list):
                return [item for item in value if isinstance(item, str) and item.strip()]
        return []


def objects(value: Any, line: int) -> Iterator[PureObject]:
    """Yield every object of an answer: a list, ``items``, or one object."""
    if isinstance(value, list):
        lines = value.item_lines if isinstance(value, LocatedList) else [line] * len(value)
        for item, place in zip(value, lines, strict=True):
            if isinstance(item, dict):
                yield from objects(item, place)
    elif isinstance(value, dict) and isinstance(value.get("items"), list):
        yield from objects(value["items"], line_of(value["items"], line))
    elif isinstance(value, dict):
        yield PureObject(type_of(value), value, line_of(value, line))


def type_of(value: dict[str, Any]) -> str:
    """Return the type of an object; '' where no signature fits."""
    for name, keys in SIGNATURES:
        if all(key[1:] not in value if key.startswith("-") else key in value for key in keys):
            return name
    return ""
