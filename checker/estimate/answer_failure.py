"""The same load with one part gone: how busy the rest becomes (estimator.md, sections 3.9 and 6, case 9).

Only parts that the rest takes over from are tried: ports, directors, switches, fabrics. An array that fails leaves no load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from checker.estimate.answer import FailureCase
from checker.estimate.answer_units import Basis, Units, basis_of
from checker.estimate.build import Builder, Pairs
from checker.estimate.build_facts import SanFacts
from checker.estimate.build_parts import Parts
from checker.estimate.build_paths import PathClass
from checker.estimate.build_ways import NONE_DEAD, Ways, carrying
from checker.estimate.estimator import Estimator
from checker.estimate.network import Network
from checker.estimate.workload import Workload

KINDS = ("fabric", "switch", "director", "target_port", "initiator")
"""What is tried, what takes most with it first."""
MOST = 80
"""More parts than this are not tried; of each kind the ones that carry most hosts × volumes come first."""

TIMED, FEW = 5, 300
"""For so many of the worst the response time is worked out, for one if there are more than few kinds of flows."""
_NOTICED = 1e-6


@dataclass(frozen=True, slots=True)
class Part:
    """Something that may fail, and what goes with it."""

    kind: str
    key: str
    label: str
    routes: frozenset[int]
    ports: frozenset[str]


def failure_cases(
    builder: Builder, loads: Pairs, rates: Mapping[str, float], *, with_times: bool = True
) -> tuple[tuple[FailureCase, ...], int]:
    """Return what the loss of each part does to the load, the worst first, and how many parts were not tried.

    Args:
        builder: of the SAN.
        loads: by (host, volume).
        rates: I/O a second of each flow with everything up, by its id; closed loads keep them.
        with_times: whether to work out the response time for the worst of them.
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
        used = solve(choice.rates)
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


@dataclass(frozen=True, slots=True)
class _Group:
    """Pairs that are alike in paths, place and load: one of them, their load together, and how many they are."""

    pair: tuple[str, str]
    kind: PathClass
    workload: Workload
    members: int
    basis: Mapping[Basis, float]
    routes: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Choice:
    """Rates of units, in I/O a second, and the hosts × volumes that have no path."""

    rates: Mapping[int, float]
    lost: int


_Door = tuple[int, int, tuple[int, ...], Basis]
"""A route that stands for all with its director, a place, where data begins there, and a kind of I/O."""


class _Variants:
    """The load in every state that a failure leaves it in."""

    def __init__(self, builder: Builder, loads: Pairs, rates: Mapping[str, float]) -> None:
        self._builder = builder
        self.units = Units(Ways(builder.san, Parts(builder.library, builder.told)), builder.library)
        self.groups = list(_groups(builder, loads, rates))
        self._of_route: dict[int, list[int]] = {}
        for number, group in enumerate(self.groups):
            for route in group.routes:
                self._of_route.setdefault(route, []).append(number)
        self._doors: dict[tuple[str | None, str | None, str | None], int] = {}
        self._front: dict[int, float] = {}
        self._behind: dict[_Door, float] = {}
        self._usual = [dict(carrying(group.kind)) for group in self.groups]
        for group, shares in zip(self.groups, self._usual, strict=True):
            self._add(self._front, self._behind, group, shares)
        self.whole = self._joined(self._front, self._behind, NONE_DEAD)

    def _add(
        self,
        front: dict[int, float],
        behind: dict[_Door, float],
        group: _Group,
        shares: Mapping[int, float],
        sign: float = 1.0,
    ) -> None:
        """Add what a group does in front of the ports where it ends, and behind them."""
        units, place, starts = self.units, group.kind.place, group.kind.starts
        rate = sign * (group.workload.iops or 0.0)
        for route, share in shares.items():
            unit, door = units.front(route), self._door(route)
            for basis, weight in group.basis.items():
                amount = rate * share * weight
                flow = units.number(unit, basis)
                front[flow] = front.get(flow, 0.0) + amount
                key = (door, place, starts, basis)
                behind[key] = behind.get(key, 0.0) + amount

    def _door(self, route: int) -> int:
        """One route for all that come in by the same director."""
        front = self.units.ways.front(route)
        return self._doors.setdefault((front.storage_array, front.cluster, front.director), route)

    def _joined(
        self, front: Mapping[int, float], behind: Mapping[_Door, float], dead: frozenset[str]
    ) -> dict[int, float]:
        found = dict(front)
        for (route, place, starts, basis), rate in behind.items():
            flow = self.units.number(self.units.behind(route, place, dead, starts), basis)
            found[flow] = found.get(flow, 0.0) + rate
        return found

    def without(self, part: Part) -> _Choice:
        """The rates with a part gone."""
        front, behind, lost = dict(self._front), dict(self._behind), 0
        for number in {number for route in part.routes for number in self._of_route.get(route, ())}:
            group = self.groups[number]
            shares = dict(carrying(group.kind, part.routes))
            lost += 0 if shares else group.members
            if shares != self._usual[number]:
                self._add(front, behind, group, self._usual[number], -1.0)
                self._add(front, behind, group, shares)
        return _Choice(self._joined(front, behind, part.ports), lost)

    def response(self, part: Part) -> float | None:
        """Mean response time in ms with a part gone, typical; None where a flow has none, is near saturation, or is lost."""
        parts = Parts(self._builder.library, self._builder.told)
        ways = Ways(self._builder.san, parts)
        flows = []
        for number, group in enumerate(self.groups):
            if not carrying(group.kind, part.routes):
                return None
            flows.append(
                self._builder.flow(
                    ways, str(number), group.pair, group.kind, group.workload, part.routes, part.ports, group.members
                )
            )
        network = Network(tuple(parts.stations.values()), tuple(flows))
        result = Estimator(self._builder.library).model(network).solve()
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
        basis = basis_of(workload, builder.told.get("hit_ratio", 0.0), sizes=bool(kind.starts))
        yield _Group(pair, kind, load, members[pair], basis, frozenset(route for route, _ in kind.ways))


def parts_of(san: SanFacts, classes: set[int]) -> list[Part]:
    """Parts that carry I/O of these classes; of parts that take the same with them the widest stands for all."""
    carried: Counter[int] = Counter()
    for number in classes:
        for route, _ in carrying(san.classes[number]):
            carried[route] += san.classes[number].volumes
    behind = {wwpn for ways in san.backs.values() for way in ways for wwpn in way[1:]}
    found: dict[tuple[frozenset[int], frozenset[str]], Part] = {}
    weight: dict[Part, int] = {}
    for kind, key, routes, ports in _every(san, behind):
        touched = sum(carried[route] for route in routes)
        if not touched and not ports & behind:
            continue
        part = Part(kind, key, _label(san, kind, key), routes, ports & behind)
        known = found.setdefault((routes & set(carried), part.ports), part)
        if known is part:
            weight[part] = touched
    return sorted(weight, key=lambda part: (KINDS.index(part.kind), -weight[part], part.key))


def _every(san: SanFacts, behind: set[str]) -> Iterator[tuple[str, str, frozenset[int], frozenset[str]]]:
    """Every part with its routes and ports, the widest kinds first."""
    ports: dict[tuple[str, str], set[str]] = {}
    for wwpn, port in san.ports.items():
        ports.setdefault(("target_port", wwpn), set()).add(wwpn)
        if port.fabric:
            ports.setdefault(("fabric", port.fabric), set()).add(wwpn)
        if port.switch:
            ports.setdefault(("switch", port.switch[0]), set()).add(wwpn)
        if port.director:
            ports.setdefault(("director", " ".join(port.director)), set()).add(wwpn)
    every = set(san.parts) | {part for part, found in ports.items() if part[0] != "target_port" or found & behind}
    for kind, key in sorted(
        (part for part in every if part[0] in KINDS), key=lambda part: (KINDS.index(part[0]), part[1])
    ):
        yield kind, key, san.parts.get((kind, key), frozenset()), frozenset(ports.get((kind, key), ()))


def _label(san: SanFacts, kind: str, key: str) -> str:
    port = san.ports.get(key) if kind in ("target_port", "initiator") else None
    return port.name if port is not None else key
