"""SANs with one fault mended, where no rule's ``effect`` says how: what costs under a workload compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from checker.estimate.build_facts import SanFacts
from checker.estimate.build_paths import PathClass
from checker.estimate.build_policy import ONE_PATH, Spread
from checker.estimate.cost_added import with_classes, with_more_paths
from checker.estimate.cost_parts import Pair
from checker.estimate.cost_row import Row, number

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

    return with_classes(san, pairs, mended)


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

    return with_classes(san, pairs, mended)


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
    return with_classes(san, pairs, lambda kind, _row: replace(kind, starts=()) if kind.starts else None)


MENDED: Mapping[str, Callable[[SanFacts, Mapping[Pair, Row]], SanFacts | None]] = {
    "fixed_policy": _spread_out,
    "cross_connect": _kept_local,
    "lost_paths": with_more_paths,
    "misaligned": _aligned,
    "write_cache_off": _cached,
}
"""By case, how the fault is mended where the fix of a rule does not say it; the result is None where that changes nothing."""
