"""Other captures of the same flows: a good time as the reference, and the time after a change as its test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from checker.facts.store.store import Store
from checker.triage.ladder import ladders_of, measured_in
from checker.triage.measured.behind import Behind, behind_of, layout_of
from checker.triage.measured.means import Means
from checker.triage.measured.tables import Key, array_means, build_tables, flow_means, whole_span
from checker.triage.model import Flow, Segment, Span
from checker.triage.parameters import threshold
from checker.triage.ticket.model import Request

Outcome = Literal["gone", "better", "same", "worse", "not comparable"]
_ORDER: tuple[Outcome, ...] = ("worse", "same", "better", "not comparable", "gone")


@dataclass(frozen=True)
class Capture:
    """Means over a whole capture: of the flows of hosts, and of the volumes of arrays by system, volume and operation.

    ``behind`` is what is measured behind a VPLEX, by volume and operation.
    """

    flows: Mapping[Key, Means]
    arrays: Mapping[tuple[str, str, str], Means]
    behind: Mapping[tuple[str, str], Behind] = field(default_factory=dict)


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


def capture_of(store: Store, request: Request) -> Capture:
    """Return the means of a capture, with the zone and clocks of the request."""
    build_tables(store, request)
    spans = {table: whole_span(store, table) for table in ("triage_flow", "triage_array")}
    flows = flow_means(store, _one(spans["triage_flow"]))
    return Capture(
        {key: means for key, means in flows.items() if means.samples >= threshold("quiet_bins")},
        array_means(store, _one(spans["triage_array"])),
        behind_of(store, layout_of(store), _one(spans["triage_array"])) if spans["triage_array"] else {},
    )


def _one(span: Span | None) -> list[Span]:
    return [span] if span is not None else []


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
    reference, before = flow.reference_ms, flow.window.ms
    if after is None or reference is None or not _comparable(flow.window, after):
        return "not comparable"
    if after.ms < threshold("fast_ratio") * reference or after.ms - reference < threshold("fast_ms"):
        return "gone"
    if before - after.ms >= threshold("better") * (before - reference):
        return "better"
    return "worse" if after.ms - before > max(threshold("slow_ms"), 2 * (flow.window.error + after.error)) else "same"


def _comparable(before: Means, after: Means) -> bool:
    """Return whether the flow does about as much, in I/Os of about the same size."""
    pairs = [(before.iops, after.iops)]
    if before.io_bytes and after.io_bytes:
        pairs.append((before.io_bytes, after.io_bytes))
    least = 1 - threshold("flat_load")
    return all(min(pair) >= least * max(pair) for pair in pairs)
