"""A network as steps of I/Os: which stations an I/O of each kind visits in which order, and for how long.

Service times, the division of large I/O and delays come from the estimator's own layout of the network, in which each route
is a class of its own; no waiting formula is used. Reads meet the stations that carry data to the host last, in reverse order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from checker.estimate.network.categories import COMMON
from checker.estimate.network.estimator import Model
from checker.estimate.network.load import StationLoad, fixed_times, published_wait, station_load
from checker.estimate.network.moments import Moments, build_moments
from checker.estimate.network.network import Flow, Leg, Network, Station
from checker.estimate.network.plan import Floats, Plan, build_plan, sums

_WHOLE = 1.0 - 1e-9


@dataclass(frozen=True, slots=True)
class Step:
    """Visit of an I/O to a station.

    Attributes:
        station: index.
        mean, scv: service time in ms of one part at one server.
        stay: time in ms at the idle station beyond that service time; negative where data is forwarded while it arrives.
        parts: parts that are served concurrently.
        choice: ``first``: the server that becomes free first; ``any``: one particular server; ``none``: no queue.
        awaited: whether the host waits for it.
        sides: visits to different servers that start together; each: visits to each server, one after the other.
    """

    station: int
    mean: float
    scv: float
    stay: float
    parts: int = 1
    choice: str = "first"
    awaited: bool = True
    sides: int = 1
    each: int = 1


Choices = tuple[tuple[float, Step], ...]
"""Alternatives with their probabilities, which may sum to less than 1: an I/O takes one of them or none."""


@dataclass(frozen=True, slots=True)
class Way:
    """One route of one kind of I/O: its probability, its steps, the delay in ms after them, and the legs of a mirror."""

    share: float
    read: bool
    steps: tuple[Choices, ...]
    delay: float
    legs: tuple[tuple[tuple[Choices, ...], float], ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """Ways by class of the model's plan, for routes taken in turn by route, else all together; servers of each station."""

    ways: tuple[tuple[tuple[Way, ...], ...], ...]
    servers: tuple[int, ...]


def compile_network(model: Model) -> Compiled:
    """Compile the network of a model at the typical level of its parameters."""
    whole = model.plan
    flows, of_class, share = _apart(whole)
    plan = build_plan(Network(model.network.stations, tuple(flows)))
    moments = build_moments(plan, "typical")
    rate = model.solved("typical").rate
    rates = np.zeros(len(plan.classes))
    for number, (group, part) in enumerate(zip(of_class, share, strict=True)):
        rates[plan.class_of[number]] += rate[group] * whole.members[group] * part
    load = station_load(plan, moments, rates / plan.members)
    compiler = _Compiler(plan, moments, load, model)
    found: list[list[tuple[Way, ...]]] = [[] for _ in whole.classes]
    for number, (group, part) in enumerate(zip(of_class, share, strict=True)):
        ways = tuple(compiler.ways(int(plan.class_of[number]), part))
        if whole.classes[group].in_turn or not found[group]:
            found[group].append(ways)
        else:
            found[group][0] += ways
    return Compiled(tuple(tuple(ways) for ways in found), tuple(int(count) for count in moments.servers))


def _apart(plan: Plan) -> tuple[list[Flow], list[int], list[float]]:
    """One flow for each route of each class, the class, and the share of the route."""
    flows, of_class, share = [], [], []
    for group, flow in enumerate(plan.classes):
        for number, route in enumerate(flow.routes):
            legs = tuple(
                Leg(leg.name, (replace(leg.routes[number], share=1.0),)) if len(leg.routes) == len(flow.routes) else leg
                for leg in flow.legs
            )
            name = f"{group} {number}"
            flows.append(replace(flow, id=name, routes=(replace(route, share=1.0),), legs=legs))
            of_class.append(group)
            share.append(route.share)
    return flows, of_class, share


class _Compiler:
    def __init__(self, plan: Plan, moments: Moments, load: StationLoad, model: Model) -> None:
        self._plan, self._moments, self._load = plan, moments, load
        growth = model.options("typical").growth
        fixed, legs = fixed_times(plan, moments, load.utilisation, growth)
        self._delay = fixed.sum(axis=1) - self._residence(COMMON)
        self._leg_delay = [legs[side].sum(axis=1) - self._residence(side) for side in range(len(legs))]
        self._included = published_wait(plan, moments, load)
        self._rows: dict[int, list[int]] = {}
        for row, kind in enumerate(plan.row_kind.tolist()):
            self._rows.setdefault(kind, []).append(row)

    def _residence(self, leg: int) -> Floats:
        """Residence at stations that is part of the fixed times of each kind."""
        plan, program, entry = self._plan, self._plan.program, self._plan.row_entry
        if not len(entry):
            return np.zeros(len(plan.kind_class))
        mine = program.visit_awaited[entry] & (program.visit_leg[entry] == leg)
        weight = np.where(mine, program.visit_weight[entry] * self._moments.row_residence, 0.0)
        return sums(plan.row_kind, weight, len(plan.kind_class))

    def ways(self, group: int, share: float) -> Iterator[Way]:
        """Ways of the kinds of one class."""
        plan = self._plan
        for kind in np.flatnonzero(plan.kind_class == group).tolist():
            read = bool(plan.kind_read[kind])
            steps, less = self._steps(kind, COMMON, read=read)
            legs = []
            for side in range(plan.program.legs[int(plan.class_program[group])] if not read else 0):
                found, included = self._steps(kind, side, read=False)
                legs.append((found, max(float(self._leg_delay[side][kind]) - included, 0.0)))
            part = share * float(self._moments.share[kind])
            yield Way(part, read, steps, max(float(self._delay[kind]) - less, 0.0), tuple(legs))

    def _steps(self, kind: int, leg: int, *, read: bool) -> tuple[tuple[Choices, ...], float]:
        """Steps in order, and the wait that published delays include already."""
        plan, program = self._plan, self._plan.program
        rows = [row for row in self._rows.get(kind, ()) if program.visit_leg[plan.row_entry[row]] == leg]
        towards = [row for row in rows if read and self._station(row).carries == "reads"]
        ordered = [row for row in rows if row not in towards] + towards[::-1]
        parallel = {
            int(plan.pair_station[plan.row_pair[row]])
            for row in rows
            if program.visit_awaited[plan.row_entry[row]] and program.visit_parallel[plan.row_entry[row]] > 1
        }
        groups: dict[tuple[object, ...], list[tuple[float, Step]]] = {}
        less = 0.0
        for row in ordered:
            entry = plan.row_entry[row]
            station = int(plan.pair_station[plan.row_pair[row]])
            awaited, weight = bool(program.visit_awaited[entry]), float(program.visit_weight[entry])
            if self._moments.row_time[row] <= 0 or (not awaited and station in parallel):
                continue
            step, count = self._step(row, station)
            if awaited and step.choice != "none":
                less += weight * float(self._included[station])
            weight /= count
            one = plan.stations[station]
            for _ in range(int(weight + 1e-9)):
                groups[len(groups), station] = [(1.0, step)]
            weight -= int(weight + 1e-9)
            if weight > 1e-9:
                key: tuple[object, ...] = (one.kind, one.carries, awaited)
                while sum(part for part, _ in groups.get(key, ())) + weight > 1.0 + 1e-6:
                    key = (*key, "next")
                groups.setdefault(key, []).append((weight, step))
        return tuple(tuple(choices) for choices in groups.values()), less

    def _station(self, row: int) -> Station:
        return self._plan.stations[int(self._plan.pair_station[self._plan.row_pair[row]])]

    def _step(self, row: int, station: int) -> tuple[Step, float]:
        """Step of a row, and the visits that it represents."""
        plan, program, entry = self._plan, self._plan.program, self._plan.row_entry[row]
        one, category = plan.stations[station], int(plan.kind_category[plan.row_kind[row]])
        parts, servers = int(self._moments.parts[row]), float(self._moments.servers[station])
        plain = float(self._moments.row_time[row])
        more = 1.0 + float(plan.row_extra[row]) if len(plan.row_extra) else 1.0
        time = plain * float(self._load.factor[station]) * more / parts
        # Interference and extra back-end I/O keep servers busy longer, but the latency of an idle array includes them.
        rest = max(parts - servers, 0.0) * plain / parts / servers
        stay = float(self._moments.row_residence[row]) - rest - time
        scv = float(self._moments.scv[station])
        follows = float(program.visit_following[entry])
        each = round(1.0 / (1.0 - follows)) if follows < _WHOLE else 1
        sides = int(program.visit_parallel[entry])
        awaited = bool(program.visit_awaited[entry])
        choice = "first"
        if one.separate:
            pooled = one.kind == "disk_pool" and category in (2, 3, 5)
            choice = "first" if pooled else "any"
        if one.waits_beyond and float(self._load.utilisation[station]) <= one.waits_beyond:
            choice = "none"
        if not awaited and each > 1:
            sides = max(1, round(float(program.visit_weight[entry]) / each))
        step = Step(station, time, scv, stay, parts, choice, awaited, sides, each)
        return step, float(each if awaited else sides * each)
