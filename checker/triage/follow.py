"""Other captures of the same flows: a good time as the reference, and the time after a change as its test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from checker.facts.store.store import Store
from checker.system.garbage import uncollected
from checker.triage.ladder import ladders_of, measured_in
from checker.triage.measured.behind import Behind, behind_of, layout_of
from checker.triage.measured.directors import Director, Leg, back_ends, directors_in
from checker.triage.measured.means import Answer, Means
from checker.triage.measured.tables import ArrayKey, Key, array_means, build_tables, flow_means, whole_span
from checker.triage.model import Flow, Segment, Span
from checker.triage.parameters import threshold
from checker.triage.ticket.focus import EVERYTHING
from checker.triage.ticket.model import Request
from checker.triage.ticket.steer import Steering
from checker.triage.window import find_window

Outcome = Literal["gone", "better", "same", "worse", "not comparable"]
_MOST_INCIDENTS = 5
_LEAST_BINS = 3
_ORDER: tuple[Outcome, ...] = ("worse", "same", "better", "not comparable", "gone")


@dataclass(frozen=True)
class Capture:
    """Means over a capture or a part of it: of the flows of hosts, and of the volumes of arrays by system, volume and operation.

    Attributes:
        flows, arrays: the means.
        behind: what is measured behind a VPLEX, by volume and operation.
        directors, back_ends: what its directors measure, and their storage volumes by director and array.
        span: the time, None without samples.
        incidents: the same of each slow time of the capture; calm: of all other times, None if they are too short.
    """

    flows: Mapping[Key, Means]
    arrays: Mapping[ArrayKey, Answer]
    behind: Mapping[tuple[str, str], Behind] = field(default_factory=dict)
    directors: Mapping[str, Director] = field(default_factory=dict)
    back_ends: Mapping[tuple[str, str], Mapping[Leg, float]] = field(default_factory=dict)
    span: Span | None = None
    incidents: Sequence[Capture] = ()
    calm: Capture | None = None


@dataclass(frozen=True)
class Followed:
    """A slow flow with what it takes after the change, None if that capture does not have it."""

    flow: Flow
    after: Means | None
    outcome: Outcome


@dataclass(frozen=True)
class FollowedSegment:
    """A segment with what it takes after the change in ms, None if that capture does not show it for all slow flows."""

    segment: Segment
    after_ms: float | None


@uncollected()
def capture_of(store: Store, request: Request) -> Capture:
    """Return the means of a capture, with the zone and clocks of the request."""
    build_tables(store, request)
    spans = {table: whole_span(store, table) for table in ("triage_flow", "triage_array")}
    whole = _means(store, _one(spans["triage_flow"]), _one(spans["triage_array"]), threshold("quiet_bins"))
    window = find_window(store, Steering(EVERYTHING, Request(timezone=request.timezone)))
    if window is None or window.source == "whole":
        return whole
    slow = [window.span, *window.others][:_MOST_INCIDENTS]
    return replace(
        whole,
        incidents=[_means(store, [span], [span], _LEAST_BINS) for span in slow],
        calm=_means(store, window.quiet, window.quiet, threshold("quiet_bins")) if window.quiet else None,
    )


def _means(store: Store, flows: Sequence[Span], arrays: Sequence[Span], least: float) -> Capture:
    """Return the means over these times of all flows with at least so many samples."""
    [measured], [own] = flow_means(store, flows), array_means(store, arrays)
    found = {key: means for key, means in measured.items() if means.samples >= least}
    span = Span(min(one.since for one in flows), max(one.until for one in flows)) if flows else None
    behind = behind_of(store, layout_of(store), arrays) if arrays else {}
    return Capture(found, own, behind, directors_in(store, arrays), back_ends(store, arrays), span)


def _one(span: Span | None) -> list[Span]:
    return [span] if span is not None else []


def compared_part(flows: Iterable[Flow], after: Capture) -> Capture:
    """Return the part of a capture to compare slow flows with: the incident in which these flows wait most, else all of it.

    A mean over the whole capture would hide that the problem came back for a part of it.
    """
    slow = [flow for flow in flows if flow.state == "slow" and flow.focus and flow.reference_ms is not None]

    def waiting(part: Capture) -> float:
        seconds = part.span.seconds if part.span is not None else 0.0
        return seconds * sum(_excess(flow, part.flows.get(flow.key)) for flow in slow)

    best = max(after.incidents, key=waiting, default=after)
    return best if waiting(best) > 0 else after


def _excess(flow: Flow, after: Means | None) -> float:
    """Return the waiting of a flow above its reference where it is still slow, in ms per second."""
    reference = flow.reference_ms or 0.0
    if after is None or after.ms < threshold("fast_ratio") * reference or after.ms - reference < threshold("fast_ms"):
        return 0.0
    return after.iops * (after.ms - reference)


def follow_of(flows: Iterable[Flow], after: Capture) -> list[Followed]:
    """Return what became of the slow flows of the focus: before, after and reference, the worst first."""
    found = []
    for flow in flows:
        if flow.state == "slow" and flow.focus:
            then = after.flows.get(flow.key)
            found.append(Followed(flow, then, _outcome(flow, then)))
    return sorted(found, key=lambda one: (_ORDER.index(one.outcome), -one.flow.excess, one.flow.key))


def segments_after(segments: Iterable[Segment], flows: Iterable[Flow], after: Capture) -> list[FollowedSegment]:
    """Return what the segments of the slow volumes take after the change.

    Args:
        segments: the ladder before the change.
        flows: all flows.
        after: means after the change.
    """
    known = list(segments)
    found = []
    slow = [flow for flow in flows if flow.volume and flow.state == "slow" and flow.focus]
    for operation, place, volumes, members in ladders_of(slow):
        means = [one for flow in members if (one := _after(flow, after)) is not None]
        for segment in known:
            if (segment.operation, segment.of) == (operation, volumes):
                complete = len(means) == len(members)
                ms = measured_in(segment.names, means, place, operation) if complete else None
                found.append(FollowedSegment(segment, ms))
    return found


def _after(flow: Flow, after: Capture) -> Means | None:
    """Return the means of a flow after the change with what is measured behind it."""
    means = after.flows.get(flow.key)
    array = after.arrays.get((flow.system or "", flow.volume, flow.operation))
    if means is None or array is None:
        return means
    behind = after.behind.get((flow.volume, flow.operation)) if flow.virtualised else None
    figures = behind.figures if behind is not None else {}
    return replace(means, array_ms=array.ms, network_ms=array.network_ms, **figures)


def _outcome(flow: Flow, after: Means | None) -> Outcome:
    """Return what became of a flow; a load that may be the reason for it alone makes both times not comparable."""
    if after is None or flow.reference_ms is None:
        return "not comparable"
    found = _change(flow, flow.reference_ms, after)
    less, more = _does_less(after, flow.window), _does_less(flow.window, after)
    by_load = {"gone": less, "better": less, "worse": more}.get(found, less or more)
    return "not comparable" if by_load else found


def _change(flow: Flow, reference: float, after: Means) -> Outcome:
    before = flow.window.ms
    if after.ms < threshold("fast_ratio") * reference or after.ms - reference < threshold("fast_ms"):
        return "gone"
    if before - after.ms >= threshold("better") * (before - reference):
        return "better"
    return "worse" if after.ms - before > max(threshold("slow_ms"), 2 * (flow.window.error + after.error)) else "same"


def _does_less(one: Means, other: Means) -> bool:
    """Return whether a flow does clearly fewer or smaller I/Os at the one time."""
    pairs = [(one.iops, other.iops)]
    if one.io_bytes and other.io_bytes:
        pairs.append((one.io_bytes, other.io_bytes))
    return any(first < (1 - threshold("flat_load")) * second for first, second in pairs)
