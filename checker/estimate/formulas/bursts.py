"""Bursts: I/Os that arrive together wait for each other and delay those of other bursts.

Poisson arrivals of single I/Os underestimate this wait by a third to a half. For bursts that arrive as a batch the result is exact at one
server (M^[X]/G/1) and, for exponential times, at several (M^[X]/M/c). After the first station a burst is spread over the time
that the preceding stations took for it: one after another behind one server, at random behind several or different drives, and
cache hits and misses apart. What an I/O then still finds of its own burst follows from how long work remains in a queue, and lengthens the queue for all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from checker.estimate.formulas.mirrors import awaited_visits
from checker.estimate.network.categories import READ_CATEGORIES
from checker.estimate.network.load import StationLoad
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import CUT_THROUGH
from checker.estimate.network.plan import Floats, Ints, Plan, sums

_ROUNDS, _CLOSE = 60, 1e-5
_LEAST, _LEAST_FREE = 1e-12, 1e-4
_TOGETHER = 4.0 / 3.0
"""With it, a burst of much work in a short window has the queue of a fluid: half of its length less what is served meanwhile."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Part of a burst that arrives at the station of each pair in one way: cache hits, misses, or writes.

    Attributes:
        share: of the I/O of the burst that arrives there.
        window: time in ms within which it arrives.
        random: how far it meets by chance: 1 after several servers or if service times vary, 0 if one comes after another.
        later: time in ms after that of the first part.
    """

    share: Floats
    window: Floats
    random: Floats
    later: Floats

    def left(self, lasting: Floats, served: Floats) -> Floats:
        """Share of the work of the mates that an arrival finds; 1/2 without a window."""
        regular = 0.5 * np.maximum(0.0, 1.0 - served * self.window)
        return self.random * _left(self.window, lasting) + (1.0 - self.random) * regular


@dataclass(frozen=True, slots=True)
class _Arrivals:
    """How the I/Os of a burst arrive at the station of each pair.

    Hits and misses return at different times, so that on the links to the host an I/O mostly finds those of its own kind.
    """

    parts: tuple[_Part, ...]

    def left(self, lasting: Floats, served: Floats) -> Floats:
        """Share of the work of the mates that an arrival finds.

        Args:
            lasting: mean time in ms for which the work of each remains; with a long tail, as queues have: (1 + t / lasting)^-2.
            served: part of the work of all mates that is served in one ms.
        """
        found = [part.left(lasting, served) for part in self.parts]
        total = sum((part.share**2 * one for part, one in zip(self.parts, found, strict=True)), np.zeros(len(lasting)))
        for (a, left_a), (b, left_b) in combinations(zip(self.parts, found, strict=True), 2):
            gap = np.abs(a.later + a.window - b.later - b.window)
            met = np.maximum(left_a, left_b) / (1.0 + gap / np.maximum(lasting, _LEAST))
            total = total + 2.0 * a.share * b.share * met
        return total


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
    service = _service(plan, moments) * load.factor[station]
    bursting = _in_bursts(plan, moments)
    mates = mates[group] * there_of(plan, moments)
    length = mates * service / servers
    arrivals = _arrivals(plan, moments, service, length)
    apart = (moments.servers / moments.queued)[station]
    brought = (rate * plan.members)[group] * bursting / apart * service / servers
    # At several servers this only serves to know how long a queue lasts.
    brought = brought * np.where(servers > 1, load.busy[station], 1.0)
    free = np.maximum(1.0 - load.utilisation, _LEAST_FREE)
    steady, count = _steady(load, moments.queued), len(plan.stations)
    piled = 0.5 * length
    for _ in range(_ROUNDS):
        # Each I/O lengthens the queue for all others by what it finds of its own burst.
        earlier = sums(station, brought * piled, count) / free
        before = piled
        piled = _piled(length, before, arrivals, service / servers, (earlier + steady)[station], free[station])
        if (np.abs(piled - before) <= _LEAST + _CLOSE * before).all():
            break
    earlier = np.where(load.utilisation < 1.0, earlier, 0.0)
    together = np.divide(2.0 * piled, length, out=np.zeros(len(length)), where=length > 0)
    waits = earlier[station] + piled
    busy = (load.utilisation > 0.0) & (load.utilisation < 1.0)
    for k in np.unique(station[(servers > 1) & (mates > 0) & busy[station]]):
        here = np.flatnonzero((station == k) & (moments.visits > 0))
        flow = (rate * plan.members)[group[here]] * moments.visits[here]
        several = _Several(int(moments.queued[k]), float(load.utilisation[k]), flow / flow.sum())
        single = several.wait(np.zeros(len(here)))
        more = several.wait(mates[here] * together[here]) - single
        # The queue grows by the square of the work that arrives together, in mean service times here.
        brought = flow * mates[here] * together[here]
        mean = float((flow * service[here]).sum() / flow.sum())
        square = float((brought * service[here] ** 2).sum()) / max(float(brought.sum()) * mean, 1e-300)
        # The first of them wait for departures of the mix, the others for those of their own burst.
        own = mates[here] / (mates[here] + moments.queued[k])
        pace = own * service[here] + (1.0 - own) * mean
        waits[here] = more * square + pace * several.among(mates[here] * together[here])
    return np.where(moments.visits > 0, waits, 0.0)


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


def there_of(plan: Plan, moments: Moments) -> Floats:
    """Part of a burst that reaches the queue of each pair: of a burst to drives with a queue each, only a part reaches one."""
    apart = (moments.queued / moments.servers)[plan.pair_station]
    return np.minimum(_in_bursts(plan, moments), 1.0) * apart


def _in_bursts(plan: Plan, moments: Moments) -> Floats:
    """Visits per I/O of each pair that arrive in bursts: at drives only those that the host waits for, because a cache destages later."""
    single = (moments.queued < moments.servers)[plan.pair_station]
    return np.where(single, awaited_visits(plan, moments), moments.visits)


class _Several:
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


def _piled(length: Floats, piled: Floats, arrivals: _Arrivals, service: Floats, met: Floats, free: Floats) -> Floats:
    """Wait for I/Os of the same burst; repeat it with the result as ``piled``.

    The work s that one of them brings remains for s / 2 on average if it finds no queue. If there is one, it remains longer: over
    all cases, the area that it adds to the workload of M/G/1 is s (s / 2 + 2 V) / (1 - rho) with the mean queue V. Half of what is
    due to V comes so late that no burst meets it (simulated: 1.326 ms for 1.325 with bursts of 4 behind 64 servers at a
    link that is 70 % busy). While others of the burst remain, it remains longer, too.

    Args:
        length: work of the mates per server in ms.
        piled: wait found before, at first half of that.
        arrivals: how they arrive.
        service: time of one I/O per server in ms.
        met: mean wait for other work in ms.
        free: part of the capacity that is not used.
    """
    busy = np.clip(1.0 - free, 1e-9, 1.0)
    alone = 0.5 * service
    queued = (alone * (1.0 / free - free) + met / free) / busy
    served = free / np.maximum(length, _LEAST)
    more = _TOGETHER * piled / free
    part = (1.0 - busy) * arrivals.left(alone + more, served) + busy * arrivals.left(queued + more, served)
    return length * part


def _left(window: Floats, lasting: Floats) -> Floats:
    ratio = window / np.maximum(lasting, _LEAST)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(ratio > 1e-4, (ratio - np.log1p(ratio)) / ratio**2, 0.5 - ratio / 3.0)


def _steady(load: StationLoad, servers: Floats) -> Floats:
    """Wait at each station under arrivals of single I/Os."""
    residual = np.where(load.work > 0, load.second / np.where(load.work > 0, load.work, 1.0), 0.0) / 2.0
    return residual * load.busy / servers / np.maximum(1.0 - load.utilisation, _LEAST_FREE)


def _window(scv: Floats) -> Floats:
    """Squared length, in service times, of the uniform window in which two I/Os end as close together as after gamma times.

    4 for exponential times and 12.5 scv for small variation (normal times); interpolated.
    """
    return 12.5 * scv / (1.0 + 2.1 * scv**2)


def _arrivals(plan: Plan, moments: Moments, service: Floats, length: Floats) -> _Arrivals:
    """How a burst arrives at each pair's station, from the stations that its data passes first."""
    depth = np.array(plan.program.slot_depth, dtype=np.int64).reshape(-1, 2)[plan.pair_slot]
    reads = np.clip(moments.read_arrivals / np.maximum(_in_bursts(plan, moments), 1e-300), 0.0, 1.0)
    jitter = np.where(moments.servers > 1, _window(moments.scv), 0.0)[plan.pair_station] * service**2
    varied = (moments.scv > 0)[plan.pair_station]
    hits = reads * _hits(plan, moments)
    behind = _behind_hits(plan, moments)
    parts = []
    for side, share, later in ((0, hits, np.zeros(len(length))), (0, reads - hits, behind), (1, 1.0 - reads, behind)):
        window, random = np.zeros(len(length)), np.zeros(len(length))
        queued, parted = np.zeros(len(plan.classes)), np.zeros(len(plan.classes))
        used = share > 0
        if not used.any():
            continue
        for level in np.unique(depth[used, side]):
            here = np.flatnonzero(used & (depth[:, side] == level))
            group = plan.pair_class[here]
            both = queued[group] ** 2 + parted[group]
            window[here] = np.sqrt(both)
            random[here] = np.where(varied[here], 1.0, parted[group] / np.maximum(both, 1e-300))
            np.maximum.at(queued, group, length[here])
            np.maximum.at(parted, group, jitter[here])
        parts.append(_Part(share, window, random, later))
    return _Arrivals(tuple(parts))


def _service(plan: Plan, moments: Moments) -> Floats:
    """Mean service time in ms of the visits of each pair that arrive in bursts: at drives without what a cache destages."""
    rows = np.flatnonzero(plan.program.visit_awaited[plan.row_entry])
    single = (moments.queued < moments.servers)[plan.pair_station]
    per_io = _per_io(plan, moments, rows)
    awaited = sums(plan.row_pair[rows], per_io, len(single))
    work = np.where(single, sums(plan.row_pair[rows], per_io * moments.row_time[rows], len(single)), moments.work)
    count = np.where(single, awaited, moments.visits)
    return np.divide(work, count, out=np.zeros(len(single)), where=count > 0)


def _hits(plan: Plan, moments: Moments) -> Floats:
    """Share of cache hits in the reads of each pair."""
    category = plan.kind_category[plan.row_kind]
    reads = np.flatnonzero(category < READ_CATEGORIES)
    per_io, pair, count = _per_io(plan, moments, reads), plan.row_pair[reads], len(plan.pair_class)
    every = sums(pair, per_io, count)
    return np.divide(
        sums(pair, per_io * (category[reads] % 2 == 0), count), every, out=np.zeros(count), where=every > 0
    )


def _behind_hits(plan: Plan, moments: Moments) -> Floats:
    """Time in ms by which the data of misses reaches the links of each pair later than that of hits, without waiting."""
    time, count = moments.fixed.sum(axis=1), len(plan.classes)
    found, some = [], np.ones(count, bool)
    for rest in (0, 1):
        share = np.where(plan.kind_read & (plan.kind_category % 2 == rest), moments.share, 0.0)
        every = sums(plan.kind_class, share, count)
        some &= every > 0
        found.append(sums(plan.kind_class, share * time, count) / np.maximum(every, 1e-300))
    link = np.array([station.kind in CUT_THROUGH for station in plan.stations], dtype=bool)
    return np.asarray(np.where(some, found[1] - found[0], 0.0)[plan.pair_class] * link[plan.pair_station])


def _per_io(plan: Plan, moments: Moments, rows: Ints) -> Floats:
    """Visits of each row per I/O of its class."""
    return np.asarray(moments.share[plan.row_kind[rows]] * plan.program.visit_weight[plan.row_entry[rows]])
