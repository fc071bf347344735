"""SANs with one fault fixed, for cases whose rules have no ``effect``; used to compare costs under a workload."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.paths import PathClass
from checker.estimate.assemble.policy import ONE_PATH, Spread
from checker.estimate.cost.added import with_classes, with_more_paths
from checker.estimate.cost.parts import Pair
from checker.estimate.cost.row import Row, number

_RANK_LAST = 7


def _spread_out(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """Switch volumes that use one path to round robin over all active paths."""

    def fixed(kind: PathClass, row: Row) -> PathClass | None:
        active = number(row, "path_active")
        if kind.spread.policy not in ONE_PATH or active is None or active < 2:
            return None
        # Paths are ordered: the path in use, then active ones, then standby ones.
        ordered = sorted(kind.ways, key=lambda way: way[1])
        ways = tuple((route, 0 if place < active else _RANK_LAST) for place, (route, _) in enumerate(ordered))
        return replace(kind, ways=tuple(sorted(ways)), spread=Spread("round_robin", 1), path_known=True)

    return with_classes(san, pairs, fixed)


def _kept_local(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """Restrict volumes to paths to the host's own site, if there are any."""

    def remote(route: int) -> bool:
        facts = san.routes[route]
        return facts.host_site is not None and facts.array_site is not None and facts.host_site != facts.array_site

    def fixed(kind: PathClass, _row: Row) -> PathClass | None:
        ways = tuple((route, _RANK_LAST if remote(route) else rank) for route, rank in kind.ways)
        if ways == kind.ways or all(rank == _RANK_LAST for _, rank in ways):
            return None
        return replace(kind, ways=ways)

    return with_classes(san, pairs, fixed)


def _cached(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """Switch on the write caches of the arrays of the rows."""
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
    """Align all data of the volumes to pages of the array."""
    return with_classes(san, pairs, lambda kind, _row: replace(kind, starts=()) if kind.starts else None)


SOLVED_FIXES: Mapping[str, Callable[[SanFacts, Mapping[Pair, Row]], SanFacts | None]] = {
    "fixed_policy": _spread_out,
    "cross_connect": _kept_local,
    "lost_paths": with_more_paths,
    "misaligned": _aligned,
    "write_cache_off": _cached,
}
"""Fixed SAN by case, for rules whose fix has no effect on the model; None if it changes nothing."""
