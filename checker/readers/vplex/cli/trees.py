"""Trees of VPLEX objects: ``drill-down``, ``show-use-hierarchy`` and the map of storage.

::

    virtual-volume: dd_db01_vol (cluster-1)
       distributed-device: dd_db01
          distributed-device-component: dev_db01_1 (cluster-1)
             extent: extent_db01_1
                storage-volume: db01_1 (blocks: 0 - 524287)

    ( virtual_volumes ): db01_vol
       (* devices ): dev_db01
          ( extents ): extent_db01_1

Each line is a part of the nearest less indented line above it. In copies without indentation, the order of the types
(volume, device, component, extent, storage volume) determines the nesting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.vplex.objects import Place, VplexObject
from checker.readers.vplex.volumes import array_facts

_TYPES = (
    "storage-view", "consistency-group", "distributed-consistency-group", "virtual-volume",
    "distributed-virtual-volume", "distributed-device", "distributed-device-component", "local-device", "device",
    "local-device-component", "extent", "storage-volume", "logical-unit", "storage-array",
)  # fmt: skip
_RANKS = {
    "storage-view": 0, "consistency-group": 0, "virtual-volume": 1, "distributed-device": 2, "local-device": 2,
    "distributed-device-component": 3, "local-device-component": 3, "extent": 4, "storage-volume": 5, "logical-unit": 6,
    "storage-array": 7,
}  # fmt: skip
_OWN = "storage-view|virtual-volume|(?:local|distributed)-device(?:-component)?|storage-volume"
# A single line may be any YAML; it is a tree if the name has brackets after it or a part below it.
TREE_LINE = (
    rf"(?:(?:{_OWN}):[ \t]+\S+[ \t]*(?:\([^()\n]*\)|\n[ \t]*(?:{_OWN}|extent):[ \t]+\S.*)"
    r"|extent:[ \t]+\S.*\n[ \t]*storage-volume:[ \t]+\S.*)"
)
MAP_LINE = rf"\(\*?[ ]?(?:{'|'.join(kind.replace('-', '_') + 's' for kind in _TYPES)})[ ]?\):[ \t]*\S.*"
_LINE = re.compile(
    rf"(\s*)(?P<type>{'|'.join(kind for kind in _TYPES if kind != 'device')}):\s+(?P<name>\S+)\s*(?P<details>\([^()]*\))?\s*\Z"
)
_MAP = re.compile(r"(\s*)\(\*?\s?(?P<type>[a-z_]+)\s?\):\s*(?P<name>\S(?:.*\S)?)\s*\Z")
_SIZE = re.compile(r"[0-9.]+[KMGTPE]?B?\Z")
_NO_CLUSTER = re.compile(
    r"(?:raid-\w+|ok|unknown|degraded|running|unexported|inactive|.*-failure|.*error|alive|claimed|used|blocks\b.*)\Z"
)


@dataclass(frozen=True)
class Node:
    """One object of a tree; ``cluster`` is None if the line does not contain it, '' for distributed objects."""

    type: str
    name: str
    cluster: str | None = None
    size: str | None = None


@dataclass
class _Open:
    indent: int
    node: Node


class TreeReader:
    """Reader for the lines of trees; it writes each object and its relation to its parent."""

    def __init__(self, out: Writer, owner: str) -> None:
        self._out = out
        self._owner = owner
        self._open: list[_Open] = []
        # An ordered set: a consistency group of thousands of views is looked up for each of them.
        self._above: dict[Node, None] = {}
        self._volume_seen = False

    def read(self, line: int, text: str) -> bool:
        """Read one line; return FALSE if it is not part of a tree."""
        text = text.expandtabs(8)
        match = _LINE.match(text)
        if match is not None:
            kind, cluster, size = _type_of(match["type"]), *_details(match["details"])
        else:
            match = _MAP.match(text)
            if match is None or (kind := _type_of(match["type"].replace("_", "-").removesuffix("s"))) not in _RANKS:
                return False
            cluster = size = None
        printed = match["type"]
        indent = len(match.group(1))
        if not self._open:
            self._above, self._volume_seen = {}, False
        while self._open and not self._is_above(self._open[-1], indent, kind):
            self._open.pop()
        parent = self._open[-1].node if self._open else None
        kind = _in_its_place(kind, printed, parent)
        if cluster is None and parent is not None and kind not in ("storage-view", "consistency-group"):
            # A part of a distributed object is in one of its clusters; the map does not say in which.
            cluster = parent.cluster or None
        if printed.startswith("distributed_virtual") or kind == "distributed-device":
            cluster = ""
        node = Node(kind, match["name"], cluster, size)
        self._open.append(_Open(indent, node))
        self._write(line, parent, node)
        return True

    def _is_above(self, entry: _Open, indent: int, kind: str) -> bool:
        if entry.indent < indent:
            return True
        # A copy without indentation: only the types show what is above.
        above = entry.node.type
        leg = above == "distributed-device" and kind == "local-device"
        return indent == 0 and self._flat() and (leg or _RANKS[above] < _RANKS[kind])

    def _flat(self) -> bool:
        return all(entry.indent == 0 for entry in self._open)

    def _write(self, line: int, parent: Node | None, node: Node) -> None:
        if node.type in ("storage-view", "consistency-group"):
            if self._volume_seen:
                self._above, self._volume_seen = {}, False
            self._above[node] = None
        elif node.type == "virtual-volume":
            self._volume_seen = True
            for above in self._above:
                relate(self._out, self._owner, line, above, node)
        relate(self._out, self._owner, line, None if parent in self._above else parent, node)


def _type_of(printed: str) -> str:
    return {
        "distributed-virtual-volume": "virtual-volume",
        "distributed-consistency-group": "consistency-group",
        "device": "local-device",
    }.get(printed, printed)


def _in_its_place(kind: str, printed: str, parent: Node | None) -> str:
    """Return the exact type; the map calls legs and components devices, so their parent decides."""
    if kind == "local-device" and parent is not None and printed in ("devices", "device", "local-device"):
        if parent.type == "distributed-device":
            return "distributed-device-component"
        if parent.type.startswith(("local-device", "distributed-device")):
            return "local-device-component"
    return kind


def _details(printed: str | None) -> tuple[str | None, str | None]:
    """Return cluster and size from the brackets after a name: ``(cluster-1)``, ``(5G, raid-1, ok, cluster-1)``."""
    cluster = size = None
    for word in (printed or "").strip("() ").split(","):
        word = word.strip()
        if _SIZE.match(word):
            size = word
        elif word and not _NO_CLUSTER.match(word):
            cluster = word
    return cluster, size


def _rows(parent: Node | None, node: Node) -> Iterator[tuple[str, dict[str, str | int | bool | None]]]:
    match node.type:
        case "storage-view":
            yield "mask_view", {"cluster": node.cluster, "view": node.name}
        case "consistency-group":
            yield "consistency_group", {"cluster": node.cluster, "consistency_group": node.name}
        case "virtual-volume" if parent is not None and parent.type == "storage-view":
            yield "mask_volume", {"cluster": parent.cluster, "view": parent.name, "volume_name": node.name}
        case "distributed-device" | "local-device":
            distributed = node.type == "distributed-device"
            above = parent.name if parent is not None and parent.type == "virtual-volume" else None
            yield "vplex_device", {
                "cluster": node.cluster, "vplex_device": node.name, "distributed": distributed,
                "top_level": True if above else None, "virtual_volume": above,
                "size_bytes": normalise.size_bytes(node.size),
            }  # fmt: skip
        case "distributed-device-component" | "local-device-component":
            yield "vplex_device", {
                "cluster": node.cluster, "vplex_device": node.name, "distributed": False, "top_level": False,
            }  # fmt: skip
        case _:
            return


def relate(out: Writer, owner: str, line: int, parent: Node | None, node: Node) -> None:
    """Write an object and its relation to its parent, if any."""
    for kind, facts in _rows(parent, node):
        out.add(kind, line, storage_array=owner, **facts)
    if node.type == "extent":
        used_by = parent.name if parent is not None and "device" in parent.type else None
        out.add("extent", line, storage_array=owner, cluster=node.cluster, extent=node.name, used_by=used_by)
    elif node.type == "storage-volume":
        # A storage volume is identified by its VPD name; other names are kept in the objects that refer to them.
        if (device := normalise.device_id(node.name)) is not None:
            facts = {"used_by_array": owner, "used_by_cluster": node.cluster, "vplex_name": node.name}
            out.add("storage_volume", line, device=device, **facts)
    elif node.type == "storage-array":
        out.add("storage_array", line, **array_facts(VplexObject(Place("storage-array"), line), node.name))
    elif node.type == "virtual-volume" and parent is None and not node.cluster:
        facts = {"cluster": node.cluster, "locality": "distributed" if node.cluster == "" else None}
        out.add("virtual_volume", line, storage_array=owner, virtual_volume=node.name, **facts)
    if parent is not None:
        _relation(out, owner, line, parent, node)


def _relation(out: Writer, owner: str, line: int, parent: Node, node: Node) -> None:
    if parent.type == "consistency-group" and node.type == "virtual-volume":
        out.add(
            "virtual_volume", line, storage_array=owner, cluster=node.cluster, virtual_volume=node.name,
            consistency_group=parent.name,
        )  # fmt: skip
    elif parent.type == "virtual-volume" and node.type in ("distributed-device", "local-device"):
        out.add(
            "virtual_volume", line, storage_array=owner, cluster=node.cluster, virtual_volume=parent.name,
            vplex_device=node.name, locality="distributed" if node.type == "distributed-device" else None,
        )  # fmt: skip
    elif "device" in parent.type and (node.type == "extent" or node.type.endswith("component")):
        out.add(
            "device_component", line, storage_array=owner,
            cluster="" if parent.type == "distributed-device" else parent.cluster, vplex_device=parent.name,
            component=node.name, component_type="extent" if node.type == "extent" else "device",
            component_cluster=node.cluster or None,
        )  # fmt: skip
    elif parent.type == "extent" and node.type == "storage-volume":
        out.add(
            "extent", line, storage_array=owner, cluster=parent.cluster, extent=parent.name, storage_volume=node.name
        )
    elif parent.type == "storage-volume" and node.type in ("logical-unit", "storage-array"):
        device = normalise.device_id(node.name if node.type == "logical-unit" else parent.name)
        if device is not None:
            out.add(
                "storage_volume", line, device=device,
                storage_array=node.name if node.type == "storage-array" else None, used_by_array=owner,
                used_by_cluster=parent.cluster, vplex_name=parent.name,
            )  # fmt: skip
