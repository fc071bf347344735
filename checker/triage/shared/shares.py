"""Which part of a host's I/O goes over a component: as its paths, adapters or switch ports were measured, else the same over each path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from checker.triage.flows import Flows
from checker.triage.measured.counters import Place, Port
from checker.triage.measured.means import Means
from checker.triage.model import Component, Flow
from checker.triage.shared.scope import Parts

_MOST = 0.5
"""Share of the load of a host's switch ports from which their distribution is that of these flows."""


class WayShares:
    """The shares of flows of volumes over components."""

    def __init__(self, flows: Flows, parts: Parts, ports: Mapping[Place, Port]) -> None:
        """Keep what was measured.

        Args:
            flows: all flows, with those of adapters or paths.
            parts: the components of each flow.
            ports: switch ports with counters in the window.
        """
        self._flows, self._parts, self._switch_ports = flows, parts, ports

    def of(self, flows: Sequence[Flow], component: Component) -> tuple[list[float], bool]:
        """Return the share of each of these flows of one host and operation over a component, and whether all are measured."""
        by_port = self._of_switch_ports(flows)
        found = [self._measured(flow, component, by_port) for flow in flows]
        equal = (self._parts.of(flow).get(component, 0.0) for flow in flows)
        # Over a component of all paths goes everything.
        known = all(one is not None or share >= 1 for one, share in zip(found, equal, strict=True))
        shares = [
            self._parts.of(flow).get(component, 0.0) if one is None else one
            for flow, one in zip(flows, found, strict=True)
        ]
        return shares, known

    def _measured(self, flow: Flow, component: Component, by_port: Mapping[Component, float]) -> float | None:
        paths = self._ports.get((flow.host, flow.volume))
        if paths:
            return self._over(paths, [_load(one.window, paths) for one in paths], component)
        adapters = self._ports.get((flow.host, ""), ())
        if len(adapters) > 1 and all(one.quiet is not None for one in adapters):
            # What other volumes of the host do all the time is not of these flows.
            rises = [_load(one.window, adapters) - _load(one.quiet or one.window, adapters) for one in adapters]
            return self._over(adapters, [max(0.0, rise) for rise in rises], component)
        total = sum(by_port.values())
        if not total:
            return None
        return sum(load * self._parts.over(flow, one).get(component, 0.0) for one, load in by_port.items()) / total

    def _over(self, ports: Sequence[Flow], loads: Sequence[float], component: Component) -> float | None:
        """Return the share of the loads of ports over a component; None where the way of one is unknown."""
        if not sum(loads) or any(load and not self._parts.routes(one) for one, load in zip(ports, loads, strict=True)):
            return None
        shares = (self._parts.of(one).get(component, 0.0) for one in ports)
        return sum(load * share for load, share in zip(loads, shares, strict=True)) / sum(loads)

    @cached_property
    def _ports(self) -> Mapping[tuple[str, str], Sequence[Flow]]:
        """The measured adapters of each host, and the measured paths of each of its volumes."""
        found: defaultdict[tuple[str, str], list[Flow]] = defaultdict(list)
        for flow in self._flows.all:
            if flow.port:
                found[flow.host, flow.path_of].append(flow)
        return found

    def _of_switch_ports(self, flows: Sequence[Flow]) -> Mapping[Component, float]:
        """Return the load of the switch port of each initiator in the direction of these flows, if most of it is theirs."""
        initiators = {part for flow in flows for part in self._parts.of(flow) if part[0] == "initiator"}
        ports = {("initiator", one.wwpns[0]): one for one in self._switch_ports.values() if len(one.wwpns) == 1}
        # The data of reads comes from the switch, that of writes goes to it.
        ways = {"read": ("tx",), "write": ("rx",)}.get(flows[0].operation, ("tx", "rx"))
        loads: dict[Component, float] = {}
        for one in sorted(initiators):
            uses = [ports[one].use(way) for way in ways] if one in ports else [None]
            if any(use is None or not use[1] for use in uses):
                return {}
            loads[one] = sum(use[0] for use in uses if use is not None) * ports[one].line_rate
        own = sum(flow.window.iops * (flow.window.io_bytes or 0.0) for flow in flows)
        return loads if own >= _MOST * sum(loads.values()) else {}


def _load(means: Means, ports: Collection[Flow]) -> float:
    """Return the bytes per second of a port, or the I/Os where one of the ports does not state bytes."""
    every = (found for one in ports for found in (one.window, one.quiet) if found is not None)
    return means.iops * (means.io_bytes or 0.0) if all(found.io_bytes for found in every) else means.iops
