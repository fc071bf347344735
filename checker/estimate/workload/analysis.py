"""Analysis of a captured load: totals, mix, skew, groups, and a few profiles that represent all volumes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from checker.estimate.workload.assign import matcher
from checker.estimate.workload.clusters import Point, cluster
from checker.estimate.workload.measured import Measured
from checker.estimate.workload.mix_of_io import IoType

ORDERS = ((True, True), (True, False), (False, True), (False, False))
"""Reads and writes, random and sequential: (read, random) in the order rr, sr, rw, sw."""
REST = "other"


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of a set of volumes.

    Attributes:
        volumes: number of volumes, including those without I/O.
        iops, mbps: sums; mbps in 10^6 bytes/s, None if no size is known.
        read_share, size_kib, mix, hit_share: means over all I/O of the volumes for which they are known; mix is rr, sr,
            rw, sw.
        read_ms, write_ms: observed response times, means over reads and over writes.
        capacity_gib: sum; None unless the capacity of each volume is known.
    """

    volumes: int
    iops: float
    mbps: float | None
    read_share: float | None
    size_kib: float | None
    mix: tuple[float, float, float, float] | None
    hit_share: float | None
    read_ms: float | None
    write_ms: float | None
    capacity_gib: float | None


@dataclass(frozen=True, slots=True)
class PlainMeans:
    """Unweighted means over volumes, as tables with group rows print them."""

    read_share: float | None
    size_kib: float | None
    mix: tuple[float, float, float, float] | None
    hit_share: float | None
    capacity_gib: float | None


@dataclass(frozen=True, slots=True)
class Skew:
    """Skew of the load.

    Attributes:
        tenth, fifth: share of total IOPS of the busiest tenth and fifth of the volumes, rounded down, at least one.
        tenth_volumes, fifth_volumes: number of these volumes.
        busiest_to_median: IOPS of the busiest volume over the median; None if the median is 0.
        gini: Gini coefficient, 0 for equal loads, close to 1 for all I/O on one volume.
    """

    tenth: float
    fifth: float
    tenth_volumes: int
    fifth_volumes: int
    busiest_to_median: float | None
    gini: float


@dataclass(frozen=True, slots=True)
class Group:
    """Volumes grouped by name patterns; the last group contains the rest."""

    name: str
    members: tuple[str, ...]
    totals: Totals
    means: PlainMeans


@dataclass(frozen=True, slots=True)
class Profile:
    """Profile of a cluster: its volumes, and the load that represents each of them.

    Attributes:
        members: the volumes, busiest first.
        iops_each: mean IOPS of a volume.
        types: mix of all their I/O with mean sizes by type, which preserves IOPS, shares and throughput.
        totals: totals of the cluster.
    """

    name: str
    members: tuple[Measured, ...]
    iops_each: float
    types: tuple[IoType, ...]
    totals: Totals


@dataclass(frozen=True, slots=True)
class Analysis:
    """Analysis of a captured load. ``without_mix`` are volumes of unknown mix, which are in no profile."""

    totals: Totals
    skew: Skew | None
    groups: tuple[Group, ...]
    profiles: tuple[Profile, ...]
    explained: float
    idle: tuple[Measured, ...]
    without_mix: tuple[Measured, ...]


def analyse(
    rows: Sequence[Measured], groups: Sequence[tuple[str, Sequence[str]]] = (), clusters: int | None = None
) -> Analysis:
    """Analyse the loads of volumes (or of hosts, if volumes are unknown).

    Args:
        rows: one row per volume.
        groups: names with globs of volumes; a volume is in the first matching group, or in the group ``other``.
        clusters: number of profiles; None finds it.
    """
    busy = [row for row in rows if row.iops]
    with_mix = [row for row in busy if row.types is not None]
    profiles: tuple[Profile, ...] = ()
    explained = 0.0
    if with_mix:
        found = cluster([_point(row) for row in with_mix], clusters)
        explained = found.explained
        profiles = tuple(
            _profile(f"cluster-{number}", [with_mix[index] for index in members])
            for number, members in enumerate(found.clusters, 1)
        )
    return Analysis(
        totals=totals(rows),
        skew=skew([row.iops for row in rows if row.iops is not None]),
        groups=_groups(rows, groups),
        profiles=profiles,
        explained=explained,
        idle=tuple(row for row in rows if row.iops == 0),
        without_mix=tuple(row for row in busy if row.types is None),
    )


def analyse_runs(rows: Sequence[Measured]) -> Analysis:
    """Analyse benchmark runs individually, because they are not parts of one load."""
    groups = tuple(Group(row.name, (row.name,), totals([row]), plain_means([row])) for row in rows)
    return Analysis(totals(rows), None, groups, (), 0.0, (), ())


def totals(rows: Sequence[Measured]) -> Totals:
    """Add up volumes; shares, sizes and latencies are weighted by their I/O."""
    sized = [row for row in rows if row.throughput_mbps is not None]
    weights = [(row, row.iops or 0.0) for row in rows]
    reads = [(row, (row.iops or 0.0) * (row.read_share or 0.0)) for row in rows]
    writes = [(row, (row.iops or 0.0) * (1 - row.read_share)) for row in rows if row.read_share is not None]
    capacities = [row.capacity_gib for row in rows]
    return Totals(
        volumes=len(rows),
        iops=math.fsum(row.iops or 0.0 for row in rows),
        mbps=math.fsum(row.throughput_mbps or 0.0 for row in sized) if sized else None,
        read_share=_mean(weights, lambda row: row.read_share),
        size_kib=_mean(weights, lambda row: row.size_kib),
        mix=_mix([(row, weight) for row, weight in weights if row.types is not None and row.order_known]),
        hit_share=_mean(reads, lambda row: row.hit_share),
        read_ms=_mean(reads, lambda row: row.read_ms),
        write_ms=_mean(writes, lambda row: row.write_ms),
        capacity_gib=math.fsum(one for one in capacities if one is not None) if None not in capacities else None,
    )


def plain_means(rows: Sequence[Measured]) -> PlainMeans:
    """Unweighted means over volumes. The mix is that of the table if it has one, with its rounding."""
    each = [(row, 1.0) for row in rows]
    printed = [row.mix for row in rows if row.mix is not None]
    mix = None
    if printed and len(printed) == len(rows):
        rr, sr, rw, sw = (math.fsum(one[index] for one in printed) / len(printed) for index in range(4))
        mix = (rr, sr, rw, sw)
    return PlainMeans(
        read_share=_mean(each, lambda row: row.read_share),
        size_kib=_mean(each, lambda row: row.size_kib),
        mix=mix,
        hit_share=_mean(each, lambda row: row.hit_share),
        capacity_gib=_mean(each, lambda row: row.capacity_gib),
    )


def skew(iops: Sequence[float]) -> Skew | None:
    """Skew of loads; None for fewer than two volumes or without I/O."""
    ordered = sorted(iops, reverse=True)
    count, whole = len(ordered), math.fsum(ordered)
    if count < 2 or whole <= 0:
        return None
    tenth, fifth = max(1, count // 10), max(1, count // 5)
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    # Mean difference of all pairs over twice the mean, computed from ranks: the smallest volume has rank 1.
    ranked = math.fsum((count - index) * value for index, value in enumerate(ordered))
    return Skew(
        tenth=math.fsum(ordered[:tenth]) / whole,
        fifth=math.fsum(ordered[:fifth]) / whole,
        tenth_volumes=tenth,
        fifth_volumes=fifth,
        busiest_to_median=ordered[0] / middle if middle > 0 else None,
        gini=max(0.0, 2 * ranked / (count * whole) - (count + 1) / count),
    )


def _groups(rows: Sequence[Measured], group_patterns: Sequence[tuple[str, Sequence[str]]]) -> tuple[Group, ...]:
    if not group_patterns:
        return ()
    tests = [(name, [matcher(glob.lower()) for glob in globs]) for name, globs in group_patterns]
    members: dict[str, list[Measured]] = {name: [] for name, _ in group_patterns}
    rest: list[Measured] = []
    for row in rows:
        name = next((name for name, fits in tests if any(one(row.name.lower()) for one in fits)), None)
        (rest if name is None else members[name]).append(row)
    if rest:
        members[REST] = [*members.get(REST, []), *rest]
    return tuple(
        Group(name, tuple(row.name for row in inside), totals(inside), plain_means(inside))
        for name, inside in members.items()
    )


def _point(row: Measured) -> Point:
    types = row.types or ()
    total = sum(one.share for one in types)
    mix = {order: sum(one.share for one in types if (one.read, one.random) == order) / total for order in ORDERS}
    size = sum(one.share * one.size_kib for one in types) / total
    return Point(row.iops or 0.0, size, (mix[ORDERS[0]], mix[ORDERS[1]], mix[ORDERS[2]], mix[ORDERS[3]]))


def _profile(name: str, members: Sequence[Measured]) -> Profile:
    ordered = sorted(members, key=lambda row: (-(row.iops or 0.0), row.name))
    total = math.fsum(row.iops or 0.0 for row in members)
    types = []
    for read, random in ORDERS:
        mine = [
            (one, (row.iops or 0.0) * one.share)
            for row in members
            for one in row.types or ()
            if (one.read, one.random) == (read, random)
        ]
        weight = math.fsum(part for _, part in mine)
        if weight <= 0:
            continue
        hits = [(one.hit_share, part) for one, part in mine if one.hit_share is not None]
        known = math.fsum(part for _, part in hits)
        types.append(
            IoType(
                share=min(1.0, weight / total),
                read=read,
                size_kib=math.fsum(one.size_kib * part for one, part in mine) / weight,
                random=random,
                hit_share=min(1.0, math.fsum(hit * part for hit, part in hits if hit) / known) if known > 0 else None,
            )
        )
    return Profile(name, tuple(ordered), total / len(members), tuple(types), totals(ordered))


def _mean(weighted: Sequence[tuple[Measured, float]], of: Callable[[Measured], float | None]) -> float | None:
    """Weighted mean of the known values; None if none with a weight is known."""
    pairs = [(value, weight) for row, weight in weighted if weight > 0 and (value := of(row)) is not None]
    total = math.fsum(weight for _, weight in pairs)
    return math.fsum(value * weight for value, weight in pairs) / total if total > 0 else None


def _mix(weighted: Sequence[tuple[Measured, float]]) -> tuple[float, float, float, float] | None:
    shares = dict.fromkeys(ORDERS, 0.0)
    total = 0.0
    for row, weight in weighted:
        for one in row.types or ():
            shares[one.read, one.random] += weight * one.share
            total += weight * one.share
    if total <= 0:
        return None
    rr, sr, rw, sw = (shares[order] / total for order in ORDERS)
    return rr, sr, rw, sw
