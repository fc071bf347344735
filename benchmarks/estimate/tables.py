"""A network as arrays for the event simulation, built from its description only, without the estimator's own arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checker.estimate.network.network import CUT_THROUGH, Concerns, Network, Route, Station

FRAME_KIB = 2.0


@dataclass
class Tables:
    """The network as arrays for the compiled loop."""

    servers: np.ndarray
    separate: np.ndarray
    step_station: np.ndarray
    step_mean: np.ndarray
    step_scv: np.ndarray
    step_part: np.ndarray
    step_add: np.ndarray
    step_awaited: np.ndarray
    option_start: np.ndarray
    option_end: np.ndarray
    legs: np.ndarray  # option -> first and last step of two legs, or -1
    kind_first: np.ndarray
    kind_count: np.ndarray
    kind_share: np.ndarray
    kind_read: np.ndarray
    flow_kind: np.ndarray
    flow_kinds: np.ndarray
    rate: np.ndarray
    population: np.ndarray
    think: np.ndarray
    tokens: np.ndarray
    batch: np.ndarray
    even: np.ndarray


def tables(network: Network) -> Tables:
    """Build the arrays of a network from its typical values; legs have one route each, and visit counts are integers."""
    index = {station.id: number for number, station in enumerate(network.stations)}
    steps: list[tuple[float, ...]] = []
    options: list[tuple[int, int]] = []
    legs: list[tuple[int, int, int, int]] = []
    kinds: list[tuple[int, int, float, bool]] = []
    flows: list[tuple[int, int]] = []
    for flow in network.flows:
        first = len(kinds)
        for io in flow.workload.types:
            hit = (flow.hit_share.typical if io.hit_share is None else io.hit_share) if io.read else 0.0
            for is_hit, part in ((True, hit), (False, 1.0 - hit)):
                if part <= 0:
                    continue
                first_option = len(options)
                for route in flow.routes:
                    start = len(steps)
                    _steps(steps, route, io, is_hit, network.stations, index)
                    options.append((start, len(steps)))
                    ends = [-1] * 4
                    if not io.read:
                        for number, leg in enumerate(flow.legs):
                            ends[2 * number] = len(steps)
                            _steps(steps, leg.routes[0], io, is_hit, network.stations, index, route)
                            ends[2 * number + 1] = len(steps)
                    legs.append(tuple(ends))
                kinds.append((first_option, len(flow.routes), io.share * part, io.read))
        flows.append((first, len(kinds) - first))
    table = np.array(steps, dtype=float).reshape(-1, 6)
    return Tables(
        servers=np.array([station.servers_by_level[1] for station in network.stations]),
        separate=np.array([station.separate for station in network.stations]),
        step_station=table[:, 0].astype(np.int64),
        step_mean=table[:, 1].copy(),
        step_scv=table[:, 2].copy(),
        step_part=table[:, 3].copy(),
        step_add=table[:, 4].copy(),
        step_awaited=table[:, 5] > 0,
        option_start=np.array([o[0] for o in options]),
        option_end=np.array([o[1] for o in options]),
        legs=np.array(legs),
        kind_first=np.array([k[0] for k in kinds]),
        kind_count=np.array([k[1] for k in kinds]),
        kind_share=np.array([k[2] for k in kinds]),
        kind_read=np.array([k[3] for k in kinds]),
        flow_kind=np.array([f[0] for f in flows]),
        flow_kinds=np.array([f[1] for f in flows]),
        rate=np.array([(f.workload.iops or 0.0) / 1000.0 for f in network.flows]),
        population=np.array([int(f.workload.outstanding or 0) for f in network.flows]),
        think=np.array([f.workload.think_ms for f in network.flows]),
        tokens=np.array([f.queue_depth or 0 for f in network.flows]),
        batch=np.array([int(f.workload.burst or 1) for f in network.flows]),
        even=np.array([f.workload.burst_cv == 0 for f in network.flows]),
    )


def _applies(concerns: Concerns, io, is_hit: bool) -> bool:
    if not (concerns.random if io.random else concerns.sequential):
        return False
    if not io.read:
        return concerns.writes
    return concerns.reads and (concerns.cache == "any" or (concerns.cache == "hit") == is_hit)


def _steps(
    steps: list,
    route: Route,
    io,
    is_hit: bool,
    stations: tuple[Station, ...],
    index: dict[str, int],
    before: Route | None = None,
) -> None:
    for delay in route.delays:
        if _applies(delay.concerns, io, is_hit):
            assert not delay.grows_with
            steps.append((-1, 0.0, 0.0, 0.0, delay.ms.typical, 1))
    visits = []
    for visit in route.visits:
        station = stations[index[visit.station]]
        if _applies(visit.concerns, io, is_hit) and station.carries in {"both", "reads" if io.read else "writes"}:
            visits += [(visit, station)] * round(visit.count)
    if io.read:
        # Routes are listed from host to array; the data of a read travels in the opposite direction.
        visits.reverse()
    times = [_time(station, io) for _, station in visits]
    links = [time for time, (_, station) in zip(times, visits, strict=True) if station.kind in CUT_THROUGH]
    slowest_charged = False
    for time, (visit, station) in zip(times, visits, strict=True):
        part = 1.0
        if station.kind in CUT_THROUGH:
            if slowest_charged or time < max(links):
                part = min(1.0, FRAME_KIB / io.size_kib)
            else:
                slowest_charged = True
                # A leg charges only what takes longer than the transfer before it.
                part = 1.0 - min(1.0, _transfer(before, io, is_hit, stations, index) / time)
                part = max(part, 0.0) + (1.0 - max(part, 0.0)) * min(1.0, FRAME_KIB / io.size_kib)
        steps.append((index[station.id], time, station.service.scv.typical, part, 0.0, visit.awaited))


def _transfer(route: Route | None, io, is_hit: bool, stations: tuple[Station, ...], index: dict[str, int]) -> float:
    """Longest transfer of a route over a link, in ms; 0 without a route."""
    times = [
        _time(station, io)
        for visit in (route.visits if route else ())
        if _applies(visit.concerns, io, is_hit)
        and (station := stations[index[visit.station]]).kind in CUT_THROUGH
        and station.carries in {"both", "reads" if io.read else "writes"}
    ]
    return max(times, default=0.0)


def _time(station: Station, io) -> float:
    service = station.service
    demand = service.reads if io.read else service.writes
    if not io.random:
        demand = (service.sequential_reads if io.read else service.sequential_writes) or demand
    return demand.base_ms.typical + demand.per_kib_ms.typical * max(0.0, io.size_kib - demand.beyond_kib)
