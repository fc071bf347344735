"""Response times of a solved network as sums of independent stages, one sum for each type of I/O of each class.

- A wait is 0 unless all servers are busy. If they are, its first two moments are those of M/G/1 with service times divided by
  the number of servers (Pollaczek and Khinchine; Tijms, A First Course in Stochastic Models, 2003, chapter 9), which is exact for
  one server and for exponential service times. A gamma time with these moments replaces it.
- The service time at the array is a gamma time, and the slowest leg of a mirror a constant plus an exponential time.
- The wait for a slot in the queue depth is that of M/G/c with the whole response time as service time.
"""

from __future__ import annotations

import numpy as np

from checker.estimate.network.categories import COMMON
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Ints, Plan, sums
from checker.estimate.network.solver import Solved
from checker.estimate.tails.quantiles import Stages

_HOST = COMPONENTS.index("host_queue")
_LEAST = 1e-9
_NOTICED = 1e-7
"""Variance of a stage, relative to the square of the whole time, below which the stage counts as constant."""


def stages_of(plan: Plan, moments: Moments, solved: Solved) -> Stages:
    """Stages of each kind of I/O of a plan; times in ms."""
    responses, kinds = solved.responses, len(plan.kind_class)
    host = responses.components[:, _HOST][plan.kind_class]
    mean = responses.fixed + host
    rows = _waits(plan, moments, solved)
    mean = mean + sums(rows.of, rows.chance * rows.mean * rows.count, kinds)
    served, varied = _service(plan, moments, solved)
    spread = np.sqrt(responses.mirrored_variance)
    every = np.arange(kinds, dtype=np.int64)
    ones = np.ones(kinds)
    found = [
        rows,
        _Rows(every, ones, served, varied / np.maximum(served, _LEAST) ** 2, ones),
        _Rows(every, ones, np.minimum(spread, responses.mirrored), ones, ones),
        _host_waits(plan, solved, host),
    ]
    joined = _Rows(*(np.concatenate([getattr(one, name) for one in found]) for name in _FIELDS))
    square = joined.chance * joined.mean**2 * (1.0 + joined.scv) - (joined.chance * joined.mean) ** 2
    kept = np.flatnonzero(joined.count * square > _NOTICED * np.maximum(mean[joined.of], _LEAST) ** 2)
    kept = kept[np.argsort(joined.of[kept], kind="stable")]
    joined = _Rows(*(getattr(joined, name)[kept] for name in _FIELDS))
    constant = mean - sums(joined.of, joined.chance * joined.mean * joined.count, kinds)
    return Stages(np.maximum(constant, 0.0), joined.of, joined.chance, joined.mean, joined.scv, joined.count)


class _Rows:
    """Rows of stages: kind, probability that it is not 0, mean and squared coefficient of variation then, number."""

    def __init__(self, of: Ints, chance: Floats, mean: Floats, scv: Floats, count: Floats) -> None:
        self.of, self.chance, self.mean, self.scv, self.count = of, chance, mean, scv, count


_FIELDS = ("of", "chance", "mean", "scv", "count")


def _service(plan: Plan, moments: Moments, solved: Solved) -> tuple[Floats, Floats]:
    """Mean and variance of the part of the time at stations that varies: one part of each I/O, lengthened by interference."""
    entry, kinds = plan.row_entry, len(plan.kind_class)
    if not len(entry):
        return np.zeros(kinds), np.zeros(kinds)
    station, program = plan.pair_station[plan.row_pair], plan.program
    common = program.visit_awaited[entry] & (program.visit_leg[entry] == COMMON)
    time = np.fmin(moments.row_time / moments.parts * solved.load.factor[station], moments.row_residence)
    weight = np.where(common & (moments.scv[station] > 0), program.visit_weight[entry] * time, 0.0)
    return sums(plan.row_kind, weight, kinds), sums(plan.row_kind, weight * moments.scv[station] * time, kinds)


def _waits(plan: Plan, moments: Moments, solved: Solved) -> _Rows:
    """Waits at common stations; I/O that uses one of several alternatives has one wait, a mixture of theirs."""
    entry, program = plan.row_entry, plan.program
    if not len(entry):
        nothing = np.zeros(0)
        return _Rows(plan.row_kind, nothing, nothing, nothing, nothing)
    common = program.visit_awaited[entry] & (program.visit_leg[entry] == COMMON)
    rows = np.flatnonzero(common & (solved.wait[plan.row_pair] > 0))
    weight, pair, kind = program.visit_weight[entry[rows]], plan.row_pair[rows], plan.row_kind[rows]
    chance, mean, scv = (values[pair] for values in _pair_waits(plan, moments, solved))
    part, count = np.minimum(weight, 1.0), np.maximum(weight, 1.0)
    names = {one.kind: number for number, one in enumerate(plan.stations)}
    type_of = np.array([names[one.kind] for one in plan.stations], dtype=np.int64)[plan.pair_station[pair]]
    width = len(plan.stations) + len(rows)
    alone = weight >= 1.0
    key = kind * width + np.where(alone, len(plan.stations) + np.arange(len(rows)), type_of)
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    total = len(first)
    likely = sums(group, part * chance, total)
    average = sums(group, part * chance * mean, total) / np.maximum(likely, 1e-300)
    square = sums(group, part * chance * mean**2 * (1.0 + scv), total) / np.maximum(likely, 1e-300)
    likely = np.minimum(likely, 1.0)
    return _Rows(
        kind[first],
        likely,
        average,
        np.maximum(square / np.maximum(average, 1e-100) ** 2 - 1.0, 0.0),
        count[first],
    )


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


def _host_waits(plan: Plan, solved: Solved, host: Floats) -> _Rows:
    """Waits in the host for a slot in the queue depth."""
    kinds = np.flatnonzero(host > 0)
    group = plan.kind_class[kinds]
    response = np.maximum(solved.responses.mean - solved.responses.components[:, _HOST], _LEAST)[group]
    depth = plan.depth[group]
    load = np.minimum(solved.rate[group] * response / depth, 1.0 - 1e-6)
    spread = 0.5 * (1.0 + solved.responses.variance[group] / response**2)
    mean = np.maximum(spread * response / (depth * (1.0 - load)), host[kinds])
    ones = np.ones(len(kinds))
    return _Rows(kinds, np.minimum(host[kinds] / mean, 1.0), mean, ones, ones)
