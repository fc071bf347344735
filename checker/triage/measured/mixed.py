"""Arrays that print only the mean of reads and writes: what it says about each of them.

If the hosts wait about equally long for reads and writes of a volume, so does the mean, and it is used for both, as far as each waits. Otherwise
the mean may hide which of them is slow. Yet what the hosts wait on average beyond the mean of the array is not in the array;
even if all of that were of one operation, it would wait the rest in the array. Where that leaves little doubt, the
same time beyond the array is taken for both. And if all of the mean were of one operation, that would take its multiple by their
shares at most: where even this is little of what the hosts wait, the mean is used. Elsewhere nothing is subtracted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from checker.triage.measured.means import Answer, Means
from checker.triage.measured.tables import ArrayKey
from checker.triage.model import Flow
from checker.triage.parameters import threshold

_DOUBT = 0.2
"""Share of an operation's time that may be in the array or not."""
_DOUBT_BEFORE = 1 / 3
"""The same for the time before, as a share of the time in the window."""
Time = Callable[[Flow], Means | None]
"""The means of a flow in the window, or in its quiet time."""


class Mixed:
    """The means of arrays for flows, with those of both operations where these are alike, or where it is clear what each takes.

    Attributes:
        unclear: keys of the flows of which only the mean of both operations is stated, and not clear for the one.
    """

    def __init__(self, flows: Iterable[Flow]) -> None:
        self._every = flows
        self.unclear: set[tuple[str, str, str, str]] = set()

    @cached_property
    def _flows(self) -> Mapping[str, Sequence[Flow]]:
        """The flows of each volume; not needed where arrays state operations apart."""
        found: defaultdict[str, list[Flow]] = defaultdict(list)
        for flow in self._every:
            if flow.volume:
                found[flow.volume].append(flow)
        return found

    def of(self, flow: Flow, arrays: Mapping[ArrayKey, Answer], time: Time = lambda flow: flow.window) -> Answer | None:
        """Return what the array of a flow takes, by system, volume and operation; None if it is not stated.

        Args:
            flow: the flow.
            arrays: means of arrays over a time.
            time: the means of a flow over the same time.
        """
        system = flow.system or ""
        found = arrays.get((system, flow.volume, flow.operation))
        if found is not None:
            return found
        mean = arrays.get((system, flow.volume, ""))
        own = time(flow)
        if not flow.operation and own is not None and own.reads is not None:
            return _added(
                arrays.get((system, flow.volume, "read")), arrays.get((system, flow.volume, "write")), own.reads
            )
        if mean is None or not flow.operation or own is None:
            return None
        twin = self._twin(flow)
        other = time(twin) if twin is not None else None
        if other is None:
            return mean
        if _are_alike(own, other):
            # The faster operation waits less than the mean of both in the array, which is no contradiction.
            every, _ = self._ios(flow, time)
            both = sum(means.iops * _below(means) for _, means in self._known(flow, time)) / every
            shown = min(mean.ms, _below(own)) if mean.ms <= both else mean.ms
            return mean._replace(ms=shown)
        ms = self._apart(flow, own, mean, time)
        if ms is None:
            self.unclear.add(flow.key)
            return None
        return mean._replace(ms=ms)

    def high(self, flow: Flow, arrays: Mapping[ArrayKey, float]) -> float | None:
        """Return the percentile of the array of a flow; None if it is only that of both operations, which differ."""
        system = flow.system or ""
        found = arrays.get((system, flow.volume, flow.operation))
        if found is not None:
            return found
        mean = arrays.get((system, flow.volume, ""))
        if mean is None:
            return None
        twin = self._twin(flow)
        if twin is None or _are_alike(flow.window, twin.window) or self._is_little(flow, mean, lambda one: one.window):
            return mean
        return None

    def _twin(self, flow: Flow) -> Flow | None:
        """Return the flow of the other operation."""
        others = (one for one in self._flows[flow.volume] if one.host == flow.host and one.operation != flow.operation)
        return next((one for one in others if one.operation and flow.operation), None)

    def _apart(self, flow: Flow, own: Means, mean: Answer, time: Time) -> float | None:
        """Return what the array takes for the operation of a flow in ms, if the mean of both leaves little doubt."""
        below = _below(own)
        if self._is_little(flow, mean.ms, time):
            return min(mean.ms, below)
        known = self._known(flow, time)
        every, same = self._ios(flow, time)
        if not same:
            return None
        beyond = sum(means.iops * _below(means) for _, means in known) / every - mean.ms
        if abs(beyond) * every / same > _DOUBT * below:
            return None
        return max(0.0, below - max(0.0, beyond))

    def _is_little(self, flow: Flow, ms: float, time: Time) -> bool:
        """Return whether a mean of both operations is little of what a flow waits, even if all of it were of its operation.

        What the array took before matters only against what the flow waits in the window, and less.
        """
        every, same = self._ios(flow, time)
        most = ms * every / same if same else 0.0
        before = time(flow) is not flow.window
        return same > 0 and (
            most <= _DOUBT * _below(time(flow) or flow.window)
            or (before and most <= _DOUBT_BEFORE * _below(flow.window))
        )

    def _known(self, flow: Flow, time: Time) -> list[tuple[str, Means]]:
        return [(one.operation, means) for one in self._flows[flow.volume] if (means := time(one)) is not None]

    def _ios(self, flow: Flow, time: Time) -> tuple[float, float]:
        """Return the I/Os per second on the volume of a flow, and those of its operation."""
        known = self._known(flow, time)
        same = (means.iops for operation, means in known if operation == flow.operation)
        return sum(means.iops for _, means in known), sum(same)


def _added(read: Answer | None, write: Answer | None, reads: float) -> Answer | None:
    """Return the mean of both operations of an array that states them apart, by the share of reads of the host; None if one is missing."""
    if read is None or write is None:
        return None
    ms = reads * read.ms + (1.0 - reads) * write.ms
    return read._replace(ms=ms)


def _below(means: Means) -> float:
    """Return what is waited below the queue of the host in ms."""
    return means.ms - (means.kernel_ms or 0.0)


def _are_alike(one: Means, other: Means) -> bool:
    return max(one.ms, other.ms) <= threshold("fast_ratio") * min(one.ms, other.ms)
