"""Scope: components that the slow flows share and the fast ones do not.

``recall`` is the share of the slow flows' waiting that passes a component, ``precision`` the share of slow I/O in all its
judged I/O. Parts come from the paths of each volume, with the share of its paths that use them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from checker.facts.store.store import Store
from checker.topology.failure.parts import ACTIVE, KINDS, build_failure_parts
from checker.triage.flows import Flows
from checker.triage.model import Common, Component, Flow
from checker.triage.parameters import threshold

_LEAST_SHARE = 0.1
_LEAST_FIT = 0.1
_UNKNOWN_CAP = 0.5
_MOST_PLACES = 3
_SAME = 0.05
_OF_PORTS = frozenset(("initiator", "host_hba", "switch_port", "isl", "switch", "fabric", "target_port", "director"))
# Among equals the one further from the data comes first.
_ORDER = ("host", "host_port", *KINDS, "volume", "locality", "operation")
Shares = Mapping[Component, float]


@dataclass
class _Sums:
    slow: float = 0.0
    judged: float = 0.0
    excess: float = 0.0
    counts: list[int] = field(default_factory=lambda: [0, 0])


class Parts:
    """The components that each flow uses, with their shares of its I/O."""

    def __init__(self, store: Store) -> None:
        build_failure_parts(store)
        self._parts: defaultdict[int, list[Component]] = defaultdict(list)
        for route, kind, key in store.rows(
            "SELECT r.route, p.kind, p.key FROM failure_route_part r JOIN failure_part p USING (part) ORDER BY ALL"
        ):
            if kind != "site":
                self._parts[route].append((kind, key))
        self._known: dict[tuple[int, ...], Shares] = {}
        self._volumes = {(host, device): ways for host, device, ways in store.rows("SELECT * FROM failure_volume")}
        self._ports: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for host, hba, route in store.rows(
            "SELECT host, hba, route FROM failure_route WHERE hba IS NOT NULL ORDER BY ALL"
        ):
            self._ports[host, hba].append(route)

    def of(self, flow: Flow) -> Shares:
        """Return the components of a flow."""
        found: dict[Component, float] = {("host", flow.host): 1.0, flow.component: 1.0}
        if flow.operation:
            found["operation", flow.operation] = 1.0
        if flow.port:
            routes = self._ports.get((flow.host, flow.port), [])
        else:
            if flow.system:
                found["storage_array", flow.system] = 1.0
            if flow.back_array:
                found["storage_array", flow.back_array] = 1.0
            if flow.distributed is not None:
                found[locality_of(flow)] = 1.0
            ways = self._volumes.get((flow.host, flow.volume), [])
            routes = [way // 4 for way in ways if way % 4 == ACTIVE]
        return {**self._shares(tuple(routes)), **found}

    def _shares(self, routes: tuple[int, ...]) -> Shares:
        """Return the parts of routes that share the I/O equally; most volumes of a host have the same."""
        known = self._known.get(routes)
        if known is None:
            used = Counter(part for route in routes for part in set(self._parts[route]))
            known = self._known[routes] = {part: count / len(routes) for part, count in used.items()}
        return known


def locality_of(flow: Flow) -> Component:
    """Return what a flow of a VPLEX volume has in common with others as far as the WAN is concerned."""
    kind = "distributed" if flow.distributed else "local"
    return "locality", f"{kind} {flow.operation or 'I/O'}{'s' if flow.operation else ''} of {flow.system or 'VPLEX'}"


def scope_of(flows: Flows, parts: Parts) -> list[Common]:
    """Return the components of the slow flows, the best fitting first.

    Args:
        flows: flows with their state; a flow that is neither slow nor fast takes no side.
        parts: the components of each flow.
    """
    judged = [flow for flow in flows.cut if flow.state in ("slow", "fast")]
    sums: defaultdict[Component, _Sums] = defaultdict(_Sums)
    total = sum(flow.excess for flow in judged if flow.state == "slow")
    if not total:
        return []
    for flow in judged:
        slow = flow.state == "slow"
        for component, share in parts.of(flow).items():
            if slow and share < 1 and flow.host in flows.alike and component[0] in _OF_PORTS:
                # All ports of this host are alike, so none of them is at fault alone.
                continue
            one = sums[component]
            one.judged += flow.window.iops * share
            one.counts[not slow] += 1
            if slow:
                one.slow += flow.window.iops * share
                one.excess += flow.excess if share >= _LEAST_SHARE else 0.0
    alone = len(judged) < threshold("least_siblings") or all(flow.state == "slow" for flow in judged)
    found = [_common(component, one, total, capped=alone) for component, one in sums.items() if one.slow]
    return sorted((one for one in found if one.fit >= _LEAST_FIT), key=_rank)


def places_of(flows: Flows, parts: Parts, scope: Sequence[Common]) -> list[Common]:
    """Return up to three components that together explain what is slow, if no single one does; empty if one does, or none.

    Each adds at least a fifth of the waiting to those before it, and nearly all of its I/O is slow.
    """
    least, new = threshold("place_precision"), threshold("place_recall")
    if not scope or any(
        one.recall >= threshold("cause_recall") and one.precision >= threshold("cause_precision") for one in scope
    ):
        return []
    slow = [(flow, parts.of(flow)) for flow in flows.cut if flow.state == "slow"]
    total = sum(flow.excess for flow, _ in slow)
    left = list(slow)
    found: list[Common] = []
    while len(found) < _MOST_PLACES:
        gains: defaultdict[Component, float] = defaultdict(float)
        for flow, shares in left:
            for component, share in shares.items():
                if share >= _LEAST_SHARE:
                    gains[component] += flow.excess / total
        fits = [one for one in scope if one.precision >= least and gains[one.component] >= new]
        if not fits:
            break
        best = min(fits, key=lambda one: (-round(gains[one.component] / _SAME), *_rank(one)[1:]))
        found.append(best)
        left = [(flow, shares) for flow, shares in left if shares.get(best.component, 0.0) < _LEAST_SHARE]
    return found if len(found) > 1 else []


def _common(component: Component, one: _Sums, total: float, *, capped: bool) -> Common:
    recall, precision = min(1.0, one.excess / total), min(1.0, one.slow / one.judged)
    fit = recall * precision
    return Common(component, recall, precision, min(fit, _UNKNOWN_CAP) if capped else fit, *one.counts)


def _rank(one: Common) -> tuple[float, int, int, str]:
    kind, key = one.component
    order = _ORDER.index(kind) if kind in _ORDER else len(_ORDER)
    return (-round(one.recall * one.precision / 0.05), one.slow + one.fast, order, key)


def fit_of(scope: Iterable[Common], component: Component) -> float:
    """Return how well a component fits; 0 if no slow flow uses it."""
    return next((one.fit for one in scope if one.component == component), 0.0)
