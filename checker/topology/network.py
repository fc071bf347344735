"""Switches and their links as an undirected graph: ways, islands, and what separates them.

It has what fabrics need and no more: a library of graphs would take longer to import than an audit of a small SAN, and
an eighth of the space of an installation. The tests compare it with networkx.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Link = tuple[str, str]


class Network:
    """Nodes with their neighbours, in the order in which they were given."""

    def __init__(self, links: Iterable[Link] = (), nodes: Iterable[str] = ()) -> None:
        self._near: dict[str, dict[str, None]] = {node: {} for node in nodes}
        for one, other in links:
            self._near.setdefault(one, {})[other] = None
            self._near.setdefault(other, {})[one] = None

    def __contains__(self, node: object) -> bool:
        """Return whether the network has this node."""
        return node in self._near

    def __iter__(self) -> Iterator[str]:
        """Yield the nodes."""
        return iter(self._near)

    def without(self, nodes: Iterable[str] = (), link: Link | None = None) -> Network:
        """Return the network without some nodes and one link; those that it does not have are ignored."""
        lost, rest = set(nodes), Network()
        rest._near = {
            node: {other: None for other in near if other not in lost}
            for node, near in self._near.items()
            if node not in lost
        }
        if link is not None and link[0] in rest and link[1] in rest:
            rest._near[link[0]].pop(link[1], None)
            rest._near[link[1]].pop(link[0], None)
        return rest

    def ways(self, one: str) -> dict[str, list[str]]:
        """Return a shortest way from one node to each that it reaches, itself included."""
        found, queue = {one: [one]}, [one]
        for node in queue:
            for other in self._near[node]:
                if other not in found:
                    found[other] = [*found[node], other]
                    queue.append(other)
        return found

    def way(self, one: str, other: str) -> list[str] | None:
        """Return a shortest way between two nodes; None if there is none, or if one of them is unknown."""
        return self.ways(one).get(other) if one in self and other in self else None

    def all_ways(self, one: str, other: str) -> Iterator[list[str]]:
        """Yield every shortest way between two nodes."""
        if one not in self or other not in self:
            return
        distance = {node: len(way) for node, way in self.ways(other).items()}
        open_ways = [[one]] if one in distance else []
        while open_ways:
            way = open_ways.pop()
            if way[-1] == other:
                yield way
                continue
            nearer = [near for near in self._near[way[-1]] if distance[near] < distance[way[-1]]]
            open_ways += [[*way, near] for near in reversed(nearer)]

    def islands(self) -> dict[str, int]:
        """Return the number of the island of each node: nodes of one island reach each other."""
        found: dict[str, int] = {}
        number = 0
        for node in self:
            if node not in found:
                found.update(dict.fromkeys(self.ways(node), number))
                number += 1
        return found

    def cuts(self) -> tuple[set[str], set[frozenset[str]]]:
        """Return the nodes and the links each of which alone separates others (Tarjan and Hopcroft).

        ``low`` is the earliest visited node that the part below a node reaches without the link that led to it.
        """
        visited: dict[str, int] = {}
        low: dict[str, int] = {}
        nodes: set[str] = set()
        links: set[frozenset[str]] = set()
        for root in self:
            if root in visited:
                continue
            visited[root] = low[root] = len(visited)
            branches = 0
            trail = [(root, "", iter(self._near[root]))]
            while trail:
                node, parent, rest = trail[-1]
                other = next(rest, None)
                if other is None:
                    trail.pop()
                    if parent:
                        low[parent] = min(low[parent], low[node])
                        if low[node] > visited[parent]:
                            links.add(frozenset((parent, node)))
                        if parent == root:
                            branches += 1
                        elif low[node] >= visited[parent]:
                            nodes.add(parent)
                elif other not in visited:
                    visited[other] = low[other] = len(visited)
                    trail.append((other, node, iter(self._near[other])))
                elif other not in (parent, node):
                    low[node] = min(low[node], visited[other])
            if branches > 1:
                nodes.add(root)
        return nodes, links
