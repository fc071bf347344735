"""Estimator: solves networks with a library of parameters (estimator.md, section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from checker.estimate.library import Library, builtin
from checker.estimate.network.network import Network
from checker.estimate.network.results.result import CurvePoint, Knees, Result
from checker.estimate.quantity import LEVELS, Level, Range

if TYPE_CHECKING:
    from checker.estimate.network.limits import Growing
    from checker.estimate.network.moments import Moments
    from checker.estimate.network.plan import Plan
    from checker.estimate.network.solver import Options, Solved


class Estimator:
    """Solver of networks with one library of parameters."""

    def __init__(self, library: Library | None = None) -> None:
        """Use the library shipped with sanlint, or one with the user's own values."""
        self.library = builtin() if library is None else library

    def model(self, network: Network, like: Model | None = None) -> Model:
        """Prepare a network for solving; the saturation of ``like``, a similar model, is the starting point for this one's."""
        return Model(network, self.library, like)


class Model:
    """Network with a library of parameters: solves it and draws its curve."""

    def __init__(self, network: Network, library: Library, like: Model | None = None) -> None:
        self.network = network
        self._like = like
        self.library = library
        self._plan: Plan | None = None
        self._moments: dict[Level, Moments] = {}
        self._solved: dict[Level, Solved] = {}

    def solve(self) -> Result:
        """Solve at the low, typical and high end of the parameters."""
        return self._result({level: self.solved(level) for level in LEVELS}, self.options("typical"))

    def solve_typical(self) -> Result:
        """Solve with typical parameters only: all ranges begin and end there, before they are widened."""
        return self._result(dict.fromkeys(LEVELS, self.solved("typical")))

    def _result(self, solved: Mapping[Level, Solved], options: Options | None = None) -> Result:
        from checker.estimate.network.results.outcome import Outcome

        outcome = Outcome(self.plan, self.moments("typical"), solved, self.library, options)
        resources = outcome.resources()
        return Result(
            volumes=outcome.volumes(),
            resources=resources,
            status=outcome.worst(),
            response=outcome.total(),
            reads=outcome.reads(),
            iops=outcome.iops(),
            risk=outcome.risk(resources),
            parameters=self.network.parameters,
            assumptions=self.network.assumptions,
            bound=outcome.any_bound(),
            find_saturation=self._saturation,
            find_binding=self._binding,
            find_knees=self._knees,
        )

    def curve(self, points: int = 24) -> tuple[CurvePoint, ...]:
        """Latency over load for this mix of I/O, up to 98 % of saturation; empty if nothing limits it."""
        widen = self.library.typical("range.widen_low"), self.library.typical("range.widen_high")
        return self._growing.curve(points, widen)

    @property
    def plan(self) -> Plan:
        """Layout of the network."""
        from checker.estimate.network.plan import build_plan

        if self._plan is None:
            self._plan = build_plan(self.network)
        return self._plan

    def moments(self, level: Level) -> Moments:
        """Moments of the network at one level."""
        from checker.estimate.network.moments import build_moments

        if level not in self._moments:
            self._moments[level] = build_moments(self.plan, level)
        return self._moments[level]

    def solved(self, level: Level) -> Solved:
        """Solution of the network at one level."""
        from checker.estimate.network.solver import solve

        if level not in self._solved:
            self._solved[level] = solve(self.plan, self.moments(level), self.options(level))
        return self._solved[level]

    def bound(self, solved: Solved) -> str | None:
        """Why the mean over all I/O is only a bound in a solution at the typical level; None if it is not."""
        from checker.estimate.network.results.precision import Precision

        return Precision(self.plan, self.moments("typical"), solved, self.library).any_bound()

    def options(self, level: Level) -> Options:
        """Solver options at one level."""
        from checker.estimate.network.load import Growth
        from checker.estimate.network.solver import Options

        growth = Growth(self.library.typical("vplex.full_utilisation"), self.library.typical("vplex.full_size"))
        return Options(growth, self.library.parameter("host.burst_size").at(level))

    def _saturation(self) -> Range | None:
        return self._growing.saturation()

    def _binding(self) -> str | None:
        return self._growing.binding()

    def _knees(self) -> Knees:
        return self._growing.knees()

    @cached_property
    def _growing(self) -> Growing:
        import numpy as np

        from checker.estimate.network.limits import Growing

        typical = self.solved("typical")
        rate = np.where(np.isnan(self.plan.rate), typical.rate, self.plan.rate)
        near = {} if self._like is None else self._like._growing.saturated_rates()
        return Growing(self.plan, self.moments, self.options, np.nan_to_num(rate), self.bound, near)
