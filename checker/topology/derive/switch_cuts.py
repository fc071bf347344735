"""Cuts between two switches of a fabric: single switches, ISL bundles and sites, and pairs of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from checker.topology.graph import Graph
from checker.topology.routes.routes import Cuts

Component = tuple[str, str]


class SwitchGraph:
    """The switches of a fabric with their links and sites.

    Results are cached per removed part, because they are needed for many pairs of switches.
    """

    def __init__(self, links: Iterable[tuple[str, str]], sites: Mapping[str, str]) -> None:
        self._whole = Graph(links)
        self._site_of = {switch: sites[switch] for switch in self._whole if switch in sites}
        self._at: dict[str, list[str]] = {}
        for switch, site in self._site_of.items():
            self._at.setdefault(site, []).append(switch)
        self._rest: dict[Component | None, tuple[Graph, Cuts]] = {}
        self._islands: dict[tuple[Component | None, str], dict[str, int]] = {}

    def connected(self, one: str, other: str, lost: Iterable[Component] = ()) -> bool:
        """Return whether two switches are connected without the lost parts."""
        graph = self._whole
        for part in lost:
            graph = self._without(graph, part)
        return graph.connected(one, other)

    def needed(self, one: str, other: str, lost: Component | None = None) -> set[Component]:
        """Return the parts each of which alone separates two switches; nothing if they are not connected."""
        graph, cuts = self._left(lost)
        way = graph.way(one, other)
        if way is None:
            return set()
        found = {_component(part) for part in cuts.on(way)}
        found |= {
            ("site", site) for site in self._at if ("site", site) != lost and self._separates(site, lost, one, other)
        }
        return found

    def pairs(self, one: str, other: str) -> Iterator[tuple[Component, Component]]:
        """Yield the pairs of parts that separate two switches together but not alone.

        One part of each pair is on every way between the two, so the parts of a shortest way are tried; the other is
        then on all remaining ways.
        """
        way = self._whole.way(one, other)
        if way is None:
            return
        always = self.needed(one, other)
        found: set[tuple[Component, Component]] = set()
        for part in self._on_way(way):
            if part not in always:
                for second in self.needed(one, other, part) - always - {part}:
                    found.add((min(part, second), max(part, second)))
        yield from sorted(found)

    def _on_way(self, way: list[str]) -> set[Component]:
        found = {("switch", switch) for switch in way}
        found |= {("isl", f"{min(pair)} - {max(pair)}") for pair in pairwise(way)}
        return found | {("site", self._site_of[switch]) for switch in way if switch in self._site_of}

    def _left(self, lost: Component | None) -> tuple[Graph, Cuts]:
        if lost not in self._rest:
            graph = self._whole if lost is None else self._without(self._whole, lost)
            self._rest[lost] = graph, Cuts(graph)
        return self._rest[lost]

    def _separates(self, site: str, lost: Component | None, one: str, other: str) -> bool:
        """Return whether the loss of a site separates two switches that are connected without ``lost``."""
        key = (lost, site)
        if key not in self._islands:
            graph = self._without(self._left(lost)[0], ("site", site))
            self._islands[key] = {switch: number for number, group in enumerate(graph.islands()) for switch in group}
        island = self._islands[key]
        return one not in island or other not in island or island[one] != island[other]

    def _without(self, graph: Graph, part: Component) -> Graph:
        kind, key = part
        if kind == "isl":
            left, _, right = key.partition(" - ")
            return graph.without(links=[(left, right)])
        if kind == "switch":
            return graph.without([key])
        return graph.without(self._at.get(key, []) if kind == "site" else [])


def _component(text: str) -> Component:
    kind, _, key = text.partition(" ")
    return kind, key
