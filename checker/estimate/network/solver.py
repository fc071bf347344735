"""Solver for one level of a network: open and closed loads, gates, full stations (estimator.md, sections 3.2 to 3.5 and 5)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from checker.estimate.formulas.bursts import burst_waits, depth_waits, inside_depth, mates_of
from checker.estimate.formulas.mirrors import awaited_visits
from checker.estimate.formulas.slots import Entered, Slots
from checker.estimate.formulas.turns import turned
from checker.estimate.network.closed import TOLERANCE, ClosedSolver
from checker.estimate.network.load import (
    Growth,
    Responses,
    StationLoad,
    responses,
    station_load,
    station_waits,
    streams,
    unpaced,
)
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Plan, sums

_HOST = COMPONENTS.index("host_queue")
_ROUNDS = 6
_FULL = 1.0 - 1e-9


@dataclass(slots=True)
class Solved:
    """Solution at one level. Arrays by class; times in ms, rates per ms and flow.

    Attributes:
        rate: rate achieved.
        responses: response times including the queue in the host, where that is finite.
        full: whether the class visits a full station, so it has no response time.
        gated: whether the queue depth limits the class; ``rate`` is then what the queue depth allows.
        load: load of the stations.
        iterations: iterations of the closed fixed point, 0 without closed flows.
        wait, variance: wait of each pair's visits.
        bursts: part of that wait that bursts add; mates: part of it that is due to the I/O's own burst.
        spare: by how much queue depths that were tried as limits allow more than is requested, at least, as a part of
            that; negative if one limits its class, infinite if none was tried.
    """

    rate: Floats
    responses: Responses
    full: NDArray[np.bool_]
    gated: NDArray[np.bool_]
    load: StationLoad
    iterations: int
    wait: Floats
    variance: Floats
    bursts: Floats
    mates: Floats
    spare: float = np.inf


@dataclass(frozen=True, slots=True)
class Options:
    """Solver options: growth of delays, mean burst if a workload states none, tolerance of the closed fixed point."""

    growth: Growth = field(default_factory=Growth)
    burst: float = 1.0
    tolerance: float = TOLERANCE


def solve(plan: Plan, moments: Moments, options: Options, rate: Floats | None = None) -> Solved:
    """Solve one level.

    Args:
        plan: the layout.
        moments: values at the level.
        options: solver options.
        rate: rates of all classes instead of their workloads (per flow and ms), which makes every load open.
    """
    answer, outstanding, inside = _within_depths(plan, moments, options, rate)
    _add_host_queue(plan, moments, options, answer, outstanding, inside)
    return answer


def solve_depths(plan: Plan, moments: Moments, options: Options, rate: Floats) -> Solved:
    """Solve one level without the wait for queue depths in hosts: rates, and which classes their queue depths limit.

    Args:
        plan: the layout.
        moments: values at the level.
        options: solver options.
        rate: rates of all classes, per flow and ms.
    """
    return _within_depths(plan, moments, options, rate)[0]


def _within_depths(
    plan: Plan, moments: Moments, options: Options, rate: Floats | None
) -> tuple[Solved, Floats, Floats]:
    """Solve with the queue depths that limit classes; also returns the outstanding I/O of closed loads, and what of it is in the SAN."""
    outstanding = plan.outstanding.copy() if rate is None else np.full(len(plan.classes), np.nan)
    open_rate = np.nan_to_num(plan.rate if rate is None else rate)
    # A host never has more I/O outstanding than its queue depth; the rest waits in the host.
    inside = np.fmin(outstanding, np.where(plan.think > 0, np.nan, plan.depth))
    inside = np.where(np.isnan(outstanding), np.nan, inside)
    limited = np.zeros(len(plan.classes), dtype=bool)
    free = np.isnan(plan.depth)
    spare = np.inf
    for _ in range(_ROUNDS):
        answer = solve_inside(plan, moments, options, open_rate, inside)
        if limited.any():
            spare = float(np.min(answer.rate[limited] / open_rate[limited])) - 1.0
        # A class that achieves more than it requests with its whole depth in use is not limited by it: another queue
        # used it up.
        released = limited & (answer.rate > open_rate)
        beyond = _beyond_depth(plan, answer, np.isnan(inside)) & ~answer.full & ~free
        if not released.any() and not beyond.any():
            break
        free |= released
        limited = (limited | beyond) & ~released
        inside = np.where(limited, plan.depth, np.where(released, np.nan, inside))
    answer.gated, answer.spare = limited, spare
    return answer, outstanding, inside


def solve_inside(plan: Plan, moments: Moments, options: Options, rate: Floats, outstanding: Floats) -> Solved:
    """Solve once without queue depths: open classes at ``rate``, classes with ``outstanding`` closed."""
    closed = ~np.isnan(outstanding)
    if closed.any():
        solver = ClosedSolver(plan, moments, rate, outstanding, plan.think, options.growth)
        found = solver.solve(options.tolerance)
        rates, load, wait, variance, iterations = found.rate, found.load, found.wait, found.variance, found.iterations
    else:
        load = station_load(plan, moments, rate)
        station_wait, station_variance = station_waits(plan, moments, load)
        even = turned(plan, moments, rate, load)
        whole, part = (
            station_wait[plan.pair_station] * even,
            unpaced(plan, moments, rate) * streams(plan, moments, load),
        )
        wait = whole * part
        variance = part * (station_variance[plan.pair_station] * even**2 + whole**2) - wait**2
        rates, iterations = rate, 0
    full = _full_classes(plan, moments, rates, closed, load)
    mates = mates_of(plan, options.burst, closed)
    bursts, own = np.zeros(len(wait)), np.zeros(len(wait))
    if (mates > 0.0).any():
        bursts, own = burst_waits(plan, moments, load, rates, inside_depth(plan, mates))
        wait = wait + bursts
    result = responses(plan, moments, wait, variance, load, options.growth)
    if closed.any():
        # Exact to Little's law: the rate follows from the response time shown.
        population = np.nan_to_num(outstanding)
        rates = np.where(closed & ~full, population / np.maximum(plan.think + result.mean, 1e-12), rates)
    return Solved(rates, result, full, np.zeros(len(closed), dtype=bool), load, iterations, wait, variance, bursts, own)


def _full_classes(
    plan: Plan, moments: Moments, rate: Floats, closed: NDArray[np.bool_], load: StationLoad
) -> NDArray[np.bool_]:
    """Classes that visit a station overloaded by I/O that nothing throttles: open loads, and I/O that no host waits for."""
    if not (load.utilisation >= _FULL).any():
        return np.zeros(len(plan.classes), dtype=bool)
    count = len(plan.stations)
    awaited = awaited_visits(plan, moments)
    in_service = np.where(moments.visits > 0, awaited / np.where(moments.visits > 0, moments.visits, 1.0), 1.0)
    free = np.where(closed[plan.pair_class], 1.0 - in_service, 1.0)
    pushed = sums(plan.pair_station, (rate * plan.members)[plan.pair_class] * moments.work * free, count)
    station_full = pushed * load.factor / moments.servers >= _FULL
    if not closed.any():
        station_full |= load.utilisation >= _FULL
    crossing = station_full[plan.pair_station] & (moments.visits > 0)
    return sums(plan.pair_class, crossing.astype(float), len(plan.classes)) > 0


def _beyond_depth(plan: Plan, answer: Solved, is_open: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Open classes that would need more than their whole queue depth (g >= 1)."""
    with np.errstate(invalid="ignore"):
        load = answer.rate * answer.responses.mean / plan.depth
    return np.asarray(is_open & (np.nan_to_num(load) >= 1.0))


def _add_host_queue(
    plan: Plan, moments: Moments, options: Options, answer: Solved, outstanding: Floats, inside: Floats
) -> None:
    """Add the wait for a slot in the host's queue depth; a limited open flow has no finite wait, so it gets no number."""
    is_open = np.isnan(inside)
    limited = is_open & ~np.isnan(plan.depth) & ~answer.full
    wait = np.zeros(len(plan.classes))
    if limited.any():
        single, without = answer.wait - answer.bursts, answer.responses
        if answer.bursts.any():
            without = responses(plan, moments, single, answer.variance, answer.load, options.growth)
        entered = Entered(single, answer.variance, without.mean, without.variance)
        slots = Slots(plan, moments, answer.load, answer.rate, np.where(limited, plan.depth, np.nan), entered)
        wait = slots.host_wait()
        part = np.where(is_open[plan.pair_class], slots.part, 1.0)
        if (part != 1.0).any():
            answer.wait, answer.variance = answer.wait * part, answer.variance * part**2
            answer.responses = responses(plan, moments, answer.wait, answer.variance, answer.load, options.growth)
        mates = np.where(limited, mates_of(plan, options.burst, ~is_open), 0.0)
        if (mates > 0.0).any():
            # Slots are freed one at a time, so that the I/O of a burst that waits for them does not arrive in the SAN together.
            alone = answer.wait - answer.mates * part
            time = responses(plan, moments, alone, answer.variance, answer.load, options.growth).mean
            wait = np.where(mates > 0.0, depth_waits(plan, mates, answer.rate, time), wait)
    queued = np.nan_to_num(outstanding - inside)
    with np.errstate(divide="ignore", invalid="ignore"):
        wait = np.where((queued > 0) & ~answer.full, queued / answer.rate, wait)
    if not wait.any():
        return
    result = answer.responses
    result.components[:, _HOST] += wait
    result.mean = result.components.sum(axis=1)
    result.read = result.read + wait
    result.write = result.write + wait
