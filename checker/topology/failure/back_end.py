"""Back-end paths of VPLEX that cross ISLs: what in the fabric they need, and which of them a failure interrupts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from checker.facts.store.store import Store
from checker.topology.failure.parts import Component, switch_graphs

PortPair = tuple[str, str]
"""World wide port names of a back-end port of VPLEX and of a port of the array behind it."""


@dataclass(frozen=True)
class Crossing:
    """What a back-end path needs between its two edge switches: parts, and pairs of parts of which one is enough."""

    needed: frozenset[Component]
    pairs: tuple[tuple[Component, Component], ...]


def crossings(store: Store) -> dict[PortPair, Crossing]:
    """Return what the back-end paths between ports of different switches need; paths without a known route need nothing."""
    ports = _ports(store)
    found: dict[PortPair, Crossing] = {}
    for fabric, graph, ends in switch_graphs(store, _ends(ports)):
        for one, other in ends:
            crossing = Crossing(frozenset(graph.needed(one, other)), tuple(graph.pairs(one, other)))
            found.update(dict.fromkeys(ports[fabric, one, other], crossing))
    return found


def interrupted(store: Store, failed: Sequence[Component]) -> list[PortPair]:
    """Return the back-end paths whose edge switches are connected, but not without the failed parts."""
    parts = [part for part in failed if part[0] in ("switch", "isl", "site")]
    if not parts:
        return []
    ports = _ports(store)
    return [
        pair
        for fabric, graph, ends in switch_graphs(store, _ends(ports))
        for one, other in ends
        if graph.connected(one, other) and not graph.connected(one, other, parts)
        for pair in ports[fabric, one, other]
    ]


def _ends(ports: dict[tuple[str, str, str], list[PortPair]]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for fabric, one, other in ports:
        found[fabric].append((one, other))
    return found


def _ports(store: Store) -> dict[tuple[str, str, str], list[PortPair]]:
    """Return the back-end paths by fabric and edge switches; ports that are logged in at several places are left out."""
    store.ensure_entities(("backend_path", "isl", "switch"))
    found: dict[tuple[str, str, str], list[PortPair]] = defaultdict(list)
    for initiator, target, *place in store.rows("""
        WITH edge AS (
            SELECT wwpn, min(fabric) AS fabric, min(switch) AS switch FROM edge_port
            GROUP BY wwpn HAVING count(DISTINCT fabric) = 1 AND count(DISTINCT switch) = 1
        )
        SELECT DISTINCT b.initiator_wwpn, b.target_wwpn, i.fabric, i.switch, t.switch FROM backend_path b
        JOIN edge i ON i.wwpn = b.initiator_wwpn JOIN edge t ON t.wwpn = b.target_wwpn AND t.fabric = i.fabric
        WHERE i.switch <> t.switch ORDER BY ALL
    """):
        fabric, one, other = place
        found[fabric, one, other].append((initiator, target))
    return dict(found)
