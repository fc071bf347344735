"""TRI008: the way from a VPLEX director to an array is slow, while other directors reach the same array fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checker.triage.case import Case
from checker.triage.measured.directors import Director, back_ends, directors_in
from checker.triage.model import Component, Evidence, Explanation, Need
from checker.triage.parameters import threshold


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each array that one director of a VPLEX reaches slowly, or exclude it."""
    pairs = {
        (flow.system, flow.back_array) for flow in case.slow if flow.virtualised and flow.system and flow.back_array
    }
    if not pairs:
        return
    seen, usual = back_ends(case.store, (case.window.span,)), back_ends(case.store, case.window.quiet)
    directors = directors_in(case.store, (case.window.span,))
    for system, array in sorted((str(one), str(other)) for one, other in pairs):
        ways = {name: ms for (name, other), ms in seen.items() if other == array and _is_of(directors, name, system)}
        if len(ways) < 2:
            continue
        fastest, slowest = (find(ways, key=lambda name: (ways[name], name)) for find in (min, max))
        apart = _risen(ways[slowest], ways[fastest]) and _risen(ways[slowest], usual.get((slowest, array), 0.0))
        component: Component = ("director", directors[slowest].key)
        found = Explanation(
            "TRI008", "VPLEX back-end path", _share(case, apart=apart), case.fit(component), (component, ("storage_array", array)),
            (component,), recall=case.recall(component),
            confirm=(
                Need("connectivity validate-be", "vplex", system, f"paths of {slowest} to {array}"),
                Need("back-end degraded list", "vplex", system, "degraded paths to arrays"),
            ),
            effect=f"{slowest} reaches {array} in {ways[fastest]:.1f} ms like the others",
        )  # fmt: skip
        if not apart and _is_fast(case, system):
            text = f"all directors of {system} reach {array} alike, and the array itself takes as long"
            found.excluded_by = Evidence(text, ways[slowest], "ms", ways[fastest])
            yield found
        elif apart:
            found.found_for = tuple(_evidence(ways, slowest, array, directors))
            yield found


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


def _evidence(
    ways: Mapping[str, float], slowest: str, array: str, directors: Mapping[str, Director]
) -> Iterator[Evidence]:
    others = ", ".join(f"{name} in {ms:.1f} ms" for name, ms in sorted(ways.items()) if name != slowest)
    text = f"{slowest} reaches {array} in {ways[slowest]:.1f} ms, {others}"
    yield Evidence(text, ways[slowest], "ms", min(ways.values()), decisive=True)
    aborts = directors[slowest].aborts
    if aborts:
        yield Evidence(f"{slowest} aborts {aborts * 60:.1f} commands per minute at arrays", aborts, "1/s")
