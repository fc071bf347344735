"""The segment ladder: where in the path the time of the slow flows goes.

S1 host queue, S2 host to target, S3 VPLEX, S4 VPLEX to array, S5 array, S6 WAN. A segment is a difference of two
measurements. Without one of them, or if their error is too large, neighbours stay joined: joined segments have one
excess, and the exports that would split them are named.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter, mul

from checker.triage.measured.means import Means
from checker.triage.model import Flow, Guard, Need, Segment, Window
from checker.triage.parameters import threshold
from checker.triage.platforms import Platforms

NAMES = ("S1", "S2", "S3", "S4", "S5", "S6")
_INNER = ("S3", "S4", "S5")
_TOLERANCE_MS = 0.2
_Value = Callable[[Means], float | None]
Place = tuple[bool | None, bool | None]
"""Whether a VPLEX presents the volumes, and whether they have legs in two clusters."""
_PLACES: Mapping[Place, str] = {
    (True, True): "distributed volumes", (True, False): "local volumes of VPLEX", (True, None): "volumes of VPLEX",
    (False, None): "volumes of arrays", (None, None): "volumes of unknown arrays",
}  # fmt: skip
_Measured = tuple[bool, bool]
"""Whether the queue of the host and the response time of the array are measured."""
_Cut = tuple[tuple[str, ...], float, float]
"""Names of joined segments, measured ms and error."""


def ladder_of(flows: Sequence[Flow], fast: Sequence[Flow], guards: list[Guard]) -> list[Segment]:
    """Return the segments of the slow flows, by operation and by whether a VPLEX is in the path.

    Args:
        flows: slow flows of volumes; of ports, which are not split at the array, where no volume is slow.
        fast: flows that are a reference where the slow ones have no quiet time.
        guards: failed guards are added.
    """
    found: list[Segment] = []
    total = sum(flow.excess for flow in flows)
    for operation, place, volumes, members in ladders_of(flows):
        like = [flow for flow in fast if (flow.operation, flow.virtualised, flow.distributed) == (operation, *place)]
        ladder = []
        usual = _usual(members, like, place, operation)
        for names, measured, error in _cuts([flow.window for flow in members], place, operation, guards):
            budget, source = _budget(names, usual, place)
            ladder.append(Segment(names, operation, measured, error, budget, source, of=volumes))
        share = sum(flow.excess for flow in members) / total if total else 0.0
        found += _with_shares(_joined_where_vague(ladder), share)
    return found


def ladders_of(flows: Sequence[Flow]) -> list[tuple[str, Place, str, list[Flow]]]:
    """Return the ladders of flows: operation, place, the volumes in words if there are several places, and the flows."""
    # What some hosts or arrays do not measure would join the segments of all others.
    groups: defaultdict[tuple[str, Place, _Measured], list[Flow]] = defaultdict(list)
    for flow in flows:
        measured = flow.window.kernel_ms is not None, flow.window.array_ms is not None
        groups[flow.operation, (flow.virtualised, flow.distributed), measured].append(flow)
    several = len({place for _, place, _ in groups}) > 1
    found = []
    for (operation, place, measured), members in sorted(groups.items(), key=lambda item: str(item[0])):
        others = [other for name, where, other in groups if (name, where) == (operation, place)]
        words = [_PLACES[place]] if several else []
        for number, what in enumerate(("host queue", "array")):
            if len({other[number] for other in others}) > 1:
                words = [*(words or ["volumes"]), f"{what} {'measured' if measured[number] else 'not measured'}"]
        found.append((operation, place, ", ".join(words), members))
    return found


def measured_in(names: Sequence[str], means: Sequence[Means], place: Place, operation: str) -> float | None:
    """Return what these segments take by other means in ms, or None if those do not split them off."""
    cuts = [cut for cut in _cuts(means, place, operation, []) if set(cut[0]) <= set(names)]
    split = {name for cut in cuts for name in cut[0]} == set(names)
    return sum(measured for _, measured, _ in cuts) if split else None


def _cuts(means: Sequence[Means], place: Place, operation: str, guards: list[Guard]) -> list[_Cut]:
    """Return the segments that these flows can be split into, in order of the path."""
    virtualised, distributed = place
    whole, error = _mean(means, attrgetter("ms")), _error(means)
    kernel = _mean(means, attrgetter("kernel_ms"))
    array = _mean(means, attrgetter("array_ms")) if virtualised is not None else None
    if whole is None:
        return []
    end: tuple[str, ...] = ("S5",) if virtualised is False else ()
    if virtualised:
        end = _INNER if operation == "read" or distributed is False else NAMES[2:]
    between: tuple[str, ...] = ("S2",) if virtualised is not None else NAMES[1:]
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
    cuts = [*top, ((*joined, *between), max(0.0, rest - array), error)]
    return [
        *cuts,
        *(_behind(means, end, operation, array, error / 2, guards) if virtualised else [(end, array, error / 2)]),
    ]


def _behind(
    means: Sequence[Means], names: tuple[str, ...], operation: str, front: float, error: float, guards: list[Guard]
) -> Iterator[_Cut]:
    """Yield the segments behind the front end of a VPLEX; S6 is what distributed volumes take longer than local ones."""
    local = _mean(means, attrgetter("local_ms")) if "S6" in names else None
    if local is not None and front - local < -(_TOLERANCE_MS + error):
        local = None
    inner = front if local is None else local
    far = ("S6",) if "S6" in names and local is None else ()
    back, array = (_mean(means, value) for value in (attrgetter("back_ms"), attrgetter("leg_ms")))
    # Reads that VPLEX answers from its cache do not wait for the array.
    share = 1.0 if operation == "write" else _mean(means, _misses)
    if back is not None and share is not None and inner - share * back < -(_TOLERANCE_MS + error):
        text = "VPLEX reports more time for its storage volumes than at its front end: nothing is subtracted"
        guards.append(Guard("negative_segment", passed=False, text=text))
        back = None
    if back is None or share is None:
        yield (*_INNER, *far), inner, error
    else:
        yield ("S3", *far), max(0.0, inner - share * back), error
        if array is None or back - array < -(_TOLERANCE_MS + error):
            yield ("S4", "S5"), share * back, error
        else:
            yield ("S4",), share * max(0.0, back - array), error
            yield ("S5",), share * array, error
    if local is not None:
        yield ("S6",), max(0.0, front - local), error


def _misses(means: Means) -> float | None:
    return 1.0 - means.hits if means.hits is not None else None


def _mean(means: Sequence[Means], value: _Value) -> float | None:
    """Return the mean of a value weighted by I/O, or None unless all have it."""
    values = [one for one in map(value, means) if one is not None]
    if len(values) < len(means):
        return None
    weights = [one.iops for one in means]
    weight = sum(weights)
    return sum(map(mul, values, weights)) / weight if weight else None


def _error(means: Sequence[Means]) -> float:
    weight = sum(one.iops for one in means)
    return math.sqrt(sum((one.error * one.iops) ** 2 for one in means)) / weight if weight else 0.0


_Usual = Sequence[tuple[Sequence[_Cut], str]]
"""What segments took in other means, and what these are."""


def _usual(members: Sequence[Flow], fast: Sequence[Flow], place: Place, operation: str) -> _Usual:
    """Return the segments in the quiet part and of fast flows, as far as they are known."""
    quiet = [flow.quiet for flow in members if flow.quiet is not None]
    source = "baseline" if all(flow.from_baseline for flow in members) else "quiet"
    found = [(quiet, source)] if len(quiet) == len(members) else []
    found.append(([flow.window for flow in fast], "siblings"))
    return [(_cuts(means, place, operation, []), source) for means, source in found if means]


def _budget(names: tuple[str, ...], usual: _Usual, place: Place) -> tuple[float, str]:
    """Return what the segments normally take: in the quiet part, of fast flows, else by the thresholds."""
    for cuts, source in usual:
        parts = [cut for cut in cuts if set(cut[0]) <= set(names)]
        # What is joined now may have been split when it was fast.
        if {name for cut in parts for name in cut[0]} == set(names):
            return sum(measured for _, measured, _ in parts), source
    if place[0] is None:
        names = tuple(name for name in names if name in ("S1", "S2", "S5"))
    known = (f"budget_{name.lower()}_ms" for name in names if name != "S6")
    return sum(threshold(name) for name in known), "typical values"


def _joined_where_vague(segments: list[Segment]) -> list[Segment]:
    """Join the segments whose error is more than half of the excess, because it could be either's."""
    excess = sum(max(0.0, one.excess_ms) for one in segments)
    vague = [one for one in segments if one.names != ("S1",) and one.error_ms > excess / 2]
    if len(vague) < 2:
        return segments
    joined = replace(
        vague[0],
        names=tuple(name for one in vague for name in one.names),
        measured_ms=sum(one.measured_ms for one in vague),
        budget_ms=sum(one.budget_ms for one in vague),
    )
    return [*(one for one in segments if one not in vague), joined]


def _with_shares(segments: Sequence[Segment], share: float) -> list[Segment]:
    """Return the segments of one ladder with their shares, of which the sum is the share of the ladder."""
    total = sum(max(0.0, one.excess_ms) for one in segments)
    return [replace(one, share=share * max(0.0, one.excess_ms) / total if total else 0.0) for one in segments]


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
    joined_any = any(len(one.names) > 1 or one.names == ("S6",) for one in segments)
    # What is needed depends only on the machines and on what is not measured of them.
    machines = {
        (
            flow.operation,
            flow.system or flow.host,
            flow.system,
            flow.back_array,
            flow.distributed,
            flow.window.missing,
        ): flow
        for flow in (flows if joined_any else ())
    }
    found = []
    for one in segments:
        members = [flow for flow in machines.values() if flow.operation == one.operation]
        if one.names == ("S6",) and one.share < threshold("shown_score"):
            members = []
        joined = [flow for flow in members if _is_joined(one.names, flow)]
        needs = [need for flow in joined or members for need in _needs(one.names, flow, platforms, window)]
        found.append(replace(one, split_by=tuple(dict.fromkeys(needs))))
    return found


def _is_joined(names: Sequence[str], flow: Flow) -> bool:
    """Return whether the figures of this flow alone do not split these segments."""
    cuts = _cuts([flow.window], (flow.virtualised, flow.distributed), flow.operation, [])
    return any(len({*cut} & {*names}) > 1 for cut, _, _ in cuts)


def _reads_elsewhere(flow: Flow) -> bool:
    """Return whether a distributed volume is read, but no longer from the storage volumes of the directors' own site."""
    usual = flow.quiet.back_ms if flow.quiet is not None else None
    return bool(flow.distributed) and flow.operation == "read" and usual is not None and flow.window.back_ms is None


def _needs(names: tuple[str, ...], flow: Flow, platforms: Platforms, window: Window) -> Iterator[Need]:
    """Yield the exports that would split joined segments of a flow, each for the length of the window."""
    minutes = f"{max(1, math.ceil(window.span.seconds / 60))} minutes of it while it is slow"
    if "S2" in names and {"S3", "S5"} & set(names):
        if not flow.system:
            why = "which array presents the slow volumes is unknown"
            if flow.volume.startswith("block:") or not flow.volume:
                yield from platforms.identities(flow.host, why)
            else:
                # Its identity is known, but no export of an array lists it.
                yield platforms.need("volumes", "", why)
            return
        if flow.clock_doubtful:
            why = f"how far it is from the clock of the slow hosts, for --clock {flow.system}=SECONDS; its response times are there"
            yield Need("the time of its clock, read at the same moment as theirs", "", flow.system, why)
            return
        yield platforms.need("latency", flow.system, f"separates host to target from the array: {minutes}")
    elif {"S3", "S4"} <= set(names) and _reads_elsewhere(flow):
        why = "the storage volumes of this site served no reads of the slow volumes, although they did when it was fast: shows legs that are detached or out of date, so that reads go to the other site"
        yield platforms.need("legs", flow.system or "", why)
    elif {"S3", "S4"} <= set(names):
        why = f"latencies of storage volumes, and cache hits and misses of the directors, separate VPLEX from the arrays: {minutes}"
        yield platforms.need("latency", flow.system or "", why)
    elif {"S4", "S5"} <= set(names):
        why = f"separates the way from VPLEX to the array from the array: {minutes}"
        yield platforms.need("latency", flow.back_array or "", why)
    elif names == ("S6",):
        for array in flow.far_arrays:
            if array not in platforms.measured:
                yield platforms.need("latency", array, f"separates the WAN from the array of the other site: {minutes}")
    elif {"S3", "S6"} <= set(names):
        why = f"ip-com-port.avg-lat, and a local volume on the same directors, separate VPLEX from the WAN: {minutes}"
        yield platforms.need("latency", flow.system or "", why)
