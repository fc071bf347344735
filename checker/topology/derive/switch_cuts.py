"""Cuts between two switches of a fabric: single switches, ISL bundles and sites, and pairs of them.

Imported only for fabrics of several switches, because networkx is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import networkx as nx

from checker.topology.routes.routes import Cuts

Component = tuple[str, str]


class SwitchGraph:
    """The switches of a fabric with their links and sites.

    Results are cached per removed part, because they are needed for many pairs of switches.
    """

    def __init__(self, links: Iterable[tuple[str, str]], sites: Mapping[str, str]) -> None:
        self._whole: nx.Graph[str] = nx.Graph()
        self._whole.add_edges_from(links)
        self._site_of = {switch: sites[switch] for switch in self._whole if switch in sites}
        self._at: dict[str, list[str]] = {}
        for switch, site in self._site_of.items():
            self._at.setdefault(site, []).append(switch)
        self._rest: dict[Component | None, tuple[nx.Graph[str], Cuts]] = {}
        self._islands: dict[tuple[Component | None, str], dict[str, int]] = {}

    def connected(self, one: str, other: str, lost: Iterable[Component] = ()) -> bool:
        """Return whether two switches are connected without the lost parts."""
        graph = self._whole
        for part in lost:
            graph = self._without(graph, part)
        return one in graph and other in graph and nx.has_path(graph, one, other)

    def needed(self, one: str, other: str, lost: Component | None = None) -> set[Component]:
        """Return the parts each of which alone separates two switches; nothing if they are not connected."""
        graph, cuts = self._left(lost)
        if one not in graph or other not in graph or not nx.has_path(graph, one, other):
            return set()
        found = {_component(part) for part in cuts.on(nx.shortest_path(graph, one, other))}
        found |= {
            ("site", site) for site in self._at if ("site", site) != lost and self._separates(site, lost, one, other)
        }
        return found

    def pairs(self, one: str, other: str) -> Iterator[tuple[Component, Component]]:
        """Yield the pairs of parts that separate two switches together but not alone.

        One part of each pair is on every way between the two, so the parts of a shortest way are tried; the other is
        then on all remaining ways.
        """
        if one not in self._whole or other not in self._whole or not nx.has_path(self._whole, one, other):
            return
        always = self.needed(one, other)
        found: set[tuple[Component, Component]] = set()
        for part in self._on_way(nx.shortest_path(self._whole, one, other)):
            if part not in always:
                for second in self.needed(one, other, part) - always - {part}:
                    found.add((min(part, second), max(part, second)))
        yield from sorted(found)

    def _on_way(self, way: list[str]) -> set[Component]:
        found = {("switch", switch) for switch in way}
        found |= {("isl", f"{min(pair)} - {max(pair)}") for pair in pairwise(way)}
        return found | {("site", self._site_of[switch]) for switch in way if switch in self._site_of}

    def _left(self, lost: Component | None) -> tuple[nx.Graph[str], Cuts]:
        if lost not in self._rest:
            graph = self._whole if lost is None else self._without(self._whole, lost)
            self._rest[lost] = graph, Cuts(graph)
        return self._rest[lost]

    def _separates(self, site: str, lost: Component | None, one: str, other: str) -> bool:
        """Return whether the loss of a site separates two switches that are connected without ``lost``."""
        key = (lost, site)
        if key not in self._islands:
            graph = self._without(self._left(lost)[0], ("site", site))
            self._islands[key] = {
                switch: number for number, group in enumerate(nx.connected_components(graph)) for switch in group
            }
        island = self._islands[key]
        return one not in island or other not in island or island[one] != island[other]

    def _without(self, graph: nx.Graph[str], part: Component) -> nx.Graph[str]:
        rest: nx.Graph[str] = graph.copy()
        kind, key = part
        if kind == "isl":
            left, _, right = key.partition(" - ")
            rest.remove_edges_from([(left, right)])
        elif kind in ("switch", "site"):
            rest.remove_nodes_from([key] if kind == "switch" else self._at.get(key, []))
        return rest


def _component(text: str) -> Component:
    kind, _, key = text.partition(" ")
    return kind, key
