"""What is known of a SAN, as plain sets, and the reasons for a missing path that follow from it.

Written from docs/guide/what-if.md; shares no code with ``checker.topology``. Each condition of a path is true, false or
unknown (None): a reason is given for what is false, and ``not_known`` only if nothing is false and something unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import networkx as nx

from checker.topology.routes.report import RouteReport

DOWN = {
    "linkdown", "link-down", "link down", "link_down", "down", "no-link", "no link", "offline", "disabled", "bypassed",
    "disconnected", "not present", "not-present",
}  # fmt: skip
Known = bool | None


@dataclass
class Zone:
    """A zone of one fabric: the role of each member, and the number of members that no data identifies."""

    fabric: str
    name: str
    active: bool
    members: dict[str, str | None]
    kind: str = "normal"
    unidentified: int = 0

    def permits(self, one: str, other: str) -> Known:
        """Whether two ports may communicate because of this zone."""
        missing = {one, other} - set(self.members)
        if missing:
            return None if len(missing) <= self.unidentified else False
        roles = self.members[one], self.members[other]
        if self.kind == "peer":
            return None in roles or roles[0] != roles[1]
        if self.kind == "smart":
            return roles[0] in (None, "initiator", "both") and roles[1] in (None, "target", "both")
        return True


@dataclass
class View:
    """A masking view; None for a list that was not read, ``unidentified`` names lists with entries that are unknown."""

    array: str
    cluster: str = ""
    initiators: set[str] | None = None
    ports: set[str] | None = None
    volumes: set[str] | None = None
    disabled: set[str] = field(default_factory=set)
    unidentified: set[str] = field(default_factory=set)

    def contains(self, what: str, name: str) -> Known:
        """Whether a list of the view contains a port or volume."""
        if what == "ports" and name in self.disabled:
            return False
        listed: set[str] | None = getattr(self, what)
        if listed is not None and name in listed:
            return True
        return None if listed is None or what in self.unidentified else False


@dataclass
class KnownSan:
    """Everything that reasons depend on.

    ``places`` has the switch and fabric of local logins, ``also_in`` the fabrics of ports that a name server or a zone
    lists as logged in elsewhere. ``paths`` are those that hosts list, with whether they are live. ``open_switches`` may
    have links that nothing lists, ``open_fabrics`` contain switches without any export. ``permits_all`` are the fabrics
    whose default zone permits traffic between ports in no zone.
    """

    places: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    also_in: dict[str, set[str]] = field(default_factory=dict)
    paths: dict[tuple[str, str], Known] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    zones: list[Zone] = field(default_factory=list)
    permits_all: set[str] = field(default_factory=set)
    links: dict[str, nx.Graph[str]] = field(default_factory=dict)
    open_switches: set[str] = field(default_factory=set)
    open_fabrics: set[str] = field(default_factory=set)
    views: list[View] = field(default_factory=list)
    arrays: dict[str, tuple[str, str]] = field(default_factory=dict)
    array_logins: dict[tuple[str, str], bool] = field(default_factory=dict)

    def fabrics(self, port: str) -> set[str]:
        """The fabrics of a port: where it is logged in, else that of the ports it shares paths with."""
        found = self._listed(port)
        if found:
            return found
        shared: nx.Graph[str] = nx.Graph(list(self.paths))
        if port not in shared:
            return set()
        near = {fabric for other in nx.node_connected_component(shared, port) for fabric in self._listed(other)}
        return near if len(near) == 1 else set()

    def _listed(self, port: str) -> set[str]:
        return {fabric for _, fabric in self.places.get(port, ())} or self.also_in.get(port, set())

    def fabric(self, port: str) -> str | None:
        """The fabric of a port that is in exactly one."""
        found = self.fabrics(port)
        return next(iter(found)) if len(found) == 1 else None

    def belongs(self, port: str, others: Collection[str], partners: Collection[str]) -> set[str]:
        """Where a port belongs: its fabric, else those where it is zoned, else those of its partners without another port."""
        own = self.fabric(port)
        if own is not None:
            return {own}
        zoned = {zone.fabric for zone in self.zones if zone.active and port in zone.members}
        there = {self.fabric(one) for one in partners} - {self.fabric(one) for one in others}
        elsewhere = self._with_logins() - self.open_fabrics if self._live(port) else set()
        return zoned or {fabric for fabric in there if fabric} - elsewhere

    def logged_in(self, port: str, where: set[str]) -> Known:
        """Whether a port is logged in at a switch."""
        if self._listed(port) or self._live(port):
            return True
        return False if len(where) == 1 and where <= self._with_logins() - self.open_fabrics else None

    def _with_logins(self) -> set[str]:
        return {fabric for places in self.places.values() for _, fabric in places}

    def _live(self, port: str) -> bool:
        return any(live and port in pair for pair, live in self.paths.items())

    def zoned(self, initiator: str, target: str) -> Known:
        """Whether two ports may communicate in the fabric that one of them is in."""
        fabric = self.fabric(initiator) or self.fabric(target)
        if fabric is None:
            permits = {zone.permits(initiator, target) for zone in self.zones if zone.active}
            return True if True in permits else None
        active = [zone for zone in self.zones if zone.active and zone.fabric == fabric]
        if fabric in self.permits_all and not any({initiator, target} & set(zone.members) for zone in active):
            return None if any(zone.unidentified for zone in active) else True
        return any_of(zone.permits(initiator, target) for zone in active) if active else None

    def routed(self, initiator: str, target: str) -> Known:
        """Whether ISLs connect the switches of two ports."""
        ends = []
        for port in (initiator, target):
            switches = {switch for switch, _ in self.places.get(port, ())}
            if len(switches) != 1:
                return True
            ends.append(next(iter(switches)))
        fabric = self.fabric(initiator)
        if fabric is None or fabric != self.fabric(target) or ends[0] == ends[1]:
            return True
        graph: nx.Graph[str] = nx.Graph(self.links.get(fabric, nx.Graph()))
        graph.add_nodes_from(ends)
        if nx.has_path(graph, *ends):
            return True
        sides = [nx.node_connected_component(graph, end) for end in ends]
        return None if all(side & self.open_switches for side in sides) else False

    def masked(self, initiator: str, target: str, volume: str) -> Known:
        """Whether some view maps a volume to an initiator at a target port."""
        array, cluster = self.arrays.get(target, ("", ""))
        here = [view for view in self.views if not array or view.array == array]
        if not here:
            return None
        own = [view for view in here if not cluster or view.cluster in ("", cluster)]
        return any_of(
            all_of(
                (
                    view.contains("volumes", volume),
                    view.contains("initiators", initiator),
                    view.contains("ports", target),
                )
            )
            for view in own
        )

    def reasons(self, initiator: str, target: str, volume: str, belongs: dict[str, set[str]]) -> set[str]:
        """The codes of the reasons why there is no path."""
        known: dict[str, list[Known]] = {}
        for port in (initiator, target):
            if self.states.get(port, "").lower() in DOWN:
                known.setdefault("port_down", []).append(False)
            else:
                known.setdefault("not_logged_in", []).append(self.logged_in(port, belongs.get(port, set())))
        here, there = self.fabric(initiator), self.fabric(target)
        if here and there and here != there:
            known["other_fabric"] = [False]
        else:
            known["not_zoned"] = [self.zoned(initiator, target)]
            known["no_route"] = [self.routed(initiator, target)]
        known["not_masked"] = [self.masked(initiator, target, volume)]
        false = {code for code, values in known.items() if False in values}
        if false:
            return false
        if self.array_logins.get((initiator, target)) is False:
            return {"no_array_login"}
        return {"not_known"} if any(None in values for values in known.values()) else {"unexplained"}


def any_of(values: Iterable[Known]) -> Known:
    """Return whether one of the values is true."""
    found = set(values)
    return True if True in found else None if None in found else False


def all_of(values: Iterable[Known]) -> Known:
    """Return whether all values are true."""
    found = set(values)
    return False if False in found else None if None in found else True


def compare(report: RouteReport, san: KnownSan) -> Counter[str]:
    """Compare the reasons of every way to those that follow; return how often each code was given."""
    counts: Counter[str] = Counter()
    ours = [wwpn for wwpn, _ in report.ports]
    targets = sorted({way.target for way in report.ways if way.target})
    for way in report.ways:
        if way.initiator is None or way.target is None:
            continue
        others = [one for one in ours if one != way.initiator]
        belongs = {
            way.initiator: san.belongs(way.initiator, others, targets),
            way.target: san.belongs(way.target, (), ()),
        }
        every = san.reasons(way.initiator, way.target, report.volume, belongs)
        stated = every - {"unexplained", "not_known"}
        if way.basis == "suggested":
            expected = every | {"not_known"} if way.state == "unknown" else every
        elif way.basis == "planned":
            # A planned path that something contradicts is none.
            assert not stated, (report.host, report.volume, way, stated)
            expected = set() if way.live else every - {"unexplained"}
        elif way.live is True:
            expected = set()
        else:
            expected = stated or ({"unexplained"} if way.live is False else set())
        given = {reason.code for reason in way.reasons}
        assert given == expected, (
            report.host,
            report.volume,
            way.initiator,
            way.target,
            way.state,
            way.reasons,
            expected,
        )
        counts.update(given)
    return counts
