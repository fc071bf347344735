"""TRI008: the way from a VPLEX director to an array is slow, while other directors reach the same array fast."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, starmap
from statistics import fmean
from typing import NamedTuple

from checker.triage.case import Case
from checker.triage.measured.directors import Director, Leg, back_ends, directors_in
from checker.triage.model import Component, Evidence, Explanation, Need
from checker.triage.parameters import threshold


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each array that one director of a VPLEX reaches slowly, or exclude it."""
    pairs = {
        (flow.system, flow.back_array) for flow in case.slow if flow.virtualised and flow.system and flow.back_array
    }
    if not pairs:
        return
    seen, usual = back_ends(case.store, (case.window.span,)), case.usual_back_ends
    directors = directors_in(case.store, (case.window.span,))
    for system, array in sorted((str(one), str(other)) for one, other in pairs):
        legs = {
            name: found for (name, other), found in seen.items() if other == array and _is_of(directors, name, system)
        }
        ways = [one for one in starmap(partial(_way, legs), permutations(sorted(legs), 2)) if one is not None]
        if not ways:
            continue
        way = max(ways, key=lambda one: (one.ms - one.other_ms, one.name, one.other))
        before = _mean(usual.get((way.name, array), {}), way.legs)
        apart = _risen(way.ms, way.other_ms) and _risen(way.ms, before or 0.0)
        component: Component = ("director", directors[way.name].key)
        fit, recall = case.fit_behind(component, array)
        found = Explanation(
            "TRI008", "VPLEX back-end path", _share(case, apart=apart), fit, (component, ("storage_array", array)),
            (component,), recall=recall,
            confirm=(
                Need("connectivity validate-be", "vplex", system, f"paths of {way.name} to {array}"),
                Need("back-end degraded list", "vplex", system, "degraded paths to arrays"),
            ),
            effect=f"{way.name} reaches {array} in {way.other_ms:.1f} ms like the others",
        )  # fmt: skip
        if not apart and _is_fast(case, system):
            text = f"all directors of {system} reach {array} alike, and the path to it takes as long as usual"
            found.excluded_by = Evidence(text, way.ms, "ms", way.other_ms)
            yield found
        elif apart:
            others = [one for one in ways if one.name == way.name]
            found.found_for = tuple(_evidence(way, others, array, directors[way.name]))
            yield found


class _Way(NamedTuple):
    """Two directors and what they take to the same storage volumes: others of the array may be slow themselves."""

    name: str
    other: str
    ms: float
    other_ms: float
    legs: frozenset[Leg]


def _way(legs: Mapping[str, Mapping[Leg, float]], name: str, other: str) -> _Way | None:
    both = frozenset(legs[name].keys() & legs[other].keys())
    ms, other_ms = _mean(legs[name], both), _mean(legs[other], both)
    return None if ms is None or other_ms is None else _Way(name, other, ms, other_ms, both)


def _mean(legs: Mapping[Leg, float], some: Collection[Leg]) -> float | None:
    return fmean(known) if (known := [ms for leg, ms in legs.items() if leg in some]) else None


def _risen(now: float, other: float) -> bool:
    return now >= threshold("slow_ratio") * other and now - other >= threshold("slow_ms")


def _is_of(directors: Mapping[str, Director], name: str, system: str) -> bool:
    return name in directors and directors[name].system == system


def _share(case: Case, *, apart: bool) -> float:
    """Return the share of the way to arrays; joined with the array it counts if another director reaches the array fast."""
    return case.share("S4", "S5") - case.share("S5") if apart else case.share("S4")


def _is_fast(case: Case, system: str) -> bool:
    """Return whether the way to arrays is measured and takes as long as usual."""
    ways = [one for one in case.segments if one.names == ("S4",)]
    return bool(ways) and all(one.excess_ms < threshold("fast_ms") for one in ways)


def _evidence(way: _Way, ways: Sequence[_Way], array: str, director: Director) -> Iterator[Evidence]:
    others = ", ".join(f"{one.other} in {one.other_ms:.1f} ms" for one in ways)
    text = f"{way.name} reaches {array} in {way.ms:.1f} ms, {others}"
    yield Evidence(text, way.ms, "ms", way.other_ms, decisive=True)
    if director.aborts:
        text = f"{way.name} aborts {director.aborts * 60:.1f} commands per minute at arrays"
        yield Evidence(text, director.aborts, "1/s")
