"""Objects of a FlashArray answer: the type of an object follows from its attributes, because answers don't name it.

REST 1.x answers with plain lists and flat objects; REST 2.x with ``items`` and references ``{"name": …}``. REST 2.x lists
volumes and hosts until they are eradicated: hosts see nothing of those that are destroyed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.json_family import listed, type_by
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of

# From special to general.
_type_of = type_by(
    (
        ("login", "initiator target"),
        ("login", "target_wwn wwn"),
        ("login", "target wwn iqn target_iqn"),
        ("connection", "volume host lun"),
        ("connection", "volume host_group"),
        ("connection", "vol lun"),
        ("connection", "host lun name"),
        ("performance of hosts", "reads_per_sec read_bytes_per_sec name -id"),
        ("performance", "reads_per_sec writes_per_sec"),
        ("controller", "mode status version"),
        ("controller", "mode model type"),
        ("host", "wwn iqn hgroup"),
        ("host", "wwns iqns"),
        ("host", "wwn name -portal -services -address -serial"),
        ("port", "portal wwn"),
        ("network", "services address wwn"),
        ("network", "interface_type services"),
        ("hgroup", "hosts name"),
        ("hgroup", "host_count connection_count name"),
        ("member", "group member"),
        ("personality", "personality name"),
        ("array", "array_name version"),
        ("array", "os version id"),
        ("space", "hostname capacity"),
        ("volume", "serial size -slot"),
        ("volume", "serial provisioned"),
        ("volume", "size thin_provisioning total_reduction"),
        ("drive", "protocol capacity status"),
        ("hardware", "status name slot"),
        ("hardware", "status name index"),
        # Answers that ask for some fields only, as with ?fields=name,type,status.
        ("hardware", "status name type -version -capacity"),
    )
)


@dataclass(frozen=True)
class PureObject(JsonObject):
    """One object and the line at which it begins."""

    def text(self, *keys: str) -> str | None:
        """Return the first of these attributes that is a text, or refers to an object by name."""
        for key in keys:
            value = self.values.get(key)
            if value is None:
                continue
            if isinstance(value, dict):
                value = value.get("name")
            if isinstance(value, str) and (text := value.strip()):
                return text
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

    def texts(self, *keys: str) -> list[str]:
        """Return the first of these attributes that is a list of texts."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, list):
                return [item for item in value if isinstance(item, str) and item.strip()]
        return []


Facts = declared.Facts[PureObject]


def objects(value: Any, line: int) -> Iterator[PureObject]:
    """Yield every object of an answer: a list, ``items``, or one object."""
    for item, place in listed(value, line):
        if isinstance(item.get("items"), list):
            yield from objects(item["items"], line_of(item["items"], place))
        else:
            yield PureObject("destroyed" if item.get("destroyed") is True else _type_of(item), item, place)
