"""Result from the three solved levels: states, ranges, breakdown and verdict (estimator.md, section 3.9)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from checker.estimate.library import Library
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Plan
from checker.estimate.network.results.confirmed import Confirmed
from checker.estimate.network.results.precision import Precision
from checker.estimate.network.results.result import (
    MISSING_DATA,
    ResourceResult,
    ResponseTime,
    Risk,
    Status,
    VolumeResult,
)
from checker.estimate.network.solver import Options, Solved
from checker.estimate.quantity import LEVELS, Level, Range

_HOST = COMPONENTS.index("host_queue")
_ORDER: tuple[Status, ...] = ("ok", "unknown_parameter", "queue_depth_limited", "wan_limited", "saturated")
_RISKS: tuple[Risk, ...] = ("unknown", "low", "medium", "high")


class Outcome:
    """Solutions of one network at the three levels."""

    def __init__(
        self,
        plan: Plan,
        moments: Moments,
        solved: Mapping[Level, Solved],
        library: Library,
        options: Options | None = None,
    ) -> None:
        """Take the solutions, the moments at the typical level and the parameters.

        Args:
            plan: the layout.
            moments: values at the typical level.
            solved: solutions by level.
            library: the parameters.
            options: solver options at the typical level; without them, bounds are the low end of the range only.
        """
        self.plan, self.solved, self.library = plan, solved, library
        self._widen = (library.typical("range.widen_low"), library.typical("range.widen_high"))
        self._starts = np.searchsorted(plan.pair_class, np.arange(len(plan.classes) + 1))
        self._states: list[Status] | None = None
        self._precision = Precision(plan, moments, solved["typical"], library)
        self._confirmed = None if options is None else Confirmed(plan, moments, options, library)

    @cached_property
    def open_ended(self) -> NDArray[np.bool_]:
        """Classes whose response time has no high end: its parameters make a resource busier than simulations confirm."""
        return self._precision.beyond(self.solved["high"])

    def volumes(self) -> Volumes:
        """Results of flows, computed on access."""
        return Volumes(self)

    def volume(self, number: int) -> VolumeResult:
        """Result of one flow by its position in the network."""
        flow = self.plan.network.flows[number]
        group = int(self.plan.class_of[number])
        typical = self.solved["typical"]
        status, reason = self.state(group)
        response, breakdown, outstanding = None, {}, None
        rate: float | None = float(typical.rate[group])
        if status in {"ok", "queue_depth_limited"}:
            limited = status == "queue_depth_limited"
            breakdown = dict(zip(COMPONENTS, typical.responses.components[group].tolist(), strict=True))
            if limited:
                breakdown["host_queue"] = 0.0
            whole = sum(breakdown.values())
            response = self._response(group, whole, limited=limited)
            if response.mean.typical > whole > 0:
                breakdown = {name: value * response.mean.typical / whole for name, value in breakdown.items()}
            outstanding = float(typical.rate[group]) * response.mean.typical
        elif flow.workload.iops is None:
            rate = None
        reads = self._reads_alone(group) if status == "unknown_parameter" else None
        return VolumeResult(
            flow=flow.id,
            host=flow.host,
            volume=flow.volume,
            status=status,
            reason=reason,
            response=response,
            breakdown=breakdown,
            iops=None if rate is None else rate * 1000.0,
            outstanding=outstanding,
            bound=self.bound(group),
            reads=reads,
        )

    def state(self, group: int) -> tuple[Status, str | None]:
        """State of a class, and a sentence with the reason if it is not ``ok``."""
        flow = self.plan.classes[group]
        if flow.unknown:
            return "unknown_parameter", f"{MISSING_DATA}{', '.join(flow.unknown)}"
        if not flow.workload.loaded:
            return "unknown_parameter", f"{MISSING_DATA}amount of I/O (IOPS or outstanding I/O)"
        typical = self.solved["typical"]
        if not typical.full[group] and not typical.responses.mean[group] > 0:
            return "unknown_parameter", f"{MISSING_DATA}service times of all resources on its path"
        if typical.full[group]:
            stations = [self.plan.stations[s] for s in self._stations(group) if self._full(s)]
            wan = bool(stations) and all(station.kind == "wan" for station in stations)
            names = " and ".join(sorted(station.id for station in stations)) or "a shared resource"
            if wan:
                return "wan_limited", f"writes exceed the bandwidth of {names}"
            return "saturated", f"the load exceeds the capacity of {names}"
        if typical.gated[group]:
            achieved = f"{typical.rate[group] * 1000:,.0f} IOPS"
            return (
                "queue_depth_limited",
                f"a queue depth of {flow.queue_depth} allows {achieved}; the rest waits in the host",
            )
        return "ok", None

    def bound(self, group: int) -> str | None:
        """Why only a bound of the response time of a class is meaningful; None if more is."""
        return self._precision.bound(group)

    def any_bound(self) -> str | None:
        """Why the mean over all I/O is only a bound; None if it is more."""
        return self._precision.any_bound()

    def tail_bound(self, group: int) -> str | None:
        """Why a class has no percentiles although it may have a response time; None if it has them."""
        return self._precision.tail_bound(group)

    def states(self) -> list[Status]:
        """State of each class."""
        if self._states is None:
            self._states = [self.state(group)[0] for group in range(len(self.plan.classes))]
        return self._states

    def worst(self) -> Status:
        """Worst state of a flow; ``unknown_parameter`` without flows."""
        return max(self.states(), key=_ORDER.index, default="unknown_parameter")

    def total(self) -> ResponseTime | None:
        """Mean over all I/O; None if a flow has no response time."""
        states = self.states()
        if not states or any(state not in {"ok", "queue_depth_limited"} for state in states):
            return None
        limited = np.array([state == "queue_depth_limited" for state in states])
        values = {level: self._totals(level, limited) for level in LEVELS}
        least = self._least_of_all()
        mean, read, write = (
            self._widened(*(values[level][part] for level in LEVELS), least=least[part]) for part in range(3)
        )
        return None if mean is None else ResponseTime(mean, read, write)

    def reads(self) -> Range | None:
        """Mean over all reads if only writes have no response time; None otherwise."""
        if self.worst() != "unknown_parameter":
            return None
        for group, flow in enumerate(self.plan.classes):
            with_reads = flow.workload.read_share > 0
            if self.states()[group] != "ok" and with_reads and self._reads_alone(group) is None:
                return None
        limited = np.zeros(len(self.plan.classes), dtype=bool)
        ends = (self._totals(level, limited)[1] for level in LEVELS)
        return self._widened(*ends, least=self._least_of_all()[1])

    @cached_property
    def _rates_known(self) -> bool:
        """Whether the I/O per second of all classes is known whose response time is not."""
        return all(one.workload.iops is not None for one in self.plan.classes if one.unknown)

    def _reads_alone(self, group: int) -> Range | None:
        """Response time of the reads of a class whose writes have none; None if it is unknown, too.

        How much I/O a closed load offers depends on its writes, so without them no queue of the SAN is known.
        """
        typical = self.solved["typical"]
        if not self.plan.classes[group].reads_known or not self._rates_known or typical.full[group]:
            return None
        low, middle, high = (self._values(level, group, limited=False)[1] for level in LEVELS)
        return self._widened(low, middle, high, least=self._least(group)[1])

    def iops(self) -> float:
        """Total IOPS, typical; flows through a full resource count with their requested IOPS, if known."""
        solved = self.solved["typical"]
        rate = np.where(solved.full, np.nan_to_num(self.plan.rate), solved.rate)
        return float((rate * self.plan.members).sum() * 1000.0)

    def resources(self) -> dict[str, ResourceResult]:
        """Utilisation and risk of each station."""
        result = {}
        for number, station in enumerate(self.plan.stations):
            use = None
            if station.service is not None:
                use = Range.spanning(*(float(self.solved[level].load.utilisation[number]) for level in LEVELS))
            risk = self._risk(None if use is None else use.typical, station.limit)
            result[station.id] = ResourceResult(station.id, station.kind, use, station.limit, risk)
        return result

    def risk(self, resources: Mapping[str, ResourceResult]) -> Risk:
        """Verdict from the sized resources and the states of flows; ``unknown`` without any I/O."""
        states = set(self.states())
        sized = [r.risk for r in resources.values() if r.limit is not None and r.utilisation is not None]
        if states & {"saturated", "wan_limited", "queue_depth_limited"} or "high" in sized:
            return "high"
        if "unknown_parameter" in states or not sized or not self.iops():
            return "unknown"
        return max(sized, key=_RISKS.index)

    def _risk(self, use: float | None, limit: float | None) -> Risk:
        if use is None:
            return "unknown"
        bound = 1.0 if limit is None else limit
        use -= 1e-9
        if use <= bound:
            return "low"
        margin = self.library.typical("sizing.medium_margin")
        return "medium" if use <= min(1.0, bound + margin) else "high"

    def _response(self, group: int, typical: float, *, limited: bool) -> ResponseTime:
        values = {level: self._values(level, group, limited=limited) for level in LEVELS}
        low, high = values["low"], values["high"]
        least = self._least(group)
        mean = self._widened(low[0], typical, high[0], least=least[0])
        read, write = (
            self._widened(low[part], values["typical"][part], high[part], least=least[part]) for part in (1, 2)
        )
        if mean is None:  # pragma: no cover - a class has I/O
            raise ValueError("a flow without I/O has no response time")
        return ResponseTime(mean, read, write)

    def _values(self, level: Level, group: int, *, limited: bool) -> tuple[float, float, float]:
        solved = self.solved[level]
        result = solved.responses
        host = float(result.components[group, _HOST])
        without_end = solved.gated[group] or (level == "high" and self.open_ended[group])
        if solved.full[group] or (without_end and not limited):
            return tuple(
                math.inf if not math.isnan(v[group]) else math.nan for v in (result.mean, result.read, result.write)
            )  # type: ignore[return-value]
        less = host if limited else 0.0
        return float(result.mean[group]) - less, float(result.read[group]) - less, float(result.write[group]) - less

    def _least(self, group: int) -> tuple[float, float, float]:
        """Mean, read and write response time of a class with a bound at the highest load without one; 0 if there is none."""
        solved = None
        if self._confirmed is not None and self.bound(group) is not None:
            solved = self._confirmed.of_class(group)
        if solved is None:
            return 0.0, 0.0, 0.0
        result = solved.responses
        return float(result.mean[group]), float(result.read[group]), float(result.write[group])

    def _least_of_all(self) -> tuple[float, float, float]:
        """Mean over all I/O, reads and writes at the highest load without a bound; 0 if this load has none, or every load has one."""
        solved = None
        if self._confirmed is not None and self.any_bound() is not None:
            solved = self._confirmed.of_all()
        return (
            (0.0, 0.0, 0.0) if solved is None else self._averages(solved, np.zeros(len(self.plan.classes), dtype=bool))
        )

    def _totals(self, level: Level, limited: NDArray[np.bool_]) -> tuple[float, float, float]:
        solved = self.solved[level]
        flow = solved.rate * self.plan.members
        without_end = solved.gated | self.open_ended if level == "high" else solved.gated
        unbounded = bool(((solved.full | (without_end & ~limited)) & (flow > 0)).any())
        return self._averages(solved, limited, unbounded=unbounded)

    def _averages(
        self, solved: Solved, limited: NDArray[np.bool_], *, unbounded: bool = False
    ) -> tuple[float, float, float]:
        """Mean over all I/O, reads and writes, without the wait in the host where a queue depth limits the load."""
        result, share = solved.responses, self._read_shares()
        flow = solved.rate * self.plan.members
        host = np.where(limited, result.components[:, _HOST], 0.0)
        answers = []
        for values, part in ((result.mean, 1.0), (result.read, share), (result.write, 1.0 - share)):
            weight = np.where(np.isnan(values), 0.0, flow * part)
            amount = float(weight.sum())
            if amount <= 0:
                answers.append(math.nan)
            elif unbounded:
                answers.append(math.inf)
            else:
                answers.append(float((weight * np.nan_to_num(values - host)).sum()) / amount)
        return answers[0], answers[1], answers[2]

    def _read_shares(self) -> Floats:
        return np.array([flow.workload.read_share for flow in self.plan.classes])

    def _widened(self, low: float, typical: float, high: float, *, least: float) -> Range | None:
        """Return a range widened for the model's own error; where there is only a bound, no value is below ``least``."""
        if math.isnan(typical):
            return None
        ends = Range.spanning(low, typical, high)
        if least > 0:
            # Close to a full queue depth, the formula may fall again.
            return Range(least, max(typical, least), max(ends.high * self._widen[1], least))
        return Range(ends.low * self._widen[0], typical, ends.high * self._widen[1])

    def _stations(self, group: int) -> list[int]:
        return [int(s) for s in self.plan.pair_station[self._starts[group] : self._starts[group + 1]]]

    def _full(self, station: int) -> bool:
        return bool(self.solved["typical"].load.utilisation[station] >= 1.0 - 1e-9)


class Volumes(Mapping[str, VolumeResult]):
    """Results by flow id, computed on access because a large SAN has very many."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._numbers: dict[str, int] | None = None

    def __getitem__(self, flow: str) -> VolumeResult:
        if self._numbers is None:
            self._numbers = {flow.id: number for number, flow in enumerate(self._outcome.plan.network.flows)}
        return self._outcome.volume(self._numbers[flow])

    def __iter__(self) -> Iterator[str]:
        return (flow.id for flow in self._outcome.plan.network.flows)

    def __len__(self) -> int:
        return len(self._outcome.plan.network.flows)
