"""TRI007: directors of a VPLEX are busy, or one of them, so I/Os wait inside the VPLEX."""

from __future__ import annotations

from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.measured.directors import Director, directors_in
from checker.triage.model import Component, Evidence, Explanation, Need
from checker.triage.parameters import threshold


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each VPLEX system of the slow flows with a busy director, or exclude it."""
    systems = sorted({flow.system for flow in case.slow if flow.virtualised and flow.system})
    every = directors_in(case.store, (case.window.span,)) if systems else {}
    for system in systems:
        component: Component = ("storage_array", system)
        known = [one for one in every.values() if one.system == system and one.busy is not None]
        directors = [one for one in known if _used(case, one)]
        if not directors:
            continue
        busy = [one for one in directors if (one.busy or 0.0) >= threshold("busy_director")]
        others = [one for one in known if one not in busy]
        most = max(directors, key=lambda one: (one.busy or 0.0, one.name))
        some = bool(busy and others) and all((one.busy or 0.0) < threshold("calm_director") for one in others)
        who: tuple[Component, ...] = tuple(("director", one.key) for one in busy)
        # What waits for busy directors is slow; what only uses the others need not be.
        fit, recall = case.fit_of_any(who or (component,))
        found = Explanation(
            "TRI007", "VPLEX director busy" if some else "VPLEX busy", case.share("S3"),
            fit, who or (component,), who, recall=recall,
            confirm=(Need("monitors of all directors (monitor collect)", "vplex", system, "whether it is busy whenever it is slow"),),
            effect="the load spread evenly over all directors, or fewer rebuilds and migrations at that time",
        )  # fmt: skip
        if (most.busy or 0.0) < threshold("idle_director"):
            text = f"the busiest director of {system}, {most.name}, is {most.busy or 0.0:.0%} busy"
            found.excluded_by = Evidence(text, most.busy, "ratio", threshold("idle_director"))
            yield found
        elif busy:
            found.found_for = tuple(_evidence(others, busy))
            found.against = tuple(_as_busy_before(case, busy))
            yield found


def _as_busy_before(case: Case, busy: list[Director]) -> Iterator[Evidence]:
    """Yield the evidence that the directors were as busy when it was fast."""
    quiet = case.usual_directors
    before = [(one, quiet[one.name].busy or 0.0) for one in busy if one.name in quiet]
    if before and all(usual >= threshold("busy_director") for _, usual in before):
        shown = ", ".join(f"{one.name} {usual:.0%}" for one, usual in before)
        yield Evidence(f"they are as busy when it is fast: {shown}", before[0][1], "ratio", threshold("busy_director"))


def _used(case: Case, director: Director) -> bool:
    """Return whether the slow flows use a director."""
    return any(("director", director.key) in case.parts.of(flow) for flow in case.slow)


def _evidence(others: list[Director], busy: list[Director]) -> Iterator[Evidence]:
    rest = f", the others at most {max(one.busy or 0.0 for one in others):.0%}" if others else ""
    for place, one in enumerate(busy):
        text = f"{one.name} is {one.busy:.0%} busy{'' if place else rest}"
        yield Evidence(text, one.busy, "ratio", threshold("busy_director"), decisive=True)
        if one.queued:
            yield Evidence(
                f"{one.queued:.0f} I/Os wait at the front end of {one.name}", one.queued, "count", independent=False
            )
