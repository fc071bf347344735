"""Plan at one level of the parameters: service times, and the moments per class and station that queueing needs.

See estimator.md, sections 3.1, 3.2 and 3.4. Nothing here depends on the amount of load.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from checker.estimate.formulas.parts import Batches, find_batches
from checker.estimate.formulas.turns import regular
from checker.estimate.network.categories import CATEGORIES, COMMON, READ_CATEGORIES
from checker.estimate.network.network import COMPONENTS, Demand, Service, Station
from checker.estimate.network.plan import Floats, Ints, Plan, sums
from checker.estimate.quantity import LEVELS, Level

_FRAME_KIB = 2.0
"""Payload of a full frame: an I/O spends the time of one frame at each link that is not the slowest of its route."""


@dataclass(slots=True)
class Moments:
    """Values of a plan at one level. Times in ms; "per I/O" is per I/O of the class.

    Attributes:
        servers: c of each station; queued: servers that share one queue; scv, interference, known: its service.
        visits, work, second: per pair, all visits per I/O, their service time, and its second moment.
        read_visits, write_visits: per pair, visits per I/O that the host waits for, without those of mirror legs.
        read_work, read_arrivals: per pair, work and visits of reads alone, for interference.
        fixed: per kind, residence and delays that do not grow with load, by component (kinds x components).
        service_variance: per kind, variance of the time without waiting.
        third: per pair, the sum of third moments of service times per I/O, for percentiles.
        row_residence: per row, time at the idle station.
        grow_kind, grow_component, grow_weight, grow_low, grow_span, grow_set, grow_leg: delays that grow with load.
        following, following_second: per pair, work that joins the queue after other work of its I/O has left the server, and
            the sum of its squared service times; None if there is none.
        streamed: per pair, share of sequential I/O at stations with a queue per server.
        parts: per row, parts that the I/O is divided into; row_time: its service time; batches: None if all is undivided.
        last_rows: visits whose last part, or slowest parallel visit, the host waits for.
        leg_rows: visits of mirror legs.
        regular: per pair, how much less its I/O varies than at random (``formulas.turns``); None if all routes are random.
        leg_fixed, leg_variance, leg_third: per kind and leg, by component; variance and third cumulant without waiting.
        share: per kind, its part of the class's I/O; read_share: per class.
    """

    level: Level
    servers: Floats
    queued: Floats
    scv: Floats
    interference: Floats
    known: NDArray[np.bool_]
    visits: Floats
    work: Floats
    second: Floats
    read_visits: Floats
    write_visits: Floats
    read_arrivals: Floats
    fixed: Floats
    service_variance: Floats
    third: Floats
    row_residence: Floats
    share: Floats
    read_share: Floats
    following: Floats | None
    following_second: Floats | None
    streamed: Floats
    parts: Ints
    batches: Batches | None
    last_rows: Ints
    row_time: Floats
    grow_kind: Ints
    grow_entry: Ints
    leg_rows: Ints
    leg_fixed: Floats
    leg_variance: Floats
    leg_third: Floats
    regular: Floats | None


def build_moments(plan: Plan, level: Level) -> Moments:
    """Evaluate a plan at a level."""
    number = LEVELS.index(level)
    stations = _StationValues(plan.stations, level)
    program = plan.program
    share = plan.kind_share[number]
    read = plan.kind_read
    entry, kind, pair = plan.row_entry, plan.row_kind, plan.row_pair
    station = program.visit_station[entry] if len(entry) else entry
    weight = program.visit_weight[entry] if len(entry) else np.zeros(0)
    awaited = program.visit_awaited[entry] if len(entry) else np.zeros(0, bool)
    leg = program.visit_leg[entry] if len(entry) else entry
    batch = program.visit_batch[entry, number] if len(entry) else np.zeros(0)
    follows = program.visit_following[entry] if len(entry) else np.zeros(0)
    parallel = program.visit_parallel[entry] if len(entry) else entry
    time = stations.times(station, plan.kind_category[kind], plan.kind_kib[kind])
    per_io = share[kind] * weight
    # Extra back-end I/O of misaligned data runs in parallel to the rest: it adds work, but no time of its own.
    requested = per_io * (1.0 + plan.row_extra) if len(plan.row_extra) else per_io

    servers = stations.servers
    time = np.where(stations.whole[station], time * servers[station], time)
    idle = np.where(read[kind], stations.idle_read[station], stations.idle_write[station])
    parts = _parts(stations, station, time, idle)
    filled, page = _filled(plan, stations, station, servers, share, level)
    residence = np.where(
        program.visit_full[entry] if len(entry) else awaited,
        time,
        time * np.minimum(1.0, _FRAME_KIB / plan.kind_kib[kind]),
    )
    # Parts beyond the number of servers follow one another.
    following = np.maximum(parts - servers[station], 0.0) * time / parts / servers[station]
    divisible = stations.whole[station] | (idle == 0)
    residence = np.where(divisible & (idle >= 0), idle + following, np.fmax(idle, residence))
    # The variance is that of the service time of one part.
    served = np.where(np.isnan(idle), time, np.fmin(time / parts, residence))
    variance = stations.scv[station] * served**2

    pairs, kinds = len(plan.pair_class), len(plan.kind_class)
    common = awaited & (leg == COMMON)
    waits = np.where(common, per_io, 0.0)
    fixed = _by_kind(kind, stations.component[station], np.where(common, weight * residence, 0.0), kinds)
    legs = int(max(program.legs, default=0))
    leg_rows = np.flatnonzero(awaited & (leg != COMMON))
    leg_fixed = np.zeros((legs, kinds, len(COMPONENTS)))
    leg_variance, leg_third = np.zeros((legs, kinds)), np.zeros((legs, kinds))
    for side in range(legs):
        mine = np.where(awaited & (leg == side), weight, 0.0)
        leg_fixed[side] = _by_kind(kind, stations.component[station], mine * residence, kinds)
        leg_variance[side] = sums(kind, mine * variance, kinds)
        leg_third[side] = sums(kind, mine * 2.0 * stations.scv[station] ** 2 * served**3, kinds)
    growing = _add_delays(plan, number, fixed, leg_fixed)
    return Moments(
        level=level,
        servers=servers,
        queued=stations.queued,
        scv=stations.scv,
        interference=stations.interference,
        known=stations.known,
        visits=sums(pair, requested + filled, pairs),
        work=sums(pair, requested * time + filled * page, pairs),
        second=sums(
            pair,
            requested * time**2 * (batch + stations.scv[station] / parts)
            + filled * page**2 * (1.0 + stations.scv[station]),
            pairs,
        ),
        read_visits=sums(pair, np.where(read[kind], waits, 0.0), pairs),
        write_visits=sums(pair, np.where(read[kind], 0.0, waits), pairs),
        read_arrivals=sums(pair, np.where(read[kind], requested, filled), pairs),
        fixed=fixed,
        service_variance=sums(kind, np.where(common, weight * variance, 0.0), kinds),
        third=sums(pair, requested * _third(time, stations.scv[station], parts, batch), pairs),
        row_residence=residence,
        share=share,
        read_share=sums(plan.kind_class, np.where(read, share, 0.0), len(plan.classes)),
        following=sums(pair, requested * time * follows, pairs) if follows.any() else None,
        following_second=sums(pair, requested * time**2 * follows, pairs) if follows.any() else None,
        streamed=_streamed(plan, stations, station, np.where(awaited, per_io, 0.0)),
        parts=parts.astype(np.int64),
        batches=find_batches(plan, servers, parts.astype(np.int64), requested, time),
        last_rows=np.flatnonzero(awaited & ((parts > 1) | (parallel > 1))),
        row_time=time,
        grow_kind=plan.delay_kind[growing],
        grow_entry=plan.delay_entry[growing],
        leg_rows=leg_rows,
        leg_fixed=leg_fixed,
        leg_variance=leg_variance,
        leg_third=leg_third,
        regular=regular(plan, servers, share),
    )


def _third(time: Floats, scv: Floats, parts: Floats, batch: Floats) -> Floats:
    """Third moment of the work that arrives together: gamma service times of the parts of an I/O, and batches of I/O."""
    return np.asarray(time**3 * (batch**2 + 3.0 * batch * scv / parts + 2.0 * (scv / parts) ** 2))


def _filled(
    plan: Plan, stations: _StationValues, station: Ints, servers: Floats, share: Floats, level: Level
) -> tuple[Floats, Floats]:
    """Reads of pages that writes fill only partially, per I/O of the class, and the time of one such read.

    Counted at the high end only: arrays that coalesce writes before destaging need none (estimator.md, section 6, case 3).
    """
    kind = plan.row_kind
    nothing = np.zeros(len(kind))
    if level != "high" or not plan.row_filled.any():
        return nothing, nothing
    pages = np.array([one.page_kib or 1.0 for one in plan.stations])[station]
    reads = np.full(len(kind), READ_CATEGORIES - 3, dtype=np.int64)
    count = np.where(plan.kind_read[kind], 0.0, share[kind] * plan.row_filled)
    time = stations.times(station, reads, pages) * np.where(stations.whole[station], servers[station], 1.0)
    return count * plan.program.visit_weight[plan.row_entry], time


def _by_kind(kind: Ints, component: Ints, values: Floats, kinds: int) -> Floats:
    width = len(COMPONENTS)
    return sums(kind * width + component, values, kinds * width).reshape(kinds, width)


def _add_delays(plan: Plan, number: int, fixed: Floats, leg_fixed: Floats) -> Ints:
    """Add the delays that do not grow with load; returns the rows of those that do (at the typical level only)."""
    entry, kind = plan.delay_entry, plan.delay_kind
    if not len(entry):
        return entry
    program = plan.program
    grows = (program.delay_grows[entry] >= 0) & (LEVELS[number] == "typical")
    value = np.where(grows, 0.0, program.delay_ms[entry, number] * program.delay_weight[entry])
    leg = program.delay_leg[entry]
    fixed += _by_kind(kind, program.delay_component[entry], np.where(leg == COMMON, value, 0.0), len(fixed))
    for side in range(len(leg_fixed)):
        mine = np.where(leg == side, value, 0.0)
        leg_fixed[side] += _by_kind(kind, program.delay_component[entry], mine, len(fixed))
    return np.flatnonzero(grows)


def _parts(stations: _StationValues, station: Ints, time: Floats, idle: Floats) -> Floats:
    """Parts of each visit's I/O, so that none takes longer than the latency at low load; 1 at other stations.

    Arrays store neighbouring pages on different drives and controllers, so that large I/O gets the bandwidth of the whole
    array; its parts still occupy servers for the time that the bandwidth implies.
    """
    divisible = stations.whole[station] & (idle > 0)
    latency = np.where(divisible, idle, 1.0)
    return np.where(divisible, np.maximum(1.0, np.ceil(time / latency - 1e-9)), 1.0)


def _streamed(plan: Plan, stations: _StationValues, station: Ints, awaited: Floats) -> Floats:
    """Share of sequential I/O in the visits of each pair that a host waits for, at stations with a queue per server."""
    pairs = len(plan.pair_class)
    if not stations.drives.any():
        return np.zeros(pairs)
    category = plan.kind_category[plan.row_kind]
    sequential = np.where(category < READ_CATEGORIES, category >= 2, category == READ_CATEGORIES + 1)
    every = sums(plan.row_pair, awaited, pairs)
    return sums(plan.row_pair, np.where(sequential & stations.drives[station], awaited, 0.0), pairs) / np.where(
        every > 0, every, 1.0
    )


class _StationValues:
    """Service of all stations at one level, by station and category of I/O."""

    def __init__(self, stations: tuple[Station, ...], level: Level) -> None:
        self.servers = np.array([s.servers_by_level[LEVELS.index(level)] for s in stations], dtype=float)
        self.component = np.array([COMPONENTS.index(s.component) for s in stations], dtype=np.int64)
        self.known = np.array([s.service is not None for s in stations], dtype=bool)
        memo: dict[int, tuple[float, ...]] = {}
        rows = []
        for station in stations:
            service = station.service or _NO_SERVICE
            if id(service) not in memo:
                memo[id(service)] = _service_values(service, level)
            rows.append(memo[id(service)])
        table = np.array(rows, dtype=float).reshape(len(stations), 5 + 3 * CATEGORIES)
        self.scv, self.interference, self.idle_read, self.idle_write = (table[:, i].copy() for i in range(4))
        self.whole = table[:, 4] > 0
        self._base, self._slope, self._beyond = (table[:, 5 + i :: 3][:, :CATEGORIES] for i in range(3))
        self.servers = self._within_latency()
        separate = np.array([station.separate for station in stations], dtype=bool)
        self.queued = np.where(separate, 1.0, self.servers)
        self.drives = separate & np.array([station.kind == "disk_pool" for station in stations], dtype=bool)

    def _within_latency(self) -> Floats:
        """Servers, fewer if the smallest I/O would take longer than the latency at low load (section 3.8)."""
        ends = ((self.idle_read, self._base[:, 0]), (self.idle_write, self._base[:, READ_CATEGORIES]))
        with np.errstate(divide="ignore", invalid="ignore"):
            most = np.minimum(*(np.where((idle > 0) & (base > 0), idle / base, np.inf) for idle, base in ends))
        return np.where(self.whole, np.clip(np.floor(most + 1e-9), 1.0, self.servers), self.servers)

    def times(self, station: Ints, category: Ints, kib: Floats) -> Floats:
        """Service time of visits; that of the whole station where ``Service.whole`` is set."""
        beyond = np.maximum(0.0, kib - self._beyond[station, category])
        return np.asarray(self._base[station, category] + self._slope[station, category] * beyond)


_NO_SERVICE = Service()


def _service_values(service: Service, level: Level) -> tuple[float, ...]:
    idle = [
        float("nan") if value is None else value.at(level)
        for value in (service.zero_load_read_ms, service.zero_load_write_ms)
    ]
    numbers = [service.scv.at(level), service.interference.at(level), *idle, float(service.whole)]
    for category in range(CATEGORIES):
        demand = _demand(service, category)
        numbers += [demand.base_ms.at(level), demand.per_kib_ms.at(level), demand.beyond_kib]
    return tuple(numbers)


def _demand(service: Service, category: int) -> Demand:
    if category < READ_CATEGORIES:
        return service.sequential_reads if category >= 2 and service.sequential_reads else service.reads
    return (
        service.sequential_writes if category == READ_CATEGORIES + 1 and service.sequential_writes else service.writes
    )
