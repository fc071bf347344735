"""The part of a graph that belongs to chosen objects: their paths, from host to array, and nothing else."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from checker.topology.picture.graph import Graph

_BY_NAME = ("host", "switch", "director", "storage_array")
_PORTS = ("initiator", "target_port")


def focused(graph: Graph, names: Iterable[str]) -> Graph:
    """Return the paths of the named objects: hosts, switches, directors, arrays, or ports by WWPN.

    A path is drawn with its host, both ports, the switches of its shortest routes, its director and its array. Objects
    without a known path are drawn with their ports and the switches where these are logged in.

    Raises:
        KeyError: there is no object of that name.
    """
    chosen: set[str] = set()
    for name in names:
        found = _named(graph, name)
        if not found:
            raise KeyError(name)
        chosen |= found
    inside = {node for node in graph.nodes if any(one in chosen for one in _ancestry(graph, node))}
    at = _switches_of_ports(graph)
    kept = inside | {at[node] for node in inside if node in at}
    pairs = []
    routes = _Routes(graph)
    for initiator, target in graph.pairs:
        one, other = at.get(initiator), at.get(target)
        crossed = routes.between(one, other) if one and other else {end for end in (one, other) if end}
        path = {*_ancestry(graph, initiator), *_ancestry(graph, target), *crossed}
        if path & inside:
            kept |= path
            pairs.append((initiator, target))
    kept |= {one for node in kept for one in _ancestry(graph, node)}
    nodes = {name: node for name, node in graph.nodes.items() if name in kept}
    edges = [edge for edge in graph.edges if edge.source in nodes and edge.target in nodes]
    used = {node.fabric for node in nodes.values()}
    return Graph(nodes, edges, [fabric for fabric in graph.fabrics if fabric in used], pairs)


def _named(graph: Graph, name: str) -> set[str]:
    digits = name.replace(":", "").lower()
    return {
        node.id
        for node in graph.nodes.values()
        if (node.kind in _BY_NAME and node.label == name)
        or (node.kind in _PORTS and node.id.partition(":")[2] == digits)
    }


def _ancestry(graph: Graph, name: str) -> list[str]:
    """Return a node and what it belongs to: a port, its director and its array."""
    found = [name]
    while (parent := graph.nodes[found[-1]].parent) is not None and parent in graph.nodes:
        found.append(parent)
    return found


def _switches_of_ports(graph: Graph) -> Mapping[str, str]:
    at: dict[str, str] = {}
    for edge in graph.edges:
        if edge.kind == "link":
            from_host = graph.nodes[edge.source].kind == "initiator"
            port, switch = (edge.source, edge.target) if from_host else (edge.target, edge.source)
            at.setdefault(port, switch)
    return at


class _Routes:
    """Switches on the shortest routes between two switches, by breadth-first search over the ISLs."""

    def __init__(self, graph: Graph) -> None:
        self._near: dict[str, list[str]] = {}
        for edge in graph.edges:
            if edge.kind == "isl":
                self._near.setdefault(edge.source, []).append(edge.target)
                self._near.setdefault(edge.target, []).append(edge.source)
        self._distances: dict[str, dict[str, int]] = {}
        self._found: dict[tuple[str, str], set[str]] = {}

    def between(self, one: str, other: str) -> set[str]:
        """Return the switches on the shortest routes, both ends included; only the ends if there is no route."""
        if (one, other) not in self._found:
            near, far = self._from(one), self._from(other)
            length = near.get(other)
            on = {name for name in near if length is not None and near[name] + far.get(name, length + 1) == length}
            self._found[one, other] = on | {one, other}
        return self._found[one, other]

    def _from(self, start: str) -> dict[str, int]:
        if start not in self._distances:
            found = {start: 0}
            queue = deque([start])
            while queue:
                here = queue.popleft()
                for name in self._near.get(here, ()):
                    if name not in found:
                        found[name] = found[here] + 1
                        queue.append(name)
            self._distances[start] = found
        return self._distances[start]
