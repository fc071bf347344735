"""Load of stations and resulting response times for given rates (estimator.md, sections 3.2, 3.6 and 3.9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.estimate.formulas.batches import Busy
from checker.estimate.formulas.mirrors import slowest_legs
from checker.estimate.formulas.parts import add_last_parts
from checker.estimate.formulas.queueing import erlang_c, waiting
from checker.estimate.network.categories import COMMON
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Plan, sums


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
        busy: probability that an arrival finds all servers of its queue busy.
        divided: state of stations that divide large I/O, by row of ``Batches``; None if no I/O is divided.
    """

    arrivals: Floats
    work: Floats
    second: Floats
    factor: Floats
    utilisation: Floats
    busy: Floats
    divided: Busy | None = None


@dataclass(slots=True)
class Responses:
    """Response times of classes in ms: mean, reads, writes, by component; the variance if queue depths need it.

    By kind: ``fixed``, all but the waits at common stations; of that ``mirrored``, the slowest leg, with its variance.
    """

    mean: Floats
    read: Floats
    write: Floats
    components: Floats
    variance: Floats
    fixed: Floats
    mirrored: Floats
    mirrored_variance: Floats


def station_load(plan: Plan, moments: Moments, rate: Floats) -> StationLoad:
    """Load of the stations if each flow of a class does ``rate`` I/Os per ms."""
    count = len(plan.stations)
    flow = (rate * plan.members)[plan.pair_class]
    arrivals = sums(plan.pair_station, flow * moments.visits, count)
    work = sums(plan.pair_station, flow * moments.work, count)
    second = sums(plan.pair_station, flow * moments.second, count)
    reads = np.zeros(count)
    if moments.interference.any():
        reads = sums(plan.pair_station, flow * moments.read_arrivals, count)
    return finish_load(plan, moments, rate, (arrivals, work, second, reads))


def finish_load(plan: Plan, moments: Moments, rate: Floats, found: tuple[Floats, ...]) -> StationLoad:
    """Load from plain sums of arrivals, work, second moments and reads: applies interference.

    Mixing reads and writes lengthens service by the factor 1 + i 4 r w (estimator.md, section 3.8).
    """
    arrivals, work, second, reads = found
    part = reads / np.where(arrivals > 0, arrivals, 1.0)
    factor = np.asarray(1.0 + moments.interference * 4.0 * part * (1.0 - part))
    utilisation = work * factor / moments.servers
    busy = erlang_c(moments.queued, utilisation)
    divided = None
    if moments.batches is not None:
        divided = moments.batches.state(plan, rate, utilisation, factor)
        busy[moments.batches.stations] = divided.weight
    load = StationLoad(arrivals, work * factor, second * factor**2, factor, utilisation, busy, divided)
    if moments.following is not None and moments.following_second is not None:
        load.second *= _present(plan, moments, rate, load)
    return load


def _present(plan: Plan, moments: Moments, rate: Floats, load: StationLoad) -> Floats:
    """Part of the wait for a batch that remains if some of its work joins the queue only after the rest has left.

    A drive owes the work of the whole batch, but work that follows is not in its queue while the work before it waits and
    is served, which takes W + S: W = V - u (W + S), with the wait V for whole batches and the utilisation u by work that
    follows. Exact if it follows at once.
    """
    assert moments.following is not None and moments.following_second is not None
    count = len(plan.stations)
    flow = (rate * plan.members)[plan.pair_class]
    later = sums(plan.pair_station, flow * moments.following, count) * load.factor / moments.servers
    served = sums(plan.pair_station, flow * moments.following_second, count) * load.factor**2 / moments.servers
    use = np.minimum(load.utilisation, 1.0 - 1e-6)
    whole = waiting(load.busy, load.work, load.second, moments.queued, use)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = (1.0 - served / whole) / (1.0 + later)
    return np.where((later > 0) & (whole > 0), np.clip(part, 0.0, 1.0), 1.0)


def station_waits(plan: Plan, moments: Moments, load: StationLoad) -> tuple[Floats, Floats]:
    """Mean and variance of the wait at each station under Poisson arrivals; 0 if full, which callers mark separately."""
    wait = waiting(load.busy, load.work, load.second, moments.queued, load.utilisation)
    wait = np.where(load.utilisation < 1.0, wait, 0.0)
    wait = np.maximum(0.0, wait - published_wait(plan, moments, load))
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.where(load.busy > 0, 2.0 * wait**2 / np.maximum(load.busy, 1e-300) - wait**2, 0.0)
    return wait, variance


def streams(plan: Plan, moments: Moments, load: StationLoad) -> Floats:
    """Share of the wait that remains for sequential I/O of each pair at stations with a queue per server.

    A stream is read ahead and written in full stripes, which keeps all drives busy together: its I/O waits as in one queue.
    """
    if not moments.streamed.any():
        return np.ones(len(plan.pair_class))
    together = erlang_c(moments.servers, load.utilisation) / moments.servers
    apart = np.maximum(load.busy / moments.queued, 1e-300)
    return 1.0 - moments.streamed * (1.0 - np.minimum(1.0, together / apart))[plan.pair_station]


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
    return np.where(inside > 0, waiting(erlang_c(moments.queued, at), load.work, load.second, moments.queued, at), 0.0)


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
    plan: Plan, moments: Moments, wait: Floats, variance: Floats, load: StationLoad, growth: Growth
) -> Responses:
    """Response times of all classes from the waits of pairs.

    Args:
        plan: the layout.
        moments: values at the level.
        wait: per pair, mean wait of a visit in ms; 0 at full stations.
        variance: per pair, its variance.
        load: load of the stations.
        growth: upper end of delays that grow with load.
    """
    classes, width = len(plan.classes), len(COMPONENTS)
    fixed, leg_fixed = fixed_times(plan, moments, load.utilisation, growth)
    if len(moments.last_rows):
        fixed, leg_fixed = add_last_parts(plan, moments, load, variance, (fixed, leg_fixed))
    read = plan.kind_read
    share = moments.share
    slowest = leg_variance = np.zeros(len(read))
    if leg_fixed.size:
        mirrored, leg_variance = slowest_legs(plan, moments, leg_fixed, wait, variance)
        fixed = fixed + mirrored
        slowest = mirrored.sum(axis=1)
    kind_variance = moments.service_variance + leg_variance
    by_kind = fixed.sum(axis=1)
    waited = (moments.read_visits + moments.write_visits) * wait
    component = plan.wait_component[plan.pair_station]
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
    return Responses(parts.sum(axis=1), total[True], total[False], parts, spread, by_kind, slowest, leg_variance)
