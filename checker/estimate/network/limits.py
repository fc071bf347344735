"""Headroom of a mix of I/O: saturation, knee, and the curve of latency over load (estimator.md, section 3.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from checker.estimate.network.load import station_load
from checker.estimate.network.moments import Moments
from checker.estimate.network.plan import Floats, Plan
from checker.estimate.network.results.result import QUEUE_DEPTH, CurvePoint, Knees
from checker.estimate.network.solver import Options, Solved, solve, solve_depths, solve_inside
from checker.estimate.quantity import LEVELS, Level, Range

_FIRST, _LAST = 0.02, 0.98
_MOST_STEPS = 48
_NEARLY = 0.9999
_ALIKE = 2.0**-12
_EXACT, _CLOSE = 1e-6, 2.0**-10
"""Relative widths at which searches end: for the load that uses up a depth, and for one that a depth really limits."""
_STEPS, _STRIDE = 8, 3
"""Loads tried for the knee: 24 intervals, of which every third is tried first."""


@dataclass(slots=True)
class Growing:
    """Mix of rates that is scaled up and down.

    Attributes:
        plan: the layout.
        moments: values by level.
        options: solver options by level.
        rate: rates at scale 1, by class, per flow and ms.
        bound: why the mean response time of a typical solution is only a bound, None if it is not.
        near: total I/O per ms at which a similar SAN saturates, by level; if it also applies here, two solves confirm it.
    """

    plan: Plan
    moments: Callable[[Level], Moments]
    options: Callable[[Level], Options]
    rate: Floats
    bound: Callable[[Solved], str | None]
    near: Mapping[Level, float] = field(default_factory=dict)
    _found: dict[Level, tuple[float | None, str | None]] = field(default_factory=dict)

    def saturation(self) -> Range | None:
        """Total IOPS of the mix at which the first resource or queue depth is full; None if no capacity is known."""
        scales = [self._saturation(level)[0] for level in LEVELS]
        known = [scale * self._total() * 1000.0 for scale in scales if scale is not None]
        return Range.spanning(*known) if len(known) == len(scales) else None

    def binding(self) -> str | None:
        """First resource or queue depth to fill up; None unless ``saturation`` is known."""
        return None if self.saturation() is None else self._saturation("typical")[1]

    def knees(self) -> Knees:
        """Both knees; None if there is no load or no capacity is known."""
        scales = {level: self._saturation(level)[0] for level in LEVELS}
        known = {level: scale for level, scale in scales.items() if scale is not None}
        if len(known) < len(scales):
            return Knees(None, None)
        total = self._total()
        idle = {level: self._mean(level, 0.0) for level in LEVELS}
        at = Range.spanning(*(self._knee(level, known[level]) * total * 1000.0 for level in LEVELS))
        outstanding = Range.spanning(*(known[level] * total * idle[level] for level in LEVELS))
        bound = self._bound(at.typical / (total * 1000.0))
        if bound is None:
            return Knees(at, outstanding)
        least = self._precise_until(at.typical / (total * 1000.0)) * total * 1000.0
        return Knees(Range(least, least, least) if least else None, outstanding, bound)

    def curve(self, points: int, widen: tuple[float, float]) -> tuple[CurvePoint, ...]:
        """Latency at load factors between 0.02 and 0.98 of the typical saturation."""
        scale, _ = self._saturation("typical")
        if scale is None:
            return ()
        found = []
        least = 0.0
        for load in np.linspace(_FIRST, _LAST, points):
            point = self._point(float(load), scale * float(load), widen)
            if point.mean_ms is not None and point.bound is None:
                least = max(least, point.mean_ms.typical)
            elif point.mean_ms is not None:
                # The response time is at least that of any lower load.
                mean = point.mean_ms
                point = replace(
                    point, mean_ms=Range(least, max(mean.typical, least), max(mean.high, least)) if least else mean
                )
            found.append(point)
        return tuple(found)

    def _point(self, load: float, scale: float, widen: tuple[float, float]) -> CurvePoint:
        found = {level: self._solve(level, scale) for level in LEVELS}
        solved = {level: self._averages(level, found[level]) for level in LEVELS}
        means = {level: answer[0] for level, answer in solved.items()}
        _, read, write, use = solved["typical"]
        mean = None
        if means["typical"] is not None:
            ends = Range.spanning(*(np.inf if m is None else m for m in means.values()))
            mean = Range(ends.low * widen[0], ends.typical, ends.high * widen[1])
        bound = None if mean is None else self.bound(found["typical"])
        return CurvePoint(load, scale * self._total() * 1000.0, mean, read, write, use, bound)

    def _total(self) -> float:
        return float((self.rate * self.plan.members).sum())

    def _solve(self, level: Level, scale: float) -> Solved:
        return solve(self.plan, self.moments(level), self.options(level), self.rate * scale)

    def _bound(self, scale: float) -> str | None:
        return self.bound(self._solve("typical", scale))

    def _precise_until(self, scale: float) -> float:
        """Highest scale, below one with a bound, without one; 0 if every load has one."""
        low, high = 0.0, scale
        while high - low > _CLOSE * scale:
            middle = 0.5 * (low + high)
            low, high = (low, middle) if self._bound(middle) is not None else (middle, high)
        return low

    def _averages(self, level: Level, answer: Solved) -> tuple[float | None, float | None, float | None, float]:
        """Mean, read and write response time (None if full) and the highest utilisation of a solution."""
        moments = self.moments(level)
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
        load = station_load(self.plan, moments, self.rate)
        highest = float(load.utilisation.max(initial=0.0))
        if highest <= 0:
            return None, None
        scale, binding = 1.0 / highest, self.plan.stations[int(load.utilisation.argmax())].id
        gate, which = self._gate(level, moments, scale)
        if which is None:
            return scale, binding
        flow = self.plan.classes[which]
        return gate, f"{QUEUE_DEPTH}{flow.host} {flow.volume}"

    def _gate(self, level: Level, moments: Moments, scale: float) -> tuple[float, int | None]:
        """Scale at which the first queue depth is used up, and the class, if that is below ``scale``."""
        depth = self.plan.depth
        if np.isnan(depth).all():
            return scale, None
        high = scale * _NEARLY
        found = self._used_up(level, moments, high)
        if found is None:
            return scale, None

        which = None

        def spare(scale: float) -> float:
            nonlocal which
            answer = solve_depths(self.plan, moments, self.options(level), self.rate * scale)
            if answer.gated.any():
                which = int((answer.gated * self.rate).argmax())
            return answer.spare

        there = found * (1.0 + _ALIKE)
        low = there, spare(there)
        if which is not None:
            return found, which
        # Another queue uses this depth up; a higher load may be limited by one.
        end = high, spare(high)
        return (scale, None) if which is None else (_root(spare, low, end), which)

    def _used_up(self, level: Level, moments: Moments, high: float) -> float | None:
        """Scale at which the I/O of a class first needs its whole queue depth; None if that is above ``high``.

        With the response time R at a scale s, a depth Q allows Q / (rate R). That falls almost evenly as s rises, and
        where it equals s, the depth is used up.
        """
        none = np.full(len(self.plan.classes), np.nan)

        def spare(scale: float) -> float:
            answer = solve_inside(self.plan, moments, self.options(level), self.rate * scale, none)
            needed = np.where(answer.full, 0.0, self.rate * answer.responses.mean)
            with np.errstate(invalid="ignore", divide="ignore"):
                return float(np.nanmin(np.where(needed > 0, self.plan.depth / needed, np.inf))) - scale

        left = right = None
        guess = self.near.get(level, 0.0) / self._total()
        for point in (guess * (1.0 - _ALIKE), guess * (1.0 + _ALIKE)) if 0.0 < guess * (1.0 + _ALIKE) < high else ():
            found = point, spare(point)
            if found[1] <= 0:
                right = found
                break
            left = found
        right = right or (high, spare(high))
        if right[1] > 0:
            return None
        return _root(spare, left or (0.0, spare(0.0)), right)

    def saturated_rates(self) -> dict[Level, float]:
        """Total I/O per ms at which the mix saturates, by level, where known: input for ``near`` of another mix."""
        return {level: scale * self._total() for level in LEVELS if (scale := self._saturation(level)[0]) is not None}

    def _knee(self, level: Level, scale: float) -> float:
        """Scale of best power, by a parabola through the best of several loads and its neighbours."""
        loads = np.linspace(_FIRST, _LAST, _STEPS * _STRIDE + 1)

        @cache
        def power(number: int) -> float:
            mean = self._averages(level, self._solve(level, scale * float(loads[number])))[0]
            return float(loads[number]) / mean if mean else 0.0

        near = max(range(0, len(loads), _STRIDE), key=power)
        best = max(range(max(near - _STRIDE + 1, 0), min(near + _STRIDE, len(loads))), key=power)
        if best in {0, len(loads) - 1}:
            return float(loads[best]) * scale
        left, top, right = (power(number) for number in (best - 1, best, best + 1))
        bend = left - 2.0 * top + right
        shift = 0.5 * (left - right) / bend if bend < 0 else 0.0
        return (float(loads[best]) + shift * float(loads[1] - loads[0])) * scale


def _average(values: Floats, weight: Floats) -> float | None:
    weight = np.where(np.isnan(values), 0.0, weight)
    amount = float(weight.sum())
    return float((weight * np.nan_to_num(values)).sum()) / amount if amount > 0 else None


def _root(value: Callable[[float], float], low: tuple[float, float], high: tuple[float, float]) -> float:
    """Point between two others where a falling function is 0, by regula falsi; the points with their values.

    If the same end is replaced twice, the value of the other is reduced so that it is replaced, too (N. Anderson and
    A. Björck, A new high order method of regula falsi type for computing a root of an equation, BIT 13, 1973).
    """
    (left, above), (right, below) = low, high
    last = 0
    for _ in range(_MOST_STEPS):
        part = above / (above - below) if above < np.inf else 0.5
        middle = left + part * (right - left)
        found = value(middle)
        if abs(found) <= _EXACT * middle or right - left <= _EXACT * right:
            return middle
        if found > 0:
            if last > 0:
                below *= 1.0 - found / above if found < above else 0.5
            left, above, last = middle, found, 1
        else:
            if last < 0:
                above *= 1.0 - found / below if found > below else 0.5
            right, below, last = middle, found, -1
    return right
