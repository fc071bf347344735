"""Single failures: utilisation of the remaining components under the same load (estimator.md, sections 3.9 and 6, case 9).

Only components with others to take over are tried: ports, directors, switches, fabrics. A failed array leaves no load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from checker.estimate.answer.answer import FailureCase
from checker.estimate.answer.units import Basis, Units, basis_of
from checker.estimate.assemble.arrays import ArrayFacts, capacity_factor, controller_remark
from checker.estimate.assemble.controllers import without_controllers
from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.parts import Parts
from checker.estimate.assemble.paths import PathClass
from checker.estimate.assemble.san import Builder, Pairs
from checker.estimate.assemble.ways import NONE_DEAD, Ways, carrying
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.network import Network
from checker.estimate.workload.mix_of_io import Workload

KINDS = ("fabric", "switch", "director", "target_port", "initiator")
"""Kinds of components to try, those with the largest effect first."""
MOST = 80
"""Maximum number of components to try; of each kind, those that carry most host-volume pairs come first."""

TIMED, FEW = 5, 300
"""Number of worst cases with a response time; only one if there are many kinds of flows."""
_NOTICED = 1e-6


@dataclass(frozen=True, slots=True)
class Part:
    """Component that may fail, with the routes and back-end ports that fail with it."""

    kind: str
    key: str
    label: str
    routes: frozenset[int]
    ports: frozenset[str]


def failure_cases(
    builder: Builder, loads: Pairs, rates: Mapping[str, float], *, with_times: bool = True
) -> tuple[tuple[FailureCase, ...], int]:
    """Return the effect of the failure of each component, the worst first, and the number of components not tried.

    Args:
        builder: builder of the SAN.
        loads: loads by (host, volume).
        rates: IOPS of each flow before the failure, by its id; closed loads keep them.
        with_times: whether to compute the response time of the worst cases.
    """
    variants = _Variants(builder, loads, rates)
    if not variants.groups:
        return (), 0
    parts = parts_of(builder.san, {group.kind.number for group in variants.groups})
    choices = [variants.without(part) for part in parts[:MOST]]
    solve = variants.units.solver()
    before = solve(variants.whole)
    found = []
    for part, choice in zip(parts[:MOST], choices, strict=True):
        used = variants.slowed(part, solve(choice.rates))
        grown = [name for name in used if used[name] > before.get(name, 0.0) + _NOTICED]
        station = max(grown, key=lambda name: used[name], default="")
        case = FailureCase(
            part.kind,
            part.key,
            part.label,
            used.get(station, 0.0),
            station,
            before.get(station, 0.0),
            None,
            choice.lost,
        )
        found.append((case, part))
    found.sort(
        key=lambda one: (
            -min(one[0].utilisation, 1.0), -one[0].lost, -one[0].utilisation, KINDS.index(one[0].kind), one[0].key
        )
    )  # fmt: skip
    timed = 0 if not with_times else TIMED if len(variants.groups) <= FEW else 1
    first = [replace(case, response=variants.response(part)) for case, part in found[:timed]]
    return (*first, *(case for case, _ in found[timed:])), max(len(parts) - MOST, 0)


def controller_remarks(builder: Builder, cases: Iterable[FailureCase]) -> Iterator[str]:
    """Yield the assumption about the capacity of each array whose controllers are among the failures."""
    seen = set()
    for case in cases:
        for name, facts in without_controllers(builder.san.arrays, [(case.kind, case.key)]).items():
            if facts.failed and facts.family != "vplex" and name not in seen:
                seen.add(name)
                yield controller_remark(builder.library, builder.overrides, facts, named=False)


@dataclass(frozen=True, slots=True)
class _Group:
    """Pairs with identical paths, place and load: one of them, their total load, and their number."""

    pair: tuple[str, str]
    kind: PathClass
    workload: Workload
    members: int
    basis: Mapping[Basis, float]
    routes: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Choice:
    """Rates of units in IOPS, and the number of host-volume pairs without a path."""

    rates: Mapping[int, float]
    lost: int


_Door = tuple[int, int, tuple[int, ...], Basis]
"""Route that represents all routes to its director, place, first bytes of the data, and type of I/O."""


class _Variants:
    """Load after each of the failures."""

    def __init__(self, builder: Builder, loads: Pairs, rates: Mapping[str, float]) -> None:
        self._builder = builder
        self.units = Units(Ways(builder.san, Parts(builder.library, builder.overrides)), builder.library)
        self.groups = list(_groups(builder, loads, rates))
        self._of_route: dict[int, list[int]] = {}
        for number, group in enumerate(self.groups):
            for route in group.routes:
                self._of_route.setdefault(route, []).append(number)
        self._doors: dict[tuple[str | None, str | None, str | None], int] = {}
        self._front: dict[int, float] = {}
        self._back: dict[_Door, float] = {}
        self._usual = [dict(carrying(group.kind)) for group in self.groups]
        for group, shares in zip(self.groups, self._usual, strict=True):
            self._add(self._front, self._back, group, shares)
        self.whole = self._joined(self._front, self._back, NONE_DEAD)

    def _add(
        self,
        front: dict[int, float],
        back: dict[_Door, float],
        group: _Group,
        shares: Mapping[int, float],
        sign: float = 1.0,
    ) -> None:
        """Add the load of a group on the front end and on the back end."""
        units, place, starts = self.units, group.kind.place, group.kind.starts
        rate = sign * (group.workload.iops or 0.0)
        for route, share in shares.items():
            unit, door = units.front(route), self._door(route)
            for basis, weight in group.basis.items():
                amount = rate * share * weight
                flow = units.number(unit, basis)
                front[flow] = front.get(flow, 0.0) + amount
                key = (door, place, starts, basis)
                back[key] = back.get(key, 0.0) + amount

    def _door(self, route: int) -> int:
        """Return one route that represents all routes to the same director."""
        front = self.units.ways.front(route)
        return self._doors.setdefault((front.storage_array, front.cluster, front.director), route)

    def _joined(
        self, front: Mapping[int, float], back: Mapping[_Door, float], dead: frozenset[str]
    ) -> dict[int, float]:
        found = dict(front)
        for (route, place, starts, basis), rate in back.items():
            flow = self.units.number(self.units.back_end(route, place, dead, starts), basis)
            found[flow] = found.get(flow, 0.0) + rate
        return found

    def without(self, part: Part) -> _Choice:
        """Rates after the failure of a component."""
        front, back, lost = dict(self._front), dict(self._back), 0
        for number in {number for route in part.routes for number in self._of_route.get(route, ())}:
            group = self.groups[number]
            shares = dict(carrying(group.kind, part.routes))
            lost += 0 if shares else group.members
            if shares != self._usual[number]:
                self._add(front, back, group, self._usual[number], -1.0)
                self._add(front, back, group, shares)
        return _Choice(self._joined(front, back, part.ports), lost)

    def slowed(self, part: Part, used: Mapping[str, float]) -> Mapping[str, float]:
        """Utilisations after a failure that also takes capacity of an array with it."""
        stations = self.units.ways.parts.stations
        found = dict(used)
        for name, facts in self._arrays(part).items():
            if facts.failed and name in found and stations[name].kind == "array":
                found[name] *= capacity_factor(self._builder.overrides, facts)
        return found

    def _arrays(self, part: Part) -> Mapping[str, ArrayFacts]:
        return without_controllers(self._builder.san.arrays, [(part.kind, part.key)])

    def response(self, part: Part) -> float | None:
        """Typical mean response time in ms after a failure; None if a flow has none, is near saturation, or is lost."""
        parts = Parts(self._builder.library, self._builder.overrides)
        ways = Ways(replace(self._builder.san, arrays=self._arrays(part)), parts)
        flows = []
        for number, group in enumerate(self.groups):
            if not carrying(group.kind, part.routes):
                return None
            # Each volume has a queue and turns of its own, so that identical ones are as many flows, not one of all their load.
            one = replace(group.workload, iops=(group.workload.iops or 0.0) / group.members)
            flow = self._builder.flow(ways, str(number), group.pair, group.kind, one, part.routes, part.ports)
            flows += [replace(flow, id=f"{number} {member}") for member in range(group.members)]
        network = Network(tuple(parts.stations.values()), tuple(flows))
        result = Estimator(self._builder.library).model(network).solve_typical()
        if result.response is None or not all(volume.precise for volume in result.volumes.values()):
            return None
        return result.response.mean.typical


def _groups(builder: Builder, loads: Pairs, rates: Mapping[str, float]) -> Iterator[_Group]:
    first: dict[tuple[int, Workload], tuple[str, str]] = {}
    members: Counter[tuple[str, str]] = Counter()
    for pair, workload in loads.items():
        number = builder.san.class_of.get(pair)
        if number is not None and workload.loaded and rates.get(" ".join(pair)):
            members[first.setdefault((number, workload), pair)] += 1
    for (number, workload), pair in first.items():
        kind = builder.san.classes[number]
        rate = members[pair] * rates[" ".join(pair)]
        load = replace(workload, iops=rate, outstanding=None, think_ms=0.0)
        basis = basis_of(workload, builder.overrides.get("hit_ratio", 0.0), sizes=bool(kind.starts))
        yield _Group(pair, kind, load, members[pair], basis, frozenset(route for route, _ in kind.ways))


def parts_of(san: SanFacts, classes: set[int]) -> list[Part]:
    """Components that carry I/O of these classes; the widest represents all that fail with the same routes and ports."""
    carried: Counter[int] = Counter()
    for number in classes:
        for route, _ in carrying(san.classes[number]):
            carried[route] += san.classes[number].volumes
    back_ports = {wwpn for ways in san.backs.values() for way in ways for wwpn in way[1:]}
    found: dict[tuple[frozenset[int], frozenset[str]], Part] = {}
    weight: dict[Part, int] = {}
    for kind, key, routes, ports in _every(san, back_ports):
        touched = sum(carried[route] for route in routes)
        if not touched and not ports & back_ports:
            continue
        part = Part(kind, key, _label(san, kind, key), routes, ports & back_ports)
        known = found.setdefault((routes & set(carried), part.ports), part)
        if known is part:
            weight[part] = touched
    return sorted(weight, key=lambda part: (KINDS.index(part.kind), -weight[part], part.key))


def _every(san: SanFacts, back_ports: set[str]) -> Iterator[tuple[str, str, frozenset[int], frozenset[str]]]:
    """Yield all components with their routes and ports, the widest kinds first."""
    ports: dict[tuple[str, str], set[str]] = {}
    for wwpn, port in san.ports.items():
        ports.setdefault(("target_port", wwpn), set()).add(wwpn)
        if port.fabric:
            ports.setdefault(("fabric", port.fabric), set()).add(wwpn)
        if port.switch:
            ports.setdefault(("switch", port.switch[0]), set()).add(wwpn)
        if port.director:
            ports.setdefault(("director", " ".join(port.director)), set()).add(wwpn)
    every = set(san.parts) | {part for part, found in ports.items() if part[0] != "target_port" or found & back_ports}
    for kind, key in sorted(
        (part for part in every if part[0] in KINDS), key=lambda part: (KINDS.index(part[0]), part[1])
    ):
        yield kind, key, san.parts.get((kind, key), frozenset()), frozenset(ports.get((kind, key), ()))


def _label(san: SanFacts, kind: str, key: str) -> str:
    port = san.ports.get(key) if kind in ("target_port", "initiator") else None
    return port.name if port is not None else key
