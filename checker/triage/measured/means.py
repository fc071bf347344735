"""Means of one flow over a time."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple


@dataclass(slots=True)
class Means:
    """Means over a time, weighted by I/O: latency, its parts, and how much I/O they are of.

    Attributes:
        iops: I/Os per second over the time; samples: intervals with I/O; few: whether the median number of I/Os in one is too small for a mean to say anything.
        ms: latency that the host sees (``error``: standard deviation of the mean).
        kernel_ms, device_ms: its parts above and below the driver, None if the export does not split it.
        array_ms, network_ms: response time of the array or VPLEX, and its wait for the SAN; None if unknown.
        back_ms, leg_ms: behind a VPLEX, storage volumes as it sees them, and as their array does; hits: its read hits.
        local_ms, far_ms: of a distributed volume, what local ones take on the same directors, and its arrays of the other site.
        high_ms: 95th percentile of the latency over all times; io_bytes: mean size; reads: share of reads in a mean of both operations; full_queue: share of intervals in which the queue of the host was full, None if unknown.
    """

    iops: float
    samples: int
    few: bool
    ms: float
    error: float
    kernel_ms: float | None = None
    device_ms: float | None = None
    io_bytes: float | None = None
    high_ms: float | None = None
    reads: float | None = None
    full_queue: float | None = None
    array_ms: float | None = None
    network_ms: float | None = None
    back_ms: float | None = None
    leg_ms: float | None = None
    hits: float | None = None
    local_ms: float | None = None
    far_ms: float | None = None

    @property
    def missing(self) -> tuple[bool, ...]:
        """Which figures that split the latency are not there."""
        known = (self.kernel_ms, self.array_ms, self.back_ms, self.leg_ms, self.hits, self.local_ms)
        return tuple(one is None for one in known)


_FIELDS = tuple(one.name for one in fields(Means))
MEASURED = _FIELDS[: _FIELDS.index("array_ms")]
"""The fields that hosts measure, which come first."""


class Answer(NamedTuple):
    """What an array or VPLEX takes for a volume in ms, and how long of that it waits for the SAN; None if it does not say."""

    ms: float
    network_ms: float | None
