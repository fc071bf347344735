"""The smallest pairs of components that cause a loss: what wider components lose in the same way is not repeated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.facts.store.store import Store
from checker.topology.failure.fail import Cost
from checker.topology.failure.parts import Component

_Routes = dict[Component, frozenset[int]]


def smallest_pairs(store: Store, costs: Sequence[Cost]) -> list[Cost]:
    """Return the pairs without those that only repeat another one, in the same order.

    A pair repeats another one if both cut off the same volumes that no single component cuts off, one component is
    the same, and the other is on all the paths of its counterpart: ``fabric`` instead of ``switch`` in that fabric. Of
    components that are on the same paths, such as an adapter and its only port, the first in the ranking is kept.

    Args:
        store: after ``pair_costs``.
        costs: pairs, in the order of the ranking.
    """
    routes = _routes(store)  # A part that is needed only together with another one is on no path of its own.
    losses = _losses(store)
    loss = [losses.get(frozenset(cost.components)) for cost in costs]
    repeated: set[int] = set()
    for every in _by_component(costs):
        # A part that is on a subset of the paths of another one is among those that share the first of its paths.
        starts: dict[int, list[tuple[int, Component]]] = {}
        group = [(number, other) for number, other in every if other in routes]
        for number, other in group:
            starts.setdefault(min(routes[other]), []).append((number, other))
        for number, wide in group:
            for start in routes[wide] & starts.keys():
                if any(
                    loss[smaller] == loss[number]
                    and (routes[narrow] < routes[wide] or (routes[narrow] == routes[wide] and smaller < number))
                    for smaller, narrow in starts[start]
                ):
                    repeated.add(number)
                    break
    return [cost for number, cost in enumerate(costs) if number not in repeated]


def _by_component(costs: Sequence[Cost]) -> Iterable[list[tuple[int, Component]]]:
    """Return for each component its pairs: their number, and the other component."""
    found: dict[Component, list[tuple[int, Component]]] = {}
    for number, cost in enumerate(costs):
        one, other = cost.components
        found.setdefault(one, []).append((number, other))
        found.setdefault(other, []).append((number, one))
    return found.values()


def _losses(store: Store) -> dict[frozenset[Component], int]:
    """Return for each pair a number that is the same for the same volumes."""
    rows = store.rows(
        "SELECT x.kind, x.key, y.kind, y.key, bit_xor(hash(f.layout)) FROM failure_pair f "
        "JOIN failure_part x ON x.part = f.one JOIN failure_part y ON y.part = f.other GROUP BY ALL"
    )
    return {frozenset({(one, key), (other, second)}): loss for one, key, other, second, loss in rows}


def _routes(store: Store) -> _Routes:
    """Return the routes that need each component."""
    rows = store.rows(
        "SELECT p.kind, p.key, list(DISTINCT r.route) FROM failure_part p JOIN failure_route_part r ON r.part = p.part "
        "GROUP BY p.kind, p.key"
    )
    return {(kind, key): frozenset(routes) for kind, key, routes in rows}
