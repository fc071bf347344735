"""Arrays that print only the mean of reads and writes: what it says about each of them.

If the host waits about equally long for reads and writes of a volume, so does the mean, and it is used for both. Otherwise
the mean may hide which of them is slow, and nothing is subtracted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from checker.triage.measured.means import Means
from checker.triage.model import Flow, Guard
from checker.triage.parameters import threshold

_NAMED = 4
Figure = TypeVar("Figure", Means, float)


class Mixed:
    """The means of arrays for flows, with those of both operations where these are alike."""

    def __init__(self, flows: Iterable[Flow]) -> None:
        self._ms = {flow.key: flow.window.ms for flow in flows}
        self._left_out: set[tuple[str, str]] = set()

    def of(self, flow: Flow, arrays: Mapping[tuple[str, str, str], Figure]) -> Figure | None:
        """Return what the array of a flow takes, by system, volume and operation; None if it is not stated."""
        system = flow.system or ""
        found = arrays.get((system, flow.volume, flow.operation))
        mean = arrays.get((system, flow.volume, ""))
        if found is not None or mean is None or not flow.operation:
            return found
        other = "write" if flow.operation == "read" else "read"
        twin = self._ms.get((flow.host, flow.volume, flow.port, other))
        if twin is None or max(twin, flow.window.ms) <= threshold("fast_ratio") * min(twin, flow.window.ms):
            return mean
        self._left_out.add((system, flow.volume))
        return None

    def guard(self) -> Guard:
        """Return the guard of the volumes whose operations differ."""
        systems = sorted({system for system, _ in self._left_out})
        text = (
            f"{', '.join(systems[:_NAMED])} state only the mean of reads and writes, and these differ: "
            "nothing is subtracted, and which of them the array delays is not concluded"
        )
        return Guard(
            "mixed_operations", not systems, text, len(self._left_out), tuple(("storage_array", one) for one in systems)
        )
