"""Flows that their queue depth holds back: shorter queues in the SAN, and the wait in the host for a slot.

A flow with queue depth Q never has more than Q I/Os in the SAN; others wait in the host. So its I/O meets at most Q - 1
others of its own flow at a station, and at most Q of any other such flow; Poisson arrivals know no such limit.

- In the SAN: n I/Os of a flow at a station and m elsewhere have the weight a^n / n! d^m / m!, with the offered load a there and
  d = rate x time elsewhere (product form; Baskett, Chandy, Muntz and Palacios 1975). n + m = Q stands for all states with I/O
  that waits in the host, a geometric series: its weight is divided by 1 - g, g = rate x R(Q) / Q. I/O that enters sees one
  slot less of its own flow (arrival theorem).
- Station with c servers: N I/Os of all flows have the weight N! / (min(1, c) ... min(N, c)) times the convolution of the flows.
  The wait is in proportion to E[max(0, N - c + 1)]. If service times are not exponential, the weights fall by x / (1 + x)
  instead of rho with each I/O that waits, x = rho / (1 - rho) x residual / mean service, so that the queue is as long as that
  of M/G/1 on average.
- Host: birth and death with rates k / R(k), k = 1 ... Q, and Q / R(Q) beyond; R(k) is linear between R(1) and R(Q). The wait is
  that of such a queue times (1 + V / R^2) / 2 (estimator.md, section 3.5). While other flows keep a queue long, one I/O after
  another takes longer: in the part of a station that others use, the variance of its wait counts 1 + 2 rate t times, with
  the time t = W^2 (1 + rho) / s for which the queue of M/M/1 stays correlated, W being the wait of those that wait. The rate
  is that to one queue, of one drive for instance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.estimate.formulas.mirrors import awaited_visits
from checker.estimate.formulas.queueing import all_taken, gate_waiting
from checker.estimate.network.load import StationLoad
from checker.estimate.network.moments import Moments
from checker.estimate.network.plan import Floats, Ints, Plan, sums

_RARE = 1e-3
"""Probability that all slots are taken below which a queue depth has no effect on queues."""
_MANY = 64
"""Flows at a station above which together they arrive as if nothing held them back."""
_DEEPEST = 1000
_PASSES = 3
_NEARLY = 0.9999
_FULL = 0.99
_LONGEST = 1000
"""I/Os at a station up to which states are counted."""
_LEAST = 1e-9
_NOTICED = 1e-3
"""Share of the response time from which a shorter wait is noticed."""
_FACTORIAL = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1.0, _DEEPEST + 1)))))
"""Logarithms of the factorials."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Solution in which all I/O enters the SAN at once: wait of each pair, response time of each class, and their variances."""

    wait: Floats
    wait_variance: Floats
    time: Floats
    time_variance: Floats


class Slots:
    """Waits of flows with queue depths.

    Attributes:
        part: per pair, ratio of its wait to that of I/O which enters at once; 1 if no queue depth holds I/O back.
    """

    def __init__(
        self, plan: Plan, moments: Moments, load: StationLoad, rate: Floats, depth: Floats, entered: Entered
    ) -> None:
        """Find the ratios.

        Args:
            plan: the layout.
            moments: values at the level.
            load: load of the stations.
            rate: I/O per ms of one flow of each class.
            depth: queue depth of each class; NaN for classes without one.
            entered: the solution without queue depths.
        """
        self._plan, self._moments, self._load, self._rate, self._entered = plan, moments, load, rate, entered
        self._any = ~np.isnan(depth)
        self._depth = np.where(self._any, depth, 1.0)
        self._awaited = awaited_visits(plan, moments)
        use = np.minimum(rate * entered.time / self._depth, _FULL)
        self._held = self._any & (depth <= _DEEPEST) & (all_taken(self._depth, use) > _RARE)
        self.part = self._first = self._last = np.ones(len(plan.pair_class))
        stations = self._stations()
        for _ in range(_PASSES if len(stations) else 0):
            use = np.minimum(rate * self._time(self._last) / self._depth, _FULL)
            found = np.ones((3, len(self.part)))
            for number in stations:
                self._fill(number, use, found)
            self.part, self._first, self._last = found

    def host_wait(self) -> Floats:
        """Wait in the host for a slot in ms, by class; 0 for classes without a queue depth."""
        time, last = self._time(self.part), self._time(self._last)
        variance = self._variance()
        load = np.minimum(self._rate * time / self._depth, _NEARLY)
        wait = np.where(self._any, gate_waiting(load, self._depth, time, variance), 0.0)
        for group in np.flatnonzero(self._held):
            slots = int(self._depth[group])
            times = (
                np.linspace(self._time(self._first)[group], last[group], slots)
                if slots > 1
                else last[group : group + 1]
            )
            states = np.concatenate(([0.0], np.cumsum(np.log(self._rate[group] * times)))) - _FACTORIAL[: slots + 1]
            states = np.exp(states - states.max())
            use = min(self._rate[group] * last[group] / slots, _NEARLY)
            taken = states[-1] / (1.0 - use)
            chance = taken / (states[:-1].sum() + taken)
            spread = 0.5 * (1.0 + variance[group] / time[group] ** 2)
            wait[group] = spread * chance * last[group] / (slots * (1.0 - use))
        return wait

    def _time(self, part: Floats) -> Floats:
        less = self._awaited * self._entered.wait * (1.0 - part)
        return np.maximum(self._entered.time - sums(self._plan.pair_class, less, len(self._rate)), 1e-12)

    def _variance(self) -> Floats:
        """Variance of the time in the SAN that the wait for a slot responds to."""
        plan, load, station = self._plan, self._load, self._plan.pair_station
        queued = self._moments.queued[station]
        with np.errstate(divide="ignore", invalid="ignore"):
            service = np.where(load.arrivals > 0, load.work / load.arrivals, 0.0)[station] / queued
            waited = self._entered.wait / np.maximum(load.busy[station], 1e-12) * self.part
            lasting = np.where(service > 0, waited**2 * (1.0 + load.utilisation[station]) / service, 0.0)
            own = (
                self._rate[plan.pair_class]
                * self._moments.work
                * (load.factor / np.maximum(load.work, 1e-300))[station]
            )
        others = np.clip(1.0 - own, 0.0, 1.0)
        # I/Os that go to different drives or ISLs meet different queues.
        together = self._rate[plan.pair_class] * queued / self._moments.servers[station]
        counted = self.part**2 * (1.0 + 2.0 * together * lasting * others)
        more = self._awaited * self._entered.wait_variance * (counted - 1.0)
        return np.maximum(self._entered.time_variance + sums(plan.pair_class, more, len(self._rate)), 0.0)

    def _stations(self) -> list[int]:
        """Stations at which flows that are held back wait."""
        plan = self._plan
        noticed = self._awaited * self._entered.wait > _NOTICED * self._entered.time[plan.pair_class]
        here = self._held[plan.pair_class] & noticed
        flows = sums(plan.pair_station, np.where(here, plan.members[plan.pair_class], 0.0), len(plan.stations))
        known = (flows > 0) & (flows <= _MANY) & (self._moments.queued < _LONGEST)
        known &= (self._load.busy > _LEAST) & (self._load.utilisation < 1.0)
        return [int(number) for number in np.flatnonzero(known)]

    def _fill(self, number: int, use: Floats, found: Floats) -> None:
        """Set the ratios of all pairs of a station: of any I/O, with no other of its flow in the SAN, and with all slots taken."""
        plan, moments = self._plan, self._moments
        pairs = np.flatnonzero((plan.pair_station == number) & (moments.work > 0) & (self._rate[plan.pair_class] > 0))
        group = plan.pair_class[pairs]
        queue = moments.queued[number] / moments.servers[number]
        offered = self._rate[group] * moments.work[pairs] * self._load.factor[number] * queue
        held = self._held[group] & (self._awaited[pairs] > 0)
        here = np.where(held, offered * np.minimum(self._awaited[pairs] / moments.visits[pairs], 1.0), 0.0)
        waits = queue * self._rate[group] * self._awaited[pairs] * (self._entered.wait * self.part)[pairs]
        elsewhere = np.maximum(self._rate[group] * self._time(self.part)[group] - here - waits, 0.0)
        counted = _Queue(moments.queued[number], self._load, number)
        free = counted.random(float((plan.members[group] * (offered - here)).sum()))
        whole = counted.number_at_random()
        chosen = np.flatnonzero(held)
        states = [
            counted.tilted(_entering(here[i], elsewhere[i], int(self._depth[group[i]]), use[group[i]])) for i in chosen
        ]
        others = _without_each(states, [int(plan.members[group[i]]) for i in chosen], free, counted)
        found[0, pairs] = counted.number(others[-1]) / whole
        for i, rest in zip(chosen, others, strict=False):
            slots, at = int(self._depth[group[i]]), pairs[i]
            own = counted.tilted(_entering(here[i], elsewhere[i], slots - 1, use[group[i]]))
            full = counted.tilted(_inside(here[i], elsewhere[i], slots - 1))
            found[0, at] = counted.number(counted.joined(rest, own)) / whole
            found[1, at] = counted.number(rest) / whole
            found[2, at] = counted.number(counted.joined(rest, full)) / whole


class _Queue:
    """States of a station: weights of 0, 1, ... I/Os, multiplied by tilt^n so that no number is too large or too small."""

    def __init__(self, servers: float, load: StationLoad, number: int) -> None:
        use = min(float(load.utilisation[number]), _NEARLY)
        residual = float(load.second[number] * load.arrivals[number] / (2.0 * load.work[number] ** 2))
        grown = use / (1.0 - use) * residual
        self._fall = grown / (1.0 + grown)
        size = int(min(_LONGEST, servers + np.ceil(np.log(_LEAST) / np.log(min(self._fall, _FULL)))))
        self._servers, self._offered = int(servers), servers * use
        self._order = np.arange(size + 1.0)
        self._tilt = np.log(max(size / (np.e * self._offered), 1.0))
        waiting = np.maximum(self._order - servers, 0.0)
        ways = np.where(waiting > 0, _FACTORIAL[: size + 1] - _FACTORIAL[self._servers], 0.0)
        self._ways = ways + waiting * np.log(self._fall / use / servers) - self._order * self._tilt
        self._waiting = np.maximum(self._order - servers + 1.0, 0.0)

    def random(self, offered: float) -> Floats:
        """Weights of I/O that arrives at random."""
        return self.tilted(_times(offered, np.arange(len(self._order))))

    def tilted(self, logs: Floats) -> Floats:
        """Weights of a flow from their logarithms, multiplied as those of the station are."""
        kept = logs[: len(self._order)] + self._order[: len(logs)] * self._tilt
        return np.asarray(np.exp(kept - kept.max()))

    def joined(self, one: Floats, other: Floats) -> Floats:
        """Weights of the I/O of both together."""
        both = np.convolve(one, other)[: len(self._order)]
        return np.asarray(both / both.max())

    def number(self, weights: Floats) -> float:
        """Mean number of I/Os that leave before a server is free for another one."""
        with np.errstate(divide="ignore"):
            share = np.log(weights) + self._ways[: len(weights)]
        share = np.exp(share - share.max())
        return float((share * self._waiting[: len(weights)]).sum() / share.sum())

    def number_at_random(self) -> float:
        """The same if all I/O arrives at random."""
        logs = _times(self._offered, np.arange(self._servers + 1))
        share = np.exp(logs - logs.max())
        waiting = share[-1] / (1.0 - self._fall)
        return float(waiting / (1.0 - self._fall) / (share[:-1].sum() + waiting))


def _inside(here: float, elsewhere: float, inside: int) -> Floats:
    """Logarithms of the weights of 0, 1, ... I/Os at a station if a flow has a number of I/Os in the SAN."""
    n = np.arange(inside + 1)
    return _times(here, n) + _times(elsewhere, inside - n)


def _entering(here: float, elsewhere: float, slots: int, use: float) -> Floats:
    """The same if a flow has a number of slots, all of which I/O that waits in the host keeps taken."""
    n = np.arange(slots + 1)
    away = _times(elsewhere, n)
    away = np.logaddexp(np.logaddexp.accumulate(away), away + np.log(use / (1.0 - use)))
    return np.asarray(_times(here, n) + away[::-1])


def _times(load: float, n: Ints) -> Floats:
    """Logarithms of load^n / n!."""
    return np.asarray(n * np.log(max(load, 1e-300)) - _FACTORIAL[n])


def _without_each(states: list[Floats], members: list[int], free: Floats, queue: _Queue) -> list[Floats]:
    """Weights of all flows together but one of each group, and at the end those of all."""
    every = [one for one, many in zip(states, members, strict=True) for _ in range(many)]
    before, after = [free], [np.ones(1)]
    for one in every:
        before.append(queue.joined(before[-1], one))
    for one in reversed(every):
        after.append(queue.joined(after[-1], one))
    starts = np.cumsum([0, *members[:-1]])
    return [*(queue.joined(before[at], after[len(every) - at - 1]) for at in starts), before[-1]]
