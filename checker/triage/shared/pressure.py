"""Back-pressure: flows that wait for a port that they do not use.

A port that does not take frames fills the buffers of the ISLs that lead to it, and then those of the device ports that
send to it. Flows over the same ISLs wait, too, whatever they are for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from checker.facts.store.store import Store
from checker.triage.flows import Flows
from checker.triage.model import Common, Component, Flow
from checker.triage.shared.scope import Parts, waiting

_LEAST_SHARE = 0.1
_PATHS = """
    SELECT r.initiator_wwpn, r.target_wwpn, p.kind, p.key FROM failure_route r JOIN failure_route_part q USING (route)
    JOIN failure_part p USING (part) WHERE p.kind IN ('isl', 'initiator', 'target_port') ORDER BY ALL
"""
_ZONED = """
    WITH edge AS (
        SELECT wwpn, fabric, min(switch) AS switch FROM edge_port GROUP BY wwpn, fabric HAVING count(DISTINCT switch) = 1
    ), pair AS (
        SELECT DISTINCT fabric, initiator_wwpn, target_wwpn FROM zoned_pair
        WHERE initiator_wwpn NOT IN (SELECT initiator_wwpn FROM failure_route WHERE initiator_wwpn IS NOT NULL)
            OR target_wwpn NOT IN (SELECT target_wwpn FROM failure_route WHERE target_wwpn IS NOT NULL)
    )
    SELECT p.initiator_wwpn, p.target_wwpn, split_part(m, ' ', 1) AS kind, substr(m, strpos(m, ' ') + 1) AS key
    FROM pair p JOIN edge i ON i.wwpn = p.initiator_wwpn AND i.fabric = p.fabric
    JOIN edge t ON t.wwpn = p.target_wwpn AND t.fabric = p.fabric
    LEFT JOIN switch_route r ON r.fabric = p.fabric AND r.from_switch = i.switch AND r.to_switch = t.switch,
        unnest(list_filter(coalesce(r.mandatory, []), lambda part: part LIKE 'isl %')
            || ['initiator ' || p.initiator_wwpn, 'target_port ' || p.target_wwpn]) AS u(m) ORDER BY ALL
"""
"""The ways of devices of which no export lists a path, such as a host without a complaint, by its active zones."""


class Pressure:
    """The parts of the way to each device, and the flows over them."""

    def __init__(self, store: Store, parts: Parts) -> None:
        self._parts = parts
        self._ways: defaultdict[str, set[Component]] = defaultdict(set)
        self._near: defaultdict[str, set[Component]] = defaultdict(set)
        for initiator, target, kind, key in (*store.rows(_PATHS), *store.rows(_ZONED)):
            for wwpn in (initiator, target):
                if wwpn and key != wwpn:
                    (self._ways if kind == "isl" else self._near)[wwpn].add((kind, key))

        self._only: dict[str, Component] = {}
        neighbours: defaultdict[str, set[str]] = defaultdict(set)
        for switch, peer in store.rows(
            "SELECT DISTINCT switch, peer_switch FROM isl WHERE switch <> '' AND peer_switch <> ''"
        ):
            neighbours[switch].add(peer)
            neighbours[peer].add(switch)
        for switch, peers in neighbours.items():
            if len(peers) == 1:
                self._only[switch] = ("isl", " - ".join(sorted((switch, *peers))))

    def knows(self, wwpns: Iterable[str]) -> bool:
        """Return whether paths or zones show what one of these devices exchanges frames with."""
        return any(self._ways[wwpn] or self._near[wwpn] for wwpn in wwpns)

    def only_way(self, switch: str) -> set[Component]:
        """Return the ISL over which all frames from other switches come, if there is only one."""
        return {self._only[switch]} if switch in self._only else set()

    def uses(self, wwpns: Iterable[str], component: Component) -> bool:
        """Return whether the way to one of these devices uses a component."""
        return any(component in self._ways[wwpn] for wwpn in wwpns)

    def way_to(self, wwpns: Iterable[str]) -> set[Component]:
        """Return the components of the way to these devices: the ISLs, or in one switch the ports that send to them; and their own ports."""
        devices = set(wwpns)
        over = set().union(*(self._ways[wwpn] for wwpn in devices)) if devices else set()
        through = over or (set().union(*(self._near[wwpn] for wwpn in devices)) if devices else set())
        return through | {(kind, wwpn) for kind in ("initiator", "target_port") for wwpn in devices}

    def fit(self, flows: Flows, way: Collection[Component]) -> Common | None:
        """Return how well the slow flows fit those that use the way to a device; None if none is slow."""
        judged = [flow for flow in flows.cut if flow.state in ("slow", "fast")]
        total = sum(map(waiting, judged))
        slow = every = excess = 0.0
        counts = [0, 0]
        for flow in judged:
            share = self._share(flow, way)
            # A slow host whose ports are alike does not wait for something on one side only.
            if share < _LEAST_SHARE or (share < 1 and flow.state == "slow" and flow.host in flows.alike):
                continue
            every += flow.window.iops * share
            counts[flow.state != "slow"] += 1
            if flow.state == "slow":
                slow += flow.window.iops * share
                excess += waiting(flow)
        if not slow or not total:
            return None
        recall, precision = min(1.0, excess / total), min(1.0, slow / every)
        return Common(("pressed", ""), recall, precision, recall * precision, *counts)

    def _share(self, flow: Flow, through: Collection[Component]) -> float:
        return max((share for part, share in self._parts.of(flow).items() if part in through), default=0.0)
