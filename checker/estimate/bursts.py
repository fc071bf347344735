"""Bursts: I/O that arrive together wait for each other, and keep waiting those of other bursts.

Poisson arrivals of single I/O under-estimate this by a third to a half. At one server with bursts arriving as one the
answer is exact (batch arrivals, M^[X]/G/1). Behind the first station a burst is spread over the time that the slowest
station before took for it: what then still queues is found by treating the burst as a fluid, and for bursts of different
hosts that overlap, by the variance of the work that arrives within the time a queue lasts.
"""

from __future__ import annotations

import numpy as np

from checker.estimate.load import StationLoad
from checker.estimate.moments import Moments
from checker.estimate.plan import Floats, Plan, sums
from checker.estimate.queueing import erlang_c

_ROUNDS = 30
_JITTER = 12.0
"""Variance to squared length of a uniform window."""


def burst_waits(plan: Plan, moments: Moments, load: StationLoad, rate: Floats, burst: Floats) -> Floats:
    """Additional wait per visit of each pair, in ms.

    Args:
        plan: the layout.
        moments: values at the level.
        load: of the stations.
        rate: I/O per ms of one flow of each class.
        burst: mean I/O that arrive together, by class; 1 where they come one by one.
    """
    station, group = plan.pair_station, plan.pair_class
    servers = moments.servers[station]
    visits = np.maximum(moments.visits, 1e-300)
    service = np.where(moments.visits > 0, moments.work / visits, 0.0) * load.factor[station]
    mates = (burst[group] - 1.0) * np.minimum(moments.visits, 1.0)
    length = mates * service / servers
    spread = _spread(plan, moments, service, length)
    use = np.minimum(load.utilisation[station], 0.9999)
    own = rate[group] * moments.work * load.factor[station] / servers
    held = _held_back(plan, moments, load, mates)
    # What the burst itself piles up while it arrives, with the room that others leave.
    piled = np.maximum(0.0, length * held - (1.0 - use + own) * spread) / 2.0
    return np.where(
        moments.visits > 0, piled + _left_over(plan, moments, load, rate, mates, service, spread, held)[station], 0.0
    )


def _held_back(plan: Plan, moments: Moments, load: StationLoad, mates: Floats) -> Floats:
    """Part of a burst's work that finds no free server: all of it at one server, less at many.

    Of m + 1 I/O that find n servers free the last m + 1 - n wait for one, two, ... departures; the mean of that is weighted
    with the chance of n free servers in M/M/c.
    """
    station = plan.pair_station
    servers = moments.servers[station]
    result = np.where(mates > 0, 1.0, 0.0)
    many = np.flatnonzero((servers > 1) & (mates > 0))
    if not len(many):
        return result
    at, mate = station[many], mates[many]
    offered = moments.servers * np.minimum(load.utilisation, 1.0)
    busy = erlang_c(moments.servers, load.utilisation)
    chance = np.ones(len(offered))
    total = np.zeros(len(offered))
    waiting = np.zeros(len(many))
    for serving in range(int(moments.servers.max())):
        if serving:
            chance = chance * offered / serving
        idle = moments.servers - serving
        total += np.where(idle > 0, chance, 0.0)
        free = idle[at]
        behind = np.where(free > 0, np.maximum(0.0, mate + 1.0 - free), 0.0)
        waiting += chance[at] * behind * (behind + 1.0) / (2.0 * (mate + 1.0))
    none_free = busy[at]
    result[many] = (waiting / total[at] * (1.0 - none_free) + none_free * mate / 2.0) / (mate / 2.0)
    return result


def _spread(plan: Plan, moments: Moments, service: Floats, length: Floats) -> Floats:
    """Time over which a burst arrives at each pair's station, from the stations that its data passes before."""
    depth = np.array(plan.program.slot_depth, dtype=np.int64).reshape(-1, 2)[plan.pair_slot]
    visits = np.maximum(moments.visits, 1e-300)
    reads = np.clip(moments.read_arrivals / visits, 0.0, 1.0)
    jitter = np.where(moments.servers > 1, _JITTER * moments.scv, 0.0)[plan.pair_station] * service**2
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


def _left_over(
    plan: Plan,
    moments: Moments,
    load: StationLoad,
    rate: Floats,
    mates: Floats,
    service: Floats,
    spread: Floats,
    held: Floats,
) -> Floats:
    """Wait at each station behind what earlier bursts left there."""
    station, count = plan.pair_station, len(plan.stations)
    servers = moments.servers
    flow = (rate * plan.members)[plan.pair_class] * moments.visits
    variance = flow * mates * (service / servers[station]) ** 2
    free = np.maximum(1.0 - load.utilisation, 1e-4)
    busy = erlang_c(servers, load.utilisation)
    steady = (
        np.where(load.work > 0, load.second / np.where(load.work > 0, load.work, 1.0), 0.0)
        / 2.0
        * busy
        / servers
        / free
    )
    result = sums(station, variance * held, count) / (2.0 * free)
    for _ in range(_ROUNDS):
        # A queue of that length lasts so long; of a burst longer than that only a part matters.
        lasting = np.maximum((result + steady) / free, 1e-12)[station]
        ratio = np.divide(lasting, spread, out=np.full(len(spread), np.inf), where=spread > 0)
        part = np.where(ratio >= 1.0, 1.0 - 1.0 / (3.0 * np.maximum(ratio, 1.0)), ratio * (1.0 - ratio / 3.0))
        result = 0.5 * (result + sums(station, variance * held * part, count) / (2.0 * free))
    return np.where(load.utilisation < 1.0, result, 0.0)
