"""What the measured load should take: the estimate of the SAN under the load of the window, solved once.

The estimator knows queues, ports and services, but no slow drain, missing credit or fault. A latency above its range is
therefore not explained by the load; one within it is.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from checker.facts.store.store import Store
from checker.triage.ladder import ladders_of
from checker.triage.model import Flow, Prediction, Segment
from checker.triage.parameters import threshold

if TYPE_CHECKING:
    from checker.estimate.library import Library
    from checker.estimate.workload.mix_of_io import Workload

MOST_PAIRS = 20_000
"""Hosts and volumes up to which the SAN is solved."""
_WAY = ("hba_link", "fabric", "port_wait")


@dataclass(frozen=True)
class Expected:
    """Response time in ms that the estimator expects of a flow, and what of the typical one is in the host and on the way to the target."""

    low: float
    typical: float
    high: float
    host: float
    way: float


def predict(
    store: Store, flows: Iterable[Flow], library: Library | None = None
) -> Mapping[tuple[str, str, str], Expected]:
    """Return the response time that the estimator expects, by host, volume and operation, as far as it is known.

    Args:
        store: with entities and topology, and the parts of ``build_failure_parts``.
        flows: flows of volumes in the window, whose load is estimated together.
        library: parameters of the estimator; those of the program by default.
    """
    from checker.estimate.assemble.facts import facts_of
    from checker.estimate.assemble.san import Builder
    from checker.estimate.library import builtin
    from checker.estimate.network.estimator import Estimator

    measured = loads_of(flows)
    if not measured:
        return {}
    san = facts_of(store)
    loads = {pair: load for pair, load in measured.items() if pair in san.class_of}
    if not loads:
        return {}
    chosen = library or builtin()
    result = Estimator(chosen).model(Builder(san, chosen).build(loads).network).solve()
    found = {}
    for one in result.volumes.values():
        if one.response is None or one.bound is not None:
            continue
        parts = {str(name): ms for name, ms in one.breakdown.items()}
        host, way = parts.get("host_queue", 0.0), sum(parts.get(name, 0.0) for name in _WAY)
        for operation, span in (("read", one.response.read), ("write", one.response.write)):
            if span is not None:
                found[one.host, one.volume, operation] = Expected(span.low, span.typical, span.high, host, way)
    return found


def loads_of(flows: Iterable[Flow]) -> dict[tuple[str, str], Workload]:
    """Return the measured load by host and volume, where its operations and sizes are known."""
    from checker.estimate.workload.mix_of_io import IoType, Workload

    found = {}
    for (host, volume), own in _by_pair(flows).items():
        iops = sum(flow.window.iops for flow in own)
        types = tuple(
            IoType(flow.window.iops / iops, flow.operation == "read", (flow.window.io_bytes or 0.0) / 1024)
            for flow in own
        )
        found[host, volume] = Workload(f"{host} {volume}", types, iops=iops)
    return found


def pairs_of(flows: Iterable[Flow]) -> int:
    """Return the number of hosts and volumes whose load is known; the SAN is solved up to ``MOST_PAIRS`` of them."""
    return len({(flow.host, flow.volume) for flow in flows if _is_known(flow)})


def _is_known(flow: Flow) -> bool:
    """Return whether the load of a flow is known."""
    return bool(flow.volume and flow.operation and flow.window.io_bytes and flow.window.iops > 0)


def _by_pair(flows: Iterable[Flow]) -> dict[tuple[str, str], list[Flow]]:
    found: defaultdict[tuple[str, str], list[Flow]] = defaultdict(list)
    for flow in flows:
        if _is_known(flow):
            found[flow.host, flow.volume].append(flow)
    return found


def predictions_of(slow: Sequence[Flow], expected: Mapping[tuple[str, str, str], Expected]) -> list[Prediction]:
    """Return the expected latency of the slow flows by operation; only where it is known of all of them."""
    found: list[Prediction] = []
    if not expected:
        return found
    for operation in sorted({flow.operation for flow in slow if flow.operation and flow.volume}):
        flows = [flow for flow in slow if flow.operation == operation and flow.volume]
        spans = [(expected.get((flow.host, flow.volume, operation)), flow.window.iops) for flow in flows]
        one = _mean(spans)
        if one is None:
            continue
        total = sum(rate for _, rate in spans)
        measured = sum(flow.window.ms * flow.window.iops for flow in flows) / total
        error = math.sqrt(sum((flow.window.error * flow.window.iops) ** 2 for flow in flows)) / total
        suspicious = measured - 2 * error > one.high
        found.append(Prediction(operation, measured, one.low, one.typical, one.high, suspicious))
    return found


def _mean(spans: Iterable[tuple[Expected | None, float]]) -> Expected | None:
    """Return the mean of what is expected, weighted; None unless all of it is known."""
    total = 0.0
    sums = dict.fromkeys(Expected.__dataclass_fields__, 0.0)
    for one, weight in spans:
        if one is None or not math.isfinite(one.high):
            return None
        total += weight
        for name in sums:
            sums[name] += getattr(one, name) * weight
    return Expected(**{name: value / total for name, value in sums.items()}) if total else None


def with_predictions(
    segments: Sequence[Segment], slow: Sequence[Flow], expected: Mapping[tuple[str, str, str], Expected]
) -> list[Segment]:
    """Return the segments with what is expected of them, where that is known of all slow flows.

    The estimate of a flow has one range; each segment has the same share of its ends as of its typical value. Behind a VPLEX
    single segments are not known, so only all of them together have an expectation.
    """
    found = list(segments)
    if not expected:
        return found
    for operation, _, volumes, members in ladders_of(slow):
        one = _mean((expected.get((flow.host, flow.volume, operation)), flow.window.iops) for flow in members)
        own = [place for place, part in enumerate(found) if (part.operation, part.of) == (operation, volumes)]
        if one is None or one.typical <= 0:
            continue
        behind = {name for place in own for name in found[place].names} - {"S1", "S2"}
        for place in own:
            names = set(found[place].names)
            if behind & names and not behind <= names:
                continue
            inside = max(0.0, one.typical - one.host - one.way) if behind & names else 0.0
            typical = one.host * ("S1" in names) + one.way * ("S2" in names) + inside
            found[place] = _with_range(found[place], typical, one)
    return found


def _with_range(segment: Segment, typical: float, one: Expected) -> Segment:
    """Return a segment with its range; it is suspicious if it takes clearly longer than that and than usual."""
    high = typical * one.high / one.typical
    above = segment.measured_ms - 2 * segment.error_ms > high + threshold("fast_ms")
    return replace(
        segment, predicted=(typical * one.low / one.typical, typical, high),
        suspicious=above and segment.excess_ms >= threshold("fast_ms"),
    )  # fmt: skip
