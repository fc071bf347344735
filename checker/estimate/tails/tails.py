"""Percentiles of the response times of a result (95 and 99 %), by volume and for all I/O."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from checker.estimate.network.plan import Floats
from checker.estimate.network.results.outcome import Outcome
from checker.estimate.network.results.result import Percentiles
from checker.estimate.quantity import LEVELS, Range
from checker.estimate.tails.quantiles import quantiles
from checker.estimate.tails.stages import stages_of

if TYPE_CHECKING:
    from checker.estimate.network.estimator import Model

PERCENTILES = (0.95, 0.99)


class Tails:
    """Percentiles of a solved model, computed on first use.

    A class has none if it has no response time or is limited by a queue depth, if its mean is only a bound, or if I/O arrives
    in bursts (``Precision``).
    """

    def __init__(self, model: Model) -> None:
        self._plan = model.plan
        self._solved = {level: model.solved(level) for level in LEVELS}
        self._stages = {level: stages_of(model.plan, model.moments(level), self._solved[level]) for level in LEVELS}
        outcome = Outcome(self._plan, model.moments("typical"), self._solved, model.library)
        timed = [outcome.state(group)[0] == "ok" for group in range(len(self._plan.classes))]
        reasons = [outcome.tail_bound(group) for group in range(len(self._plan.classes))]
        self._open_ended = outcome.open_ended
        self._known = np.array([ok and why is None for ok, why in zip(timed, reasons, strict=True)], dtype=bool)
        self._unconfirmed = [
            why
            for group, why in enumerate(reasons)
            if why is not None and timed[group] and outcome.bound(group) is None
        ]
        self._widen = (model.library.typical("range.widen_low"), model.library.typical("range.widen_high"))

    @cached_property
    def _of_classes(self) -> Floats:
        """Percentiles by level, percentile and class; NaN where unknown."""
        plan = self._plan
        found = np.full((len(LEVELS), len(PERCENTILES), len(plan.classes)), np.nan)
        if len(plan.kind_class):
            for place, level in enumerate(LEVELS):
                for number, percentile in enumerate(PERCENTILES):
                    found[place, number] = quantiles(
                        self._stages[level], plan.kind_class, plan.kind_share[place], percentile
                    )
        return found

    def missing(self) -> str | None:
        """Why a class that has a response time has no percentiles; None if each has."""
        return next(iter(self._unconfirmed), None)

    def of_class(self, group: int) -> Percentiles | None:
        """Percentiles of a class; None if unknown."""
        return self._ranges(self._of_classes[:, :, group], [group]) if self._known[group] else None

    def of_all(self) -> Percentiles | None:
        """Percentiles of all I/O; None if those of a class are unknown, or without any I/O."""
        plan = self._plan
        if not (self._solved["typical"].rate * plan.members).any() or not self._known.all():
            return None
        found = np.zeros((len(LEVELS), len(PERCENTILES)))
        everything = np.zeros(len(plan.kind_class), dtype=np.int64)
        for place, level in enumerate(LEVELS):
            weight = plan.kind_share[place] * (self._solved[level].rate * plan.members)[plan.kind_class]
            for number, percentile in enumerate(PERCENTILES):
                found[place, number] = quantiles(self._stages[level], everything, weight, percentile)[0]
        return self._ranges(found, range(len(plan.classes)))

    def _ranges(self, found: Floats, groups: Sequence[int]) -> Percentiles:
        """Percentiles from values by level and percentile; infinite at a level at which a class has no response time."""
        full = [
            bool((one.full | one.gated | (self._open_ended if level == "high" else False))[list(groups)].any())
            for level, one in self._solved.items()
        ]
        ranges = []
        for number in range(len(PERCENTILES)):
            values = [math.inf if none else float(value) for none, value in zip(full, found[:, number], strict=True)]
            ends = Range.spanning(*values)
            ranges.append(Range(ends.low * self._widen[0], ends.typical, ends.high * self._widen[1]))
        return Percentiles(*ranges)
