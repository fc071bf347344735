"""The same load with one part gone: how busy the rest becomes (estimator.md, sections 3.9 and 6, case 9).

Only parts that the rest takes over from are tried: ports, directors, switches, fabrics. An array that fails leaves no load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from checker.estimate.answer import FailureCase
from checker.estimate.build import Builder, Pairs
from checker.estimate.build_facts import SanFacts
from checker.estimate.build_parts import Parts
from checker.estimate.build_paths import PathClass
from checker.estimate.build_ways import Ways, carrying
from checker.estimate.estimator import Estimator
from checker.estimate.network import Flow, Network
from checker.estimate.workload import Workload

KINDS = ("fabric", "switch", "director", "target_port", "initiator")
"""What is tried, what takes most with it first."""
MOST = 80
"""More parts than this are not tried; of each kind the ones that carry most hosts × volumes come first."""

TIMED = 5
"""For so many of the worst the response time is worked out."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that may fail, and what goes with it."""

    kind: str
    key: str
    label: str
    routes: frozenset[int]
    ports: frozenset[str]


def failure_cases(builder: Builder, loads: Pairs, rates: Mapping[str, float]) -> tuple[tuple[FailureCase, ...], int]:
    """Return what the loss of each part does to the load, the worst first, and how many parts were not tried.

    All ways that any failure leaves are flows of one network, which is laid out once; each failure is a choice of them.

    Args:
        builder: of the SAN.
        loads: by (host, volume).
        rates: I/O a second of each flow with everything up, by its id; closed loads keep them.
    """
    variants = _Variants(builder, loads, rates)
    if not variants.groups:
        return (), 0
    parts = parts_of(builder.san, {group.kind.number for group in variants.groups})
    chosen = [variants.without(None), *(variants.without(part) for part in parts[:MOST])]
    solve = variants.solver()
    before = solve(chosen[0])
    found = []
    for part, choice in zip(parts[:MOST], chosen[1:], strict=True):
        used = solve(choice)
        grown = [name for name in used if used[name] > before.get(name, 0.0) + 1e-9]
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
        found.append((case, choice))
    found.sort(
        key=lambda one: (
            -min(one[0].utilisation, 1.0), -one[0].lost, -one[0].utilisation, KINDS.index(one[0].kind), one[0].key
        )
    )  # fmt: skip
    timed = [replace(case, response=variants.response(choice)) for case, choice in found[:TIMED]]
    return (*timed, *(case for case, _ in found[TIMED:])), max(len(parts) - MOST, 0)


@dataclass(frozen=True, slots=True)
class _Group:
    """Pairs that are alike in paths, place and load: one of them, their load together, and how many they are."""

    pair: tuple[str, str]
    kind: PathClass
    workload: Workload
    members: int
    routes: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Choice:
    """Flows in use, with the I/O a second of each, and the hosts × volumes that have none."""

    rates: Mapping[int, float]
    lost: int


class _Variants:
    """The flows of all groups in every state that a failure leaves them in."""

    def __init__(self, builder: Builder, loads: Pairs, rates: Mapping[str, float]) -> None:
        self._builder = builder
        self._parts = Parts(builder.library, builder.told)
        self._ways = Ways(builder.san, self._parts)
        self._flows: list[Flow] = []
        self._numbers: dict[tuple[int, int], int] = {}
        first: dict[tuple[int, Workload], tuple[str, str]] = {}
        members: Counter[tuple[str, str]] = Counter()
        for pair, workload in loads.items():
            number = builder.san.class_of.get(pair)
            if number is not None and workload.loaded and rates.get(" ".join(pair)):
                members[first.setdefault((number, workload), pair)] += 1
        self.groups = []
        for (number, workload), pair in first.items():
            kind = builder.san.classes[number]
            rate = members[pair] * rates[" ".join(pair)]
            load = replace(workload, iops=rate, outstanding=None, think_ms=0.0)
            self.groups.append(_Group(pair, kind, load, members[pair], frozenset(route for route, _ in kind.ways)))

    def without(self, part: Part | None) -> _Choice:
        """The flows with a part gone."""
        rates: dict[int, float] = {}
        lost = 0
        for number, group in enumerate(self.groups):
            gone = group.routes & part.routes if part is not None else frozenset()
            dead = part.ports if part is not None else frozenset()
            if gone == group.routes:
                lost += group.members
                continue
            rates[self._flow(number, group, gone, dead)] = group.workload.iops or 0.0
        return _Choice(rates, lost)

    def _flow(self, number: int, group: _Group, gone: frozenset[int], dead: frozenset[str]) -> int:
        ways = self._ways
        name = f"{number}/{len(self._flows)}"
        flow = self._builder.flow(ways, name, group.pair, group.kind, group.workload, gone, dead, group.members)
        # Equal routes are the same object: what a failure doesn't touch is the flow that was there before.
        key = (number, id(flow.routes))
        if key not in self._numbers:
            self._numbers[key] = len(self._flows)
            self._flows.append(flow)
        return self._numbers[key]

    def solver(self) -> Callable[[_Choice], Mapping[str, float]]:
        """Return a function that gives utilisations of a choice, of stations of known capacity, at typical parameters."""
        import numpy as np

        from checker.estimate.load import station_load

        network = Network(tuple(self._parts.stations.values()), tuple(self._flows))
        model = Estimator(self._builder.library).model(network)
        plan, moments = model.plan, model.moments("typical")
        known = [(number, station.id) for number, station in enumerate(network.stations) if station.service is not None]

        def solved(choice: _Choice) -> Mapping[str, float]:
            # Flows of one class are interchangeable: each does the mean of them.
            total = np.zeros(len(plan.classes))
            for flow, rate in choice.rates.items():
                total[plan.class_of[flow]] += rate / 1000
            use = station_load(plan, moments, total / plan.members).utilisation
            return {name: float(use[number]) for number, name in known}

        return solved

    def response(self, choice: _Choice) -> float | None:
        """Mean response time of a choice in ms, typical; None where a flow has none, or volumes are lost."""
        flows = tuple(self._flows[number] for number in sorted(choice.rates))
        if choice.lost or not flows:
            return None
        network = Network(tuple(self._parts.stations.values()), flows)
        response = Estimator(self._builder.library).model(network).solve().response
        return None if response is None else response.mean.typical


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
