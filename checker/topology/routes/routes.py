"""Routes inside a fabric: number of switches, and the switches and ISL bundles that every route needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from checker.facts.store.store import Store
from checker.topology.derive.links import links, trunks
from checker.topology.tables import tables

if TYPE_CHECKING:
    import networkx as nx


_Route = tuple[str, str, int | None, list[str]]
"""Two switches, how many switches a route passes, and what every route needs."""
_MOST_STEPS = 2_000_000
"""Switches that all routes pass together. A fabric has at most 239 switches (FC-SW-6, domain identifiers 1 to 239); if each
reaches the others over 6, its routes pass 340,000. A chain of 239 would have 4.5 million."""


def build_routes(store: Store) -> None:
    """Write ``switch_route`` for every pair of switches of each fabric; networkx is imported only if there are pairs.

    ``switches`` counts switches, not links, like the vendors' hop limits (rule-catalogue.md, FAB006). It is NULL for a
    pair without a route. The largest fabrics have no rows for pairs beyond a limit: their routes are unknown.
    """
    store.execute(tables()["switch_route"].ddl)
    if not store.filled("switch_fabric"):
        return
    by_fabric: dict[str, set[str]] = defaultdict(set)
    # A fabric-wide zone database has the fabric's name; it is not a switch and has no routes.
    for fabric, switch in store.rows(
        "SELECT DISTINCT fabric, switch FROM switch_fabric WHERE switch <> fabric OR switch IN (SELECT switch FROM switch "
        "UNION SELECT switch FROM switch_port UNION SELECT switch FROM login UNION SELECT switch FROM isl) ORDER BY ALL"
    ):
        by_fabric[fabric].add(switch)
    edges = links_by_fabric(store)
    rows: list[tuple[str, str, str, int | None, list[str]]] = []
    left = _MOST_STEPS
    unknown: list[str] = []
    # The VSANs of the same switches with the same links have the same routes.
    of_alike: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], list[_Route]] = {}
    for fabric in sorted(by_fabric, key=lambda name: (len(by_fabric[name]), name)):
        switches = sorted(by_fabric[fabric])
        rows.extend((fabric, switch, switch, 1, [f"switch {switch}"]) for switch in switches)
        if len(switches) < 2:
            continue
        pairs = edges.get(fabric, [])
        alike = (tuple(switches), tuple(pairs))
        routes: list[_Route] = []
        steps = 0
        for route in of_alike.get(alike) or _routes(switches, pairs):
            routes.append(route)
            steps += 1 + (route[2] or 0)
            if steps > left:
                unknown.append(fabric)
                break
        else:
            of_alike[alike] = routes
            rows.extend((fabric, *route) for route in routes)
            left -= steps
    if unknown:
        store.leave_out("Routes between switches are unknown, because there are too many, in fabric", unknown)
    if rows:
        _insert(store, sorted(rows, key=lambda r: r[:3]))


def _insert(store: Store, rows: list[tuple[str, str, str, int | None, list[str]]]) -> None:
    """Insert in bulk: a fabric of a hundred switches has ten thousand pairs (performance.md)."""
    import arro3.core as arrow

    text, number = arrow.DataType.utf8(), arrow.DataType.int64()
    batch = arrow.Table.from_pydict(
        {
            "fabric": arrow.Array([row[0] for row in rows], type=text),
            "from_switch": arrow.Array([row[1] for row in rows], type=text),
            "to_switch": arrow.Array([row[2] for row in rows], type=text),
            "switches": arrow.Array([row[3] for row in rows], type=number),
            "mandatory": arrow.Array(["\n".join(row[4]) for row in rows], type=text),
        }
    )
    store.register("incoming_routes", batch)
    store.execute(
        "INSERT INTO switch_route SELECT fabric, from_switch, to_switch, switches, "
        "CASE WHEN mandatory = '' THEN [] ELSE string_split(mandatory, chr(10)) END FROM incoming_routes"
    )
    store.connection.unregister("incoming_routes")


def links_by_fabric(store: Store) -> dict[str, list[tuple[str, str]]]:
    """Return the sorted pairs of switches connected by ISLs in each fabric.

    A link that states its VSANs connects switches only in the fabrics of these VSANs.
    """
    fabrics: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for switch, vsan, fabric in store.rows("SELECT switch, vsan, fabric FROM switch_fabric"):
        fabrics[switch][vsan].add(fabric)
    every = {switch: set().union(*of_vsan.values()) for switch, of_vsan in fabrics.items()}
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for one, other, vsan in links(store):
        here = fabrics[one][vsan] if one in fabrics and vsan in fabrics[one] else every.get(one, set())
        for fabric in here & every.get(other, set()):
            found[fabric].add((min(one, other), max(one, other)))
    return {fabric: sorted(pairs) for fabric, pairs in found.items()}


def link_counts(store: Store) -> dict[tuple[str, str], int | None]:
    """Return the number of links between each two switches, sorted by name: those of the end that lists more.

    None if both ends leave it open how many links a trunk has.
    """
    listed: dict[tuple[str, str], int | None] = {}
    for switch, peer, _, number in trunks(store):
        if peer is not None:
            before = listed.get((switch, peer), 0)
            listed[switch, peer] = None if before is None or number is None else before + number
    found: dict[tuple[str, str], int | None] = {}
    for (switch, peer), one in listed.items():
        known = [count for count in (one, listed.get((peer, switch))) if count is not None]
        found[min(switch, peer), max(switch, peer)] = max(known, default=None)
    return found


def _routes(switches: list[str], edges: list[tuple[str, str]]) -> Iterator[_Route]:
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(switches)
    graph.add_edges_from(pair for pair in edges if pair[0] in graph and pair[1] in graph)
    cuts = Cuts(graph)
    for one in switches:
        reached = nx.single_source_shortest_path(graph, one)
        for other in switches:
            if one != other:
                path = reached.get(other)
                yield one, other, None if path is None else len(path), [] if path is None else cuts.on(path)


class Cuts:
    """The switches and ISL bundles whose loss splits a fabric.

    Links that lie on a common circle form a block. A path that leaves a block never returns to it, so the switch between two
    blocks is on every route, and so is a link that is a block of its own.
    """

    def __init__(self, graph: nx.Graph[str]) -> None:
        import networkx as nx

        self._block: dict[frozenset[str], int] = {}
        self._bridges: set[frozenset[str]] = set()
        for number, edges in enumerate(nx.biconnected_component_edges(graph)):
            block = [frozenset(edge) for edge in edges]
            self._block.update(dict.fromkeys(block, number))
            if len(block) == 1:
                self._bridges.update(block)

    def on(self, path: list[str]) -> list[str]:
        """Return what every route between the ends of a shortest path needs, including the ends.

        These are the switches on the path whose loss separates the ends, and the links on the path that are bridges.
        """
        found = [f"switch {path[0]}", f"switch {path[-1]}"]
        links = [frozenset(pair) for pair in pairwise(path)]
        for switch, (before, after) in zip(path[1:-1], pairwise(links), strict=True):
            if self._block[before] != self._block[after]:
                found.append(f"switch {switch}")
        found += [f"isl {min(link)} - {max(link)}" for link in links if link in self._bridges]
        return sorted(found)


def mandatory(graph: nx.Graph[str], one: str, other: str) -> list[str]:
    """Return the switches and ISL bundles that every route between two connected switches needs, including both."""
    import networkx as nx

    return Cuts(graph).on(nx.shortest_path(graph, one, other))
