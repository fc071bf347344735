"""What an estimate of a SAN says, as plain values for reports; nothing here knows the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checker.estimate.quantity import Range
from checker.estimate.result import CurvePoint, ResponseTime, Result, Risk, Status, VolumeResult
from checker.estimate.workload import Workload


@dataclass(frozen=True, slots=True)
class Pair:
    """A host and a volume.

    Attributes:
        host, volume: which; name: what people call the volume, None if nothing does.
        system: array or VPLEX it talks to, None if no export names it.
        arrangement: ``native``, ``local``, ``metro``, ``geo``, or ``unknown``.
        carrying, live: paths that carry its I/O, and live ones.
        policy: how it is spread: fixed, mru, round_robin, adaptive or unknown.
        round_robin_limit: I/O after which round robin changes the path, None where it has no such limit.
        queue_depth: I/O let out at once; None where no export tells.
        failure_share: part of its carrying paths that the worst single fabric, director or port takes away, 0 to 1.
        added_rtt_ms: round trip that each write waits for (Metro); None where there is none, or nobody tells it.
        workload: its load, None where none is stated; origin: where that is stated.
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
        """Its id in results."""
        return f"{self.host} {self.volume}"

    @property
    def saturation_ratio(self) -> float:
        """Load at which its ports saturate, over that with all live paths in use (estimator.md, section 6, case 1)."""
        return self.carrying / self.live if self.live else 0.0


@dataclass(frozen=True, slots=True)
class FailureCase:
    """The load with one part gone.

    Attributes:
        kind, key, label: the part.
        utilisation: of the busiest of the resources that take over, typical; station: that resource, empty if none does.
        before: utilisation of the same resource with everything up.
        response: mean response time in ms, typical; of the worst few only, None where there is none.
        lost: hosts × volumes with load that have no path left.
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
    """One way of estimating the same load: an arrangement, or the SAN without what-if.

    Attributes:
        name: ``native``, ``local``, ``metro``, ``as it is``.
        status, response, saturation_iops, binding, risk: as in :class:`checker.estimate.result.Result`.
        reason: why there is no response time.
        assumptions: what this case takes for granted beside the rest.
        curve: latency over load.
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


@dataclass(frozen=True, slots=True)
class Missing:
    """Facts that keep flows from a response time.

    Attributes:
        what: in words; of: the objects.
        facts: columns of the inventory that would tell.
        commands: (owner, command) of exports that print them.
        keys: what ``--what-if`` may set instead.
    """

    what: str
    of: tuple[str, ...]
    facts: tuple[str, ...]
    commands: tuple[tuple[str, str], ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The estimate of a SAN.

    Attributes:
        workload: what was named, None without one.
        pairs: hosts and volumes, shown ones only, in order of their names.
        idle: hosts and volumes of the SAN that the workload says nothing of.
        volumes: results of hosts × volumes, shown or not, by ``Pair.flow``; empty without a workload.
        result: the same for the whole load; None without a workload; binding: what is full first, None where nothing limits.
        risk: verdict, with the worst single failure.
        failures: parts gone one by one, the worst first; untried: parts that were too many to try.
        cases: other arrangements of the same load; without VPLEX where hosts use one.
        before: response times without ``--what-if``; changes: what it set, as (key, value, unit or meaning).
        curve: latency over load.
        missing, assumptions, sources, notes: what is not known, taken for granted, where numbers come from, left out.
        measured: loads that the exports hold and nobody asked to use.
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
    missing: tuple[Missing, ...] = ()
    assumptions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    measured: int = 0
    volumes: Mapping[str, VolumeResult] = field(default_factory=dict)
