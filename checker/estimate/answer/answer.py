"""Estimate of a SAN as plain values for reports, independent of the store."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from checker.estimate.network.results.result import CurvePoint, ResponseTime, Result, Risk, Status, VolumeResult
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import Workload

if TYPE_CHECKING:
    from checker.estimate.answer.failed import Failed
    from checker.estimate.answer.growth import Grown, Growth
    from checker.estimate.answer.reach import Goal, Reached
    from checker.estimate.network.results.result import Percentiles
    from checker.estimate.simulate.simulate import Simulated


@dataclass(frozen=True, slots=True)
class Pair:
    """Pair of a host and a volume.

    Attributes:
        host, volume: identities; name: display name of the volume, None if it has none.
        system: array or VPLEX that presents the volume, None if no export names it.
        arrangement: ``native``, ``local``, ``metro``, ``geo``, or ``unknown``.
        carrying, live: number of paths that carry its I/O, and of live paths.
        policy: path policy: fixed, mru, round_robin, adaptive or unknown.
        round_robin_limit: round-robin IOPS limit, None if the policy has none.
        queue_depth: maximum outstanding I/O; None if unknown.
        failure_share: share of its carrying paths lost with the worst single fabric, director or port, 0 to 1.
        added_rtt_ms: round trip that each write waits for (Metro); None if there is none or if it is unknown.
        workload: its load, None if none is stated; origin: file and line that state it.
    """

    host: str
    volume: str
    name: str | None
    system: str | None
    arrangement: str
    carrying: int
    live: int
    policy: str
    round_robin_limit: int | None
    queue_depth: int | None
    failure_share: float
    added_rtt_ms: float | None
    workload: Workload | None
    origin: str | None

    @property
    def flow(self) -> str:
        """Id of its flow in results."""
        return f"{self.host} {self.volume}"

    @property
    def saturation_ratio(self) -> float:
        """Load at which its ports saturate, relative to using all live paths (estimator.md, section 6, case 1)."""
        return self.carrying / self.live if self.live else 0.0


@dataclass(frozen=True, slots=True)
class FailureCase:
    """Load after the failure of one component.

    Attributes:
        kind, key, label: the component.
        utilisation: typical utilisation of the busiest resource that takes over; station: that resource, empty if none.
        before: utilisation of the same resource before the failure.
        response: mean response time in ms, typical; of the worst few cases only, None if there is none.
        lost: host-volume pairs with load that have no path left.
    """

    kind: str
    key: str
    label: str
    utilisation: float
    station: str
    before: float
    response: float | None
    lost: int


@dataclass(frozen=True, slots=True)
class Case:
    """Variant of the estimate for the same load: another arrangement, or the SAN without what-if.

    Attributes:
        name: ``native``, ``local``, ``metro``, ``as it is``.
        status, response, saturation_iops, binding, risk: as in :class:`checker.estimate.network.results.result.Result`.
        reason: why there is no response time.
        assumptions: additional assumptions of this case.
        curve: latency over load.
        bound: why only the low end of the response time is meaningful; None if more is.
    """

    name: str
    status: Status
    response: ResponseTime | None
    saturation_iops: Range | None
    binding: str | None
    risk: Risk
    reason: str | None
    assumptions: tuple[str, ...] = ()
    curve: tuple[CurvePoint, ...] = ()
    bound: str | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """Missing facts without which flows have no response time.

    Attributes:
        what: name of the fact; of: the objects.
        facts: columns of the inventory that can provide it.
        commands: (owner, command) of exports that contain it.
        keys: facts that ``--what-if`` may set instead.
    """

    what: str
    of: tuple[str, ...]
    facts: tuple[str, ...]
    commands: tuple[tuple[str, str], ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Influence:
    """Mean response time in ms with one parameter at the low and at the high end of its range, all others typical.

    ``high_ms`` is None if that saturates a resource.
    """

    parameter: str
    low_ms: float
    high_ms: float | None

    @property
    def span_ms(self) -> float:
        """Distance of both ends; infinite if one saturates."""
        return math.inf if self.high_ms is None else abs(self.high_ms - self.low_ms)


@dataclass(frozen=True, slots=True)
class Answer:
    """Estimate of a SAN.

    Attributes:
        workload: name of the workload, None without one.
        pairs: hosts and volumes to show, sorted by name.
        idle: hosts and volumes of the SAN without a load in the workload.
        volumes: results of all host-volume pairs by ``Pair.flow``; empty without a workload.
        result: result of the whole load, None without a workload; binding: first resource to fill up, None if nothing
            limits.
        risk: verdict, including the worst single failure.
        failures: single failures, the worst first; untried: number of components that were not tried.
        cases: other arrangements of the same load; without VPLEX if hosts use one.
        before: response times without ``--what-if``; changes: its settings as (key, value, unit or meaning).
        curve: latency over load.
        influences: parameters whose ranges the range of the response time comes from, the most important first.
        missing, assumptions, sources, notes: missing facts, assumptions, sources of numbers, skipped data.
        measured: loads measured in the exports that were not requested.
        percentiles: of all I/O; None if unknown. percentiles_of: of host-volume pairs by ``Pair.flow``, where known.
        goal, reached: limit that was asked for, and where it is reached.
        growth, grown: growth that was asked for, and when limits are reached.
        failed: estimate after a failure that was asked for.
        simulated: the simulation, None if not requested or not possible; simulated_class: class of a flow in it.
    """

    workload: str | None
    pairs: Sequence[Pair]
    idle: int
    result: Result | None
    risk: Risk
    binding: str | None = None
    failures: tuple[FailureCase, ...] = ()
    untried: int = 0
    cases: tuple[Case, ...] = ()
    before: Case | None = None
    changes: tuple[tuple[str, float, str], ...] = ()
    curve: tuple[CurvePoint, ...] = ()
    influences: tuple[Influence, ...] = ()
    missing: tuple[Missing, ...] = ()
    assumptions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    measured: int = 0
    volumes: Mapping[str, VolumeResult] = field(default_factory=dict)
    percentiles: Percentiles | None = None
    percentiles_of: Mapping[str, Percentiles] = field(default_factory=dict)
    simulated: Simulated | None = None
    simulated_class: Mapping[str, int] = field(default_factory=dict)
    goal: Goal | None = None
    reached: tuple[Reached, ...] = ()
    growth: Growth | None = None
    grown: tuple[Grown, ...] = ()
    failed: Failed | None = None
