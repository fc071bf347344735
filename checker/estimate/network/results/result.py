"""Results of an estimate: response times with breakdown, utilisation, limits and verdict (estimator.md, section 3.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from checker.estimate.network.network import Component, Kind
from checker.estimate.quantity import Range

QUEUE_DEPTH = "queue depth of "
"""Beginning of the name of what limits a load if it is a queue depth; host and volume follow."""
MISSING_DATA = "missing data: "
"""Prefix of the reason of a result with the status ``unknown_parameter``."""
Status = Literal["ok", "saturated", "queue_depth_limited", "wan_limited", "unknown_parameter"]
Risk = Literal["low", "medium", "high", "unknown"]


@dataclass(frozen=True, slots=True)
class ResponseTime:
    """Response times in ms, already widened for the model's own error; None if there is no such I/O.

    ``high`` is infinite if the pessimistic end of the parameters saturates: show that as text, never as a number.
    """

    mean: Range
    read: Range | None
    write: Range | None


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Response times in ms that 95 and 99 % of the I/Os do not exceed; widened like the mean."""

    p95: Range
    p99: Range


@dataclass(frozen=True, slots=True)
class VolumeResult:
    """Estimate for one host and volume.

    Attributes:
        flow, host, volume: identity of the flow.
        status: ``ok``, or why there is no response time or why the requested load cannot be sustained.
        reason: one sentence if the status is not ``ok``.
        response: None if saturated or unknown. If ``queue_depth_limited``, the response time inside the host's queue
            depth; the queue in the host grows without bound and has no number.
        breakdown: typical mean response time in ms by component; sums to ``response.mean.typical``.
        iops: IOPS achieved (typical); None if unknown.
        outstanding: mean outstanding I/O (typical), by Little's law; None without a response time.
        reads: response time of reads if only the writes have none because of missing facts; None otherwise.
        bound: why the low end of the response time is only a bound and its other values must not be shown; None if they may.
    """

    flow: str
    host: str
    volume: str
    status: Status
    reason: str | None
    response: ResponseTime | None
    breakdown: Mapping[Component, float]
    iops: float | None
    outstanding: float | None
    bound: str | None = None
    reads: Range | None = None

    @property
    def precise(self) -> bool:
        """Whether the response time is more than a bound."""
        return self.bound is None


@dataclass(frozen=True, slots=True)
class ResourceResult:
    """Estimate for one shared resource.

    Attributes:
        station: id of the station.
        kind: type of resource.
        utilisation: 0 to 1, above 1 if the load exceeds its capacity; None if its capacity is unknown.
        limit: sizing limit of its utilisation, or None.
        risk: ``low`` up to the limit, ``medium`` up to 20 points above it, ``high`` beyond; ``unknown`` without
            utilisation.
    """

    station: str
    kind: Kind
    utilisation: Range | None
    limit: float | None
    risk: Risk


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Point of latency over load: total IOPS, mean response time (None if saturated), highest utilisation.

    Attributes:
        bound: why the low end of the response time is only a bound and its other values must not be shown; None if they may.
    """

    load: float
    iops: float
    mean_ms: Range | None
    read_ms: float | None
    write_ms: float | None
    utilisation: float
    bound: str | None = None


@dataclass(frozen=True, slots=True)
class Knees:
    """Loads above which more I/O is not worth its wait; None if unknown.

    Attributes:
        iops: load of best power (IOPS / response time).
        bound: why ``iops`` is only the least load at which the knee may be; None if it is the knee.
        outstanding: outstanding I/O above which IOPS no longer increase: saturation times idle response time.
    """

    iops: Range | None
    outstanding: Range | None
    bound: str | None = None


@dataclass(frozen=True)
class Result:
    """Estimate for all volumes together.

    Attributes:
        volumes: results by flow id, computed on access.
        resources: results by station id.
        status: worst status of a volume.
        response: mean over all I/O; None unless every volume has a response time.
        reads: mean over all reads if only writes have no response time because of missing facts; None otherwise.
        iops: total IOPS achieved, typical.
        risk: verdict from the sized resources and the states of flows.
        parameters: names of the library parameters used; ``Library.sources`` lists their sources.
        assumptions: sentences to show with the numbers.
        bound: why the low end of the response time is only a bound; None if it is not.
        find_saturation: computes ``saturation_iops``, which solves the network many times.
        find_binding: computes ``binding``, without more effort once the saturation is known.
        find_knees: computes ``knees``, which takes about as long as the saturation.
    """

    volumes: Mapping[str, VolumeResult]
    resources: Mapping[str, ResourceResult]
    status: Status
    response: ResponseTime | None
    reads: Range | None
    iops: float
    risk: Risk
    parameters: tuple[str, ...]
    assumptions: tuple[str, ...]
    bound: str | None
    find_saturation: Callable[[], Range | None] = field(repr=False, compare=False)
    find_binding: Callable[[], str | None] = field(repr=False, compare=False)
    find_knees: Callable[[], Knees] = field(repr=False, compare=False)

    @cached_property
    def saturation_iops(self) -> Range | None:
        """Total IOPS of this mix at which the first resource is full; low is the pessimistic end."""
        return self.find_saturation()

    @cached_property
    def binding(self) -> str | None:
        """First resource to fill up: id of a station or ``queue depth of h1 v3``; None if nothing limits."""
        return self.find_binding()

    @cached_property
    def knees(self) -> Knees:
        """Loads above which more I/O is not worth its wait."""
        return self.find_knees()

    @property
    def knee_iops(self) -> Range | None:
        """Load of best power."""
        return self.knees.iops

    @property
    def knee_outstanding(self) -> Range | None:
        """Outstanding I/O above which IOPS no longer increase."""
        return self.knees.outstanding
