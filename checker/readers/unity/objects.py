"""Objects of a Unity answer: their type, their values with lines, and references to other objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import methodcaller
from typing import Any

from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.json_family import type_by
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import LocatedList, line_of

_TYPE = re.compile(r"/api/(?:types|instances)/([A-Za-z]{2,40})")
# Attributes that only objects of one type have together, for answers that don't name the type.
_type_shown = type_by(
    (
        ("hostInitiatorPath", "isLoggedIn"),
        ("hostLUN", "hlu"),
        ("hostInitiator", "initiatorId"),
        ("fcPort", "wwn nPortId"),
        ("fcPort", "wwn sfpSupportedSpeeds"),
        ("fcPort", "wwn storageProcessor"),
        ("host", "osType type"),
        ("lun", "wwn pool"),
        ("lun", "wwn sizeTotal"),
        ("pool", "sizeSubscribed name"),
        ("storageProcessor", "isRescueMode"),
        ("disk", "diskTechnology"),
        ("replicationSession", "srcResourceId dstResourceId"),
        ("system", "serialNumber platform"),
        ("metricValue", "path timestamp values"),
        ("basicSystemInfo", "softwareVersion apiVersion"),
    )
)
_NESTED = {
    "fcHostInitiators": "hostInitiator", "iscsiHostInitiators": "hostInitiator", "initiator": "hostInitiator",
    "paths": "hostInitiatorPath", "hostLUNs": "hostLUN", "lun": "lun", "host": "host", "parentHost": "host", "fcPort": "fcPort",
    "pool": "pool",
}  # fmt: skip
"""Types of nested objects by the attribute that contains them."""
_BACK = {
    ("host", "hostInitiator"): "parentHost",
    ("host", "hostLUN"): "host",
    ("hostInitiator", "hostInitiatorPath"): "initiator",
}
"""The attribute of a nested object that refers to the object around it."""
HEALTH = {
    5: "ok", 7: "ok but", 10: "degraded", 15: "minor failure", 20: "major failure", 25: "critical failure",
    30: "non-recoverable error",
}  # fmt: skip
"""HealthEnum of the Unisphere Management REST API in the words of uemcli; 0 is unknown."""


@dataclass(frozen=True)
class UnityObject(JsonObject):
    """One ``content`` of an answer; ``type`` is empty if it is unknown."""

    def reference(self, *keys: str) -> str | None:
        """Return the id of the object that the first of these attributes refers to."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, dict) and isinstance(value.get("id"), str) and value["id"]:
                return str(value["id"])
        return None

    def health(self) -> str | None:
        """Return the health in words."""
        value = self.values.get("health")
        number = value.get("value") if isinstance(value, dict) else value
        return HEALTH.get(number) if isinstance(number, int) else None


Facts = declared.Facts[UnityObject]


def health(item: UnityObject) -> str | None:
    """Source: the health in words."""
    return item.health()


def reference(*keys: str) -> Callable[[UnityObject], str | None]:
    """Source: the id of the object that the first of these attributes refers to."""
    return methodcaller("reference", *keys)


def objects(value: Any, line: int, inherited: str = "") -> Iterator[UnityObject]:
    """Yield every object of an answer: a listing, one object, or a list of either."""
    if isinstance(value, list):
        lines = value.item_lines if isinstance(value, LocatedList) else [line] * len(value)
        for item, place in zip(value, lines, strict=True):
            yield from objects(item, place, inherited)
        return
    if not isinstance(value, dict):
        return
    named = _type_named(value) or inherited
    if isinstance(value.get("entries"), list):
        yield from objects(value["entries"], line_of(value["entries"], line), named)
    elif isinstance(value.get("content"), dict):
        content = value["content"]
        yield from _with_nested(UnityObject(named or _type_shown(content), content, line_of(content, line)))
    elif "id" in value and (shown := _type_shown(value)):
        yield from _with_nested(UnityObject(inherited or shown, value, line_of(value, line)))


def _with_nested(item: UnityObject) -> Iterator[UnityObject]:
    """Yield an object and those nested in it, as ``fields=hostLUNs.lun.wwn`` returns them, with a reference to it."""
    yield item
    for key, kind in _NESTED.items():
        value = item.values.get(key)
        for inner in value if isinstance(value, list) else [value]:
            # An object that is only referred to has nothing but its id.
            if isinstance(inner, dict) and isinstance(inner.get("id"), str) and len(inner) > 1:
                back = _BACK.get((item.type, kind))
                outer = {} if back is None or back in inner else {back: {"id": item.text("id")}}
                yield from _with_nested(UnityObject(kind, {**inner, **outer}, line_of(inner, item.line)))


def _type_named(value: dict[str, Any]) -> str:
    links = value.get("links")
    hrefs = [link.get("href") for link in links if isinstance(link, dict)] if isinstance(links, list) else []
    for text in (value.get("@base"), *hrefs):
        found = _TYPE.search(text) if isinstance(text, str) else None
        if found:
            return found.group(1)
    return ""
