"""The segment ladder: where in the path the time of the slow flows goes.

S1 host queue, S2 host to target, S3 VPLEX, S4 VPLEX to array, S5 array, S6 WAN. A segment is a difference of two
measurements. Without one of them, or if their error is too large, neighbours stay joined: joined segments have one
excess, and the exports that would split them are named.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from checker.triage.model import Flow, Guard, Means, Need, Segment, Window
from checker.triage.parameters import threshold
from checker.triage.platforms import Platforms

NAMES = ("S1", "S2", "S3", "S4", "S5", "S6")
_BEHIND_VPLEX = ("S3", "S4", "S5", "S6")
_TOLERANCE_MS = 0.2
_Value = Callable[[Means], float | None]
_Cut = tuple[tuple[str, ...], float, float]
"""Names of joined segments, measured ms and error."""


def ladder_of(flows: Sequence[Flow], fast: Sequence[Flow], guards: list[Guard]) -> list[Segment]:
    """Return the segments of the slow flows, by operation and by whether a VPLEX is in the path.

    Args:
        flows: slow flows of volumes; of ports, which are not split at the array, where no volume is slow.
        fast: flows that are a reference where the slow ones have no quiet time.
        guards: failed guards are added.
    """
    groups: defaultdict[tuple[str, bool | None], list[Flow]] = defaultdict(list)
    for flow in flows:
        groups[flow.operation, flow.virtualised].append(flow)
    found: list[Segment] = []
    for (operation, virtualised), members in sorted(groups.items(), key=lambda item: (item[0][0], str(item[0][1]))):
        like = [flow for flow in fast if flow.operation == operation and flow.virtualised == virtualised]
        cuts = _cuts([flow.window for flow in members], virtualised, guards)
        for names, measured, error in cuts:
            budget, source = _budget(names, members, like, virtualised)
            found.append(Segment(names, operation, measured, error, budget, source))
    return _with_shares(_joined_where_vague(found), flows)


def _cuts(means: Sequence[Means], virtualised: bool | None, guards: list[Guard]) -> list[_Cut]:
    """Return the segments that these flows can be split into, in order of the path."""
    whole, error = _mean(means, lambda one: one.ms), _error(means)
    kernel = _mean(means, lambda one: one.kernel_ms)
    array = _mean(means, lambda one: one.array_ms) if virtualised is not None else None
    if whole is None:
        return []
    end: tuple[str, ...] = _BEHIND_VPLEX if virtualised else ("S5",) if virtualised is False else ()
    between: tuple[str, ...] = ("S2",) if virtualised is not None else ("S2", *_BEHIND_VPLEX)
    device = None if kernel is None else max(0.0, whole - kernel)
    top: list[_Cut] = [] if kernel is None else [(("S1",), kernel, error / 10)]
    joined = () if kernel is not None else ("S1",)
    rest = whole if device is None else device
    if array is None:
        return [*top, ((*joined, *between, *end), rest, error)]
    if rest - array < -(_TOLERANCE_MS + error):
        text = "the array reports more time than the host waits: both exports do not describe the same I/O"
        guards.append(Guard("negative_segment", passed=False, text=text))
        return [*top, ((*joined, *between, *end), rest, error)]
    return [*top, ((*joined, *between), max(0.0, rest - array), error), (end, array, error / 2)]


def _mean(means: Iterable[Means], value: _Value) -> float | None:
    """Return the mean of a value weighted by I/O, or None unless all have it."""
    total = weight = 0.0
    for one in means:
        found = value(one)
        if found is None:
            return None
        total, weight = total + found * one.iops, weight + one.iops
    return total / weight if weight else None


def _error(means: Sequence[Means]) -> float:
    weight = sum(one.iops for one in means)
    return math.sqrt(sum((one.error * one.iops) ** 2 for one in means)) / weight if weight else 0.0


def _budget(
    names: tuple[str, ...], members: Sequence[Flow], fast: Sequence[Flow], virtualised: bool | None
) -> tuple[float, str]:
    """Return what the segments normally take: in the quiet part, of fast flows, else by the thresholds."""
    quiet = [flow.quiet for flow in members if flow.quiet is not None]
    source_of_quiet = "baseline" if all(flow.from_baseline for flow in members) else "quiet"
    for means, source in (
        (quiet if len(quiet) == len(members) else [], source_of_quiet),
        ([one.window for one in fast], "siblings"),
    ):
        for cut, measured, _ in _cuts(means, virtualised, []) if means else ():
            if cut == names:
                return measured, source
    if virtualised is None:
        names = tuple(name for name in names if name in ("S1", "S2", "S5"))
    known = (f"budget_{name.lower()}_ms" for name in names if name != "S6")
    return sum(threshold(name) for name in known), "typical values"


def _joined_where_vague(segments: list[Segment]) -> list[Segment]:
    """Join the segments of an operation whose error is more than half of its excess, because it could be either's."""
    found: list[Segment] = []
    for operation in dict.fromkeys(one.operation for one in segments):
        members = [one for one in segments if one.operation == operation]
        excess = sum(max(0.0, one.excess_ms) for one in members)
        vague = [one for one in members if one.names != ("S1",) and one.error_ms > excess / 2]
        if len(vague) > 1:
            joined = replace(
                vague[0],
                names=tuple(name for one in vague for name in one.names),
                measured_ms=sum(one.measured_ms for one in vague),
                budget_ms=sum(one.budget_ms for one in vague),
            )
            members = [one for one in members if one not in vague] + [joined]
        found += members
    return found


def _with_shares(segments: Sequence[Segment], flows: Sequence[Flow]) -> list[Segment]:
    weights: defaultdict[str, float] = defaultdict(float)
    for flow in flows:
        weights[flow.operation] += flow.window.iops
    total = sum(max(0.0, one.excess_ms) * weights[one.operation] for one in segments)
    found = []
    for one in segments:
        excess = max(0.0, one.excess_ms) * weights[one.operation]
        found.append(replace(one, share=excess / total if total else 0.0))
    return found


def with_needs(
    segments: Sequence[Segment], flows: Sequence[Flow], window: Window, platforms: Platforms
) -> list[Segment]:
    """Return the segments with the exports that would split joined ones.

    Args:
        segments: the segments.
        flows: the slow flows.
        window: the window, whose length the exports have to cover.
        platforms: with the commands for each machine.
    """
    found = []
    for one in segments:
        joined = "S5" in one.names and len(one.names) > 1
        systems = sorted({flow.system or "" for flow in flows if flow.operation == one.operation}) if joined else []
        hosts = sorted({flow.host for flow in flows if flow.operation == one.operation})
        needs = [_array_need(system, hosts, platforms, window) for system in systems]
        found.append(replace(one, split_by=tuple(dict.fromkeys(needs))))
    return found


def _array_need(system: str, hosts: Sequence[str], platforms: Platforms, window: Window) -> Need:
    """Return the export with the response time of an array over the window."""
    if not system:
        return platforms.need("identity", hosts[0], "which array presents the slow volumes is unknown")
    minutes = max(1, math.ceil(window.span.seconds / 60))
    why = f"separates host to target from the array: {minutes} minutes of it while it is slow"
    return platforms.need("latency", system, why)
