"""VPLEX between hosts and arrays: what it adds, its directors, back-end ports, and the way between its clusters.

Estimator.md, sections 3.6 and 3.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.estimate.build_arrays import ArrayFacts, Backing, backing
from checker.estimate.build_links import port_visits
from checker.estimate.build_parts import Lack, Parts
from checker.estimate.build_places import LegPlace, Place
from checker.estimate.build_ports import Port
from checker.estimate.build_wan import VplexFacts, wan_part
from checker.estimate.network import (
    BUT_READ_HITS,
    EVERYTHING,
    READ_HITS,
    Delay,
    Leg,
    Route,
    Visit,
)
from checker.estimate.vplex import vplex_delays, vplex_director, vplex_parameters


@dataclass(frozen=True, slots=True)
class Front:
    """One way from a host to a front-end port: its share, what it meets, and where it arrives."""

    share: float
    visits: tuple[Visit, ...]
    delays: tuple[Delay, ...]
    cluster: str | None
    director: str | None
    storage_array: str | None
    port_stations: tuple[str, ...]


@dataclass
class Backs:
    """Back-end ways by their number: (director, initiator, target) of each, and the ports by WWPN."""

    ways: Mapping[int, Sequence[tuple[str, str, str]]]
    ports: Mapping[str, Port]
    arrays: Mapping[str, ArrayFacts]
    made: dict[tuple[int, str | None], tuple[Visit, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Paths:
    """What a flow consists of: routes of all I/O, legs of writes, and what is missing."""

    routes: tuple[Route, ...]
    legs: tuple[Leg, ...] = ()
    missing: tuple[str, ...] = ()


def vplex_paths(
    parts: Parts, fronts: Sequence[Front], place: Place, vplex: VplexFacts, backs: Backs, *, small_block: bool
) -> Paths:
    """Return routes and legs of a volume on VPLEX.

    Args:
        parts: where stations go.
        fronts: the ways that carry its I/O; their shares sum to 1.
        place: where its data is.
        vplex: the system.
        backs: what is behind it.
        small_block: small reads of which most miss: the upper end of what a read miss costs is higher.
    """
    missing: dict[str, None] = {}
    routes: list[Route] = []
    writes: list[list[Route]] = []
    for front in fronts:
        legs = _nearest_first(place.legs, front.cluster)
        if not legs:
            lack = Lack(
                "where the volume's data is", vplex.name,
                ("virtual_volume.vplex_device", "device_component.component", "extent.storage_volume", "storage_volume.storage_array"),
                ("storage_array", vplex.name),
            )  # fmt: skip
            missing[parts.lack(lack)] = None
            routes.append(Route(front.visits, front.delays, front.share))
            continue
        visits, delays = _added(parts, front, vplex, small_block=small_block)
        near = _leg(parts, legs[0], front, vplex, backs)
        missing.update(dict.fromkeys(near.missing))
        if place.asynchronous:
            near = _unawaited_writes(near)
        mirrored = len(legs) > 1
        kept = _but_writes(near) if mirrored and not place.asynchronous else near
        routes.append(
            Route((*front.visits, *visits, *kept.visits), (*front.delays, *delays, *kept.delays), front.share)
        )
        for number, leg in enumerate(legs if mirrored else ()):
            side = near if not number else _leg(parts, leg, front, vplex, backs)
            missing.update(dict.fromkeys(side.missing))
            side = _only_writes(side)
            if place.asynchronous:
                # What is written later keeps WAN and array busy, and no host waits for it.
                if number:
                    later = tuple(replace(visit, awaited=False) for visit in side.visits)
                    routes[-1] = replace(routes[-1], visits=(*routes[-1].visits, *later))
                continue
            while len(writes) <= number:
                writes.append([])
            writes[number].append(Route(side.visits, side.delays, front.share))
    names = ("near leg", "far leg", *(f"leg {number}" for number in range(3, len(writes) + 1)))
    made = tuple(Leg(name, _whole(legs)) for name, legs in zip(names, writes, strict=False))
    return Paths(tuple(routes), made if len(made) > 1 else (), tuple(missing))


def _whole(routes: Sequence[Route]) -> tuple[Route, ...]:
    """Routes with shares that sum to 1 again, where some fronts have fewer legs."""
    total = sum(route.share for route in routes)
    return tuple(replace(route, share=route.share / total) for route in routes)


def _nearest_first(legs: Sequence[LegPlace], cluster: str | None) -> list[LegPlace]:
    return sorted(legs, key=lambda leg: (leg.cluster != cluster, leg.cluster or "", repr(leg.pieces)))


def _added(
    parts: Parts, front: Front, vplex: VplexFacts, *, small_block: bool
) -> tuple[tuple[Visit, ...], tuple[Delay, ...]]:
    """The director and what it adds; published figures grow with its load, or where that is unknown its ports'."""
    node = vplex.hardware == "metro-node"
    parts.use("sizing.limit.vplex", *vplex_parameters(small_block_misses=small_block, metro_node=node))
    name = f"{front.storage_array or vplex.name} {front.director or '(director not named)'}"
    station = vplex_director(parts.library, name)
    if station.service is None:
        parts.assume("no figure is known of what a VPLEX director can do; its verdict rests on the load of its ports")
    else:
        parts.use("vplex.director_iops")
    parts.station(station)
    # A director without a known ceiling has no load of its own to go by.
    grows = (station.id,) if station.service is not None else front.port_stations
    delays = vplex_delays(parts.library, grows, small_block_misses=small_block, metro_node=node)
    return (Visit(station.id),), delays


def _leg(parts: Parts, leg: LegPlace, front: Front, vplex: VplexFacts, backs: Backs) -> Backing:
    """What I/O to one copy meets behind the director: WAN, back-end ports, array. Cache hits don't come here."""
    visits: list[Visit] = []
    delays: list[Delay] = []
    missing: dict[str, None] = {}
    far = leg.cluster is not None and front.cluster is not None and leg.cluster != front.cluster
    if far:
        way = wan_part(parts, vplex.name, front.cluster or "", leg.cluster or "", vplex.wan)
        visits += way.visits
        delays += way.delays
        missing.update(dict.fromkeys(way.missing))
    for piece in leg.pieces:
        part = 1.0 / len(leg.pieces)
        if piece.back is None:
            parts.assume(
                f"back-end paths of {vplex.name} to {piece.storage_array or 'its arrays'} are not known and left out"
            )
        else:
            director = None if far else front.director
            visits += [
                replace(visit, count=visit.count * part) for visit in _back_visits(parts, piece.back, director, backs)
            ]
        array = backing(parts, piece, backs.arrays.get(piece.storage_array or ""))
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


def _back_visits(parts: Parts, back: int, director: str | None, backs: Backs) -> tuple[Visit, ...]:
    """Ports between a director and an array: it uses its ways in turn. Without ways of its own all of them are used."""
    key = (back, director)
    if key not in backs.made:
        ways = backs.ways.get(back, ())
        own = [way for way in ways if way[0] == director] or list(ways)
        count: dict[str, tuple[Visit, ...]] = {}
        weight: dict[str, float] = {}
        for _, initiator, target in own:
            for wwpn, kind in ((initiator, "be_port"), (target, "fe_port")):
                if wwpn not in count:
                    port = backs.ports[wwpn]
                    # Published figures hold the transfer behind VPLEX; unknown ports lack a utilisation, no time.
                    count[wwpn], _ = port_visits(
                        parts, port, "be_port" if kind == "be_port" else "fe_port", blocking=False
                    )
                weight[wwpn] = weight.get(wwpn, 0.0) + 1.0 / len(own)
        backs.made[key] = tuple(
            replace(visit, count=weight[wwpn]) for wwpn, visits in count.items() for visit in visits
        )
    return backs.made[key]


def _only_writes(side: Backing) -> Backing:
    return Backing(
        tuple(
            replace(visit, concerns=replace(visit.concerns, reads=False))
            for visit in side.visits
            if visit.concerns.writes
        ),
        tuple(
            replace(delay, concerns=replace(delay.concerns, reads=False))
            for delay in side.delays
            if delay.concerns.writes
        ),
        side.missing,
    )


def _but_writes(side: Backing) -> Backing:
    return Backing(
        tuple(
            replace(visit, concerns=replace(visit.concerns, writes=False))
            for visit in side.visits
            if visit.concerns.reads
        ),
        tuple(
            replace(delay, concerns=replace(delay.concerns, writes=False))
            for delay in side.delays
            if delay.concerns.reads
        ),
        side.missing,
    )


def _unawaited_writes(side: Backing) -> Backing:
    """Write-back: the host waits for reads of the array only."""
    reads = _but_writes(side)
    writes = _only_writes(side)
    later = tuple(replace(visit, awaited=False) for visit in writes.visits)
    return Backing((*reads.visits, *later), reads.delays, side.missing)
