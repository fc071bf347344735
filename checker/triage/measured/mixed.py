"""Arrays that print only the mean of reads and writes: what it says about each of them.

If the hosts wait about equally long for reads and writes of a volume, so does the mean, and it is used for both. Otherwise
the mean may hide which of them is slow. Yet what the hosts wait on average beyond the mean of the array is not in the array;
even if all of that were of one operation, it would wait the rest in the array. Where that leaves little doubt, the
same time beyond the array is taken for both; elsewhere nothing is subtracted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from checker.triage.measured.means import Means
from checker.triage.model import Flow, Guard
from checker.triage.parameters import threshold

_NAMED = 4
_DOUBT = 0.2
"""Share of an operation's time that may be in the array or not."""
Time = Callable[[Flow], Means | None]
"""The means of a flow in the window, or in its quiet time."""


class Mixed:
    """The means of arrays for flows, with those of both operations where these are alike, or where it is clear what each takes."""

    def __init__(self, flows: Iterable[Flow]) -> None:
        self._flows: defaultdict[str, list[Flow]] = defaultdict(list)
        for flow in flows:
            if flow.volume:
                self._flows[flow.volume].append(flow)
        self._left_out: set[tuple[str, str]] = set()

    def of(
        self, flow: Flow, arrays: Mapping[tuple[str, str, str], Means], time: Time = lambda flow: flow.window
    ) -> Means | None:
        """Return what the array of a flow takes, by system, volume and operation; None if it is not stated.

        Args:
            flow: the flow.
            arrays: means of arrays over a time.
            time: the means of a flow over the same time.
        """
        system = flow.system or ""
        found = arrays.get((system, flow.volume, flow.operation))
        mean = arrays.get((system, flow.volume, ""))
        if found is not None or mean is None or not flow.operation:
            return found
        own = time(flow)
        if own is None:
            return None
        twin = self._twin(flow)
        other = time(twin) if twin is not None else None
        if other is None or _are_alike(own, other):
            return mean
        ms = self._apart(flow, own, mean, time)
        if ms is None:
            self._left_out.add((system, flow.volume))
            return None
        return replace(mean, ms=ms, array_ms=ms)

    def high(self, flow: Flow, arrays: Mapping[tuple[str, str, str], float]) -> float | None:
        """Return the percentile of the array of a flow; None if it is only that of both operations, which differ."""
        system = flow.system or ""
        found = arrays.get((system, flow.volume, flow.operation))
        twin = self._twin(flow)
        if found is None and (twin is None or _are_alike(flow.window, twin.window)):
            return arrays.get((system, flow.volume, ""))
        return found

    def _twin(self, flow: Flow) -> Flow | None:
        """Return the flow of the other operation."""
        others = (one for one in self._flows[flow.volume] if one.host == flow.host and one.operation != flow.operation)
        return next((one for one in others if one.operation and flow.operation), None)

    def _apart(self, flow: Flow, own: Means, mean: Means, time: Time) -> float | None:
        """Return what the array takes for the operation of a flow in ms, if the mean of both leaves little doubt."""
        known = [(one.operation, means) for one in self._flows[flow.volume] if (means := time(one)) is not None]
        every = sum(means.iops for _, means in known)
        same = sum(means.iops for operation, means in known if operation == flow.operation)
        if not same:
            return None
        beyond = sum(means.iops * (means.ms - (means.kernel_ms or 0.0)) for _, means in known) / every - mean.ms
        below = own.ms - (own.kernel_ms or 0.0)
        if abs(beyond) * every / same > _DOUBT * below:
            return None
        return max(0.0, below - max(0.0, beyond))

    def guard(self) -> Guard:
        """Return the guard of the volumes whose operations differ."""
        systems = sorted({system for system, _ in self._left_out})
        text = (
            f"{', '.join(systems[:_NAMED])} {'states' if len(systems) == 1 else 'state'} only the mean of reads and writes, and these differ: "
            "nothing is subtracted, and which of them the array delays is not concluded"
        )
        return Guard(
            "mixed_operations", not systems, text, len(self._left_out), tuple(("storage_array", one) for one in systems)
        )


def _are_alike(one: Means, other: Means) -> bool:
    return max(one.ms, other.ms) <= threshold("fast_ratio") * min(one.ms, other.ms)
