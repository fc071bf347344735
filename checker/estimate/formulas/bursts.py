"""Bursts: I/Os that arrive together wait for each other and delay those of other bursts.

Poisson arrivals of single I/Os underestimate this wait by a third to a half. For one server and bursts that arrive as a
batch the result is exact (batch arrivals, M^[X]/G/1). After the first station a burst is spread over the time that the
slowest preceding station took for it. The remaining queue is computed by treating the burst as a fluid and, for
overlapping bursts of different hosts, from the variance of the work that arrives while a queue lasts.
"""

from __future__ import annotations

import numpy as np

from checker.estimate.formulas.queueing import erlang_c
from checker.estimate.network.load import StationLoad
from checker.estimate.network.moments import Moments
from checker.estimate.network.plan import Floats, Plan, sums

_ROUNDS = 30
_JITTER = 12.0
"""Variance over squared length of a uniform window."""


def burst_waits(plan: Plan, moments: Moments, load: StationLoad, rate: Floats, mates: Floats) -> Floats:
    """Additional wait per visit of each pair, in ms.

    Args:
        plan: the layout.
        moments: values at the level.
        load: load of the stations.
        rate: I/O per ms of one flow of each class.
        mates: mean number of I/Os that arrive together with a random I/O, by class; 0 for single arrivals.
    """
    station, group = plan.pair_station, plan.pair_class
    servers = moments.queued[station]
    visits = np.maximum(moments.visits, 1e-300)
    service = np.where(moments.visits > 0, moments.work / visits, 0.0) * load.factor[station]
    # Of a burst to drives with a queue each, only a part reaches one of them.
    there = np.minimum(moments.visits, 1.0) * (moments.queued / moments.servers)[station]
    mates = mates[group] * there
    length = mates * service / servers
    spread = _spread(plan, moments, service, length)
    use = np.minimum(load.utilisation[station], 0.9999)
    own = rate[group] * moments.work * load.factor[station] / moments.servers[station]
    blocked = _blocked_share(plan, moments, load, mates)
    # The queue that the burst itself builds up while it arrives, on the capacity that other load leaves.
    piled = np.maximum(0.0, length * blocked - (1.0 - use + own) * spread) / 2.0
    return np.where(
        moments.visits > 0,
        piled + _residual_waits(plan, moments, load, rate, mates, service, spread, blocked)[station],
        0.0,
    )


def _blocked_share(plan: Plan, moments: Moments, load: StationLoad, mates: Floats) -> Floats:
    """Share of a burst's work that finds no free server: all of it at one server, less at several.

    Of m + 1 I/Os that find n free servers, the last m + 1 - n wait for one, two, ... departures; this mean is weighted
    with the probability of n free servers in M/M/c.
    """
    station = plan.pair_station
    servers = moments.queued[station]
    result = np.where(mates > 0, 1.0, 0.0)
    many = np.flatnonzero((servers > 1) & (mates > 0))
    if not len(many):
        return result
    at, mate = station[many], mates[many]
    offered = moments.queued * np.minimum(load.utilisation, 1.0)
    busy = erlang_c(moments.queued, load.utilisation)
    chance = np.ones(len(offered))
    total = np.zeros(len(offered))
    waiting = np.zeros(len(many))
    for serving in range(int(moments.queued.max())):
        if serving:
            chance = chance * offered / serving
        idle = moments.queued - serving
        total += np.where(idle > 0, chance, 0.0)
        free = idle[at]
        backlog = np.where(free > 0, np.maximum(0.0, mate + 1.0 - free), 0.0)
        waiting += chance[at] * backlog * (backlog + 1.0) / (2.0 * (mate + 1.0))
    none_free = busy[at]
    result[many] = (waiting / total[at] * (1.0 - none_free) + none_free * mate / 2.0) / (mate / 2.0)
    return result


def _spread(plan: Plan, moments: Moments, service: Floats, length: Floats) -> Floats:
    """Time over which a burst arrives at each pair's station, from the stations that its data passes first."""
    depth = np.array(plan.program.slot_depth, dtype=np.int64).reshape(-1, 2)[plan.pair_slot]
    visits = np.maximum(moments.visits, 1e-300)
    reads = np.clip(moments.read_arrivals / visits, 0.0, 1.0)
    jitter = np.where(moments.queued > 1, _JITTER * moments.scv, 0.0)[plan.pair_station] * service**2
    result = np.zeros(len(length))
    for side, share in ((0, reads), (1, 1.0 - reads)):
        arriving = np.zeros(len(plan.classes))
        used = share > 0
        for level in np.unique(depth[used, side]):
            here = np.flatnonzero(used & (depth[:, side] == level))
            group = plan.pair_class[here]
            result[here] += share[here] * arriving[group]
            leaving = np.sqrt(np.maximum(arriving[group], length[here]) ** 2 + jitter[here])
            np.maximum.at(arriving, group, leaving)
    return result


def _residual_waits(
    plan: Plan,
    moments: Moments,
    load: StationLoad,
    rate: Floats,
    mates: Floats,
    service: Floats,
    spread: Floats,
    blocked: Floats,
) -> Floats:
    """Wait at each station for the queue that earlier bursts left there."""
    station, count = plan.pair_station, len(plan.stations)
    servers = moments.queued
    apart = (moments.servers / moments.queued)[station]
    flow = (rate * plan.members)[plan.pair_class] * moments.visits / apart
    variance = flow * mates * (service / servers[station]) ** 2
    free = np.maximum(1.0 - load.utilisation, 1e-4)
    busy = load.busy
    steady = (
        np.where(load.work > 0, load.second / np.where(load.work > 0, load.work, 1.0), 0.0)
        / 2.0
        * busy
        / servers
        / free
    )
    result = sums(station, variance * blocked, count) / (2.0 * free)
    for _ in range(_ROUNDS):
        # Time for which a queue of that length lasts; only that part of a longer burst matters.
        lasting = np.maximum((result + steady) / free, 1e-12)[station]
        ratio = np.divide(lasting, spread, out=np.full(len(spread), np.inf), where=spread > 0)
        part = np.where(ratio >= 1.0, 1.0 - 1.0 / (3.0 * np.maximum(ratio, 1.0)), ratio * (1.0 - ratio / 3.0))
        result = 0.5 * (result + sums(station, variance * blocked * part, count) / (2.0 * free))
    return np.where(load.utilisation < 1.0, result, 0.0)
