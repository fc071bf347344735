"""The SAN as a graph for pictures and exports: hosts, their ports, switches, target ports, directors, arrays.

Nodes are arranged in columns by kind. ``read`` fills a graph from the tables, ``focus`` and ``fold`` make it smaller.
"""

from __future__ import annotations

from dataclasses import dataclass, field

COLUMNS = ("host", "initiator", "switch", "target_port", "director", "storage_array")
"""Kinds of nodes, from left to right."""


@dataclass(frozen=True)
class Node:
    """One object in the picture.

    ``id`` is kind and key; ``fabric`` is set for switches and ports in one fabric; ``parent`` is the node it belongs
    to (the host of a port, the array of a director); nodes with the same ``group`` may be folded. ``count`` is the
    number of objects a folded node represents, ``names`` those of them that the picture must name.
    """

    id: str
    kind: str
    label: str
    fabric: str | None = None
    parent: str | None = None
    group: str | None = None
    detail: str = ""
    count: int = 1
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edge:
    """A link between two nodes; ``kind`` is owns, link or isl, ``count`` the number of links it represents."""

    source: str
    target: str
    kind: str
    fabric: str | None = None
    count: int = 1
    state: str = ""


@dataclass
class Graph:
    """Nodes by id, links, and the ports that paths connect, in stable order.

    ``pairs`` are the ids of an initiator and a target port of a known path, or of an active zone if no path of the
    initiator is known.
    """

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    fabrics: list[str] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)

    def add(self, node: Node) -> None:
        """Add a node unless its id exists."""
        self.nodes.setdefault(node.id, node)


def node_id(kind: str, *key: str) -> str:
    """Return the id of a node."""
    return f"{kind}:{'/'.join(key)}"


def colons(wwn: str) -> str:
    """Return a world wide name as people write it."""
    return ":".join(wwn[index : index + 2] for index in range(0, len(wwn), 2))
