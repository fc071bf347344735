"""What a flow is compared with: its own quiet time, else the lower quartile of its siblings; and whether it is slow then."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from checker.triage.model import Flow
from checker.triage.parameters import threshold

_SIZE_RATIO = 2.0
_SMALL_GROUP = 64
_STEPS_OF_DOUBLE = 4
_Kind = tuple[str | None, bool, str, bool | None]
"""System, whether it is a port, operation, and whether writes go to two sites."""


def set_references(flows: Sequence[Flow]) -> None:
    """Set what each flow is compared with, its own quiet time, else the lower quartile of its siblings; and what it waits above."""
    groups: dict[_Kind, list[Flow]] = {_kind(flow): [] for flow in flows if flow.quiet is None}
    for flow in flows if groups else ():
        kind = _kind(flow)
        if kind in groups and flow.state != "unused" and (flow.port or flow.system):
            groups[kind].append(flow)
    quartiles = {key: _Siblings(group) for key, group in groups.items()}
    for flow in flows:
        if flow.quiet is not None:
            flow.reference_ms, flow.reference = flow.quiet.ms, "baseline" if flow.from_baseline else "quiet"
        else:
            flow.reference_ms = quartiles[_kind(flow)].of(flow)
            flow.reference = "siblings" if flow.reference_ms is not None else ""
        if flow.reference_ms is not None:
            flow.excess = flow.window.iops * max(0.0, flow.window.ms - flow.reference_ms)


def _kind(flow: Flow) -> _Kind:
    """Return what siblings have in common: distributed writes wait for the other site, local ones do not."""
    distributed = None if flow.operation == "read" else flow.distributed
    return flow.system, bool(flow.port), flow.operation, distributed


class _Siblings:
    """The lower quartile of the other flows with I/Os of about the same size.

    In large groups a flow is not left out and sizes are taken in steps: the time does not grow with the square of their number.
    """

    def __init__(self, flows: Sequence[Flow]) -> None:
        self._flows = flows
        self._steps: defaultdict[int | None, list[float]] = defaultdict(list)
        self._found: dict[int | None, float | None] = {}
        for flow in flows:
            self._steps[_step(flow)].append(_ms_of_sibling(flow))

    def of(self, flow: Flow) -> float | None:
        """Return the quartile for a flow; None with too few siblings."""
        if len(self._flows) <= _SMALL_GROUP:
            return _quartile(
                [_ms_of_sibling(one) for one in self._flows if one is not flow and _alike_in_size(one, flow)]
            )
        step = _step(flow)
        if step not in self._found:
            near = [step] if step is None else range(step - _STEPS_OF_DOUBLE, step + _STEPS_OF_DOUBLE + 1)
            self._found[step] = _quartile([ms for one in near for ms in self._steps.get(one, ())])
        return self._found[step]


def _ms_of_sibling(flow: Flow) -> float:
    """Return what a flow takes as an example for others: if it is slow itself, what it takes otherwise."""
    usual = flow.quiet.ms if flow.quiet is not None and alike_quiet(flow) else flow.window.ms
    return usual if is_slow(flow.window.ms, usual) else flow.window.ms


def _step(flow: Flow) -> int | None:
    size = flow.window.io_bytes
    return round(_STEPS_OF_DOUBLE * math.log2(size)) if size else None


def _quartile(values: Sequence[float]) -> float | None:
    if len(values) < threshold("least_siblings"):
        return None
    return sorted(values)[(len(values) - 1) // 4]


def _alike_in_size(one: Flow, other: Flow) -> bool:
    first, second = one.window.io_bytes, other.window.io_bytes
    if not first or not second:
        return first == second
    return max(first, second) <= _SIZE_RATIO * min(first, second)


def alike_quiet(flow: Flow) -> bool:
    """Return whether the I/Os of a flow are not more than twice as large as in its quiet time."""
    quiet = flow.quiet.io_bytes if flow.quiet is not None else None
    size = flow.window.io_bytes
    return not size or not quiet or size <= _SIZE_RATIO * quiet


def is_slow(measured: float, reference: float) -> bool:
    """Return whether a latency is far above its reference, in ratio and in ms."""
    return measured >= threshold("slow_ratio") * reference and measured - reference >= threshold("slow_ms")


def is_fast(measured: float, reference: float) -> bool:
    """Return whether a latency is about its reference or below."""
    return measured < threshold("fast_ratio") * reference or measured - reference < threshold("fast_ms")
