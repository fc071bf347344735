"""Load of stations and resulting response times for given rates (estimator.md, sections 3.2, 3.6 and 3.9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.estimate.formulas.queueing import erlang_c, later_of, waiting
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Plan, sums
from checker.estimate.network.program import COMMON

_QUEUE = COMPONENTS.index("array_queue")


@dataclass(frozen=True, slots=True)
class Growth:
    """Utilisation and I/O size at which a delay that grows with load reaches its upper end (estimator.md, section 3.6)."""

    full_utilisation: float = 0.8
    full_kib: float = 64.0


@dataclass(slots=True)
class StationLoad:
    """Sums over all flows at each station; rates per ms.

    Attributes:
        arrivals, work, second: a, e1 and e2 of section 3.2, including the interference of reads and writes.
        factor: factor of that interference on service times.
        utilisation: work over servers.
    """

    arrivals: Floats
    work: Floats
    second: Floats
    factor: Floats
    utilisation: Floats


@dataclass(slots=True)
class Responses:
    """Response times of classes in ms: mean, reads, writes, by component; the variance if queue depths need it."""

    mean: Floats
    read: Floats
    write: Floats
    components: Floats
    variance: Floats


def station_load(plan: Plan, moments: Moments, rate: Floats) -> StationLoad:
    """Load of the stations if each flow of a class does ``rate`` I/Os per ms."""
    count = len(plan.stations)
    flow = (rate * plan.members)[plan.pair_class]
    arrivals = sums(plan.pair_station, flow * moments.visits, count)
    work = sums(plan.pair_station, flow * moments.work, count)
    second = sums(plan.pair_station, flow * moments.second, count)
    factor = np.ones(count)
    if moments.interference.any():
        reads = sums(plan.pair_station, flow * moments.read_arrivals, count)
        factor = interference(moments, reads, arrivals)
    return finish_load(moments, arrivals, work, second, factor)


def interference(moments: Moments, reads: Floats, arrivals: Floats) -> Floats:
    """Factor by which mixing reads and writes lengthens service: 1 + i 4 r w (estimator.md, section 3.8)."""
    part = reads / np.where(arrivals > 0, arrivals, 1.0)
    return np.asarray(1.0 + moments.interference * 4.0 * part * (1.0 - part))


def finish_load(moments: Moments, arrivals: Floats, work: Floats, second: Floats, factor: Floats) -> StationLoad:
    """Load from plain sums: applies interference, and spreads large I/O of pooled stations over their servers."""
    work = work * factor
    spread = work**2 / np.where(arrivals > 0, arrivals, 1.0) * (1.0 + moments.scv)
    second = np.where(moments.pooled, spread, second * factor**2)
    return StationLoad(arrivals, work, second, factor, work / moments.servers)


def station_waits(plan: Plan, moments: Moments, load: StationLoad) -> tuple[Floats, Floats]:
    """Mean and variance of the wait at each station under Poisson arrivals; 0 if full, which callers mark separately."""
    busy = erlang_c(moments.servers, load.utilisation)
    wait = waiting(busy, load.work, load.second, moments.servers, load.utilisation)
    wait = np.where(load.utilisation < 1.0, wait, 0.0)
    wait = np.maximum(0.0, wait - published_wait(plan, moments, load))
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.where(busy > 0, 2.0 * wait**2 / np.maximum(busy, 1e-300) - wait**2, 0.0)
    return wait, variance


def unpaced(plan: Plan, moments: Moments, rate: Floats) -> Floats:
    """Share of the Poisson wait that I/O of each pair has at its station: 1, less at links fed by other links.

    Frames that arrive over one link arrive one after another, so at a following link that is no slower they never queue
    for each other. They have already waited: each stream e with a share a of the work subtracts its own
    a rho r / (1 - a rho) from the mean wait rho r / (1 - rho). Simulations of two to four hosts at one port agree within
    one percent. At low load the stream itself gains, since it only meets other streams; near saturation all streams
    gain alike: own - sum of a^2, times 1 - rho. Together: 1 - (1 - rho) (own + sum of a^3 rho / (1 - a rho)).
    """
    result = np.ones(len(plan.pair_class))
    edges = plan.edges
    if not len(edges.pair):
        return result
    count = len(plan.stations)
    work = (rate * plan.members)[plan.pair_class] * moments.work
    through = sums(plan.pair_station, work, count)
    along = sums(edges.number, work[edges.pair] * edges.part, len(edges.station))
    part = along / np.maximum(through[edges.station], 1e-300)
    own = np.clip(sums(edges.pair, edges.part * part[edges.number], len(result)), 0.0, 1.0)
    use = np.clip(through / moments.servers, 0.0, 1.0 - 1e-4)
    mine = use[edges.station]
    streams = sums(edges.station, part**3 * mine / (1.0 - part * mine), count)
    return np.clip(1.0 - (1.0 - use[plan.pair_station]) * (own + streams[plan.pair_station]), 0.0, 1.0)


def published_wait(plan: Plan, moments: Moments, load: StationLoad) -> Floats:
    """Waiting that a published added latency already includes: that up to ``waits_beyond``; 0 at other stations."""
    inside = np.array([station.waits_beyond for station in plan.stations])
    if not inside.any():
        return inside
    at = np.minimum(inside, load.utilisation)
    return np.where(
        inside > 0, waiting(erlang_c(moments.servers, at), load.work, load.second, moments.servers, at), 0.0
    )


def fixed_times(plan: Plan, moments: Moments, utilisation: Floats, growth: Growth) -> tuple[Floats, Floats]:
    """Residence and delays of each kind and of its mirror legs, by component, including delays that grow with load."""
    if not len(moments.grow_kind):
        return moments.fixed, moments.leg_fixed
    program, entry, kind = plan.program, moments.grow_entry, moments.grow_kind
    known = np.where(moments.known, utilisation, 0.0)
    highest = np.array([max(known[list(group)]) for group in program.growing])
    by_load = np.minimum(highest[program.delay_grows[entry]] / growth.full_utilisation, 2.0)
    part = np.clip((by_load + plan.kind_kib[kind] / growth.full_kib) / 2.0, 0.0, 1.0)
    low = program.delay_ms[entry, 0]
    value = program.delay_weight[entry] * (low + (program.delay_grown[entry] - low) * part)
    fixed, legs = moments.fixed.copy(), moments.leg_fixed.copy()
    leg, component = program.delay_leg[entry], program.delay_component[entry]
    common = leg == COMMON
    np.add.at(fixed, (kind[common], component[common]), value[common])
    np.add.at(legs, (leg[~common], kind[~common], component[~common]), value[~common])
    return fixed, legs


def responses(
    plan: Plan, moments: Moments, wait: Floats, variance: Floats, utilisation: Floats, growth: Growth
) -> Responses:
    """Response times of all classes from the waits of pairs.

    Args:
        plan: the layout.
        moments: values at the level.
        wait: per pair, mean wait of a visit in ms; 0 at full stations.
        variance: per pair, its variance.
        utilisation: utilisation of the stations.
        growth: upper end of delays that grow with load.
    """
    classes, width = len(plan.classes), len(COMPONENTS)
    fixed, leg_fixed = fixed_times(plan, moments, utilisation, growth)
    read = plan.kind_read
    share = moments.share
    kind_variance = moments.service_variance
    if leg_fixed.size:
        mirrored, leg_variance = _mirrors(plan, moments, leg_fixed, wait, variance)
        fixed = fixed + mirrored
        kind_variance = kind_variance + leg_variance
    by_kind = fixed.sum(axis=1)
    waited = (moments.read_visits + moments.write_visits) * wait
    component = _wait_components(plan)[plan.pair_station]
    parts = sums(plan.pair_class * width + component, waited, classes * width).reshape(classes, width)
    for number in np.flatnonzero(fixed.any(axis=0)):
        parts[:, number] += sums(plan.kind_class, share * fixed[:, number], classes)
    total = {}
    for reads, visits in ((True, moments.read_visits), (False, moments.write_visits)):
        part = np.where(read == reads, share, 0.0)
        sum_ms = sums(plan.kind_class, part * by_kind, classes)
        sum_ms += sums(plan.pair_class, visits * wait, classes)
        of = moments.read_share if reads else 1.0 - moments.read_share
        total[reads] = np.where(of > 1e-12, sum_ms / np.where(of > 1e-12, of, 1.0), np.nan)
    spread = np.zeros(classes)
    if not np.isnan(plan.depth).all():
        average = sums(plan.kind_class, share * by_kind, classes)
        spread = np.maximum(sums(plan.kind_class, share * by_kind**2, classes) - average**2, 0.0)
        spread += sums(plan.kind_class, share * kind_variance, classes)
        spread += sums(plan.pair_class, (moments.read_visits + moments.write_visits) * variance, classes)
    return Responses(parts.sum(axis=1), total[True], total[False], parts, spread)


def _wait_components(plan: Plan) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([COMPONENTS.index(station.wait_component) for station in plan.stations], dtype=np.int64)


def leg_visits(plan: Plan, moments: Moments) -> Floats:
    """Visits of each pair per I/O that belong to legs of mirrors."""
    rows = moments.leg_rows
    weight = (
        moments.share[plan.row_kind[rows]] * plan.program.visit_weight[plan.row_entry[rows]]
        if len(rows)
        else np.zeros(0)
    )
    return sums(plan.row_pair[rows], weight, len(plan.pair_class))


def _mirrors(plan: Plan, moments: Moments, leg_fixed: Floats, wait: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """Time that the slowest leg of mirrored writes adds to each kind, by component, and its variance."""
    rows = moments.leg_rows
    kinds, width = len(plan.kind_class), len(COMPONENTS)
    entry, kind, pair = plan.row_entry[rows], plan.row_kind[rows], plan.row_pair[rows]
    weight, leg = plan.program.visit_weight[entry], plan.program.visit_leg[entry]
    component = _wait_components(plan)[plan.pair_station[pair]]
    worst = np.zeros((kinds, width))
    worst_variance, worst_third = np.zeros(kinds), np.zeros(kinds)
    has = np.array(plan.program.legs)[_programs(plan)] if kinds else np.zeros(0)
    mirrored = (has > 0) & ~plan.kind_read
    for side in range(len(leg_fixed)):
        mine = np.where(leg == side, weight, 0.0)
        third = moments.leg_third[side] + sums(kind, mine * _third_of_wait(wait[pair], variance[pair]), kinds)
        parts = leg_fixed[side] + sums(kind * width + component, mine * wait[pair], kinds * width).reshape(kinds, width)
        spread = moments.leg_variance[side] + sums(kind, mine * variance[pair], kinds)
        taken = mirrored & (side < has)
        if side == 0:
            worst[taken], worst_variance[taken], worst_third = parts[taken], spread[taken], third
            continue
        chosen = np.flatnonzero(taken)
        a, b = worst[chosen], parts[chosen]
        variances = worst_variance[chosen], spread[chosen]
        skew = (worst_third + third)[chosen] / np.maximum(variances[0] ** 1.5 + variances[1] ** 1.5, 1e-30)
        mean, both, first = later_of((a.sum(axis=1), b.sum(axis=1)), variances, skew)
        mixed = a * first[:, None] + b * (1.0 - first[:, None])
        mixed[:, _QUEUE] += mean - mixed.sum(axis=1)
        worst[chosen], worst_variance[chosen] = mixed, both
    return worst, worst_variance


def _third_of_wait(wait: Floats, variance: Floats) -> Floats:
    """Third cumulant of a wait that is 0, or exponential with some probability, from its mean and variance."""
    square = variance + wait**2
    busy = np.where(square > 1e-200, 2.0 * wait**2 / np.maximum(square, 1e-200), 1.0)
    busy = np.clip(busy, 1e-9, 1.0)
    return np.asarray(wait**3 * (6.0 / busy**2 - 6.0 / busy + 2.0))


def _programs(plan: Plan) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return plan.class_program[plan.kind_class]
