"""Routes inside a fabric: how many switches a frame passes, and which switches and ISL bundles no route avoids."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from checker.facts.store import Store
from checker.topology.tables import tables

if TYPE_CHECKING:
    import networkx as nx


def build_routes(store: Store) -> None:
    """Write ``switch_route`` for every pair of switches of each fabric; networkx is imported only for two and more.

    ``switches`` counts switches, not links, as vendors' hop limits do (rule-catalogue.md, FAB006). A pair without a
    route has NULL there.
    """
    store.execute(tables()["switch_route"].ddl)
    by_fabric: dict[str, set[str]] = defaultdict(set)
    # The zone database of a fabric as such goes by the fabric's name; it is no switch and has no routes.
    for fabric, switch in store.rows(
        "SELECT DISTINCT fabric, switch FROM switch_fabric WHERE switch <> fabric OR switch IN (SELECT switch FROM switch "
        "UNION SELECT switch FROM switch_port UNION SELECT switch FROM login UNION SELECT switch FROM isl) ORDER BY ALL"
    ):
        by_fabric[fabric].add(switch)
    rows: list[tuple[str, str, str, int | None, list[str]]] = []
    for fabric in sorted(by_fabric):
        switches = sorted(by_fabric[fabric])
        rows.extend((fabric, switch, switch, 1, [f"switch {switch}"]) for switch in switches)
        if len(switches) > 1:
            rows.extend(_routes(store, fabric, switches))
    if rows:
        store.connection.executemany(
            "INSERT INTO switch_route VALUES (?, ?, ?, ?, ?)", sorted(rows, key=lambda r: r[:3])
        )


def links_between(store: Store, fabric: str) -> list[tuple[str, str]]:
    """Return the pairs of switches of a fabric that an ISL joins, each pair once, in order."""
    return [
        (one, other)
        for one, other in store.rows(
            """
            SELECT DISTINCT least(a, b), greatest(a, b) FROM (
                SELECT i.switch AS a, coalesce(w.switch, n.switch) AS b FROM isl i
                LEFT JOIN switch w ON w.switch_wwn = i.peer_wwn
                LEFT JOIN switch n ON w.switch IS NULL AND (n.switch = i.peer_switch
                    OR (length(i.peer_switch) >= 15 AND starts_with(n.switch, i.peer_switch)))
                WHERE coalesce(i.link_kind, 'isl') IN ('isl', 'fcip'))
            WHERE b IS NOT NULL AND a <> b
              AND a IN (SELECT switch FROM switch_fabric WHERE fabric = ?) AND b IN (SELECT switch FROM switch_fabric WHERE fabric = ?)
            ORDER BY ALL
            """,
            (fabric, fabric),
        )
    ]


def _routes(store: Store, fabric: str, switches: list[str]) -> list[tuple[str, str, str, int | None, list[str]]]:
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(switches)
    graph.add_edges_from(links_between(store, fabric))
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    rows: list[tuple[str, str, str, int | None, list[str]]] = []
    for one in switches:
        for other in switches:
            if one == other:
                continue
            hops = lengths[one].get(other)
            must = mandatory(graph, one, other) if hops is not None else []
            rows.append((fabric, one, other, None if hops is None else hops + 1, must))
    return rows


def mandatory(graph: nx.Graph[str], one: str, other: str) -> list[str]:
    """Return the switches and ISL bundles that every route between two switches uses, the ends included.

    Found on one shortest path: a switch or bundle that all routes need lies on every path, so each one of it that does
    not disconnect the pair when left out is not mandatory. Fabrics have tens of switches; this is exact, not a bound.
    """
    import networkx as nx

    path = nx.shortest_path(graph, one, other)
    found = [f"switch {one}", f"switch {other}"]
    for switch in path[1:-1]:
        rest = graph.subgraph([node for node in graph if node != switch])
        if not nx.has_path(rest, one, other):
            found.append(f"switch {switch}")
    for left, right in pairwise(path):
        reduced = nx.restricted_view(graph, [], [(left, right)])
        if not nx.has_path(reduced, one, other):
            found.append(f"isl {min(left, right)} - {max(left, right)}")
    return sorted(found)
