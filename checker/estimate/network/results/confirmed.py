"""Least response time where only a bound is known: the typical one at the highest load of the same mix that has no bound.

The response time grows with the load, so it is at least that of any lower load. Loads are compared on one grid for all amounts
of a mix, so that the bound of a higher load is never below that of a lower one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from checker.estimate.library import Library
from checker.estimate.network.moments import Moments
from checker.estimate.network.plan import Floats, Plan
from checker.estimate.network.results.precision import Precision
from checker.estimate.network.solver import Options, Solved, solve

_PER_DOUBLING, _LOWEST = 2**14, 2**18
"""Points of the grid for each doubling of the load, and the number of points below the load: a factor of 65,536."""


@dataclass
class Confirmed:
    """Search for the highest load of a mix without a bound, at the typical level.

    Attributes:
        plan, moments, options, library: the network with its load, and how it is solved.
    """

    plan: Plan
    moments: Moments
    options: Options
    library: Library
    _solved: dict[int, tuple[Solved, NDArray[np.bool_]]] = field(default_factory=dict)
    _found: dict[int, NDArray[np.bool_]] | None = None

    def of_class(self, group: int) -> Solved | None:
        """Solution at the highest load at which a class has no bound; None if each load has one."""
        point = next((point for point, classes in self._points().items() if classes[group]), None)
        return None if point is None else self._at(point)[0]

    def of_all(self) -> Solved | None:
        """Solution at the highest load at which no class has a bound; None if each load has one."""
        points = self._points()
        bounded = self._at(0)[1]
        if not points or bool((bounded & ~np.logical_or.reduce(list(points.values()))).any()):
            return None
        return self._at(max(points))[0]

    def _points(self) -> dict[int, NDArray[np.bool_]]:
        """Classes with a bound by the point of the grid at the highest load at which they have none."""
        if self._found is None:
            self._found = {}
            bounded = self._at(0)[1]
            open_ended = [(0, _LOWEST, bounded & ~self._at(_LOWEST)[1])] if bounded.any() else []
            while open_ended:
                above, below, classes = open_ended.pop()
                if not classes.any():
                    continue
                if below - above == 1:
                    self._found[below] = self._found.get(below, False) | classes
                    continue
                middle = (above + below) // 2
                still = classes & self._at(middle)[1]
                open_ended += [(middle, below, still), (above, middle, classes & ~still)]
        return self._found

    def _at(self, point: int) -> tuple[Solved, NDArray[np.bool_]]:
        """Solution at a point of the grid, counted downwards from the load itself, and the classes with a bound there."""
        if point not in self._solved:
            scale = self._scale(point)
            plan: Plan = replace(self.plan, rate=self.plan.rate * scale, outstanding=self.plan.outstanding * scale)
            solved = solve(plan, self.moments, self.options)
            self._solved[point] = solved, Precision(plan, self.moments, solved, self.library).bounded()
        return self._solved[point]

    def _scale(self, point: int) -> float:
        total = float((self._amounts() * self.plan.members).sum())
        if not point or total <= 0:
            return 1.0
        top = math.ceil(_PER_DOUBLING * math.log2(total))
        return min(math.exp2((top - point) / _PER_DOUBLING) / total, 1.0)

    def _amounts(self) -> Floats:
        return np.nan_to_num(self.plan.rate) + np.nan_to_num(self.plan.outstanding)
