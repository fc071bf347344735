"""Scope: components that the slow flows share and the fast ones do not.

``recall`` is the share of the waiting of the slow flows of the focus that passes a component, ``precision`` the share of slow
I/O in all its judged I/O, whatever the complaint is about. Parts come from the paths of each volume, with the share of its paths that use them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from checker.facts.store.store import Store
from checker.topology.failure.parts import ACTIVE, KINDS, ROUTE_KEY, build_failure_parts
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
_ORDER = ("host", "host_port", "path", *KINDS, "volume", "locality", "operation")
Shares = Mapping[Component, float]
Routes = tuple[int, ...]


@dataclass
class _Sums:
    slow: float = 0.0
    judged: float = 0.0
    excess: float = 0.0
    counts: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, share: float, slow: bool, iops: float, excess: float, flows: int) -> None:
        """Add flows of which a component has a share."""
        self.judged += iops * share
        self.counts[not slow] += flows
        if slow:
            self.slow += iops * share
            self.excess += excess if share >= _LEAST_SHARE else 0.0


@dataclass(frozen=True)
class Group:
    """Flows that use the same components but for their own volume or port: most flows of a host.

    Attributes:
        flows: the flows, at least one; shares: their components with the share of their I/O.
    """

    flows: Sequence[Flow]
    shares: Shares


_SAME_ROUTE = " AND ".join(f"r.{name} IS NOT DISTINCT FROM p.{name}" for name in ROUTE_KEY)
# Each path has one route; its names are needed only where paths were measured.
_ROUTES = f"""
    SELECT host, hba AS port, route FROM failure_route WHERE hba IS NOT NULL
    UNION SELECT p.host, unnest([p.hctl, p.path_name]) AS port, r.route FROM path_place p
        JOIN (SELECT DISTINCT host FROM triage_flow_key WHERE path) k ON k.host = p.host JOIN failure_route r ON {_SAME_ROUTE}
    ORDER BY ALL
"""


class Parts:
    """The components that each flow uses, with their shares of its I/O.

    Attributes:
        groups: the flows that are compared, those of volumes or of ports, by what they use.
    """

    def __init__(self, store: Store, flows: Flows) -> None:
        """Keep the routes of every volume and port.

        Args:
            store: with the topology.
            flows: all flows with their state; a volume does not use the routes of adapters and paths that carry no I/O.
        """
        build_failure_parts(store)
        self._parts: defaultdict[int, list[Component]] = defaultdict(list)
        for route, kind, key in store.rows(
            "SELECT r.route, p.kind, p.key FROM failure_route_part r JOIN failure_part p USING (part) ORDER BY ALL"
        ):
            if kind != "site":
                self._parts[route].append((kind, key))
        self._known: dict[Routes, Shares] = {}

        @cache
        def active(ways: tuple[int, ...]) -> Routes:
            return tuple(way // 4 for way in ways if way % 4 == ACTIVE)

        # Most volumes of a host have the same.
        self._volumes: dict[tuple[str, str], Routes] = {
            (host, device): active(tuple(ways)) for host, device, ways in store.rows("SELECT * FROM failure_volume")
        }
        self._ports: defaultdict[tuple[str, str], Routes] = defaultdict(tuple)
        for host, port, route in store.rows(_ROUTES):
            self._ports[host, port] += (route,)
        self._leave_out(flows.idle)
        self.groups = self._grouped(flows.cut)
        self._group_of = {id(flow): group for group in self.groups for flow in group.flows}

    def _leave_out(self, idle: Mapping[tuple[str, str], Collection[str]]) -> None:
        hosts = {host for host, _ in idle}
        for (host, device), routes in self._volumes.items():
            if host in hosts:
                ports = (*idle.get((host, ""), ()), *idle.get((host, device), ()))
                unused = {route for port in ports for route in self._ports.get((host, port), ())}
                self._volumes[host, device] = tuple(route for route in routes if route not in unused) or routes

    def _grouped(self, flows: Iterable[Flow]) -> list[Group]:
        """Return flows in groups that use the same components."""
        alike: defaultdict[tuple[object, ...], list[Flow]] = defaultdict(list)
        for flow in flows:
            alike[self._kind(flow)].append(flow)
        return [Group(members, self._shared(members[0])) for members in alike.values()]

    def _groups_of(self, flows: Sequence[Flow]) -> list[Group]:
        """Return the groups of flows, also of those that are not compared."""
        known = {id(group): group for flow in flows if (group := self._group_of.get(id(flow))) is not None}
        return [*known.values(), *self._grouped(flow for flow in flows if id(flow) not in self._group_of)]

    def of(self, flow: Flow) -> Shares:
        """Return the components of a flow."""
        return {**self._shared(flow), flow.component: 1.0}

    def on_way(self, flows: Sequence[Flow]) -> frozenset[Component]:
        """Return the components of any of these flows; most of them have all but the volume in common."""
        return frozenset({flow.component for flow in flows}.union(*(one.shares for one in self._groups_of(flows))))

    def _shared(self, flow: Flow) -> Shares:
        """Return the components of a flow without its volume or port; other flows have the same."""
        shares = self._shares(self.routes(flow))
        if not flow.directors or (flow.shared and any(kind == "director" for kind, _ in shares)):
            # Of a volume of several hosts only the paths say which directors this host uses.
            return {**shares, **_own(flow)}
        others = {part: share for part, share in shares.items() if part[0] != "director"}
        return {**others, **dict(flow.directors), **_own(flow)}

    def _kind(self, flow: Flow) -> tuple[object, ...]:
        """Return what a flow has to have in common with another one for the same components, apart from volume and port."""
        return (
            self.routes(flow), flow.host, flow.operation, flow.system, flow.back_array, flow.far_arrays, flow.distributed,
            flow.directors, flow.shared, bool(flow.port),
        )  # fmt: skip

    def not_over(self, kinds: Collection[str], flows: Sequence[Flow]) -> list[Flow]:
        """Return those of these flows whose routes use no component of these kinds."""
        used = {self.routes(group.flows[0]) for group in self._groups_of(flows)}
        without = {routes for routes in used if not any(kind in kinds for kind, _ in self._shares(routes))}
        return [flow for flow in flows if self.routes(flow) in without] if without else []

    def over(self, flow: Flow, part: Component) -> Shares:
        """Return the components of those routes of a flow that use a part, with their shares of these."""
        routes = tuple(route for route in self.routes(flow) if part in self._parts[route])
        return self._shares(routes) if routes else {}

    def share_of_any(self, flow: Flow, parts: Collection[Component]) -> float:
        """Return the share of the routes of a flow that use any of these parts."""
        routes = self.routes(flow)
        used = sum(any(part in parts for part in self._parts[route]) for route in routes)
        return used / len(routes) if routes else 0.0

    def routes(self, flow: Flow) -> Routes:
        """Return the routes of a flow."""
        if flow.port:
            return self._ports.get((flow.host, flow.port), ())
        return self._volumes.get((flow.host, flow.volume), ())

    def _shares(self, routes: Routes) -> Shares:
        """Return the parts of routes that share the I/O equally; most volumes of a host have the same."""
        known = self._known.get(routes)
        if known is None:
            used = Counter(part for route in routes for part in set(self._parts[route]))
            known = self._known[routes] = {part: count / len(routes) for part, count in used.items()}
        return known


def _own(flow: Flow) -> dict[Component, float]:
    """Return the components that a flow has besides its routes and its volume or port."""
    found: dict[Component, float] = {("host", flow.host): 1.0}
    if flow.operation:
        found["operation", flow.operation] = 1.0
    if not flow.port:
        if flow.system:
            found["storage_array", flow.system] = 1.0
        if flow.back_array:
            found["storage_array", flow.back_array] = 1.0
        found.update((("storage_array", array), 1.0) for array in flow.far_arrays)
        if flow.distributed is not None:
            found[locality_of(flow)] = 1.0
    return found


def waiting(flow: Flow) -> float:
    """Return the waiting of a flow that is slow and that the complaint is about; 0 for others."""
    return flow.excess if flow.state == "slow" and flow.focus else 0.0


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
    judged = [flow for group in parts.groups for flow in group.flows if flow.state in ("slow", "fast")]
    total = sum(map(waiting, judged))
    if not total:
        return []
    least = _LEAST_FIT * total
    sums: defaultdict[Component, _Sums] = defaultdict(_Sums)
    for group in parts.groups:
        alike = group.flows[0].host in flows.alike
        for state in ("slow", "fast"):
            some = [flow for flow in group.flows if flow.state == state]
            slow, iops, excess = state == "slow", sum(flow.window.iops for flow in some), sum(map(waiting, some))
            for component, share in group.shares.items() if some else ():
                if slow and share < 1 and alike and component[0] in _OF_PORTS:
                    # All ports of this host are alike, so none of them is at fault alone.
                    continue
                sums[component].add(share, slow, iops, excess, len(some))
    own: defaultdict[Component, float] = defaultdict(float)
    for flow in judged:
        if flow.state == "slow":
            own[flow.component] += waiting(flow)
    if volumes := {component for component, excess in own.items() if excess >= 0.99 * least}:
        for flow in judged:
            if flow.component in volumes:
                sums[flow.component].add(1.0, flow.state == "slow", flow.window.iops, waiting(flow), 1)
    alone = len(judged) < threshold("least_siblings") or all(flow.state == "slow" for flow in judged)
    found = [
        _common(component, one, total, capped=alone)
        for component, one in sums.items()
        if one.slow and one.excess * one.slow >= 0.99 * least * one.judged
    ]
    return sorted((one for one in found if one.fit >= _LEAST_FIT), key=_rank)


def places_of(flows: Flows, parts: Parts, scope: Sequence[Common], *, array_fast: bool) -> list[Common]:
    """Return up to three components that together explain what is slow, if no single one does; empty if one does, or none.

    Each adds at least a fifth of the waiting to those before it, and nearly all of its I/O is slow. With ``array_fast`` the
    arrays are known to answer as usual: what all slow volumes have there explains nothing.
    """
    least, new = threshold("place_precision"), threshold("place_recall")
    if not scope or any(
        one.recall >= threshold("cause_recall") and one.precision >= threshold("cause_precision")
        for one in scope
        if one.component[0] != "storage_array" or not array_fast
    ):
        return []
    slow = [(flow, parts.of(flow)) for group in parts.groups for flow in group.flows if waiting(flow)]
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
