"""What an estimate answers: response times with their breakdown, utilisation, limits and verdict (estimator.md, 3.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from checker.estimate.network import Component, Kind
from checker.estimate.quantity import Range

Status = Literal["ok", "saturated", "queue_depth_limited", "wan_limited", "unknown_parameter"]
Risk = Literal["low", "medium", "high", "unknown"]


@dataclass(frozen=True, slots=True)
class ResponseTime:
    """Response times in ms, already widened for what the model does not know; None where there is no such I/O.

    ``high`` is infinite where the pessimistic end of the parameters saturates: show that as a word, never as a number.
    """

    mean: Range
    read: Range | None
    write: Range | None


@dataclass(frozen=True, slots=True)
class VolumeResult:
    """The estimate for one host and volume.

    Attributes:
        flow, host, volume: which.
        status: ``ok``, or why there is no response time or why the load asked for cannot be had.
        reason: one sentence where the status is not ``ok``.
        response: None where saturated or unknown. Where ``queue_depth_limited``, the response time inside the host's queue
            depth; the queue in the host grows without bound and has no number.
        breakdown: typical mean response time in ms by component; sums to ``response.mean.typical``.
        iops: I/O per second achieved (typical); None where unknown.
        outstanding: I/O outstanding on average (typical), Little's law; None without a response time.
        precise: False above 90 % utilisation, where saturation and risk say more than the response time.
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
    precise: bool


@dataclass(frozen=True, slots=True)
class ResourceResult:
    """One shared resource.

    Attributes:
        station: its id.
        kind: what it is.
        utilisation: 0 to 1 and above where more is asked than it can do; None where its capacity is unknown.
        limit: the utilisation it is sized to, or None.
        risk: ``low`` up to its limit, ``medium`` up to 20 points above, ``high`` beyond; ``unknown`` without utilisation.
    """

    station: str
    kind: Kind
    utilisation: Range | None
    limit: float | None
    risk: Risk


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One point of latency over load: total IOPS, mean response time (None where saturated), highest utilisation."""

    load: float
    iops: float
    mean_ms: Range | None
    read_ms: float | None
    write_ms: float | None
    utilisation: float


@dataclass(frozen=True, slots=True)
class Limits:
    """How far the mix of I/O can grow.

    Attributes:
        saturation_iops: total IOPS of this mix at which the first resource is full; low is the pessimistic end.
        binding: what is full first: a station's id or ``queue depth of h1 v3``; None where nothing limits.
        knee_iops: load of best power (IOPS / response time); None where it cannot be told.
        knee_outstanding: I/O outstanding beyond which more bring no more IOPS: saturation times idle response time.
    """

    saturation_iops: Range | None
    binding: str | None
    knee_iops: Range | None
    knee_outstanding: Range | None


@dataclass(frozen=True)
class Result:
    """The estimate for all volumes together.

    Attributes:
        volumes: by flow id; made when looked at.
        resources: by station id.
        status: the worst status of a volume.
        response: mean over all I/O; None unless every volume has one.
        iops: total achieved, typical.
        risk: verdict over the sized resources and the states.
        parameters: names of the library's parameters used; ``Library.sources`` tells where they come from.
        assumptions: sentences to show with the numbers.
        find_limits: computes ``limits`` when first asked for: it solves the network many times.
        find_saturation: computes ``saturation_iops`` alone, which takes about half as long.
    """

    volumes: Mapping[str, VolumeResult]
    resources: Mapping[str, ResourceResult]
    status: Status
    response: ResponseTime | None
    iops: float
    risk: Risk
    parameters: tuple[str, ...]
    assumptions: tuple[str, ...]
    find_limits: Callable[[], Limits] = field(repr=False, compare=False)
    find_saturation: Callable[[], Range | None] = field(repr=False, compare=False)

    @cached_property
    def limits(self) -> Limits:
        """How far the mix can grow."""
        return self.find_limits()

    @cached_property
    def saturation_iops(self) -> Range | None:
        """Total IOPS of this mix at which the first resource is full."""
        return self.find_saturation()

    @property
    def binding(self) -> str | None:
        """What is full first."""
        return self.limits.binding

    @property
    def knee_iops(self) -> Range | None:
        """Load of best power."""
        return self.limits.knee_iops

    @property
    def knee_outstanding(self) -> Range | None:
        """I/O outstanding beyond which more bring no more IOPS."""
        return self.limits.knee_outstanding
