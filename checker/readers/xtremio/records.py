"""XtremIO objects of any REST version as records, each with its type and its array.

References are ``[guid, name, index]``. In version 1 counters are texts and indexes are numbers; later versions mix them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import methodcaller

from checker.facts import normalise
from checker.facts.values import Value
from checker.readers.toolkit import numbers
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.fields import computed
from checker.readers.toolkit.declarations.json_family import type_by
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList, line_of
from checker.readers.toolkit.rounded import Interval, columns, of_disk

TYPES = word_list("""
    clusters bricks storage-controllers targets target-groups initiators initiator-groups lun-maps volumes snapshots xms
    ssds bbus data-protection-groups xenvs iscsi-portals events consistency-groups consistency-group-volumes
    infiniband-switches snapshot-sets local-disks dae-controllers slots daes dae-psus storage-controller-psus tags
    alerts alert-definitions schedulers performance volume-folders ig-folders iscsi-routes user-accounts syslog-notifier
    email-notifier snmp-notifier ldap-configs
""")  # fmt: skip
_HREF = re.compile(r"/api/json/(?:v[0-9]+/)?types/([a-z-]+)(?:/|\?|\Z)")

# Attributes that only one type has, tried in order where neither link nor listing names the type.
_type_by_attributes = type_by(
    (
        ("lun-maps", "mapping-id"),
        ("lun-maps", "ig-name vol-name"),
        ("volumes", "naa-name"),
        ("volumes", "vol-size lb-size"),
        ("clusters", "sys-sw-version"),
        ("clusters", "sys-psnt-serial-number"),
        ("targets", "tar-id port-address"),
        ("targets", "port-address port-state"),
        ("initiators", "initiator-conn-state"),
        ("initiators", "initiator-id port-address"),
        ("storage-controllers", "node-state"),
        ("storage-controllers", "node-health-state"),
        ("infiniband-switches", "ib-switch-id"),
        ("data-protection-groups", "protection-state"),
        ("bricks", "brick-state"),
        ("ssds", "ssd-id"),
        ("xenvs", "xenv-id"),
        ("iscsi-portals", "ip-addr port-address"),
        ("bbus", "ups-id"),
        ("initiator-groups", "num-of-initiators ig-id"),
        ("target-groups", "tg-id sys-id"),
    )
)


@dataclass
class Record:
    """One object of the array with its type and line; ``partial`` for entries of a listing that only name it."""

    type: str
    line: int
    values: Mapping[str, object]
    partial: bool = False

    def text(self, *names: str) -> str | None:
        """Return the first of these attributes that has a value, as text."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, str) and value.strip():
                return value.strip()
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return str(value)
        return None

    def number(self, *names: str) -> int | None:
        """Return a whole number, printed as number or as text."""
        return normalise.integer(self.text(*names))

    def decimal(self, *names: str) -> float | None:
        """Return a number that is not negative, printed as number or as text."""
        found = self.text(*names)
        if found is None or len(found) > 24 or not re.fullmatch(r"[0-9]{1,18}(?:\.[0-9]{1,9})?", found):
            return None
        return numbers.decimal(found)

    def size(self, name: str) -> Interval | None:
        """Return what a size can mean; the interface counts KB of 1024 bytes, tables print ``10.5T``."""
        found = self.number(name)
        if found is None:
            printed = self.text(name)
            return of_disk(printed) if printed is not None and printed[-1:].isalpha() else None
        return None if found < 0 else (found * 1024, found * 1024)

    def reference(self, *names: str) -> str | None:
        """Return the name in the first of these ``[guid, name, index]`` references."""
        for name in names:
            if (found := reference_name(self.values.get(name))) is not None:
                return found
        return None

    def at(self, name: str, /) -> int:
        """Return the line of one attribute."""
        lines = self.values.key_lines if isinstance(self.values, LocatedDict) else {}
        return lines.get(name, self.line)

    @property
    def array(self) -> str | None:
        """Array that the object names: its ``sys-id``, or its own name if it is the cluster."""
        named = self.reference("sys-id") or self.text("sys-name")
        return self.text("name") if named is None and self.type == "clusters" else named

    def first_name(self, *references: str) -> str | None:
        """Return the name of the object, or else the name in one of these references to itself."""
        return self.text("name") or self.reference(*references)


Facts = declared.Facts[Record]
array: declared.Field[Record] = computed(lambda record, context: record.array or context.owner)
"""Source: the array that an object belongs to; the owner of the capture if it names none."""


def reference(*names: str) -> Callable[[Record], str | None]:
    """Source: the name in the first of these references."""
    return methodcaller("reference", *names)


def size_of(column: str, name: str) -> dict[str, Callable[[Record], Value]]:
    """Return the sources of the columns of a size, such as ``used``."""

    def found(record: Record) -> Interval | None:
        return record.size(name)

    return columns(column, found)


def named(*references: str) -> Callable[[Record], str | None]:
    """Source: the name of the object, or else the name in one of these references to itself."""
    return methodcaller("first_name", *references)


def reference_name(value: object) -> str | None:
    """Return the name in a ``[guid, name, index]`` reference, or None."""
    if isinstance(value, list) and len(value) >= 2 and isinstance(value[1], str) and value[1].strip():
        return value[1].strip()
    return None


def records(value: object, line: int) -> Iterator[Record]:
    """Yield every object of one document: a single answer, a listing, or a dump of many types."""
    if isinstance(value, list):
        for item in value:
            yield from records(item, line_of(item, line))
        return
    if not isinstance(value, LocatedDict):
        return
    href = _type_of_links(value.get("links"))
    content = value.get("content")
    if isinstance(content, LocatedDict):
        yield Record(_type_of(content, href), content.line, content)
        return
    if isinstance(content, LocatedList):
        for item in content:
            if isinstance(item, LocatedDict):
                yield Record(_type_of(item, href), item.line, item)
        return
    listings = [key for key in value if key in TYPES and isinstance(value[key], (LocatedDict, LocatedList))]
    for key in listings:
        yield from _listing(key, value[key])
    if not listings:
        yield Record(_type_of(value, href), value.line, value)


def _listing(kind: str, value: LocatedDict | LocatedList) -> Iterator[Record]:
    items = value if isinstance(value, LocatedList) else list(value.values())
    if isinstance(value, LocatedDict) and not any(isinstance(item, LocatedDict) for item in items):
        if value:
            yield Record(kind, value.line, value)
        return
    for item in items:
        if not isinstance(item, LocatedDict):
            continue
        content = item.get("content")
        if isinstance(content, LocatedDict):
            item = content
        yield Record(kind, item.line, item, partial="href" in item and len(item) <= 4)


def _type_of_links(links: object) -> str | None:
    for link in links if isinstance(links, list) else ():
        if isinstance(link, dict) and isinstance(link.get("href"), str) and link.get("rel") == "self":
            match = _HREF.search(link["href"])
            if match:
                return match.group(1)
    return None


def _type_of(values: Mapping[str, object], href: str | None) -> str:
    return href if href is not None else _type_by_attributes(values)
