"""Response times of a solved network as sums of independent stages, one sum for each type of I/O of each class.

- A wait is 0 unless all servers are busy. If they are, its first two moments are those of M/G/1 with service times divided by
  the number of servers (Pollaczek and Khinchine; Tijms, A First Course in Stochastic Models, 2003, chapter 9), which is exact for
  one server and for exponential service times. A gamma time with these moments replaces it.
- The service time at the array is a gamma time. A mirrored write exceeds a time if one of its legs does; what all legs share is
  treated as if each had its own.
- The wait for a slot in the queue depth is that of M/G/c with the whole response time as service time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.estimate.network.categories import COMMON
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Ints, Plan, sums
from checker.estimate.network.solver import Solved
from checker.estimate.quantity import LEVELS
from checker.estimate.tails.quantiles import Stages

_HOST = COMPONENTS.index("host_queue")
_LEAST = 1e-9
_NOTICED = 1e-7
"""Variance of a stage, relative to the square of the whole time, below which the stage counts as constant."""


def stages_of(plan: Plan, moments: Moments, solved: Solved) -> Stages:
    """Stages of the times of a plan's kinds of I/O: one time for each kind, or one for each leg of mirrored writes; in ms."""
    responses = solved.responses
    visits = _visits_of(plan, moments, solved)
    host = responses.components[:, _HOST][plan.kind_class][visits.kind]
    mean = (responses.fixed - responses.mirrored)[visits.kind] + host + visits.legs
    mean = mean + sums(visits.time, visits.common * solved.wait[plan.row_pair[visits.row]], visits.count)
    served, varied = _service(plan, moments, solved, visits)
    every, ones = np.arange(visits.count, dtype=np.int64), np.ones(visits.count)
    found = [
        _waits(plan, moments, solved, visits),
        _Rows(every, ones, served, varied / np.maximum(served, _LEAST) ** 2, ones),
        _host_waits(plan, solved, visits.kind, host),
    ]
    joined = _Rows(*(np.concatenate([getattr(one, name) for one in found]) for name in _FIELDS))
    square = joined.chance * joined.mean**2 * (1.0 + joined.scv) - (joined.chance * joined.mean) ** 2
    kept = np.flatnonzero(joined.count * square > _NOTICED * np.maximum(mean[joined.of], _LEAST) ** 2)
    kept = kept[np.argsort(joined.of[kept], kind="stable")]
    joined = _Rows(*(getattr(joined, name)[kept] for name in _FIELDS))
    constant = mean - sums(joined.of, joined.chance * joined.mean * joined.count, visits.count)
    return Stages(
        np.maximum(constant, 0.0), joined.of, joined.chance, joined.mean, joined.scv, joined.count, visits.kind
    )


@dataclass(frozen=True, slots=True)
class _Visits:
    """Visits that the host waits for, by time.

    Attributes:
        count: number of times; kind: kind of each; legs: mean time of its leg, 0 without.
        time, row, weight: time, row of the plan and number of each visit; common: the number without those of legs.
    """

    count: int
    kind: Ints
    legs: Floats
    time: Ints
    row: Ints
    weight: Floats
    common: Floats


def _visits_of(plan: Plan, moments: Moments, solved: Solved) -> _Visits:
    entry, program, kinds = plan.row_entry, plan.program, len(plan.kind_class)
    parts = np.ones(kinds, dtype=np.int64)
    if len(moments.leg_rows):
        legs = np.array(program.legs, dtype=np.int64)[plan.class_program[plan.kind_class]]
        parts = np.where(plan.kind_read, 1, np.maximum(legs, 1))
    start = np.cumsum(parts) - parts
    kind_of = np.repeat(np.arange(kinds, dtype=np.int64), parts)
    taken = np.zeros(len(kind_of))
    if not len(entry):
        nothing = np.zeros(0)
        return _Visits(len(kind_of), kind_of, taken, plan.row_kind, plan.row_kind, nothing, nothing)
    awaited, leg = program.visit_awaited[entry], program.visit_leg[entry]
    weight = np.where(awaited, program.visit_weight[entry], 0.0)
    shared = np.flatnonzero((leg == COMMON) & (weight > 0))
    row = np.repeat(shared, parts[plan.row_kind[shared]])
    first = np.cumsum(parts[plan.row_kind[shared]]) - parts[plan.row_kind[shared]]
    number = np.arange(len(row)) - np.repeat(first, parts[plan.row_kind[shared]])
    time = start[plan.row_kind[row]] + number
    own = moments.leg_rows
    own_time = start[plan.row_kind[own]] + leg[own]
    spent = weight[own] * (moments.row_residence[own] + solved.wait[plan.row_pair[own]])
    taken = taken + sums(own_time, spent, len(kind_of))
    if len(plan.delay_entry) and len(own):
        at = plan.delay_entry
        mine = np.flatnonzero(program.delay_leg[at] != COMMON)
        level = LEVELS.index(moments.level)
        waited = program.delay_ms[at[mine], level] * program.delay_weight[at[mine]]
        taken = taken + sums(start[plan.delay_kind[mine]] + program.delay_leg[at[mine]], waited, len(kind_of))
    return _Visits(
        len(kind_of),
        kind_of,
        taken,
        np.concatenate((time, own_time)),
        np.concatenate((row, own)),
        np.concatenate((weight[row], weight[own])),
        np.concatenate((weight[row], np.zeros(len(own)))),
    )


class _Rows:
    """Rows of stages: time, probability that it is not 0, mean and squared coefficient of variation then, number."""

    def __init__(self, of: Ints, chance: Floats, mean: Floats, scv: Floats, count: Floats) -> None:
        self.of, self.chance, self.mean, self.scv, self.count = of, chance, mean, scv, count


_FIELDS = ("of", "chance", "mean", "scv", "count")


def _service(plan: Plan, moments: Moments, solved: Solved, visits: _Visits) -> tuple[Floats, Floats]:
    """Mean and variance of the part of the time at stations that varies: one part of each I/O, lengthened by interference."""
    row = visits.row
    station = plan.pair_station[plan.row_pair[row]]
    time = np.fmin(moments.row_time[row] / moments.parts[row] * solved.load.factor[station], moments.row_residence[row])
    weight = np.where(moments.scv[station] > 0, visits.weight * time, 0.0)
    varied = weight * moments.scv[station] * time
    return sums(visits.time, weight, visits.count), sums(visits.time, varied, visits.count)


def _waits(plan: Plan, moments: Moments, solved: Solved, visits: _Visits) -> _Rows:
    """Waits at stations; I/O that uses one of several alternatives has one wait, a mixture of theirs."""
    pair = plan.row_pair[visits.row]
    waiting = np.flatnonzero((visits.weight > 0) & (solved.wait[pair] > 0))
    weight, pair, time = visits.weight[waiting], pair[waiting], visits.time[waiting]
    chance, mean, scv = (values[pair] for values in _pair_waits(plan, moments, solved))
    part, count = np.minimum(weight, 1.0), np.maximum(weight, 1.0)
    names = {one.kind: number for number, one in enumerate(plan.stations)}
    type_of = np.array([names[one.kind] for one in plan.stations], dtype=np.int64)[plan.pair_station[pair]]
    width = len(plan.stations) + len(pair)
    alone = weight >= 1.0
    key = time * width + np.where(alone, len(plan.stations) + np.arange(len(pair)), type_of)
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    total = len(first)
    likely = sums(group, part * chance, total)
    average = sums(group, part * chance * mean, total) / np.maximum(likely, 1e-300)
    square = sums(group, part * chance * mean**2 * (1.0 + scv), total) / np.maximum(likely, 1e-300)
    varied = np.maximum(square / np.maximum(average, 1e-100) ** 2 - 1.0, 0.0)
    return _Rows(time[first], np.minimum(likely, 1.0), average, varied, count[first])


def _pair_waits(plan: Plan, moments: Moments, solved: Solved) -> tuple[Floats, Floats, Floats]:
    """Probability of waiting of each pair's visits, and mean and squared coefficient of variation of the wait then."""
    load, count = solved.load, len(plan.stations)
    flow = (solved.rate * plan.members)[plan.pair_class]
    third = sums(plan.pair_station, flow * moments.third, count) * load.factor**3
    servers, use = moments.queued, np.minimum(load.utilisation, 1.0 - 1e-6)
    work = np.maximum(load.work, 1e-300)
    mean = load.second / (2.0 * work) / (servers * (1.0 - use))
    square = 2.0 * use * mean**2 + third / work / (3.0 * servers**2 * (1.0 - use))
    scv = np.clip(square / np.maximum(mean, 1e-100) ** 2 - 1.0, 0.0, 50.0)
    station = plan.pair_station
    busy, wait = load.busy[station], solved.wait
    with np.errstate(divide="ignore", invalid="ignore"):
        chance = np.where(mean[station] > 0, wait / mean[station], 0.0)
    chance = np.where(chance > busy, np.maximum(busy, _LEAST), chance)
    chance = np.where(wait > 0, np.clip(chance, _LEAST, 1.0), 0.0)
    return chance, np.where(chance > 0, wait / np.maximum(chance, 1e-300), 0.0), scv[station]


def _host_waits(plan: Plan, solved: Solved, kind: Ints, host: Floats) -> _Rows:
    """Waits in the host for a slot in the queue depth, by time."""
    times = np.flatnonzero(host > 0)
    group = plan.kind_class[kind[times]]
    response = np.maximum(solved.responses.mean - solved.responses.components[:, _HOST], _LEAST)[group]
    depth = plan.depth[group]
    load = np.minimum(solved.rate[group] * response / depth, 1.0 - 1e-6)
    spread = 0.5 * (1.0 + solved.responses.variance[group] / response**2)
    mean = np.maximum(spread * response / (depth * (1.0 - load)), host[times])
    ones = np.ones(len(times))
    return _Rows(times, np.minimum(host[times] / mean, 1.0), mean, ones, ones)
