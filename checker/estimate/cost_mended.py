"""SANs with one fault mended, and networks with one fault in: what costs under a workload compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from checker.estimate.build_facts import SanFacts
from checker.estimate.build_paths import PathClass
from checker.estimate.build_policy import ONE_PATH, Spread
from checker.estimate.cost_forms import extra_back_end_io
from checker.estimate.cost_row import Row, number
from checker.estimate.cost_storage import FIRST_BYTE
from checker.estimate.network import Flow, Leg, Network, Route

Pair = tuple[str, str]
_ARRAY_KINDS = frozenset({"array", "disk_pool"})
_RANK_BEHIND = 7


def _spread_out(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The volumes in round robin over all active paths, where one path carried all."""

    def mended(kind: PathClass, row: Row) -> PathClass | None:
        active = number(row, "path_active")
        if kind.spread.policy not in ONE_PATH or active is None or active < 2:
            return None
        # The path in use ranks first, active ones follow it, and those on standby come last.
        ordered = sorted(kind.ways, key=lambda way: way[1])
        ways = tuple((route, 0 if place < active else _RANK_BEHIND) for place, (route, _) in enumerate(ordered))
        return replace(kind, ways=tuple(sorted(ways)), spread=Spread("round_robin", 1), path_known=True)

    return _with_classes(san, pairs, mended)


def _kept_local(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The volumes over paths to the host's own site only, as long as there are any."""

    def remote(route: int) -> bool:
        facts = san.routes[route]
        return facts.host_site is not None and facts.array_site is not None and facts.host_site != facts.array_site

    def mended(kind: PathClass, _row: Row) -> PathClass | None:
        ways = tuple((route, _RANK_BEHIND if remote(route) else rank) for route, rank in kind.ways)
        if ways == kind.ways or all(rank == _RANK_BEHIND for _, rank in ways):
            return None
        return replace(kind, ways=ways)

    return _with_classes(san, pairs, mended)


def _with_classes(
    san: SanFacts, pairs: Mapping[Pair, Row], mended: Callable[[PathClass, Row], PathClass | None]
) -> SanFacts | None:
    """Put the volumes concerned into classes of their own that are mended; None if that changes nothing."""
    classes, class_of = dict(san.classes), dict(san.class_of)
    made: dict[tuple[int, float | None], int] = {}
    for pair, row in pairs.items():
        before = san.class_of.get(pair)
        if before is None:
            continue
        key = (before, number(row, "path_active"))
        if key not in made:
            kind = mended(san.classes[before], row)
            if kind is None:
                continue
            made[key] = max(classes) + 1
            classes[made[key]] = replace(kind, number=made[key])
        class_of[pair] = made[key]
    return replace(san, classes=classes, class_of=class_of) if made else None


def _cached(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The arrays of the rows with their write caches on."""
    arrays = dict(san.arrays)
    for row in pairs.values():
        name, group = str(row.get("storage_array")), row.get("raid_group")
        if name in arrays:
            pools = {
                pool: replace(one, write_cache=True) if group in (None, pool) else one
                for pool, one in arrays[name].pools.items()
            }
            arrays[name] = replace(arrays[name], pools=pools)
    return replace(san, arrays=arrays) if arrays != dict(san.arrays) else None


def _lossless(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The links of the rows' systems without loss."""
    names = {str(row.get("storage_array")) for row in pairs.values()}
    vplexes = dict(san.vplexes)
    for name in names & vplexes.keys():
        vplexes[name] = replace(vplexes[name], wan=replace(vplexes[name].wan, loss_ratio=0.0))
    return replace(san, vplexes=vplexes) if vplexes != dict(san.vplexes) else None


MENDED: Mapping[str, Callable[[SanFacts, Mapping[Pair, Row]], SanFacts | None]] = {
    "fixed_policy": _spread_out,
    "cross_connect": _kept_local,
    "write_cache_off": _cached,
    "wan_loss": _lossless,
}
"""By case, how the fault is mended; the result is None where that changes nothing."""
BY_PAIR = frozenset({"fixed_policy", "cross_connect", "misaligned"})
"""Cases about the volumes of the rows; others are about all on the storage that the rows name."""


def misaligned_network(network: Network, pairs: Mapping[Pair, Row]) -> Network | None:
    """The network in which I/O of these volumes touches as many pages of the array as their partitions make it.

    None where the page of no array is known for certain.
    """
    storage = frozenset(station.id for station in network.stations if station.kind in _ARRAY_KINDS)
    flows = []
    known = False
    for flow in network.flows:
        row = pairs.get((flow.host, flow.volume))
        start, page = (None, None) if row is None else (number(row, *FIRST_BYTE), number(row, "page_bytes"))
        if start is None or not page:
            flows.append(flow)
            continue
        known = True
        extra = sum(
            io.share * extra_back_end_io(max(1, round(io.size_kib * 1024)), round(page), round(start))
            for io in flow.workload.types
        )
        flows.append(_more_visits(flow, storage, 1 + extra))
    return replace(network, flows=tuple(flows)) if known else None


def _more_visits(flow: Flow, stations: frozenset[str], factor: float) -> Flow:
    def routes(given: tuple[Route, ...]) -> tuple[Route, ...]:
        return tuple(
            replace(
                route,
                visits=tuple(
                    replace(visit, count=visit.count * factor) if visit.station in stations else visit
                    for visit in route.visits
                ),
            )
            for route in given
        )

    legs = tuple(Leg(leg.name, routes(leg.routes)) for leg in flow.legs)
    return replace(flow, routes=routes(flow.routes), legs=legs)
