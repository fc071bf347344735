"""Components that are on all ways of the slow flows only together, such as the ISLs of both fabrics.

Multipathing spreads I/O evenly, so a host whose ports are alike waits for nothing on one side alone; but it waits if each of
its ways leads over something that is full.
"""

from __future__ import annotations

from collections.abc import Collection

from checker.triage.case import Case
from checker.triage.model import Component
from checker.triage.shared.scope import waiting

_EVERY_WAY = 0.99


def fit_together(case: Case, components: Collection[Component]) -> tuple[float, float]:
    """Return fit and recall of components together: of the slow flows those count that use one of them on each of their ways."""
    if len(components) < 2:
        return 0.0, 0.0
    slow = every = excess = 0.0
    for flow in case.flows.cut:
        if flow.state not in ("slow", "fast"):
            continue
        share = case.parts.share_of_any(flow, components)
        every += flow.window.iops * share
        if flow.state == "slow" and share >= _EVERY_WAY:
            slow += flow.window.iops * share
            excess += waiting(flow)
    total = sum(map(waiting, case.flows.cut))
    if not slow or not total:
        return 0.0, 0.0
    recall = min(1.0, excess / total)
    return case.capped(recall * slow / every), recall


def used_by_slow(case: Case, components: Collection[Component]) -> tuple[Component, ...]:
    """Return those of these components that are on the way of a slow flow, in order."""
    if len(components) < 2:
        return ()
    used = case.parts.on_way([flow for flow in case.flows.cut if flow.state == "slow"])
    return tuple(sorted(used & set(components)))
