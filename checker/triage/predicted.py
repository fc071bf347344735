"""What the measured load should take: the estimate of the SAN under the load of the window, solved once.

The estimator knows queues, ports and services, but no slow drain, missing credit or fault. A latency above its range is
therefore not explained by the load; one within it is.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from checker.facts.store.store import Store
from checker.triage.model import Flow, Prediction

if TYPE_CHECKING:
    from checker.estimate.library import Library

MOST_PAIRS = 20_000
"""Hosts and volumes up to which the SAN is solved."""
Expected = tuple[float, float, float]
"""Low, typical and high response time in ms."""


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
    from checker.estimate.workload.mix_of_io import IoType, Workload

    by_pair = _by_pair(flows)
    if not by_pair:
        return {}
    san = facts_of(store)
    loads = {}
    for (host, volume), own in by_pair.items():
        if (host, volume) in san.class_of:
            iops = sum(flow.window.iops for flow in own)
            types = tuple(
                IoType(flow.window.iops / iops, flow.operation == "read", (flow.window.io_bytes or 0.0) / 1024)
                for flow in own
            )
            loads[host, volume] = Workload(f"{host} {volume}", types, iops=iops)
    if not loads:
        return {}
    chosen = library or builtin()
    result = Estimator(chosen).model(Builder(san, chosen).build(loads).network).solve()
    found = {}
    for one in result.volumes.values():
        if one.response is None or one.bound is not None:
            continue
        for operation, span in (("read", one.response.read), ("write", one.response.write)):
            if span is not None:
                found[one.host, one.volume, operation] = (span.low, span.typical, span.high)
    return found


def pairs_of(flows: Iterable[Flow]) -> int:
    """Return the number of hosts and volumes whose load is known; the SAN is solved up to ``MOST_PAIRS`` of them."""
    return len(_by_pair(flows))


def _by_pair(flows: Iterable[Flow]) -> dict[tuple[str, str], list[Flow]]:
    found: defaultdict[tuple[str, str], list[Flow]] = defaultdict(list)
    for flow in flows:
        if flow.volume and flow.operation and flow.window.io_bytes and flow.window.iops > 0:
            found[flow.host, flow.volume].append(flow)
    return found


def predictions_of(slow: Sequence[Flow], expected: Mapping[tuple[str, str, str], Expected]) -> list[Prediction]:
    """Return the expected latency of the slow flows by operation; only where it is known of all of them."""
    found = []
    for operation in sorted({flow.operation for flow in slow if flow.operation and flow.volume}):
        flows = [flow for flow in slow if flow.operation == operation and flow.volume]
        spans = [(expected.get((flow.host, flow.volume, operation)), flow.window.iops) for flow in flows]
        known = [(span, rate) for span, rate in spans if span is not None and math.isfinite(span[2])]
        if len(known) < len(flows):
            continue
        total = sum(rate for _, rate in known)
        low, typical, high = (sum(span[place] * rate for span, rate in known) / total for place in range(3))
        measured = sum(flow.window.ms * flow.window.iops for flow in flows) / total
        error = math.sqrt(sum((flow.window.error * flow.window.iops) ** 2 for flow in flows)) / total
        found.append(Prediction(operation, measured, low, typical, high, suspicious=measured - 2 * error > high))
    return found
