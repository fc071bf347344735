"""The SAN as a graph for pictures and exports: hosts, their ports, switches, target ports, directors, arrays.

Nodes are arranged in columns by kind. Unknown connections are omitted, not guessed: a port whose switch is unknown is
linked to its fabric; if the fabric is unknown too, the port is not linked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from checker.facts.store.store import Store
from checker.topology.tables import tables

COLUMNS = ("host", "initiator", "switch", "target_port", "director", "storage_array")
"""Kinds of nodes, from left to right."""


@dataclass(frozen=True)
class Node:
    """One object in the picture.

    ``id`` is kind and key; ``fabric`` is set for switches and ports in one fabric; ``parent`` is the node it belongs
    to (the host of a port, the array of a director); nodes with the same ``group`` may be folded.
    """

    id: str
    kind: str
    label: str
    fabric: str | None = None
    parent: str | None = None
    group: str | None = None
    detail: str = ""
    count: int = 1


@dataclass(frozen=True)
class Edge:
    """A link between two nodes; ``kind`` is owns, link, isl or path, ``count`` the number of links it represents."""

    source: str
    target: str
    kind: str
    fabric: str | None = None
    count: int = 1
    state: str = ""


@dataclass
class Graph:
    """Nodes by id and links, both in stable order."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    fabrics: list[str] = field(default_factory=list)

    def add(self, node: Node) -> None:
        """Add a node unless its id exists."""
        self.nodes.setdefault(node.id, node)


def node_id(kind: str, *key: str) -> str:
    """Return the id of a node."""
    return f"{kind}:{'/'.join(key)}"


def graph_of(store: Store) -> Graph:
    """Read the graph from entity and topology tables, which must exist."""
    graph = Graph()
    store.ensure_entities(["host", "storage_array", "isl", "switch", "fabric"])
    graph.fabrics = [
        row[0] for row in store.rows("SELECT DISTINCT fabric FROM switch_fabric WHERE fabric IS NOT NULL ORDER BY 1")
    ]
    more = store.rows("SELECT DISTINCT fabric FROM port_fabric WHERE fabric IS NOT NULL ORDER BY 1")
    graph.fabrics += [row[0] for row in more if row[0] not in graph.fabrics]
    _hosts(store, graph)
    _switches(store, graph)
    _targets(store, graph)
    _links(store, graph)
    return graph


def _hosts(store: Store, graph: Graph) -> None:
    for host, cluster, platform, version in store.rows(
        "SELECT host, host_cluster, platform, os_version FROM host ORDER BY host"
    ):
        detail = " ".join(text for text in (platform, version) if text)
        graph.add(Node(node_id("host", host), "host", host, group=cluster, detail=detail))
    for wwpn, host, label, fabric in store.rows(
        "SELECT r.wwpn, r.host, r.label, f.fabric FROM port_role r LEFT JOIN port_fabric f ON f.wwpn = r.wwpn "
        "WHERE r.role IN ('initiator', 'both') AND r.host IS NOT NULL AND coalesce(r.owner_kind, 'host') = 'host' ORDER BY r.host, r.wwpn"
    ):
        parent = node_id("host", host)
        if parent in graph.nodes:
            graph.add(
                Node(
                    node_id("initiator", wwpn),
                    "initiator",
                    label or _colons(wwpn),
                    fabric,
                    parent,
                    detail=_colons(wwpn),
                )
            )
            graph.edges.append(Edge(parent, node_id("initiator", wwpn), "owns"))


def _switches(store: Store, graph: Graph) -> None:
    for switch, fabric, model, version in store.rows(
        "SELECT s.switch, min(f.fabric), min(s.model), min(s.firmware_version) FROM switch s "
        "LEFT JOIN switch_fabric f ON f.switch = s.switch GROUP BY s.switch ORDER BY 1"
    ):
        detail = " ".join(text for text in (model, version) if text)
        graph.add(Node(node_id("switch", switch), "switch", switch, fabric, detail=detail))
    if store.has_rows("isl"):
        for one, other, fabric, links in store.rows(
            "SELECT least(i.switch, i.peer_switch), greatest(i.switch, i.peer_switch), min(f.fabric), max(links) FROM ("
            "SELECT switch, peer_switch, count(*) AS links FROM isl WHERE peer_switch IS NOT NULL GROUP BY ALL) i "
            "LEFT JOIN switch_fabric f ON f.switch = i.switch WHERE i.switch <> i.peer_switch GROUP BY 1, 2 ORDER BY 1, 2"
        ):
            ends = [node_id("switch", name) for name in (one, other)]
            if all(end in graph.nodes for end in ends):
                graph.edges.append(Edge(ends[0], ends[1], "isl", fabric, int(links)))


def _targets(store: Store, graph: Graph) -> None:
    for array, family, model in store.rows("SELECT storage_array, family, model FROM storage_array ORDER BY 1"):
        detail = " ".join(text for text in (family, model) if text)
        graph.add(Node(node_id("storage_array", array), "storage_array", array, detail=detail))
    for wwpn, array, cluster, director, port, fabric in store.rows(
        "SELECT t.target_wwpn, t.storage_array, t.cluster, t.director, t.port, f.fabric FROM target_place t "
        "LEFT JOIN port_fabric f ON f.wwpn = t.target_wwpn WHERE coalesce(t.role, 'front-end') IN ('front-end', 'target', '-') "
        "ORDER BY t.storage_array, t.director, t.port, t.target_wwpn"
    ):
        parent = _director(graph, array, cluster, director)
        name = node_id("target_port", wwpn)
        graph.add(Node(name, "target_port", port or _colons(wwpn), fabric, parent, detail=_colons(wwpn)))
        if parent is not None:
            graph.edges.append(Edge(name, parent, "owns"))


def _director(graph: Graph, array: str | None, cluster: str | None, director: str | None) -> str | None:
    if array is None:
        return None
    whole = node_id("storage_array", array)
    graph.add(Node(whole, "storage_array", array))
    if director is None:
        return whole
    name = node_id("director", array, director)
    if name not in graph.nodes:
        graph.add(Node(name, "director", director, parent=whole, detail=cluster or ""))
        graph.edges.append(Edge(name, whole, "owns"))
    return name


def _links(store: Store, graph: Graph) -> None:
    """Link ports to the switch where they are logged in, or to a node for their fabric if the switch is unknown."""
    at: dict[str, tuple[str, str | None, str]] = {}
    for wwpn, switch, fabric, port in store.rows(
        "SELECT wwpn, switch, fabric, port FROM edge_port ORDER BY wwpn, switch"
    ):
        at.setdefault(wwpn, (switch, fabric, port or ""))
    for node in list(graph.nodes.values()):
        if node.kind not in ("initiator", "target_port"):
            continue
        found = at.get(node.id.partition(":")[2])
        if found is not None:
            graph.add(Node(node_id("switch", found[0]), "switch", found[0], found[1]))
            graph.edges.append(_link(node, node_id("switch", found[0]), found[1], found[2]))
        elif node.fabric is not None:
            unknown = node_id("switch", f"? {node.fabric}")
            graph.add(
                Node(
                    unknown,
                    "switch",
                    f"somewhere in {node.fabric}",
                    node.fabric,
                    detail="switch unknown: no switch export lists the port",
                )
            )
            graph.edges.append(_link(node, unknown, node.fabric, ""))


def _link(node: Node, switch: str, fabric: str | None, port: str) -> Edge:
    ends = (node.id, switch) if node.kind == "initiator" else (switch, node.id)
    return Edge(*ends, "link", fabric, state=port)


def _colons(wwn: str) -> str:
    return ":".join(wwn[index : index + 2] for index in range(0, len(wwn), 2))


def focused(graph: Graph, hosts: Iterable[str]) -> Graph:
    """Return the part of the graph that the named hosts can reach: their ports, switches and targets.

    Raises:
        KeyError: there is no host of that name.
    """
    kept: set[str] = set()
    for host in hosts:
        start = node_id("host", host)
        if start not in graph.nodes:
            raise KeyError(host)
        kept |= {start, *(node.id for node in graph.nodes.values() if node.parent == start)}
    around = kept | {edge.target for edge in graph.edges if edge.source in kept and edge.kind == "link"}
    connected = {
        end
        for edge in graph.edges
        if edge.kind == "isl" and {edge.source, edge.target} & around
        for end in (edge.source, edge.target)
    }
    switches = {name for name in around | connected if graph.nodes[name].kind == "switch"}
    targets = {
        edge.target
        for edge in graph.edges
        if edge.source in switches and graph.nodes[edge.target].kind == "target_port"
    }
    kept |= switches | targets
    for _ in range(2):
        kept |= {graph.nodes[name].parent or name for name in kept if graph.nodes[name].parent in graph.nodes}
    nodes = {name: node for name, node in graph.nodes.items() if name in kept}
    edges = [edge for edge in graph.edges if edge.source in nodes and edge.target in nodes]
    used = {node.fabric for node in nodes.values()}
    return Graph(nodes, edges, [fabric for fabric in graph.fabrics if fabric in used])


TABLES_USED = tuple(
    name for name in ("switch_fabric", "port_fabric", "port_role", "target_place", "edge_port") if name in tables()
)
