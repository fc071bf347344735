"""Bursts: I/Os that arrive together wait for each other and delay those of other bursts.

Poisson arrivals of single I/Os underestimate this wait by a third to a half. For bursts that arrive as a batch the result is exact at one
server (M^[X]/G/1) and, for exponential times, at several (M^[X]/M/c). After the first station a burst is spread over time
(``burst_arrivals``). What an I/O then still finds of its own burst follows from how long work remains in a queue, and lengthens the queue for all others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from checker.estimate.formulas.burst_arrivals import (
    Arrivals,
    arrivals_of,
    service_in_bursts,
    smoothed_before,
    visits_in_bursts,
)
from checker.estimate.network.load import StationLoad
from checker.estimate.network.moments import Moments
from checker.estimate.network.plan import Floats, Plan, sums

_ROUNDS, _CLOSE = 60, 1e-5
_LEAST, _LEAST_FREE = 1e-12, 1e-4
_RARELY = 1e-3
"""Probability of a burst that exceeds the free part of a queue depth below which none waits for it."""
_DEEPEST, _LARGE = 1000, 1e200
_TOGETHER = 4.0 / 3.0
"""With it, a burst of much work in a short window has the queue of a fluid: half of its length less what is served meanwhile."""


def burst_waits(plan: Plan, moments: Moments, load: StationLoad, rate: Floats, mates: Floats) -> tuple[Floats, Floats]:
    """Additional wait per visit of each pair in ms, and the part of it that is due to the I/O's own burst.

    Args:
        plan: the layout.
        moments: values at the level.
        load: load of the stations.
        rate: I/O per ms of one flow of each class.
        mates: mean number of I/Os that arrive together with a random I/O, by class; 0 for single arrivals.
    """
    station, group = plan.pair_station, plan.pair_class
    servers = moments.queued[station]
    service = service_in_bursts(plan, moments) * load.factor[station]
    mates = mates[group] * there_of(plan, moments)
    length = mates * service / servers
    arrivals = arrivals_of(plan, moments, service, length)
    apart = (moments.servers / moments.queued)[station]
    brought = (rate * plan.members)[group] * visits_in_bursts(plan, moments) / apart * service / servers
    # At several servers this only serves to know how long a queue lasts.
    brought = brought * np.where(servers > 1, load.busy[station], 1.0)
    free = np.maximum(1.0 - load.utilisation, _LEAST_FREE)
    steady, count = _steady(load, moments.queued), len(plan.stations)
    passed = 1.0 - smoothed_before(plan, moments, load, rate)
    sizes = _sizes(plan)[:, group]
    # A long burst finds more of itself in proportion, so its length is not replaced by the mean.
    lengths, weights = length * sizes[:2], sizes[2:]
    each, met = 0.5 * lengths, np.zeros(len(length))
    piled = 0.5 * length
    for _ in range(_ROUNDS):
        # Each I/O lengthens the queue for all others by what it finds of its own burst.
        earlier = sums(station, brought * piled * passed, count) / free
        met = (earlier + steady)[station]
        before, part = piled, service / servers
        each = _piled(lengths, each, arrivals, part, met, free[station], ordered=False)
        piled = (weights * each).sum(axis=0)
        if (np.abs(piled - before) <= _LEAST + _CLOSE * before).all():
            break
    earlier = np.where(load.utilisation < 1.0, earlier, 0.0)
    own = (weights * _piled(lengths, each, arrivals, service / servers, met, free[station], ordered=True)).sum(axis=0)
    own = own * passed
    waits = earlier[station] + own
    together, behind = (
        np.divide(2.0 * one, length, out=np.zeros(len(length)), where=length > 0)
        for one in (piled, own / np.maximum(passed, _LEAST))
    )
    busy = (load.utilisation > 0.0) & (load.utilisation < 1.0)
    for k in np.unique(station[(servers > 1) & (mates > 0) & busy[station]]):
        here = np.flatnonzero((station == k) & (moments.visits > 0))
        flow = (rate * plan.members)[group[here]] * moments.visits[here]
        several = Several(int(moments.queued[k]), float(load.utilisation[k]), flow / flow.sum())
        single = several.wait(np.zeros(len(here)))
        more = several.wait(mates[here] * together[here]) - single
        # The queue grows by the square of the work that arrives together, in mean service times here.
        brought = flow * mates[here] * together[here]
        mean = float((flow * service[here]).sum() / flow.sum())
        square = float((brought * service[here] ** 2).sum()) / max(float(brought.sum()) * mean, 1e-300)
        # The first of them wait for departures of the mix, the others for those of their own burst.
        mine = mates[here] / (mates[here] + moments.queued[k])
        pace = mine * service[here] + (1.0 - mine) * mean
        own[here] = pace * several.among(mates[here] * behind[here])
        waits[here] = more * square + own[here]
    visited = moments.visits > 0
    return np.where(visited, waits, 0.0), np.where(visited, own, 0.0)


def mates_of(plan: Plan, usual: float, closed: NDArray[np.bool_]) -> Floats:
    """Mean number of I/Os that arrive together with a random I/O of each class, E[b^2] / E[b] - 1; 0 for closed loads.

    Args:
        plan: the layout.
        usual: mean burst of loads that state none.
        closed: classes whose outstanding I/O is given.
    """
    burst = np.where(np.isnan(plan.burst), usual, plan.burst)
    # The size of a burst is geometric unless stated otherwise.
    spread = np.where(np.isnan(plan.burst_cv), (burst - 1.0) / burst, plan.burst_cv**2)
    return np.where(closed, 0.0, burst * (1.0 + spread) - 1.0)


def inside_depth(plan: Plan, mates: Floats) -> Floats:
    """Of ``mates``, those that an I/O meets in the SAN although a queue depth holds back long bursts.

    Of a burst of b, min(b, Q) I/Os enter together: for geometric sizes with ratio q and n = Q - 1,
    E[min(b, Q) (min(b, Q) - 1)] / E[b] is 1 - (n + 1) q^n + n q^(n + 1) of the value without a depth. The others enter one by one and
    meet up to n of them, which are partly served: the result is halfway between both (our choice, compared with simulations).
    """
    ratio, others = mates / (2.0 + mates), np.minimum(np.nan_to_num(plan.depth, nan=np.inf), _DEEPEST) - 1.0
    together = mates * (1.0 - (others + 1.0) * ratio**others + others * ratio ** (others + 1.0))
    return 0.5 * (together + np.minimum(mates, others))


def depth_waits(plan: Plan, mates: Floats, rate: Floats, time: Floats) -> Floats:
    """Wait in ms of bursts in the host for a slot in the queue depth, by class: M^[X]/M/c with the slots as servers.

    Args:
        plan: the layout.
        mates: mean number of I/Os that arrive together with a random I/O, by class.
        rate: I/O per ms of one flow of each class.
        time: mean time in ms for which an I/O keeps its slot.
    """
    wait = np.zeros(len(plan.classes))
    with np.errstate(invalid="ignore"):
        use = np.nan_to_num(rate * time / plan.depth)
    chance = (mates / (2.0 + mates)) ** np.nan_to_num(np.maximum(plan.depth * (1.0 - use), 0.0), nan=np.inf)
    held = (mates > 0.0) & (chance > _RARELY) & (use > 0.0) & (use < 1.0) & (plan.depth <= _DEEPEST)
    for slots in np.unique(plan.depth[held]):
        these = np.flatnonzero(held & (plan.depth == slots))
        wait[these] = time[these] * _at_slots(int(slots), use[these], mates[these])
    return wait


def _at_slots(slots: int, use: Floats, mates: Floats) -> Floats:
    """Mean wait in service times in M^[X]/M/c with geometric bursts of one flow: ``Several`` for many queues at once."""
    more, arrivals = mates / (2.0 + mates), slots * use
    waiting, chance = np.zeros(len(use)), np.ones((slots, len(use)))
    for serving in range(1, slots):
        waiting = more * waiting + chance[serving - 1]
        chance[serving] = arrivals * (1.0 - more) * waiting / serving
        if chance[serving].max() > _LARGE:
            scale = np.where(chance[serving] > _LARGE, 1.0 / _LARGE, 1.0)
            waiting, chance = waiting * scale, chance * np.where(np.arange(slots)[:, None] <= serving, scale, 1.0)
    number = np.arange(slots)[:, None]
    chance = chance * slots * (1.0 - use) / ((slots - number) * chance).sum(axis=0)
    square = ((slots - number) * number * chance).sum(axis=0)
    present = (arrivals * (2.0 + mates) + 2.0 * square) / (2.0 * (slots - arrivals))
    behind = (1.0 - chance.sum(axis=0)) * more + (chance * more ** (slots - number)).sum(axis=0)
    found = present - arrivals + 1.0 - chance.sum(axis=0) + behind / (1.0 - more)
    return np.asarray(found / slots)


def there_of(plan: Plan, moments: Moments) -> Floats:
    """Part of a burst that reaches the queue of each pair: of a burst to drives with a queue each, only a part reaches one."""
    apart = (moments.queued / moments.servers)[plan.pair_station]
    return np.minimum(visits_in_bursts(plan, moments), 1.0) * apart


def _sizes(plan: Plan) -> Floats:
    """Two lengths of the burst in which an I/O arrives, as multiples of the mean, and their probabilities, by class (four rows).

    They are the nodes of Gauss and Laguerre for a gamma distribution with the squared coefficient of variation v of the burst in which
    a random I/O is: c^2 / (1 + c^2) if that of all bursts is c^2, and 1/2 for a geometric size.
    """
    spread = np.where(np.isnan(plan.burst_cv), 1.0, plan.burst_cv**2)
    v = spread / (1.0 + spread)
    root, more = np.sqrt(v + v * v), np.sqrt(v / (1.0 + v))
    return np.array([1.0 + v - root, 1.0 + v + root, 0.5 + 0.5 * more, 0.5 - 0.5 * more])


class Several:
    """Several servers that receive bursts of geometric sizes: M^[X]/M/c; times in service times.

    The probability of n busy servers follows from the balance of the flows between n and n + 1, the mean number from that of its
    square, and an I/O that finds n others and is the j-th of its burst waits for n + j - c departures.
    """

    def __init__(self, servers: int, use: float, share: Floats) -> None:
        """Take the number of servers, at least 2, their utilisation, below 1, and the part of each flow in the arrivals."""
        self._servers, self._use, self._share = servers, use, share
        self._busy = np.zeros(0)

    def wait(self, mates: Floats) -> float:
        """Mean wait of the first I/O of a burst, if ``mates`` of each flow arrive together with a random one."""
        servers, arrivals = self._servers, self._servers * self._use
        more = mates / (2.0 + mates)
        bursts = arrivals * self._share * (1.0 - more)
        waiting, chance = np.zeros(len(mates)), np.ones(servers)
        for serving in range(1, servers):
            waiting = more * waiting + chance[serving - 1]
            chance[serving] = float((bursts * waiting).sum()) / serving
            if chance[serving] > _LARGE:
                waiting, chance = waiting / _LARGE, chance / _LARGE
        number = np.arange(servers)
        chance *= servers * (1.0 - self._use) / float(((servers - number) * chance).sum())
        self._busy = chance
        square = float(((servers - number) * number * chance).sum())
        together = arrivals * (2.0 + float((self._share * mates).sum()))
        present = (together + 2.0 * square) / (2.0 * (servers - arrivals))
        return (present - arrivals + 1.0 - float(chance.sum())) / servers

    def among(self, mates: Floats) -> Floats:
        """Mean wait of an I/O of each flow for the ``mates`` that arrived just before it, in the state of the last ``wait``."""
        more, servers = mates / (2.0 + mates), self._servers
        behind = (1.0 - float(self._busy.sum())) * more
        behind = behind + (self._busy * more[:, None] ** (servers - np.arange(servers))).sum(axis=1)
        return np.asarray(behind / (1.0 - more) / servers)


def _piled(
    length: Floats, piled: Floats, arrivals: Arrivals, service: Floats, met: Floats, free: Floats, *, ordered: bool
) -> Floats:
    """Wait for I/Os of the same burst; repeat it with the result as ``piled``.

    The work s that one of them brings remains for s / 2 on average if it finds no queue. If there is one, it remains longer: over
    all cases, the area that it adds to the workload of M/G/1 is s (s / 2 + 2 V) / (1 - rho) with the mean queue V. Half of what is
    due to V comes so late that no burst meets it (simulated: 1.326 ms for 1.325 with bursts of 4 behind 64 servers at a
    link that is 70 % busy). While others of the burst remain, it remains longer, too.

    Args:
        length: work of the mates per server in ms, by length of the burst and pair.
        piled: wait found before, at first half of that.
        arrivals: how they arrive.
        service: time of one I/O per server in ms.
        met: mean wait for other work in ms.
        free: part of the capacity that is not used.
        ordered: whether the result is the wait itself, in which reads find no writes that arrive after them; otherwise what
            lengthens the queue for others.
    """
    busy = np.clip(1.0 - free, 1e-9, 1.0)
    alone = 0.5 * service
    queued = (alone * (1.0 / free - free) + met / free) / busy
    served = free / np.maximum(length, _LEAST)
    more = _TOGETHER * piled / free
    idle = arrivals.left(alone + more, served, ordered=ordered)
    part = (1.0 - busy) * idle + busy * arrivals.left(queued + more, served, ordered=ordered)
    return length * part


def _steady(load: StationLoad, servers: Floats) -> Floats:
    """Wait at each station under arrivals of single I/Os."""
    residual = np.where(load.work > 0, load.second / np.where(load.work > 0, load.work, 1.0), 0.0) / 2.0
    return residual * load.busy / servers / np.maximum(1.0 - load.utilisation, _LEAST_FREE)
