"""VPLEX objects from VPlexcli or REST v1: a context path and named attributes.

Both use the same attribute names (``port-wwn``, ``Operational Status`` over two header lines), so one set of functions
turns objects from either source into observations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.facts import vplex_wwn
from checker.facts.observations import Writer
from checker.readers.toolkit.base import columns
from checker.readers.toolkit.declarations.json_family import type_by
from checker.readers.toolkit.numbers import whole

FAMILY = columns(storage_array="storage_array family vendor")
"""What every export states about the system itself."""
SETTING = "storage_array scope setting value"
"""Columns of a setting."""
_EMPTY = frozenset({"", "-", "[]", "null", "none", "n/a"})
_DIRECTOR = re.compile(r"director-([0-9]+)-([0-9]+)-([AB])\Z")
_ENGINE = re.compile(r"engine-([0-9]+)-([0-9]+)\Z")
CUT_LIST = re.compile(r",? ?\.\.\. ?\(([0-9]+) total\)")


@dataclass(frozen=True)
class Place:
    """Place of an object in the context tree: its type, its name and the objects above it."""

    type: str
    name: str | None = None
    cluster: str | None = None
    engine: str | None = None
    director: str | None = None
    parent: str | None = None


@dataclass
class VplexObject:
    """One object: its place, the line that describes it and its attributes (text, or list of texts from JSON).

    ``lines`` contains the line of each attribute, where attributes are on separate lines.
    """

    place: Place
    line: int
    values: Mapping[str, object] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def at(self, *names: str) -> int:
        """Return the line of the first of these attributes that is printed, else the line of the object."""
        return next((self.lines[name] for name in names if name in self.lines), self.line)

    def text(self, *names: str) -> str | None:
        """Return the first of these attributes that has a value, as text; ``-`` or ``[]`` means no value."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, bool):
                return "true" if value else "false"
            if isinstance(value, (int, float)):
                return str(value)
            if isinstance(value, list):
                value = ", ".join(str(item) for item in value if item is not None)
            if isinstance(value, str) and value.strip().lower() not in _EMPTY:
                return value.strip()
        return None

    def state(self, *names: str) -> str | None:
        """Return a status in lower case, as VPLEX words it."""
        found = self.text(*names)
        return None if found is None else found.lower()

    def items(self, *names: str) -> list[str]:
        """Return a list attribute: a JSON list, or ``[a, b]`` in text; the truncation mark is removed."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, list):
                return [str(item).strip() for item in value if isinstance(item, (str, int)) and str(item).strip()]
        found = self.text(*names)
        if found is None:
            return []
        inner = CUT_LIST.sub("", found).strip().removeprefix("[").removesuffix("]")
        return [item.strip() for item in inner.split(",") if item.strip().lower() not in _EMPTY]

    def stated(self, name: str) -> int | None:
        """Return the length of a list attribute, or None if it is not printed or its end is missing; ``[]`` has none."""
        value = self.values.get(name)
        if isinstance(value, list):
            return len(value)
        text = value.strip() if isinstance(value, str) else ""
        if not (text.startswith("[") and text.endswith("]")):
            return None
        if (total := self.shortened(name)) is not None:
            return whole(total)
        return text.count("(") or len(self.items(name))

    def shortened(self, *names: str) -> str | None:
        """Return the total that VPlexcli prints after a truncated list (``... (14 total)``), or None."""
        found = self.text(*names)
        match = CUT_LIST.search(found) if found else None
        return match.group(1) if match else None


_CLUSTER_CHILDREN = {
    ("devices",): "local-device", ("virtual-volumes",): "virtual-volume", ("exports", "storage-views"): "storage-view",
    ("exports", "ports"): "export-port", ("exports", "initiator-ports"): "initiator-port",
    ("storage-elements", "storage-volumes"): "storage-volume", ("storage-elements", "extents"): "extent",
    ("storage-elements", "storage-arrays"): "storage-array", ("system-volumes",): "system-volume",
    ("consistency-groups",): "consistency-group",
}  # fmt: skip
_ENGINE_PARTS = {
    "stand-by-power-supplies": "standby-power-supply", "power-supplies": "power-supply", "fans": "component-part",
    "mgmt-modules": "component-part",
}  # fmt: skip
_COMPONENT_LISTS = ("components", "distributed-device-components")


def locate(path: str) -> Place | None:
    """Return the place of a context path, or None for contexts that sanlint does not read."""
    match [part for part in path.strip().split("/") if part]:
        case ["clusters", cluster]:
            return Place("cluster", cluster, cluster)
        case ["clusters", cluster, *rest]:
            return _below_cluster(cluster, rest)
        case ["distributed-storage", "distributed-devices", device]:
            return Place("distributed-device", device, "")
        case ["distributed-storage", "distributed-devices", device, *rest]:
            return _component(rest, device, "", "distributed-component")
        case ["engines", engine]:
            return Place("engine", engine, cluster_of(engine), engine)
        case ["engines", engine, "directors", director]:
            return Place("director", director, cluster_of(director, engine), engine, director)
        case ["engines", engine, "directors", director, "hardware", "ports", port]:
            return Place("port", port, cluster_of(director, engine), engine, director)
        case ["engines", engine, part, name] if part in _ENGINE_PARTS:
            return Place(_ENGINE_PARTS[part], name, cluster_of(engine), engine, parent=part)
        case ["data-migrations", "device-migrations" | "extent-migrations", name]:
            return Place("migration", name)
        case ["distributed-storage", "rule-sets", name]:
            return Place("rule-set", name, "")
        case ["cluster-witness"]:
            return Place("witness", "cluster-witness")
        case ["cluster-witness", "components", name]:
            return Place("witness-component", name)
    return None


_LINK_PARTS = {"port-groups": "port-group", "subnets": "subnet", "option-sets": "option-set"}


def _below_cluster(cluster: str, rest: list[str]) -> Place | None:
    match rest:
        case ["connectivity", link, part, name] if part in _LINK_PARTS:
            return Place(_LINK_PARTS[part], name, cluster, parent=link)
    for prefix, kind in _CLUSTER_CHILDREN.items():
        if tuple(rest[: len(prefix)]) == prefix:
            below = rest[len(prefix) :]
            if len(below) == 1:
                return Place(kind, below[0], cluster)
            if len(below) == 2 and kind == "consistency-group" and below[1] in ("advanced", "recoverpoint"):
                return Place(kind, below[0], cluster)
            if kind == "local-device" and len(below) > 2:
                return _component(below[1:], below[0], cluster, "component")
    return None


def _component(rest: list[str], device: str, cluster: str, kind: str) -> Place | None:
    if len(rest) < 2 or len(rest) % 2 or any(name not in _COMPONENT_LISTS for name in rest[::2]):
        return None
    parent = rest[-3] if len(rest) > 2 else device
    return Place(kind if len(rest) == 2 else "component", rest[-1], cluster, parent=parent)


def cluster_of(*names: str | None) -> str | None:
    """Return ``cluster-<c>`` from the first default name of a director or engine (``director-1-1-A``), or None."""
    for name in names:
        match = _DIRECTOR.match(name or "") or _ENGINE.match(name or "")
        if match:
            return f"cluster-{match.group(1)}"
    return None


def engine_of(director: str | None) -> str | None:
    """Return ``engine-<c>-<e>`` from the default name of a director, or None."""
    match = _DIRECTOR.match(director or "")
    return f"engine-{match.group(1)}-{match.group(2)}" if match else None


def letter_of(director: str | None, director_id: str | None) -> str | None:
    """Return A or B from the default name of a director, else from its id by the documented rule; None if unknown."""
    match = _DIRECTOR.match(director or "")
    return match.group(3) if match else vplex_wwn.letter_of_director_id(director_id)


_SIGNATURES = (
    ("storage-view", "port-name-enabled-status"), ("storage-view", "virtual-volumes initiators ports"),
    ("initiator-port", "port-wwn target-ports"), ("initiator-port", "port-wwn target-port-names"),
    ("export-port", "port-wwn export-status"), ("export-port", "port-wwn director-id"), ("port", "role port-status"),
    ("virtual-volume", "supporting-device vpd-id"), ("virtual-volume", "supporting-device service-status"),
    ("distributed-device", "clusters-involved rule-set-name"), ("storage-volume", "itls use"),
    ("storage-volume", "storage-volumetype use"), ("storage-volume", "vpd83-id use"),
    ("system-volume", "slots geometry"), ("director", "director-id commissioned"),
    ("director", "director-id communication-status"), ("cluster", "cluster-id island-id"),
    ("local-device", "geometry transfer-size visibility"),
)  # fmt: skip
RECOGNISED_TYPES = tuple(kind for kind, _ in _SIGNATURES)
_type_of = type_by(_SIGNATURES)


def guess_type(values: Mapping[str, object]) -> str | None:
    """Return the type of an object without a path, from attributes that only this type has, or None."""
    return _type_of(values) or None


def nexuses(value: object) -> object:
    """Return back-end paths as ``initiator/target/lun``; some releases print them as objects."""
    if not isinstance(value, list):
        return value
    parts = ("initiator", "target", "lun")
    return ["/".join(str(item.get(part, "")) for part in parts) if isinstance(item, dict) else item for item in value]


def add_setting(out: Writer, line: int, owner: str, scope: str, setting: str, value: str) -> None:
    """Write a setting of the system or of a part of it."""
    out.add("array_setting", line, storage_array=owner, scope=scope, setting=setting, value=value)


def add_director(out: Writer, line: int, owner: str, director: str, engine: str | None = None, **facts: str) -> None:
    """Write a director; its default name shows its cluster, engine and letter."""
    out.add(
        "director", line, storage_array=owner, cluster=cluster_of(director, engine), director=director,
        engine=engine or engine_of(director), letter=letter_of(director, None), **facts,
    )  # fmt: skip


def add_system(out: Writer, line: int, owner: str, before: int = 0) -> None:
    """Write the system itself if there are more than ``before`` observations."""
    if out.records > before:
        out.add("storage_array", line, storage_array=owner, family="vplex", vendor="EMC")
