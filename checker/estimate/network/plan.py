"""Layout of a network as arrays: classes of identical flows, their kinds of I/O, and their visits to stations.

Everything that does not depend on the level of the parameters is computed once here. Python loops run over *distinct*
workloads and routes only; everything per flow is vectorised. Flows that differ only in name form one class, which keeps
a hundred thousand volumes cheap (estimator.md, section 5).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from checker.estimate.formulas.alignment import rows_in_excess
from checker.estimate.network.categories import CATEGORIES, READ_CATEGORIES
from checker.estimate.network.network import COMPONENTS, Flow, Network, Station
from checker.estimate.network.program import Program, build_program
from checker.estimate.quantity import LEVELS, Range
from checker.estimate.workload.mix_of_io import IoType

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(slots=True)
class Edges:
    """Data that enters a link directly from another link that is no faster.

    Attributes:
        pair, part: pair whose visits these are, and their share.
        number: number of the pair of links of each entry.
        station: link entered, by that number.
    """

    pair: Ints
    part: Floats
    number: Ints
    station: Ints


@dataclass(slots=True)
class Plan:
    """Layout. A *kind* is one type of I/O of one class, hits and misses separately; a *pair* is one class at one station.

    Attributes (arrays by class, kind, row or pair; rates per ms, times in ms):
        class_of: class of each flow, in the network's order; class_program: the routes of each class.
        members: flows of each class.
        rate, outstanding, think, depth, burst, burst_cv: load of one flow; NaN if not given.
        kind_class, kind_read, kind_category, kind_kib, kind_share: the kinds; shares for each level.
        row_kind, row_pair, row_entry: visits of kinds; the entry holds counts, shares and flags.
        row_extra, row_filled: extra back-end I/O per visit and partially written pages per I/O, for data that is not
            page-aligned; empty if all data is aligned.
        pair_class, pair_station: class and station of each pair; pair_slot: its position among the program's stations.
        delay_kind, delay_entry: delays of kinds.
        wait_component: part of the breakdown that waiting at each station counts towards.
    """

    network: Network
    classes: list[Flow]
    class_of: Ints
    class_program: Ints
    members: Floats
    rate: Floats
    outstanding: Floats
    think: Floats
    depth: Floats
    burst: Floats
    burst_cv: Floats
    program: Program
    kind_class: Ints
    kind_category: Ints
    kind_kib: Floats
    kind_share: Floats
    row_kind: Ints
    row_pair: Ints
    row_entry: Ints
    row_extra: Floats
    row_filled: Floats
    pair_class: Ints
    pair_station: Ints
    pair_slot: Ints
    delay_kind: Ints
    delay_entry: Ints
    wait_component: Ints
    edges: Edges
    index: dict[str, int] = field(default_factory=dict)

    @property
    def kind_read(self) -> NDArray[np.bool_]:
        """Whether each kind reads."""
        return self.kind_category < READ_CATEGORIES

    @property
    def stations(self) -> tuple[Station, ...]:
        """Stations in the order of their indices."""
        return self.network.stations


def build_plan(network: Network) -> Plan:
    """Lay out a network.

    Args:
        network: stations and flows; flows may have no load.
    """
    interned = _Interned()
    class_ids: dict[Hashable, int] = {}
    classes: list[Flow] = []
    class_of = np.empty(len(network.flows), dtype=np.int64)
    for number, flow in enumerate(network.flows):
        load = flow.workload
        key = (
            interned.of(flow.routes),
            interned.of(flow.legs),
            interned.of(load.types),
            load.iops,
            load.outstanding,
            load.think_ms,
            load.burst,
            load.burst_cv,
            flow.queue_depth,
            interned.of(flow.hit_share),
            flow.starts,
            flow.unknown,
            flow.in_turn,
            flow.stays,
            flow.reads_known,
        )
        known = class_ids.get(key)
        if known is None:
            known = class_ids[key] = len(classes)
            classes.append(flow)
        class_of[number] = known
    return _lay_out(network, classes, class_of, interned)


class _Interned:
    """Numbers for equal values; each object is hashed only once, however often it occurs."""

    def __init__(self) -> None:
        self._by_identity: dict[int, int] = {}
        self._by_value: dict[Hashable, int] = {}

    def of(self, value: Hashable) -> int:
        number = self._by_identity.get(id(value))
        if number is None:
            number = self._by_value.setdefault(value, len(self._by_value))
            self._by_identity[id(value)] = number
        return number


def _lay_out(network: Network, classes: list[Flow], class_of: Ints, interned: _Interned) -> Plan:
    index = {station.id: number for number, station in enumerate(network.stations)}
    program = Program()
    programs: dict[tuple[int, int], int] = {}
    mixes: dict[tuple[int, int], int] = {}
    mix_rows: list[list[tuple[int, float, tuple[float, float, float]]]] = []
    class_program = np.empty(len(classes), dtype=np.int64)
    class_mix = np.empty(len(classes), dtype=np.int64)
    for number, flow in enumerate(classes):
        way = (interned.of(flow.routes), interned.of(flow.legs))
        if way not in programs:
            programs[way] = build_program(program, flow, network.stations, index)
        class_program[number] = programs[way]
        mix = (interned.of(flow.workload.types), interned.of(flow.hit_share))
        if mix not in mixes:
            mixes[mix] = len(mix_rows)
            mix_rows.append(_kinds(flow.workload.types, flow.hit_share))
        class_mix[number] = mixes[mix]
    kind_class, category, kib, share = _expand_mixes(mix_rows, class_mix)
    pairs_of = np.asarray(program.slots, dtype=np.int64)[class_program]
    pair_start = _starts(pairs_of)
    pair_class = np.repeat(np.arange(len(classes)), pairs_of)
    slot_start = _starts(np.asarray(program.slots, dtype=np.int64))
    slot_station = np.asarray(program.slot_station, dtype=np.int64)
    pair_slot = _ramps(slot_start[class_program], pairs_of)
    pair_station = slot_station[pair_slot]
    row_kind, row_entry = _join(program.visit_start, program.visit_count, class_program[kind_class], category)
    delay_kind, delay_entry = _join(program.delay_start, program.delay_count, class_program[kind_class], category)
    slots = np.asarray(program.visit_slot, dtype=np.int64)
    extra = filled = np.zeros(0)
    if any(flow.starts for flow in classes):
        station = np.asarray(program.visit_station, dtype=np.int64)[row_entry]
        extra, filled = rows_in_excess(classes, network.stations, kind_class[row_kind], station, kib[row_kind])
    return Plan(
        network=network,
        classes=classes,
        class_of=class_of,
        class_program=class_program,
        members=np.bincount(class_of, minlength=len(classes)).astype(float),
        rate=_numbers([None if f.workload.iops is None else f.workload.iops / 1000 for f in classes]),
        outstanding=_numbers([f.workload.outstanding for f in classes]),
        think=np.array([f.workload.think_ms for f in classes], dtype=float),
        # Without a response time it is unknown when a queue depth is used up.
        depth=_numbers([None if f.unknown else f.queue_depth for f in classes]),
        burst=_numbers([f.workload.burst for f in classes]),
        burst_cv=_numbers([f.workload.burst_cv for f in classes]),
        program=program.frozen(),
        kind_class=kind_class,
        kind_category=category,
        kind_kib=kib,
        kind_share=share,
        row_kind=row_kind,
        row_pair=pair_start[kind_class[row_kind]] + slots[row_entry] if len(row_entry) else row_entry,
        row_entry=row_entry,
        row_extra=extra,
        row_filled=filled,
        pair_class=pair_class,
        pair_station=pair_station,
        pair_slot=pair_slot,
        delay_kind=delay_kind,
        delay_entry=delay_entry,
        wait_component=np.array([COMPONENTS.index(one.wait_component) for one in network.stations], dtype=np.int64),
        edges=_edges(program, class_program, pair_start, slot_start, slot_station),
        index=index,
    )


def _kinds(types: tuple[IoType, ...], default_hits: Range) -> list[tuple[int, float, tuple[float, float, float]]]:
    """Category, size and share at each level of every kind; shares are normalised because percentages are rounded."""
    total = sum(io.share for io in types)
    kinds: list[tuple[int, float, tuple[float, float, float]]] = []
    for io in types:
        share = io.share / total
        if not share:
            continue
        order = 0 if io.random else 2
        if not io.read:
            kinds.append((READ_CATEGORIES + order // 2, io.size_kib, (share, share, share)))
            continue
        # More hits are the low end of latency, whichever way round the range is given.
        defaults = default_hits.high, default_hits.typical, default_hits.low
        hits = defaults if io.hit_share is None else (io.hit_share,) * 3
        for category, parts in ((order, hits), (order + 1, tuple(1 - hit for hit in hits))):
            if any(parts):
                low, typical, high = (share * part for part in parts)
                kinds.append((category, io.size_kib, (low, typical, high)))
    return kinds


def _expand_mixes(
    mixes: list[list[tuple[int, float, tuple[float, float, float]]]], class_mix: Ints
) -> tuple[Ints, Ints, Floats, Floats]:
    sizes = np.array([len(mix) for mix in mixes], dtype=np.int64)
    flat = [kind for mix in mixes for kind in mix]
    chosen = _ramps(_starts(sizes)[class_mix], sizes[class_mix])
    category = np.array([kind[0] for kind in flat], dtype=np.int64)[chosen]
    kib = np.array([kind[1] for kind in flat], dtype=float)[chosen]
    share = np.array([kind[2] for kind in flat], dtype=float).reshape(-1, len(LEVELS))[chosen].T
    return np.repeat(np.arange(len(class_mix)), sizes[class_mix]), category, kib, np.ascontiguousarray(share)


def _join(starts: list[list[int]], counts: list[list[int]], programs: Ints, categories: Ints) -> tuple[Ints, Ints]:
    """All entries of each kind's program and category: (kind, entry) of every row, ordered by kind."""
    start = np.asarray(starts, dtype=np.int64).reshape(-1, CATEGORIES)[programs, categories]
    count = np.asarray(counts, dtype=np.int64).reshape(-1, CATEGORIES)[programs, categories]
    return np.repeat(np.arange(len(programs)), count), _ramps(start, count)


def _edges(program: Program, programs: Ints, pair_start: Ints, slot_start: Ints, slot_station: Ints) -> Edges:
    """Expand the edges of programs to classes, and number the pairs of links."""
    counts = np.asarray(program.edge_count, dtype=np.int64)
    slots = np.asarray(program.edge_slot, dtype=np.int64)
    station = slot_station[np.repeat(slot_start, counts) + slots] if len(slots) else slots
    known, number = np.unique(
        np.stack([np.asarray(program.edge_from, dtype=np.int64), station]), axis=1, return_inverse=True
    )
    starts = np.asarray(program.edge_start, dtype=np.int64)
    entry = _ramps(starts[programs], counts[programs]) if len(slots) else slots
    pair = np.repeat(pair_start, counts[programs]) + slots[entry] if len(slots) else slots
    return Edges(pair, np.asarray(program.edge_part, dtype=float)[entry], number.reshape(-1)[entry], known[1])


def _starts(counts: Ints) -> Ints:
    return np.concatenate(([0], np.cumsum(counts)[:-1])).astype(np.int64) if len(counts) else counts


def _ramps(starts: Ints, counts: Ints) -> Ints:
    """Concatenate ``range(start, start + count)`` of all starts."""
    total = int(counts.sum())
    return np.arange(total, dtype=np.int64) + np.repeat(starts - _starts(counts), counts)


def sums(index: Ints, values: Floats, count: int) -> Floats:
    """Sum of the values of each index from 0 to count - 1."""
    return np.asarray(np.bincount(index, values, minlength=count), dtype=np.float64)


def _numbers(values: list[float | int | None]) -> Floats:
    return np.array([np.nan if value is None else float(value) for value in values], dtype=float)
