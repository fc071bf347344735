"""Routes and legs of a flow as lists of entries, one list per category of I/O.

Flows share routes, so each distinct set of routes is processed once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from checker.estimate.network.categories import CATEGORIES, COMMON, Way, alike, is_read
from checker.estimate.network.network import COMPONENTS, CUT_THROUGH, Delay, Flow, Route, Station, Visit
from checker.estimate.quantity import Range

_BEYOND = 20
"""Depth at which legs of mirrors begin: after all common stations."""


@dataclass(slots=True)
class Program:
    """Entries of all distinct route sets, flat.

    Attributes:
        visit_start, visit_count: first visit entry and number of visit entries, by program and category.
        delay_start, delay_count: the same for delays.
        slots: number of different stations of each program; slot_station: their indices, program after program;
            slot_depth: number of stations that data passes before it, for reads and for writes.
        visit_slot, visit_station, visit_weight, visit_awaited, visit_leg, visit_full, visit_batch, visit_following, visit_parallel,
            visit_routed: the visits; routed is whether the route alone decides that an I/O visits the station; weight is visits per I/O, full is whether a link charges its full serialisation (the slowest link of
            its route) or a frame time.
        delay_component, delay_ms, delay_weight, delay_leg, delay_grows, delay_grown: the delays; ``delay_grows`` is the
            number of a tuple of ``growing`` or -1.
        legs: number of legs of each program.
        edge_start, edge_count, edge_slot, edge_from, edge_part: links (by slot) that data enters directly from another
            link that is no faster, and the share of that data.
    """

    visit_start: list[list[int]] = field(default_factory=list)
    visit_count: list[list[int]] = field(default_factory=list)
    delay_start: list[list[int]] = field(default_factory=list)
    delay_count: list[list[int]] = field(default_factory=list)
    slots: list[int] = field(default_factory=list)
    slot_station: list[int] = field(default_factory=list)
    slot_depth: list[tuple[int, int]] = field(default_factory=list)
    legs: list[int] = field(default_factory=list)
    edge_start: list[int] = field(default_factory=list)
    edge_count: list[int] = field(default_factory=list)
    edge_slot: Any = field(default_factory=list)
    edge_from: Any = field(default_factory=list)
    edge_part: Any = field(default_factory=list)
    growing: list[tuple[int, ...]] = field(default_factory=list)
    visit_slot: Any = field(default_factory=list)
    visit_station: Any = field(default_factory=list)
    visit_weight: Any = field(default_factory=list)
    visit_awaited: Any = field(default_factory=list)
    visit_leg: Any = field(default_factory=list)
    visit_full: Any = field(default_factory=list)
    visit_batch: Any = field(default_factory=list)
    visit_following: Any = field(default_factory=list)
    visit_parallel: Any = field(default_factory=list)
    visit_routed: Any = field(default_factory=list)
    delay_component: Any = field(default_factory=list)
    delay_ms: Any = field(default_factory=list)
    delay_weight: Any = field(default_factory=list)
    delay_leg: Any = field(default_factory=list)
    delay_grows: Any = field(default_factory=list)
    delay_grown: Any = field(default_factory=list)

    def frozen(self) -> Program:
        """Return a copy with arrays instead of lists of entries."""
        import numpy as np

        for name, kind in (
            ("edge_slot", int),
            ("edge_from", int),
            ("edge_part", float),
            ("visit_slot", int),
            ("visit_station", int),
            ("visit_weight", float),
            ("visit_awaited", bool),
            ("visit_leg", int),
            ("visit_full", bool),
            ("visit_following", float),
            ("visit_parallel", int),
            ("visit_routed", bool),
            ("delay_component", int),
            ("delay_weight", float),
            ("delay_leg", int),
            ("delay_grows", int),
            ("delay_grown", float),
        ):
            setattr(self, name, np.array(getattr(self, name), dtype=kind))
        self.delay_ms, self.visit_batch = (
            np.array(values, dtype=float).reshape(-1, 3) for values in (self.delay_ms, self.visit_batch)
        )
        return self


def build_program(program: Program, flow: Flow, stations: tuple[Station, ...], index: dict[str, int]) -> int:
    """Append the entries of a flow's routes and legs; returns the number of the program."""
    slots: dict[int, int] = {}
    depths: dict[int, tuple[int, int]] = {}
    edges: dict[int, dict[int, float]] = {}
    spans: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * CATEGORIES
    for same in alike(flow, stations, index):
        category = same.categories[0]
        first = len(program.visit_slot), len(program.delay_weight)
        paid = 0.0
        for leg, routes, ways in same.parts:
            _add_visits(program, category, leg, ways, stations, index, slots, paid)
            if leg == COMMON:
                paid = _paid(ways, category, stations, index)
            _note_depths(depths, category, leg, routes, index)
            _note_edges(edges, category, ways, stations, index, len(same.categories))
            _add_delays(program, leg, ways, index)
        for one in same.categories:
            spans[one] = (
                first[0], len(program.visit_slot) - first[0], first[1], len(program.delay_weight) - first[1]
            )  # fmt: skip
    program.visit_start.append([span[0] for span in spans])
    program.visit_count.append([span[1] for span in spans])
    program.delay_start.append([span[2] for span in spans])
    program.delay_count.append([span[3] for span in spans])
    program.slots.append(len(slots))
    program.slot_station.extend(slots)
    program.slot_depth.extend(depths[station] for station in slots)
    program.legs.append(len(flow.legs))
    program.edge_start.append(len(program.edge_slot))
    for station, sources in edges.items():
        for source, weight in sources.items():
            if source >= 0 and station in slots:
                program.edge_slot.append(slots[station])
                program.edge_from.append(source)
                program.edge_part.append(weight / sum(sources.values()))
    program.edge_count.append(len(program.edge_slot) - program.edge_start[-1])
    return len(program.slots) - 1


def _add_visits(
    program: Program,
    category: int,
    leg: int,
    ways: list[Way],
    stations: tuple[Station, ...],
    index: dict[str, int],
    slots: dict[int, int],
    paid: float,
) -> None:
    """Append the visits; links of a leg charge only the transfer that takes longer than the one ``paid`` before, per KiB."""
    merged: dict[tuple[int, bool, bool, Range, float, int], float] = {}
    chosen = {index[visit.station] for way in ways for visit in way.visits if visit.count != 1}
    for way in ways:
        link_shares = _slowest_links(way.visits, category, stations, index, paid)
        for number, visit in enumerate(way.visits):
            station = index[visit.station]
            whole = visit.count if stations[station].kind not in CUT_THROUGH else link_shares.get(number, 0.0)
            for full, count in ((True, whole), (False, visit.count - whole)):
                key = (station, visit.awaited, full, visit.batch, visit.following, visit.parallel)
                merged[key] = merged.get(key, 0.0) + count * way.share
    for (station, awaited, full, batch, following, parallel), weight in merged.items():
        if weight <= 0:
            continue
        program.visit_slot.append(slots.setdefault(station, len(slots)))
        program.visit_station.append(station)
        program.visit_weight.append(weight)
        program.visit_awaited.append(awaited)
        program.visit_leg.append(leg)
        program.visit_full.append(full)
        program.visit_batch.append((batch.low, batch.typical, batch.high))
        program.visit_following.append(following)
        program.visit_parallel.append(parallel)
        program.visit_routed.append(station not in chosen)


def _note_depths(
    depths: dict[int, tuple[int, int]], category: int, leg: int, routes: tuple[Route, ...], index: dict[str, int]
) -> None:
    """Note depths. Routes are listed from host to array: write data takes them in that order, read data in reverse."""
    for route in routes:
        for number, visit in enumerate(route.visits):
            read, write = depths.get(index[visit.station], (0, 0))
            if is_read(category):
                read = max(read, len(route.visits) - 1 - number)
            else:
                write = max(write, number + (_BEYOND if leg != COMMON else 0))
            depths[index[visit.station]] = read, write


def _note_edges(
    edges: dict[int, dict[int, float]],
    category: int,
    ways: list[Way],
    stations: tuple[Station, ...],
    index: dict[str, int],
    times: int,
) -> None:
    """Note for each link the share of its data that comes directly from a link that is no faster; -1 is any other source."""
    for way in ways:
        before, pace = -1, 0.0
        for visit in reversed(way.visits) if is_read(category) else way.visits:
            station = stations[index[visit.station]]
            own = _per_kib(station, category)
            if own > 0:
                sources = edges.setdefault(index[visit.station], {})
                source = before if pace >= own else -1
                sources[source] = sources.get(source, 0.0) + times * visit.count * way.share
            before, pace = (index[visit.station], own) if own > 0 else (-1, 0.0)


def _per_kib(station: Station, category: int) -> float:
    """Time of a link per KiB; 0 for other stations."""
    if station.kind not in CUT_THROUGH or station.service is None:
        return 0.0
    demand = station.service.reads if is_read(category) else station.service.writes
    return demand.per_kib_ms.typical


def _add_delays(program: Program, leg: int, ways: list[Way], index: dict[str, int]) -> None:
    merged: dict[Delay, float] = {}
    for way in ways:
        for delay in way.delays:
            merged[delay] = merged.get(delay, 0.0) + way.share
    for delay, weight in merged.items():
        program.delay_component.append(COMPONENTS.index(delay.component))
        program.delay_ms.append((delay.ms.low, delay.ms.typical, delay.ms.high))
        program.delay_weight.append(weight)
        program.delay_leg.append(leg)
        program.delay_grows.append(_growing(program, tuple(index[name] for name in delay.grows_with)))
        program.delay_grown.append(delay.ms.high if delay.grown_ms is None else delay.grown_ms)


def _growing(program: Program, stations: tuple[int, ...]) -> int:
    if not stations:
        return -1
    if stations not in program.growing:
        program.growing.append(stations)
    return program.growing.index(stations)


def _paid(ways: list[Way], category: int, stations: tuple[Station, ...], index: dict[str, int]) -> float:
    """Mean time per KiB of the slowest awaited link of routes."""
    total = 0.0
    for way in ways:
        paces = (_per_kib(stations[index[visit.station]], category) for visit in way.visits if visit.awaited)
        total += way.share * max(paces, default=0.0)
    return total


def _slowest_links(
    visits: list[Visit], category: int, stations: tuple[Station, ...], index: dict[str, int], paid: float
) -> dict[int, float]:
    """Visits that take the full serialisation time, with the share of I/O: the slowest awaited link of a cut-through route.

    If only part of the I/O uses that link, the rest is charged at the slowest of the others. Links used by parts of the
    I/O are treated as alternatives, such as ISLs of equal-cost paths or the back-end ports of a director.
    """
    paces = [_per_kib(stations[index[visit.station]], category) if visit.awaited else 0.0 for visit in visits]
    found: dict[int, float] = {}
    left = 1.0
    for number in sorted(range(len(visits)), key=lambda number: -paces[number]):
        if paces[number] <= 0 or left <= 0:
            break
        used = min(visits[number].count, left)
        found[number] = used * max(0.0, 1.0 - paid / paces[number])
        left -= used
    return found
