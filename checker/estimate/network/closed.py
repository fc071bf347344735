"""Closed and mixed loads: approximate mean value analysis as a fixed point (estimator.md, section 3.3).

A flow that keeps N I/Os outstanding does not see all of its own queue. Schweitzer's estimate subtracts 1/N of it; the
probability of finding all servers busy is corrected to first order, so each pass is vectorised over class and station.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from checker.estimate.formulas.mirrors import leg_visits
from checker.estimate.formulas.stations import wait_finite_source, wait_seen
from checker.estimate.formulas.turns import turned
from checker.estimate.network.load import (
    Growth,
    StationLoad,
    finish_load,
    published_wait,
    responses,
    streams,
    unpaced,
)
from checker.estimate.network.moments import Moments
from checker.estimate.network.plan import Floats, Plan, sums

TOLERANCE = 1e-4
"""Relative change of rates at which the iteration stops."""
_DAMPING = 0.8
_MOST_ITERATIONS = 400
_FULL = 0.999999
_LONGEST_MS = 1e12
_BISECTIONS = 8
_CROWD = 50
"""I/Os per server above which a bound by their number has no effect."""
_BUSY = 0.3
"""Utilisation below which a station's wait is too small to need a correction."""
_MOST_SOURCES = 1000
"""Population above which the approximation needs no correction."""


@dataclass(slots=True)
class ClosedAnswer:
    """Rates of all classes (per flow and ms), waits of all pairs with their variance, and the iterations needed."""

    rate: Floats
    wait: Floats
    variance: Floats
    load: StationLoad
    iterations: int


class ClosedSolver:
    """Fixed point for one split of classes into open and closed."""

    def __init__(
        self, plan: Plan, moments: Moments, rate: Floats, outstanding: Floats, think: Floats, growth: Growth
    ) -> None:
        """Prepare the arrays that do not change between passes.

        Args:
            plan: the layout.
            moments: values at the level.
            rate: I/O per ms of one flow of each open class; 0 for closed classes.
            outstanding: outstanding I/O of one flow of each closed class; NaN for open classes.
            think: think time of closed classes in ms.
            growth: upper end of delays that grow with load.
        """
        self._plan, self._moments, self._growth = plan, moments, growth
        self._closed = ~np.isnan(outstanding) & (outstanding > 0)
        self._population = np.where(self._closed, outstanding, 1.0)
        self._think = think
        self._open_rate = np.where(self._closed, 0.0, np.nan_to_num(rate))
        self._pairs = np.flatnonzero(self._closed[plan.pair_class])
        self._class = plan.pair_class[self._pairs]
        self._station = plan.pair_station[self._pairs]
        members = plan.members[plan.pair_class]
        parts = (moments.visits, moments.work, moments.second, moments.read_arrivals)
        every = tuple(part * members for part in parts[: 4 if moments.interference.any() else 3])
        self._open = self._sums(self._open_rate[plan.pair_class], plan.pair_station, every)
        self._parts = every if self._closed.all() else tuple(part[self._pairs] for part in every)
        self._visits = moments.visits[self._pairs]
        self._awaited = (moments.read_visits + moments.write_visits)[self._pairs]
        self._own = self._visits / self._population[self._class]
        self._share = moments.work[self._pairs] / self._population[self._class]
        self._correction = np.ones(len(plan.stations))
        self._whole = np.ones(len(plan.stations))
        self._others = sums(self._station, self._concurrent(), len(plan.stations)) - 1.0
        self._crowded = (self._open[1] > 0) | (self._others < 0) | (self._others > _CROWD * moments.servers)
        awaited = moments.read_visits + moments.write_visits + leg_visits(plan, moments)
        waiting = sums(self._station, awaited[self._pairs], len(plan.stations)) > 0
        self._holdable = waiting & (self._open[1] < _FULL * moments.servers)
        self._published = any(station.waits_beyond for station in plan.stations)
        self._alpha = np.sqrt(2.0 * (moments.queued + 1.0)) - 1.0

    def solve(self, tolerance: float = TOLERANCE) -> ClosedAnswer:
        """Iterate until rates change by less than the tolerance; repeat with waits corrected for finite populations."""
        rate, wait = self._start()
        everything = np.where(self._closed, rate, self._open_rate)
        load = self._load(rate)
        self._part = unpaced(self._plan, self._moments, everything) * streams(self._plan, self._moments, load)
        self._part *= turned(self._plan, self._moments, everything, load)
        self._scale = self._part[self._pairs]
        rate, wait, iterations = self._iterate(rate, wait, tolerance)
        self._correction = self._finite_sources(rate, wait)
        self._scale = self._scale * self._correction[self._station]
        if (self._correction != 1.0).any():
            rate, wait, more = self._iterate(rate, wait, tolerance)
            iterations += more
        least, most = np.ones(len(self._whole)), self._whole_residuals(rate)
        for _ in range(_BISECTIONS if (most > 1.0).any() else 0):
            # Just enough to keep each station within its capacity, so that results do not jump.
            self._whole = 0.5 * (least + most)
            rate, wait, more = self._iterate(rate, wait, tolerance)
            iterations += more
            over = self._load(rate).utilisation > 1.0
            least, most = np.where(over, self._whole, least), np.where(over, most, self._whole)
        return self._answer(rate, wait, iterations)

    def _iterate(self, rate: Floats, wait: Floats, tolerance: float) -> tuple[Floats, Floats, int]:
        iterations, change = 0, np.inf
        while change > tolerance and iterations < _MOST_ITERATIONS:
            iterations += 1
            load = self._load(rate)
            wait = self._waits(rate, wait, load)
            response = self._responses(wait, load)
            throughput = np.where(self._closed, self._population / np.maximum(self._think + response, 1e-12), 0.0)
            change = float(
                np.max(np.abs(throughput - rate) / np.maximum(throughput, 1e-300), initial=0.0, where=self._closed)
            )
            rate = np.where(self._closed, (1.0 - _DAMPING) * rate + _DAMPING * throughput, 0.0)
        return rate, wait, iterations

    def _whole_residuals(self, rate: Floats) -> Floats:
        """Factor on the residual service time of stations that would exceed their capacity.

        I/Os that circulate in step arrive just as another one starts, so they wait for its whole service time, not for
        half of it as random arrivals do. With this factor no station exceeds its capacity.
        """
        load = self._load(rate)
        over = self._holdable & (load.utilisation > 1.0) & (load.second > 0)
        mean = load.work / np.where(load.arrivals > 0, load.arrivals, 1.0)
        residual = np.where(over, load.second / np.where(load.work > 0, 2.0 * load.work, 1.0), 1.0)
        return np.where(over, np.maximum(1.0, mean / residual), 1.0)

    def _finite_sources(self, rate: Floats, wait: Floats) -> Floats:
        """Factor on the waits of each station that makes the result exact for a single station.

        The approximation is 4 to 8 % too long around the knee. There each busy station is treated as a machine repair
        model with the I/Os that circulate through it; the factor is the exact wait over that of the approximation.
        """
        count = len(self._plan.stations)
        members = self._plan.members[self._class]
        flow = rate[self._class] * members * self._visits
        through = sums(self._station, flow, count)
        # Sources are weighted by their share of the traffic.
        parts = sums(self._station, flow**2 / (members * self._population[self._class]), count)
        waited = sums(self._station, flow * wait, count)
        # Time in other queues is not an independent pause: the more of it there is, the less the repair model applies.
        queueing = sums(self._class, self._awaited * wait, len(self._closed))[self._class] / np.maximum(
            self._visits, 1e-12
        )
        others = sums(self._station, flow * np.maximum(0.0, queueing - wait), count)
        load = self._load(rate)
        result = np.ones(count)
        # Neither drives with a queue each nor parts of divided I/O are served like that.
        single = self._moments.queued == self._moments.servers
        if self._moments.batches is not None:
            single = single & (self._moments.batches.at < 0)
        finite = single & (through > 0) & (parts * _MOST_SOURCES > through**2)
        for k in np.flatnonzero(finite & (load.utilisation > _BUSY)):
            population = max(1, round(float(through[k] ** 2 / parts[k])))
            open_use = min(float(self._open[1][k] * load.factor[k] / self._moments.servers[k]), _FULL)
            service = float(load.work[k] / load.arrivals[k]) / (1.0 - open_use)
            servers = int(self._moments.servers[k])
            elsewhere = max(0.0, population / float(through[k]) - float(waited[k] / through[k]) - service)
            exact = wait_finite_source(servers, population, service, elsewhere)
            approximate = wait_seen(servers, population, service, elsewhere, exact)
            if approximate > 0:
                paused = 1.0 - min(1.0, float(others[k] / through[k]) / max(elsewhere, 1e-6 * service))
                # Open arrivals do not come from a finite population either.
                weight = paused * (1.0 - open_use / max(float(load.utilisation[k]), open_use, 1e-9))
                result[k] = 1.0 + weight * (exact / approximate - 1.0)
        return result

    def _concurrent(self) -> Floats:
        """I/Os of each pair's class that may be at its station at the same time."""
        members = (self._plan.members * self._population)[self._class]
        return np.where(self._visits > 0, np.maximum(members, 1.0), 0.0)

    def _start(self) -> tuple[Floats, Floats]:
        empty = np.zeros(len(self._pairs))
        load = self._load(np.zeros(len(self._closed)))
        response = self._responses(empty, load)
        rate = np.where(self._closed, self._population / np.maximum(self._think + response, 1e-12), 0.0)
        load = self._load(rate)
        return rate / max(1.0, float(load.utilisation.max(initial=0.0)) / 0.95), empty

    def _sums(self, lam: Floats, station: NDArray[np.int64], parts: tuple[Floats, ...]) -> tuple[Floats, ...]:
        """Arrivals, work, second moments and read arrivals of each station; ``lam`` is the rate of each pair's class."""
        count = len(self._plan.stations)
        found = tuple(sums(station, lam * part, count) for part in parts)
        return found if len(found) == 4 else (*found, np.zeros(count))

    def _load(self, rate: Floats) -> StationLoad:
        found = self._sums(rate[self._class], self._station, self._parts)
        every = tuple(a + b for a, b in zip(self._open, found, strict=True))
        return finish_load(self._plan, self._moments, np.where(self._closed, rate, self._open_rate), every)

    def _waits(self, rate: Floats, wait: Floats, load: StationLoad) -> Floats:
        """Run one pass of section 3.3; ``wait`` is the result of the previous pass."""
        plan, station = self._plan, self._station
        lam = rate[self._class]
        queue = sums(station, lam * self._parts[0] * wait, len(plan.stations))
        per_queued, per_busy = self._coefficients(load)
        self._queued = per_queued * queue
        work = np.where(load.work > 0, load.work, 1.0)
        unseen = 1.0 - (self._alpha * load.factor / work)[station] * lam * self._share
        result = self._queued[station] - per_queued[station] * (lam * self._own) * wait
        result += per_busy[station] * np.maximum(0.0, unseen)
        result *= self._scale
        # If open loads alone saturate a station, its wait grows without bound; its flows are marked as full.
        np.clip(result, 0.0, _LONGEST_MS, out=result)
        if self._crowded.all():
            return result
        # With few closed I/Os, none waits longer than all the others together keep the servers busy.
        spare = self._moments.queued - 1.0
        longest = np.maximum(self._others - spare, 0.0) * per_queued * self._moments.servers / self._moments.queued
        return np.asarray(np.minimum(result, np.where(self._crowded, np.inf, longest)[station]))

    def _coefficients(self, load: StationLoad) -> tuple[Floats, Floats]:
        """Cost at each station of one waiting I/O, and of finding all servers busy."""
        servers, queued = self._moments.servers, self._moments.queued
        open_use = np.minimum(self._open[1] * load.factor / servers, _FULL)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = np.where(load.arrivals > 0, load.work / load.arrivals, 0.0)
            residual = np.where(load.work > 0, load.second / (2.0 * load.work), 0.0) * self._whole
        return mean / (servers * (1.0 - open_use)), load.busy * residual / (queued * (1.0 - open_use))

    def _responses(self, wait: Floats, load: StationLoad) -> Floats:
        plan, moments = self._plan, self._moments
        wait = np.maximum(0.0, wait - published_wait(plan, moments, load)[self._station]) if self._published else wait
        if not len(moments.grow_kind) and not moments.leg_fixed.size and not len(moments.last_rows):
            if not hasattr(self, "_fixed"):
                self._fixed = sums(plan.kind_class, moments.share * moments.fixed.sum(axis=1), len(plan.classes))
            return self._fixed + sums(self._class, self._awaited * wait, len(plan.classes))
        everywhere = np.zeros(len(plan.pair_class))
        everywhere[self._pairs] = wait
        spread = self._variance(everywhere, load)
        return responses(plan, moments, everywhere, spread, load, self._growth).mean

    def _variance(self, wait: Floats, load: StationLoad) -> Floats:
        busy = np.maximum(load.busy, 1e-9)
        return np.asarray(2.0 * wait**2 / busy[self._plan.pair_station] - wait**2)

    def _answer(self, rate: Floats, wait: Floats, iterations: int) -> ClosedAnswer:
        plan = self._plan
        load = self._load(rate)
        self._waits(rate, wait, load)
        per_busy = self._coefficients(load)[1]
        # An open flow sees the whole queue: none of it is its own.
        everywhere = (self._queued + per_busy)[plan.pair_station] * self._part
        everywhere[self._pairs] = wait
        if self._published:
            everywhere = np.maximum(0.0, everywhere - published_wait(plan, self._moments, load)[plan.pair_station])
        return ClosedAnswer(
            np.where(self._closed, rate, self._open_rate),
            everywhere,
            self._variance(everywhere, load),
            load,
            iterations,
        )
