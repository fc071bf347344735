"""How the I/Os of a burst arrive at a station: in which order, within which time, and with how much work.

After the first station a burst is spread over the time that the preceding stations took for it: one after another behind one
server, at random behind several or different drives, and cache hits and misses apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from checker.estimate.formulas.mirrors import awaited_visits
from checker.estimate.network.categories import READ_CATEGORIES
from checker.estimate.network.load import StationLoad
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import CUT_THROUGH
from checker.estimate.network.plan import Floats, Ints, Plan, sums

_LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a burst that arrives at the station of each pair in one way: cache hits, misses, or writes.

    Attributes:
        share: of the I/O of the burst that arrives there.
        window: time in ms within which it arrives.
        random: how far it meets by chance: 1 after several servers or if service times vary, 0 if one comes after another.
        later: time in ms after that of the first part.
        work: mean service time, as a multiple of that of all parts.
    """

    share: Floats
    window: Floats
    random: Floats
    later: Floats
    work: Floats

    def left(self, lasting: Floats, served: Floats) -> Floats:
        """Share of the work of the mates that an arrival finds; 1/2 without a window."""
        regular = 0.5 * np.maximum(0.0, 1.0 - served * self.window)
        return self.random * _left(self.window, lasting) + (1.0 - self.random) * regular


@dataclass(frozen=True, slots=True)
class Arrivals:
    """How the I/Os of a burst arrive at the station of each pair.

    Hits and misses return at different times, so that on the links to the host an I/O mostly finds those of its own kind.
    """

    parts: tuple[Part, ...]

    def left(self, lasting: Floats, served: Floats, *, ordered: bool) -> Floats:
        """Share of the work of the mates that an arrival finds.

        Args:
            lasting: mean time in ms for which the work of each remains; with a long tail, as queues have: (1 + t / lasting)^-2.
            served: part of the work of all mates that is served in one ms.
            ordered: whether the first of two parts finds nothing of the other. Otherwise the share is weighted by the work of
                the arrival, as for the queue that it lengthens: the product of two times does not depend on their order.
        """
        found = [part.left(lasting, served) for part in self.parts]
        total = np.zeros_like(lasting)
        for part, one in zip(self.parts, found, strict=True):
            total = total + part.share**2 * (part.work if ordered else 1.0) * one
        for (a, left_a), (b, left_b) in combinations(zip(self.parts, found, strict=True), 2):
            gap = np.abs(a.later + a.window - b.later - b.window)
            met = np.maximum(left_a, left_b) / (1.0 + gap / np.maximum(lasting, _LEAST))
            total = total + 2.0 * a.share * b.share * met * (_work_found(a, b) if ordered else 1.0)
        return total


def _work_found(a: Part, b: Part) -> Floats:
    """Work that is found when I/Os of two parts meet: that of the part that has arrived when the other begins, or of either."""
    at_once = (a.later == b.later) & ((a.window == 0.0) != (b.window == 0.0))
    # A read needs no data to begin; that of writes comes over a link, one after another.
    a_first = (b.later > a.later + a.window) | (at_once & (a.window == 0.0))
    b_first = (a.later > b.later + b.window) | (at_once & (b.window == 0.0))
    return np.asarray(np.where(a_first, a.work, np.where(b_first, b.work, 0.5 * (a.work + b.work))))


def arrivals_of(plan: Plan, moments: Moments, service: Floats, length: Floats) -> Arrivals:
    """How a burst arrives at each pair's station, from the stations that its data passes first.

    Args:
        plan: the layout.
        moments: values at the level.
        service: mean service time in ms at the station of each pair.
        length: work in ms per server that the mates of an I/O bring.
    """
    depth, reads = _depth(plan), _reads(plan, moments)
    jitter = np.where(moments.servers > 1, _window(moments.scv), 0.0)[plan.pair_station] * service**2
    varied = (moments.scv > 0)[plan.pair_station]
    line = ~varied & (moments.servers == 1)[plan.pair_station] & (service > 0.0)
    hits = reads * _hits(plan, moments)
    behind = _behind_hits(plan, moments)
    hit_work, miss_work, write_work = _works(plan, moments)
    parts = []
    for side, share, later, work in (
        (0, hits, np.zeros(len(length)), hit_work),
        (0, reads - hits, behind, miss_work),
        (1, 1.0 - reads, behind, write_work),
    ):
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
            # Whatever met by chance leaves a link one at a time.
            after = group[line[here]]
            queued[after] = np.sqrt(queued[after] ** 2 + parted[after])
            parted[after] = 0.0
        parts.append(Part(share, window, random, later, work))
    return Arrivals(tuple(parts))


def smoothed_before(plan: Plan, moments: Moments, load: StationLoad, rate: Floats) -> Floats:
    """Part of the wait for bursts that the station of each pair is spared, because a busy array or director comes before it.

    While its servers are busy they let I/O pass no faster than they serve it: departures vary as
    1 + (1 - rho^2) (c^2 - 1) for arrivals that vary as c^2 (Whitt, The Queueing Network Analyzer, 1983, without the variation of
    service times). Of a part p of the I/O, which keeps its order, p rho^2 is taken away: given the number of all I/Os, that of a
    part still varies by 1 - p.

    Args:
        plan: the layout.
        moments: values at the level.
        load: load of the stations.
        rate: I/O per ms of one flow of each class.
    """
    station, group, count = plan.pair_station, plan.pair_class, len(plan.stations)
    depth, reads = _depth(plan), _reads(plan, moments)
    link = np.array([one.kind in CUT_THROUGH for one in plan.stations], dtype=bool)
    # Of drives, each serves a queue of its own.
    whole = (moments.queued >= moments.servers) & ~link & (load.utilisation < 1.0)
    flow = (rate * plan.members)[group] * visits_in_bursts(plan, moments)
    total = np.maximum(sums(station, flow, count), 1e-300)
    squared = np.where(whole, load.utilisation, 0.0) ** 2
    found = np.zeros(len(station))
    for side, share in ((0, reads * (1.0 - _hits(plan, moments))), (1, 1.0 - reads)):
        # The busiest such station that the I/O of each class has passed; the last number stands for none.
        passed, most = np.full(len(plan.classes), count), np.append(squared, 0.0)
        used = share > 0
        for level in np.unique(depth[used, side]):
            here = np.flatnonzero(used & (depth[:, side] == level))
            before = passed[group[here]]
            _, place = np.unique(station[here] * (count + 1) + before, return_inverse=True)
            passing = np.bincount(place, flow[here] * share[here])[place]
            part = np.minimum(passing / np.append(total, np.inf)[before], 1.0)
            found[here] += share[here] * part * most[before]
            busier = here[squared[station[here]] > most[before]]
            passed[group[busier]] = station[busier]
    return found


def _depth(plan: Plan) -> Ints:
    """Number of stations that data passes before that of each pair, for reads and for writes."""
    return np.array(plan.program.slot_depth, dtype=np.int64).reshape(-1, 2)[plan.pair_slot]


def _reads(plan: Plan, moments: Moments) -> Floats:
    """Share of reads in the visits of each pair that arrive in bursts."""
    return np.clip(moments.read_arrivals / np.maximum(visits_in_bursts(plan, moments), 1e-300), 0.0, 1.0)


def visits_in_bursts(plan: Plan, moments: Moments) -> Floats:
    """Visits per I/O of each pair that arrive in bursts: at drives only those that the host waits for, because a cache destages later."""
    single = (moments.queued < moments.servers)[plan.pair_station]
    return np.where(single, awaited_visits(plan, moments), moments.visits)


def service_in_bursts(plan: Plan, moments: Moments) -> Floats:
    """Mean service time in ms of the visits of each pair that arrive in bursts: at drives without what a cache destages."""
    rows = np.flatnonzero(plan.program.visit_awaited[plan.row_entry])
    single = (moments.queued < moments.servers)[plan.pair_station]
    per_io = _per_io(plan, moments, rows)
    awaited = sums(plan.row_pair[rows], per_io, len(single))
    work = np.where(single, sums(plan.row_pair[rows], per_io * moments.row_time[rows], len(single)), moments.work)
    count = np.where(single, awaited, moments.visits)
    return np.divide(work, count, out=np.zeros(len(single)), where=count > 0)


def _left(window: Floats, lasting: Floats) -> Floats:
    ratio = window / np.maximum(lasting, _LEAST)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(ratio > 1e-4, (ratio - np.log1p(ratio)) / ratio**2, 0.5 - ratio / 3.0)


def _window(scv: Floats) -> Floats:
    """Squared length, in service times, of the uniform window in which two I/Os end as close together as after gamma times.

    4 for exponential times and 12.5 scv for small variation (normal times); interpolated.
    """
    return 12.5 * scv / (1.0 + 2.1 * scv**2)


def _works(plan: Plan, moments: Moments) -> tuple[Floats, Floats, Floats]:
    """Mean service time of read hits, read misses and writes of each pair, as multiples of that of all; 1 where there are none."""
    category, pairs = plan.kind_category[plan.row_kind], len(plan.pair_class)
    every = np.flatnonzero(plan.program.visit_awaited[plan.row_entry])
    read, hit = category < READ_CATEGORIES, category % 2 == 0
    counted = [
        (sums(plan.row_pair[rows], per_io * moments.row_time[rows], pairs), sums(plan.row_pair[rows], per_io, pairs))
        for chosen in (read & hit, read & ~hit, ~read, read | ~read)
        for rows in (every[chosen[every]],)
        for per_io in (_per_io(plan, moments, rows),)
    ]
    whole, number = counted[-1]
    found = []
    for work, count in counted[:-1]:
        with np.errstate(divide="ignore", invalid="ignore"):
            found.append(np.where((count > 0) & (whole > 0), work / count * number / whole, 1.0))
    return found[0], found[1], found[2]


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
