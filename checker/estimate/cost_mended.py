"""SANs with one fault mended, where no rule's ``effect`` says how: what costs under a workload compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from checker.estimate.build_facts import SanFacts
from checker.estimate.build_paths import PathClass
from checker.estimate.build_policy import ONE_PATH, Spread
from checker.estimate.cost_parts import Pair
from checker.estimate.cost_row import Row, number

_RANK_BEHIND = 7
PATHS_WANTED = "paths_wanted"
"""Column of a row with the number of paths that its rule wants."""


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


def _as_many_paths(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The volumes with as many paths as their rule wants: further ones are like those there are, over ports of their own."""
    routes, ports = dict(san.routes), dict(san.ports)
    twins: dict[tuple[int, int], int] = {}

    def twin(wwpn: str | None, number: int) -> str | None:
        """A port like another one, that carries nothing else."""
        if wwpn is None or wwpn not in san.ports:
            return wwpn
        name = f"{wwpn} twin {number}"
        ports[name] = replace(san.ports[wwpn], wwpn=name, name=f"{san.ports[wwpn].name} (further path {number})")
        return name

    def further(route: int, number: int) -> int:
        if (route, number) not in twins:
            twins[route, number] = 1 + max(routes)
            facts = san.routes[route]
            routes[twins[route, number]] = replace(
                facts, initiator=twin(facts.initiator, number), target=twin(facts.target, number)
            )
        return twins[route, number]

    def mended(kind: PathClass, row: Row) -> PathClass | None:
        wanted = number(row, PATHS_WANTED)
        if wanted is None or not 0 < len(kind.ways) < wanted:
            return None
        missing = round(wanted) - len(kind.ways)
        added = tuple(
            (further(route, 1 + place // len(kind.ways)), rank)
            for place in range(missing)
            for route, rank in (kind.ways[place % len(kind.ways)],)
        )
        return replace(kind, ways=(*kind.ways, *added))

    found = _with_classes(san, pairs, mended)
    return None if found is None else replace(found, routes=routes, ports=ports)


def _with_classes(
    san: SanFacts, pairs: Mapping[Pair, Row], mended: Callable[[PathClass, Row], PathClass | None]
) -> SanFacts | None:
    """Put the volumes concerned into classes of their own that are mended; None if that changes nothing."""
    classes, class_of = dict(san.classes), dict(san.class_of)
    made: dict[tuple[int, float | None, float | None], int] = {}
    for pair, row in pairs.items():
        before = san.class_of.get(pair)
        if before is None:
            continue
        key = (before, number(row, "path_active"), number(row, PATHS_WANTED))
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


def _aligned(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The volumes with all their data on pages of the array."""
    return _with_classes(san, pairs, lambda kind, _row: replace(kind, starts=()) if kind.starts else None)


MENDED: Mapping[str, Callable[[SanFacts, Mapping[Pair, Row]], SanFacts | None]] = {
    "fixed_policy": _spread_out,
    "cross_connect": _kept_local,
    "lost_paths": _as_many_paths,
    "misaligned": _aligned,
    "write_cache_off": _cached,
}
"""By case, how the fault is mended where the fix of a rule does not say it; the result is None where that changes nothing."""
