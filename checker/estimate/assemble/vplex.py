"""VPLEX between hosts and arrays: added latency, directors, back-end ports, and the WAN between clusters.

See estimator.md, sections 3.6 and 3.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.estimate.assemble.arrays import ArrayFacts, Backing, backing
from checker.estimate.assemble.links import port_visits
from checker.estimate.assemble.parts import MissingFact, Parts
from checker.estimate.assemble.places import LegPlace, Place
from checker.estimate.assemble.ports import Port
from checker.estimate.assemble.wan import VplexFacts, wan_part
from checker.estimate.formulas.vplex import vplex_delays, vplex_director, vplex_parameters
from checker.estimate.network.network import (
    BUT_READ_HITS,
    EVERYTHING,
    READ_HITS,
    Concerns,
    Delay,
    Leg,
    Route,
    Visit,
)

Used = tuple[tuple[str, str, str], ...]
"""Back-end paths that a director uses: (director, initiator, target)."""


@dataclass(frozen=True, slots=True)
class Front:
    """Path from a host to a front-end port: visits and delays, and the port with its director."""

    visits: tuple[Visit, ...]
    delays: tuple[Delay, ...]
    cluster: str | None
    director: str | None
    storage_array: str | None
    port_stations: tuple[str, ...]


@dataclass
class Backs:
    """Sets of back-end paths by number, as (director, initiator, target), and the ports by WWPN.

    The back end of a director is the same for all hosts; it is built once and cached here. Copies with other ways share the
    caches, because a failed port concerns few directors.
    """

    ways: Mapping[int, Sequence[tuple[str, str, str]]]
    ports: Mapping[str, Port]
    arrays: Mapping[str, ArrayFacts]
    visits_of: dict[Used, tuple[Visit, ...]] = field(default_factory=dict)
    sides: dict[tuple[object, ...], Side] = field(default_factory=dict)
    added: dict[tuple[object, ...], tuple[tuple[Visit, ...], tuple[Delay, ...]]] = field(default_factory=dict)

    def used(self, back: int | None, director: str | None) -> Used:
        """Ways that a director uses in turn; all ways if none is its own."""
        ways = () if back is None else self.ways.get(back, ())
        return tuple(way for way in ways if way[0] == director) or tuple(ways)


@dataclass(frozen=True, slots=True)
class Side:
    """Visits and delays of I/O to one copy: of all I/O, of reads only, of writes only."""

    whole: Backing
    reads: Backing
    writes: Backing


@dataclass(frozen=True, slots=True)
class Paths:
    """Paths of a flow: routes of all I/O, legs of writes, missing facts, and those that only writes need."""

    routes: tuple[Route, ...]
    legs: tuple[Leg, ...] = ()
    missing: tuple[str, ...] = ()
    missing_writes: tuple[str, ...] = ()


def vplex_paths(
    parts: Parts,
    fronts: Sequence[tuple[Front, float]],
    place: Place,
    vplex: VplexFacts,
    backs: Backs,
    *,
    small_block: bool,
) -> Paths:
    """Return routes and legs of a volume on VPLEX.

    Args:
        parts: collects stations.
        fronts: front-end paths that carry its I/O with their shares, which sum to 1.
        place: location of its data.
        vplex: the system.
        backs: its back end.
        small_block: whether most I/O is small read misses, for which the upper end of the added latency is higher.
    """
    if not place.legs:
        return Paths(tuple(Route(f.visits, f.delays, share) for f, share in fronts), (), (_nowhere(parts, vplex),))
    mirrored = len(place.legs) > 1
    missing: dict[str, None] = {}
    missing_writes: dict[str, None] = {}
    routes: list[Route] = []
    writes: list[list[Route]] = [[] for _ in place.legs]
    for front, share in fronts:
        visits, delays = _added(parts, front, vplex, backs, small_block=small_block)
        sides = [_side(parts, leg, front, vplex, backs) for leg in _nearest_first(place.legs, front.cluster)]
        # Reads are served by the nearest copy.
        missing.update(dict.fromkeys(sides[0].whole.missing))
        missing_writes.update(dict.fromkeys(one for side in sides[1:] for one in side.whole.missing))
        near = sides[0].reads if mirrored or place.asynchronous else sides[0].whole
        met = (*front.visits, *visits, *near.visits)
        if place.asynchronous:
            # Write-back: the host does not wait for the arrays; destaging keeps WAN and arrays busy.
            met = (*met, *(replace(visit, awaited=False) for side in sides for visit in side.writes.visits))
        elif mirrored:
            for number, side in enumerate(sides):
                writes[number].append(Route(side.writes.visits, side.writes.delays, share))
        routes.append(Route(met, (*front.delays, *delays, *near.delays), share))
    if not mirrored or place.asynchronous:
        return Paths(tuple(routes), (), tuple(missing), tuple(missing_writes))
    # A leg that is local to one path is remote to another, so legs are identified by distance, not by cluster.
    names = ("near leg", "far leg", *(f"leg {number}" for number in range(3, len(writes) + 1)))
    legs = tuple(Leg(name, tuple(found)) for name, found in zip(names, writes, strict=False))
    return Paths(tuple(routes), legs, tuple(missing), tuple(missing_writes))


def _nowhere(parts: Parts, vplex: VplexFacts) -> str:
    columns = (
        "virtual_volume.vplex_device",
        "device_component.component",
        "extent.storage_volume",
        "storage_volume.storage_array",
    )
    # A system that no export names has no export that could be requested by name.
    owner = vplex.name if vplex.clusters else ""
    return parts.note_missing(
        MissingFact("location of the volume's data", vplex.name, columns, (("storage_array", owner),), family="vplex")
    )


def _nearest_first(legs: Sequence[LegPlace], cluster: str | None) -> list[LegPlace]:
    return sorted(legs, key=lambda leg: (leg.cluster != cluster, leg.cluster or "", repr(leg.pieces)))


def _added(
    parts: Parts, front: Front, vplex: VplexFacts, backs: Backs, *, small_block: bool
) -> tuple[tuple[Visit, ...], tuple[Delay, ...]]:
    """Visits and delays of a director; the added latency grows with its load, or with that of its ports if unknown."""
    key = (front.storage_array, front.director, front.port_stations, small_block)
    if key not in backs.added:
        backs.added[key] = _new_added(parts, front, vplex, small_block=small_block)
    return backs.added[key]


def _new_added(
    parts: Parts, front: Front, vplex: VplexFacts, *, small_block: bool
) -> tuple[tuple[Visit, ...], tuple[Delay, ...]]:
    node = vplex.hardware == "metro-node"
    parts.use("sizing.limit.vplex", *vplex_parameters(small_block_misses=small_block, metro_node=node))
    name = f"{front.storage_array or vplex.name} {front.director or '(director not named)'}"
    station = vplex_director(parts.library, name)
    if station.service is None:
        parts.assume("IOPS limit of a VPLEX director is unknown; its verdict is based on the load of its ports")
    else:
        parts.use("vplex.director_iops")
    parts.station(station)
    # A director without a known ceiling has no utilisation of its own.
    grows = (station.id,) if station.service is not None else front.port_stations
    delays = vplex_delays(parts.library, grows, small_block_misses=small_block, metro_node=node)
    return (Visit(station.id),), delays


def _side(parts: Parts, leg: LegPlace, front: Front, vplex: VplexFacts, backs: Backs) -> Side:
    far = leg.cluster is not None and front.cluster is not None and leg.cluster != front.cluster
    used = tuple(backs.used(piece.back, None if far else front.director) for piece in leg.pieces)
    key = (leg, front.cluster, front.director, vplex.name, used)
    if key not in backs.sides:
        whole = _leg(parts, leg, front if far else None, used, vplex, backs)
        backs.sides[key] = Side(whole, _narrowed(whole, reads=True), _narrowed(whole, reads=False))
    return backs.sides[key]


def _leg(
    parts: Parts, leg: LegPlace, far: Front | None, used: Sequence[Used], vplex: VplexFacts, backs: Backs
) -> Backing:
    """Visits and delays of I/O to one copy after the director: WAN, back-end ports, array. Excludes cache hits.

    Args:
        parts: collects stations.
        leg: location of the copy.
        far: front end, if it is in another cluster.
        used: back-end paths to each piece of the copy.
        vplex: the system.
        backs: its back end.
    """
    visits: list[Visit] = []
    delays: list[Delay] = []
    missing: dict[str, None] = {}
    if far is not None:
        way = wan_part(parts, vplex.name, far.cluster or "", leg.cluster or "", vplex.wan)
        visits += way.visits
        delays += way.delays
        missing.update(dict.fromkeys(way.missing))
    for piece, ways in zip(leg.pieces, used, strict=True):
        part = 1.0 / len(leg.pieces)
        if piece.back is None:
            parts.assume(
                f"back-end paths of {vplex.name} to {piece.storage_array or 'its arrays'} are unknown and not modelled"
            )
        else:
            visits += [replace(visit, count=visit.count * part) for visit in _back_visits(parts, ways, backs)]
        array = backing(parts, piece, backs.arrays)
        visits += [replace(visit, count=visit.count * part) for visit in array.visits]
        delays += [_part(delay, part) for delay in array.delays]
        missing.update(dict.fromkeys(array.missing))
    return Backing(
        tuple(replace(visit, concerns=BUT_READ_HITS) if visit.concerns == EVERYTHING else visit for visit in visits if visit.concerns != READ_HITS),
        tuple(replace(delay, concerns=BUT_READ_HITS) if delay.concerns == EVERYTHING else delay for delay in delays if delay.concerns != READ_HITS),
        tuple(missing),
    )  # fmt: skip


def _part(delay: Delay, part: float) -> Delay:
    return delay if part == 1.0 else replace(delay, ms=delay.ms.scaled(part))


def _back_visits(parts: Parts, used: Used, backs: Backs) -> tuple[Visit, ...]:
    """Visits of the ports between a director and an array, used in turn."""
    if used not in backs.visits_of:
        count: dict[str, tuple[Visit, ...]] = {}
        weight: dict[str, float] = {}
        for _, initiator, target in used:
            for wwpn, kind in ((initiator, "be_port"), (target, "fe_port")):
                if wwpn not in count:
                    port = backs.ports[wwpn]
                    # Published figures include the back-end transfer: an unknown port has no utilisation but adds no time.
                    count[wwpn], _ = port_visits(
                        parts, port, "be_port" if kind == "be_port" else "fe_port", blocking=False
                    )
                weight[wwpn] = weight.get(wwpn, 0.0) + 1.0 / len(used)
        backs.visits_of[used] = tuple(
            replace(visit, count=weight[wwpn]) for wwpn, visits in count.items() for visit in visits
        )
    return backs.visits_of[used]


def _narrowed(side: Backing, *, reads: bool) -> Backing:
    """Return the part of a backing that applies to reads, or to writes."""

    def kept_of(concerns: Concerns) -> Concerns | None:
        if not (concerns.reads if reads else concerns.writes):
            return None
        return replace(concerns, writes=False) if reads else replace(concerns, reads=False)

    return Backing(
        tuple(replace(visit, concerns=kept) for visit in side.visits if (kept := kept_of(visit.concerns))),
        tuple(replace(delay, concerns=kept) for delay in side.delays if (kept := kept_of(delay.concerns))),
        side.missing,
    )
