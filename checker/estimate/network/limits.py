"""Headroom of a mix of I/O: saturation, knee, and the curve of latency over load (estimator.md, section 3.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from checker.estimate.network.moments import Moments
from checker.estimate.network.plan import Floats, Plan
from checker.estimate.network.result import CurvePoint, Limits
from checker.estimate.network.solver import Options, solve, solve_inside
from checker.estimate.quantity import LEVELS, Level, Range

_FIRST, _LAST = 0.02, 0.98
_HALVINGS = 12
_ALIKE = 2.0**-12


@dataclass(slots=True)
class Growing:
    """Mix of rates that is scaled up and down.

    Attributes:
        plan: the layout.
        moments: values by level.
        options: solver options by level.
        rate: rates at scale 1, by class, per flow and ms.
        near: total I/O per ms at which a similar SAN saturates, by level; if it also applies here, two solves confirm it.
    """

    plan: Plan
    moments: Callable[[Level], Moments]
    options: Callable[[Level], Options]
    rate: Floats
    near: Mapping[Level, float] = field(default_factory=dict)
    _found: dict[Level, tuple[float | None, str | None]] = field(default_factory=dict)

    def saturation(self) -> Range | None:
        """Total IOPS of the mix at which the first resource or queue depth is full; None if no capacity is known."""
        scales = [self._saturation(level)[0] for level in LEVELS]
        known = [scale * self._total() * 1000.0 for scale in scales if scale is not None]
        return Range.spanning(*known) if len(known) == len(scales) else None

    def limits(self) -> Limits:
        """Saturation, binding resource and both knees; all None if there is no load or no capacity is known."""
        scales = {level: self._saturation(level) for level in LEVELS}
        if any(scale is None for scale, _ in scales.values()):
            return Limits(None, None, None, None)
        total = self._total()
        full = {level: (scale or 0.0) * total * 1000.0 for level, (scale, _) in scales.items()}
        idle = {level: self._mean(level, 0.0) for level in LEVELS}
        knees = {level: self._knee(level, scales[level][0] or 0.0) * total * 1000.0 for level in LEVELS}
        return Limits(
            saturation_iops=Range.spanning(*full.values()),
            binding=scales["typical"][1],
            knee_iops=Range.spanning(*knees.values()),
            knee_outstanding=Range.spanning(*(full[level] / 1000.0 * idle[level] for level in LEVELS)),
        )

    def curve(self, points: int, widen: tuple[float, float]) -> tuple[CurvePoint, ...]:
        """Latency at load factors between 0.02 and 0.98 of the typical saturation."""
        scale, _ = self._saturation("typical")
        if scale is None:
            return ()
        return tuple(
            self._point(float(load), scale * float(load), widen) for load in np.linspace(_FIRST, _LAST, points)
        )

    def _point(self, load: float, scale: float, widen: tuple[float, float]) -> CurvePoint:
        solved = {level: self._solved(level, scale) for level in LEVELS}
        means = {level: answer[0] for level, answer in solved.items()}
        _, read, write, use = solved["typical"]
        mean = None
        if means["typical"] is not None:
            ends = Range.spanning(*(np.inf if m is None else m for m in means.values()))
            mean = Range(ends.low * widen[0], ends.typical, ends.high * widen[1])
        return CurvePoint(load, scale * self._total() * 1000.0, mean, read, write, use)

    def _total(self) -> float:
        return float((self.rate * self.plan.members).sum())

    def _solved(self, level: Level, scale: float) -> tuple[float | None, float | None, float | None, float]:
        """Mean, read and write response time (None if full) and the highest utilisation at a scale."""
        moments = self.moments(level)
        answer = solve(self.plan, moments, self.options(level), self.rate * scale)
        use = float(answer.load.utilisation.max(initial=0.0))
        flow = self.rate * self.plan.members
        if bool(((answer.full | answer.gated) & (flow > 0)).any()):
            return None, None, None, use
        parts = (
            (answer.responses.mean, 1.0),
            (answer.responses.read, moments.read_share),
            (answer.responses.write, 1.0 - moments.read_share),
        )
        mean, read, write = (_average(values, flow * part) for values, part in parts)
        return mean, read, write, use

    def _mean(self, level: Level, scale: float) -> float:
        moments = self.moments(level)
        none = np.full(len(self.plan.classes), np.nan)
        answer = solve_inside(self.plan, moments, self.options(level), self.rate * scale, none)
        return _average(answer.responses.mean, self.rate * self.plan.members) or 0.0

    def _saturation(self, level: Level) -> tuple[float | None, str | None]:
        """Scale at which the first resource or queue depth is full, and its name; computed once."""
        if level not in self._found:
            self._found[level] = self._find_saturation(level)
        return self._found[level]

    def _find_saturation(self, level: Level) -> tuple[float | None, str | None]:
        moments = self.moments(level)
        none = np.full(len(self.plan.classes), np.nan)
        load = solve_inside(self.plan, moments, self.options(level), self.rate, none).load
        highest = float(load.utilisation.max(initial=0.0))
        if highest <= 0:
            return None, None
        scale, binding = 1.0 / highest, self.plan.stations[int(load.utilisation.argmax())].id
        gate, which = self._gate(level, moments, scale)
        if which is None:
            return scale, binding
        flow = self.plan.classes[which]
        return gate, f"queue depth of {flow.host} {flow.volume}"

    def _gate(self, level: Level, moments: Moments, scale: float) -> tuple[float, int | None]:
        """Scale at which the first queue depth is used up, if that is below ``scale``."""
        depth = self.plan.depth
        if np.isnan(depth).all():
            return scale, None

        def gated(scale: float) -> int | None:
            answer = solve(self.plan, moments, self.options(level), self.rate * scale)
            return int((answer.gated * self.rate).argmax()) if answer.gated.any() else None

        low, high, which = 0.0, scale * 0.9999, None
        guess = self.near.get(level, 0.0) / self._total()
        if 0.0 < guess * (1.0 + _ALIKE) < high:
            which = gated(guess * (1.0 + _ALIKE))
            if which is None:
                low = guess
            elif gated(guess * (1.0 - _ALIKE)) is None:
                return guess, which
            else:
                high = guess
        if which is None and (which := gated(high)) is None:
            return scale, None
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            found = gated(middle)
            low, high, which = (middle, high, which) if found is None else (low, middle, found)
        return self._used_up(level, moments, low, high, which), which

    def _used_up(self, level: Level, moments: Moments, low: float, high: float, which: int) -> float:
        """Scale between two others at which a queue depth is used up; response times hardly change between the two."""
        if low <= 0.0:
            return high
        none = np.full(len(self.plan.classes), np.nan)
        mean = solve_inside(self.plan, moments, self.options(level), self.rate * low, none).responses.mean[which]
        used = float(self.rate[which] * low * mean / self.plan.depth[which])
        return min(high, low / used) if low / high < used < 1.0 else high

    def saturated_rates(self) -> dict[Level, float]:
        """Total I/O per ms at which the mix saturates, by level, where known: input for ``near`` of another mix."""
        return {level: scale * self._total() for level in LEVELS if (scale := self._saturation(level)[0]) is not None}

    def _knee(self, level: Level, scale: float) -> float:
        """Scale of best power, by a parabola through the best of several loads and its neighbours."""
        loads = np.linspace(_FIRST, _LAST, 25)
        power = []
        for load in loads:
            mean = self._solved(level, scale * float(load))[0]
            power.append(float(load) / mean if mean else 0.0)
        best = int(np.argmax(power))
        if best in {0, len(loads) - 1}:
            return float(loads[best]) * scale
        left, top, right = power[best - 1 : best + 2]
        bend = left - 2.0 * top + right
        shift = 0.5 * (left - right) / bend if bend < 0 else 0.0
        return (float(loads[best]) + shift * float(loads[1] - loads[0])) * scale


def _average(values: Floats, weight: Floats) -> float | None:
    weight = np.where(np.isnan(values), 0.0, weight)
    amount = float(weight.sum())
    return float((weight * np.nan_to_num(values)).sum()) / amount if amount > 0 else None
