"""XtremIO objects of any REST version as records: which type each one is and which array it belongs to.

References are ``[guid, name, index]``; counters are texts and indexes numbers in version 1, mixed later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checker.facts import normalise
from checker.readers.located_json import LocatedDict, LocatedList, line_of

TYPES = (
    "clusters",
    "bricks",
    "storage-controllers",
    "targets",
    "target-groups",
    "initiators",
    "initiator-groups",
    "lun-maps",
    "volumes",
    "snapshots",
    "xms",
    "ssds",
    "bbus",
    "data-protection-groups",
    "xenvs",
    "iscsi-portals",
    "events",
    "consistency-groups",
    "consistency-group-volumes",
    "infiniband-switches",
    "snapshot-sets",
    "local-disks",
    "dae-controllers",
    "slots",
    "daes",
    "dae-psus",
    "storage-controller-psus",
    "tags",
    "alerts",
    "alert-definitions",
    "schedulers",
    "performance",
    "volume-folders",
    "ig-folders",
    "iscsi-routes",
    "user-accounts",
    "syslog-notifier",
    "email-notifier",
    "snmp-notifier",
    "ldap-configs",
)
_HREF = re.compile(r"/api/json/(?:v[0-9]+/)?types/([a-z-]+)(?:/|\?|\Z)")

# Attributes that only one type has, tried in order where neither link nor listing names the type.
_OWN_ATTRIBUTES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("lun-maps", ("mapping-id",)),
    ("lun-maps", ("ig-name", "vol-name")),
    ("volumes", ("naa-name",)),
    ("volumes", ("vol-size", "lb-size")),
    ("clusters", ("sys-sw-version",)),
    ("clusters", ("sys-psnt-serial-number",)),
    ("targets", ("tar-id", "port-address")),
    ("targets", ("port-address", "port-state")),
    ("initiators", ("initiator-conn-state",)),
    ("initiators", ("initiator-id", "port-address")),
    ("storage-controllers", ("node-state",)),
    ("storage-controllers", ("node-health-state",)),
    ("infiniband-switches", ("ib-switch-id",)),
    ("data-protection-groups", ("protection-state",)),
    ("bricks", ("brick-state",)),
    ("ssds", ("ssd-id",)),
    ("xenvs", ("xenv-id",)),
    ("iscsi-portals", ("ip-addr", "port-address")),
    ("bbus", ("ups-id",)),
    ("initiator-groups", ("num-of-initiators", "ig-id")),
    ("target-groups", ("tg-id", "sys-id")),
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

    def state(self, *names: str) -> str | None:
        """Return a state in lower case."""
        found = self.text(*names)
        return None if found is None else found.lower()

    def number(self, *names: str) -> int | None:
        """Return a whole number, printed as number or as text."""
        return normalise.integer(self.text(*names))

    def decimal(self, name: str) -> float | None:
        """Return a number that is not negative, printed as number or as text."""
        found = self.text(name)
        if found is None or len(found) > 24 or not re.fullmatch(r"[0-9]{1,18}(?:\.[0-9]{1,9})?", found):
            return None
        return float(found)

    def kilobytes(self, name: str) -> int | None:
        """Return a size in bytes; the interface counts KB of 1024 bytes, tables print ``10.5T``."""
        found = self.number(name)
        if found is None:
            printed = self.text(name)
            return normalise.size_bytes(printed) if printed is not None and printed[-1:].isalpha() else None
        return None if found < 0 else found * 1024

    def reference(self, *names: str) -> str | None:
        """Return the name in the first of these ``[guid, name, index]`` references."""
        for name in names:
            if (found := reference_name(self.values.get(name))) is not None:
                return found
        return None

    def line_of(self, name: str) -> int:
        """Return the line of one attribute."""
        lines = self.values.key_lines if isinstance(self.values, LocatedDict) else {}
        return lines.get(name, self.line)


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
    if href is not None:
        return href
    for kind, needed in _OWN_ATTRIBUTES:
        if all(name in values for name in needed):
            return kind
    return ""
