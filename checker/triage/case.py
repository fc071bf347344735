"""A case: everything that an explanation may look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from checker.facts.store.store import Store
from checker.triage.flows import Flows
from checker.triage.follow import Capture
from checker.triage.measured.counters import Place, Port
from checker.triage.measured.direction import Directions
from checker.triage.measured.directors import Director, Leg, back_ends, directors_in
from checker.triage.measured.means import Means
from checker.triage.measured.tables import aborts_in
from checker.triage.model import Common, Component, Evidence, Flow, Segment, Window
from checker.triage.parameters import threshold
from checker.triage.platforms import Platforms
from checker.triage.shared.pressure import Pressure
from checker.triage.shared.scope import Parts, Shares, waiting
from checker.triage.shared.shares import WayShares

_LEAST_SHARE = 0.1
_OTHERS = {"S1": "the queue of the host", "S3": "VPLEX", "S5": "the array"}


@dataclass(frozen=True)
class Aborts:
    """Aborted commands over a component: how many, and their share of all."""

    count: float
    share: float

    @property
    def evidence(self) -> Evidence:
        """The fact in words."""
        text = f"aborted or reset commands over it in the window: {self.count:,.0f}, {self.share:.0%} of all"
        return Evidence(text, self.count, "count")


@dataclass(frozen=True)
class Fabric:
    """What of the waiting may be between host and target.

    Attributes:
        share: share of the excess.
        placed: whether it is known to be there; if not, the same figures hold other segments, and ``against`` says which.
    """

    share: float
    placed: bool = True
    against: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Case:
    """Flows, segments and scope of the window.

    Attributes:
        store: with the tables of triage, for further evidence.
        window: the window.
        flows: all flows; slow: the slow flows of volumes in the focus.
        segments: the ladder.
        scope: what the slow flows share.
        platforms: platforms of machines, with the commands for each.
        ports: switch ports with counters in the window; pressure: which flows wait for a device.
        parts: components of each flow.
        kinds: role of each world wide port name, ``initiator`` or ``target_port``.
        baseline: a capture of a good time.
    """

    store: Store
    window: Window
    flows: Flows
    slow: Sequence[Flow]
    segments: Sequence[Segment]
    scope: Sequence[Common]
    platforms: Platforms
    ports: Mapping[Place, Port]
    pressure: Pressure
    parts: Parts
    kinds: Mapping[str, str] = field(default_factory=dict)
    baseline: Capture | None = None

    def share(self, *names: str) -> float:
        """Return the share of the excess in segments that are exactly within these names."""
        return sum(one.share for one in self.segments if set(one.names) <= set(names))

    def share_with(self, name: str) -> float:
        """Return the share of the excess in segments that contain this one and not the host."""
        return sum(one.share for one in self.segments if name in one.names and "S1" not in one.names)

    def fit(self, component: Component) -> float:
        """Return how well a component fits what is slow."""
        return self._common[component].fit if component in self._common else 0.0

    def recall(self, component: Component) -> float:
        """Return the share of the slow flows' waiting that passes a component."""
        return self._common[component].recall if component in self._common else 0.0

    @cached_property
    def _common(self) -> Mapping[Component, Common]:
        return {one.component: one for one in self.scope}

    def fit_of_volumes(self, component: Component, operation: str = "") -> tuple[float, float]:
        """Return fit and recall of a component among the flows of volumes of an operation only, if only that one is slow."""
        # Some hosts state the mean of both operations only.
        if not operation or any(flow.state == "slow" and flow.operation not in (operation, "") for flow in self.slow):
            return self.fit(component), self.recall(component)
        over = [flow for flow in self.flows.volumes if flow.operation in (operation, "")]
        return self._fit_over(over, component)

    def fit_behind(self, component: Component, array: str) -> tuple[float, float]:
        """Return fit and recall of a component among the flows of volumes that a VPLEX has on an array."""
        return self._fit_over([flow for flow in self.flows.volumes if flow.back_array == array], component)

    def fit_of_any(self, components: Collection[Component]) -> tuple[float, float]:
        """Return fit and recall of components together, such as the busy directors of a VPLEX: flows that use any of them."""
        slow = every = excess = 0.0
        for flow in self.flows.cut:
            shares = self.parts.of(flow)
            share = max((shares.get(one, 0.0) for one in components), default=0.0)
            if flow.state in ("slow", "fast") and share >= _LEAST_SHARE:
                every += flow.window.iops * share
                slow += flow.window.iops * share if flow.state == "slow" else 0.0
                excess += waiting(flow)
        total = sum(map(waiting, self.flows.cut))
        if not every or not total:
            return 0.0, 0.0
        recall = min(1.0, excess / total)
        return self.capped(recall * slow / every), recall

    def fit_among(self, flows: Sequence[Flow]) -> tuple[float, float]:
        """Return fit and recall of what these flows of volumes have in common."""
        total = sum(flow.excess for flow in self.slow)
        over = [flow for flow in flows if flow.state in ("slow", "fast")]
        every = sum(flow.window.iops for flow in over)
        slow = [flow for flow in over if flow.state == "slow"]
        if not every or not total:
            return 0.0, 0.0
        recall = min(1.0, sum(map(waiting, slow)) / total)
        return self.capped(recall * sum(flow.window.iops for flow in slow) / every), recall

    def _fit_over(self, flows: Sequence[Flow], component: Component) -> tuple[float, float]:
        return self.fit_among([flow for flow in flows if component in self.parts.of(flow)])

    @cached_property
    def fabric(self) -> Fabric:
        """What of the waiting may be between host and target.

        Joined with the array or the host queue it is known to be there only if the ports of the slow hosts differ: the other side
        of the same volumes is fast, so it is neither of them. Several hosts that wait at the same time, with fewer I/Os outstanding
        than would fill a queue, do not wait for their queues.
        """
        return self._fabric(by_count=True)

    @cached_property
    def fabric_measured(self) -> Fabric:
        """The same for evidence that measures no wait itself, such as damaged frames, or the use of a port.

        That several hosts wait with few I/Os outstanding does not place the wait then: software on them may hold I/Os back.
        """
        return self._fabric(by_count=False)

    def _fabric(self, *, by_count: bool) -> Fabric:
        hosts = {flow.host for flow in self.slow}
        sides = bool(hosts) and hosts <= self.flows.differ
        own = [one for one in self.segments if "S2" in one.names]
        unmeasured = {flow.host for flow in self.slow if flow.window.kernel_ms is None}
        several = by_count and len(self._not_in_queues) > 1 and unmeasured <= self._not_in_queues
        known = [one for one in own if one.names == ("S2",) or sides or (several and one.names == ("S1", "S2"))]
        share = sum(one.share for one in known)
        if share >= threshold("shown_score") or (share and len(known) == len(own)):
            return Fabric(share)
        others = [words for name, words in _OTHERS.items() if any(name in one.names for one in own if one.share)]
        text = f"the time in {' and '.join(others)} is not measured separately, so the wait may be there instead"
        return Fabric(sum(one.share for one in own), placed=False, against=(Evidence(text),) if others else ())

    @cached_property
    def _not_in_queues(self) -> set[str]:
        """Hosts with slow volumes, also others than the complaint is about, that do not wait for their own queue.

        They measure that the wait is below it, or have fewer I/Os outstanding, by Little's law, than would fill it.
        """
        outstanding: defaultdict[tuple[str, str], float] = defaultdict(float)
        slow = [flow for flow in self.flows.volumes if flow.state == "slow" and flow.reference_ms is not None]
        for flow in slow:
            outstanding[flow.host, flow.volume] += flow.window.iops * flow.window.ms / 1000
        found: set[str] = set()
        queued: set[str] = set()
        for flow in slow:
            kernel = flow.window.kernel_ms
            full = (
                outstanding[flow.host, flow.volume] >= threshold("filled_queue")
                if kernel is None
                else kernel > (flow.window.ms - (flow.reference_ms or 0.0)) / 2
            )
            (queued if full else found).add(flow.host)
        return found - queued

    def aborts_over(self, components: Collection[Component]) -> Aborts | None:
        """Return the commands that hosts aborted over the way through one of these components; None if there is none."""
        count = sum(
            aborts * max((shares.get(one, 0.0) for one in components), default=0.0) for shares, aborts in self._aborted
        )
        return Aborts(count, count / sum(aborts for _, aborts in self._aborted)) if count >= 1 else None

    @cached_property
    def _aborted(self) -> list[tuple[Shares, float]]:
        """The aborted commands of the window with the components on their way: by path or adapter if hosts count those, else by volume."""
        known = {flow.key[:3]: flow for flow in self.flows.all}
        every = aborts_in(self.store, self.window.span)
        found: list[tuple[Shares, float]] = []
        done: set[str] = set()
        for kind in ("path", "initiator", "device"):
            hosts: set[str] = set()
            for (counted, host, name), aborts in every.items():
                key = (host, name, "") if kind == "device" else (host, "", name)
                # A volume without any I/O is not a flow.
                flow = known.get(key) or Flow(*key, "", Means(0.0, 0, True, 0.0, 0.0))
                if counted == kind and host not in done and (kind == "device" or self.parts.routes(flow)):
                    found.append((self.parts.of(flow), aborts))
                    hosts.add(host)
            done |= hosts
        return found

    def capped(self, fit: float) -> float:
        """Return a fit as far as it counts: without any fast flow, everything is common to what is slow."""
        fast = any(flow.state == "fast" for flow in self.flows.cut)
        return fit if fast else min(fit, 0.5)

    def component_of(self, port: Port) -> tuple[Component, float]:
        """Return the component that a port belongs to, and how well it fits: the ISL of a port between switches."""
        name = self.isls.get((port.switch, port.port))
        component = ("isl", name) if name is not None else ("switch_port", port.key)
        return component, self.fit(component)

    @cached_property
    def isls(self) -> Mapping[Place, str]:
        """The ISL bundle of each port between switches."""
        found: dict[Place, str] = {}
        for switch, port, peer, peer_port in self.store.rows("SELECT switch, port, peer_switch, peer_port FROM isl"):
            name = " - ".join(sorted((switch or "", peer or "")))
            found[switch, port] = found[peer, peer_port] = name
        return found

    @cached_property
    def ends(self) -> Mapping[Component, Sequence[tuple[Sequence[Port], int]]]:
        """Measured ports of each end of a component, with the number of links there: one of a device port, two of an ISL."""
        members: defaultdict[tuple[Component, str], list[Port]] = defaultdict(list)
        links: defaultdict[tuple[Component, str], int] = defaultdict(int)
        for (switch, port_of_link), name in self.isls.items():
            links[("isl", name), switch] += port_of_link is not None
        for port in sorted(self.ports.values(), key=lambda one: one.key):
            members[self.component_of(port)[0], port.switch].append(port)
        found: defaultdict[Component, list[tuple[Sequence[Port], int]]] = defaultdict(list)
        for (component, switch), ports in sorted(members.items(), key=lambda item: item[0]):
            found[component].append((ports, links.get((component, switch), 1)))
        return found

    @cached_property
    def usual_directors(self) -> Mapping[str, Director]:
        """Directors of VPLEX systems by name when it is fast: in the baseline, else in the quiet part of the capture."""
        good = self.baseline.directors if self.baseline is not None else {}
        return good or directors_in(self.store, self.window.quiet)

    @cached_property
    def usual_back_ends(self) -> Mapping[tuple[str, str], Mapping[Leg, float]]:
        """What directors take to storage volumes when it is fast, in ms, by director and array."""
        good = self.baseline.back_ends if self.baseline is not None else {}
        return good or back_ends(self.store, self.window.quiet)

    @cached_property
    def ways(self) -> WayShares:
        """The measured shares of flows over components."""
        return WayShares(self.flows, self.parts, self.ports)

    @cached_property
    def directions(self) -> Directions:
        """Whose data each port sends."""
        return Directions(self.store, self.kinds)

    def hosts_of(self, port: Port) -> tuple[Component, ...]:
        """Return the hosts that are logged in at a port."""
        return tuple(sorted({("host", self.hosts[wwpn]) for wwpn in port.wwpns if wwpn in self.hosts}))

    @cached_property
    def hosts(self) -> Mapping[str, str]:
        """The host of each initiator with a live path."""
        return dict(
            self.store.rows(
                "SELECT DISTINCT initiator_wwpn, host FROM path_place WHERE initiator_wwpn IS NOT NULL AND host IS NOT NULL AND live ORDER BY ALL"
            )
        )

    @property
    def excess_ms(self) -> float:
        """Mean latency of the slow flows above their references."""
        weight = sum(flow.window.iops for flow in self.slow)
        return sum(flow.excess for flow in self.slow) / weight if weight else 0.0
