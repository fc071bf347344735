"""Reasons why a host port has no working path to a target port, from the host to the array.

Reasons are given only for data that was read: if zoning, logins or masking are unknown, the reason says so and does not
report anything as missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from checker.topology.routes.masking import Masking

_NO_LINK = ("linkdown", "link-down", "link down", "link_down", "no-link", "no link")
DOWN = (*_NO_LINK, "down", "offline", "disabled", "bypassed", "disconnected", "not present", "not-present")
"""States of ports without a link, as hosts and arrays print them, in lower case."""


@dataclass(frozen=True)
class Reason:
    """The reason why there is no path: a code for programs and a sentence for people.

    Codes: port_down, not_logged_in, other_fabric, not_zoned, no_route, not_masked, no_array_login, not_known, unexplained.
    """

    code: str
    text: str


@dataclass(frozen=True)
class Zoned:
    """A zone that contains two ports; ``permits`` is false if the roles of the two keep them apart."""

    zone: str
    active: bool
    permits: bool


@dataclass
class Evidence:
    """Data read about some ports and one volume; see ``evidence_of``.

    ``edge`` has the switch port and fabric of each port that is logged in at a single place, ``several`` the places of
    ports logged in at several. ``belongs`` are the fabrics that a port may belong in, ``listed`` those whose logins were
    read from every switch that is known. ``zones`` has the zones of a fabric that contain two ports, ``unidentified``
    the zones of a port with another member that no data identifies (of None: with two such members), and ``unzoned`` the
    ports in no active zone of a fabric whose default zone permits traffic; ``unclear`` has the zones of a fabric with any
    such member, which may be one of these ports. ``routes`` has the number of switches between two switches,
    ``open_switches`` may have links that nothing lists.
    """

    edge: dict[str, tuple[str, str | None, str]] = field(default_factory=dict)
    several: dict[str, str] = field(default_factory=dict)
    fabric: dict[str, str] = field(default_factory=dict)
    belongs: dict[str, set[str]] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    state: dict[str, str] = field(default_factory=dict)
    logins_known: bool = False
    zones: dict[tuple[str, str, str], list[Zoned]] = field(default_factory=dict)
    zone_fabrics: dict[str, set[str]] = field(default_factory=dict)
    zoned_fabrics: set[str] = field(default_factory=set)
    unidentified: dict[tuple[str, str | None], list[str]] = field(default_factory=dict)
    unzoned: dict[str, set[str]] = field(default_factory=dict)
    unclear: dict[str, list[str]] = field(default_factory=dict)
    routes: dict[tuple[str, str, str], int | None] = field(default_factory=dict)
    open_switches: set[str] = field(default_factory=set)
    masking: Masking = field(default_factory=Masking)
    array_logins: dict[tuple[str, str], bool] = field(default_factory=dict)

    def zoned(self, initiator: str, target: str) -> bool:
        """Whether an active zone of the fabric of one of two ports, or of any if both are unknown, lets them communicate."""
        fabric = self.fabric.get(initiator) or self.fabric.get(target)
        return any(
            zone.active and zone.permits
            for (where, *pair), zones in self.zones.items()
            if pair == [initiator, target] and fabric in (None, where)
            for zone in zones
        )

    def may_meet(self, initiator: str, target: str) -> bool:
        """Whether the port of a host and a target port are, or may be, meant for the same fabric."""
        there = self.fabric.get(target)
        if there is None:
            return True
        # A port with live paths that is not logged in to a fabric whose logins are known is elsewhere.
        elsewhere = initiator in self.seen and initiator not in self.fabric and there in self.listed
        return there in self.belongs[initiator] or (not self.belongs[initiator] and not elsewhere)

    def reasons(self, initiator: str, target: str, names: Mapping[str, str]) -> list[Reason]:
        """Return the reasons why there is no path between two ports; never empty."""
        found = [*self._ports(initiator, target, names)]
        found += self._fabric(initiator, target)
        found += (Reason(*one) for one in self.masking.reasons(initiator, target))
        stated = [reason for reason in found if reason.code != "not_known"]
        if not stated and self.array_logins.get((initiator, target)) is False:
            stated.append(Reason("no_array_login", "the array lists the two as not logged in to each other"))
        # Missing data matters only if nothing else explains the missing path.
        return (
            stated
            or found
            or [
                Reason(
                    "unexplained", "zoned, masked and logged in, as far as known; check the host (rescan, path limits)"
                )
            ]
        )

    def _ports(self, initiator: str, target: str, names: Mapping[str, str]) -> Iterator[Reason]:
        for wwpn, whose in ((initiator, "the host's port"), (target, f"target port {names.get(target, target)}")):
            state = self.state.get(wwpn)
            where = self.belongs.get(wwpn, set())
            if state is not None and state.lower() in DOWN:
                yield Reason("port_down", f"{whose} {'has no link' if state.lower() in _NO_LINK else f'is {state}'}")
            elif wwpn in self.seen:
                continue
            elif not self.logins_known:
                yield Reason("not_known", "no switch logins were read")
            elif len(where) == 1 and where <= self.listed:
                yield Reason("not_logged_in", f"{whose} is not logged in to any switch in the exports")
            else:
                yield Reason(
                    "not_known", f"{whose} is not logged in to any switch in the exports; its switch may be missing"
                )

    def _fabric(self, initiator: str, target: str) -> Iterator[Reason]:
        here, there = self.fabric.get(initiator), self.fabric.get(target)
        if here is not None and there is not None and here != there:
            yield Reason("other_fabric", f"the host's port is in {here}, the target port in {there}")
            return
        if not self.zoned(initiator, target):
            yield from self._not_zoned(initiator, target, here or there)
        if initiator in self.edge and target in self.edge and here is not None:
            one, other = self.edge[initiator][0], self.edge[target][0]
            if one != other and (here, one, other) in self.routes and self.routes[here, one, other] is None:
                sides = [
                    {s for f, s, to in self.routes if (f, to) == (here, end) and self.routes[f, s, to]}
                    for end in (one, other)
                ]
                if all(side & self.open_switches for side in sides):
                    yield Reason("not_known", f"the ISLs between {one} and {other} were not read")
                else:
                    yield Reason("no_route", f"no route: no ISL connects {one} and {other} in {here}")

    def _not_zoned(self, initiator: str, target: str, fabric: str | None) -> Iterator[Reason]:
        if fabric is None:
            yield Reason("not_known", "no active zoning of the fabric was read")
            return
        both = self.zones.get((fabric, initiator, target), [])
        apart = [zone.zone for zone in both if zone.active]
        inactive = [zone.zone for zone in both if not zone.active]
        # In a zone that contains both, a further member is neither of them.
        near = sorted(
            {zone for of in (initiator, target, None) for zone in self.unidentified.get((fabric, of), ())} - set(apart)
        )
        by_default = {initiator, target} <= self.unzoned.get(fabric, set())
        if by_default:
            near = sorted(self.unclear.get(fabric, ()))
        if near:
            yield Reason("not_known", f"zone {near[0]} has an unresolved member, which may be the other port")
        elif by_default:
            return
        elif fabric not in self.zoned_fabrics:
            yield Reason("not_known", f"no active zoning of {fabric} was read")
        elif apart:
            yield Reason("not_zoned", f"not zoned: zone {apart[0]} contains both ports but their roles keep them apart")
        elif inactive:
            yield Reason("not_zoned", f"not zoned: zone {inactive[0]} contains both ports but is not active")
        else:
            yield Reason("not_zoned", f"not zoned: no active zone of {fabric} contains both ports")
