"""The estimator: a library of parameters, and networks solved with it (estimator.md, section 10)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from checker.estimate.library import Library, builtin
from checker.estimate.network import Network
from checker.estimate.quantity import LEVELS, Level, Range
from checker.estimate.result import CurvePoint, Limits, Result

if TYPE_CHECKING:
    from checker.estimate.limits import Growing
    from checker.estimate.moments import Moments
    from checker.estimate.plan import Plan
    from checker.estimate.solver import Options, Solved


class Estimator:
    """Solves networks with one library of parameters."""

    def __init__(self, library: Library | None = None) -> None:
        """Take the library that comes with sanlint, or one with the user's own values."""
        self.library = builtin() if library is None else library

    def model(self, network: Network, like: Model | None = None) -> Model:
        """A network ready to be solved; ``like`` is one much alike, from which to look for where this one is full."""
        return Model(network, self.library, like)


class Model:
    """One network with a library: solve it, or draw its curve."""

    def __init__(self, network: Network, library: Library, like: Model | None = None) -> None:
        self.network = network
        self._like = like
        self.library = library
        self._plan: Plan | None = None
        self._moments: dict[Level, Moments] = {}
        self._solved: dict[Level, Solved] = {}

    def solve(self) -> Result:
        """The estimate at the low, typical and high end of the parameters."""
        from checker.estimate.outcome import Outcome

        outcome = Outcome(self.plan, {level: self.solved(level) for level in LEVELS}, self.library)
        resources = outcome.resources()
        return Result(
            volumes=outcome.volumes(),
            resources=resources,
            status=outcome.worst(),
            response=outcome.total(),
            iops=outcome.iops(),
            risk=outcome.risk(resources),
            parameters=self.network.parameters,
            assumptions=self.network.assumptions,
            find_limits=self._limits,
            find_saturation=self._saturation,
        )

    def curve(self, points: int = 24) -> tuple[CurvePoint, ...]:
        """Latency over load for this mix of I/O, up to 98 % of its saturation; empty where nothing limits it."""
        widen = self.library.typical("range.widen_low"), self.library.typical("range.widen_high")
        return self._growing.curve(points, widen)

    @property
    def plan(self) -> Plan:
        """The network laid out."""
        from checker.estimate.plan import build_plan

        if self._plan is None:
            self._plan = build_plan(self.network)
        return self._plan

    def moments(self, level: Level) -> Moments:
        """The network at one level."""
        from checker.estimate.moments import build_moments

        if level not in self._moments:
            self._moments[level] = build_moments(self.plan, level)
        return self._moments[level]

    def solved(self, level: Level) -> Solved:
        """The network solved at one level."""
        from checker.estimate.solver import solve

        if level not in self._solved:
            self._solved[level] = solve(self.plan, self.moments(level), self.options(level))
        return self._solved[level]

    def options(self, level: Level) -> Options:
        """How to solve at one level."""
        from checker.estimate.load import Growth
        from checker.estimate.solver import Options

        growth = Growth(self.library.typical("vplex.full_utilisation"), self.library.typical("vplex.full_size"))
        return Options(growth, self.library.parameter("host.burst_size").at(level))

    def _limits(self) -> Limits:
        return self._growing.limits()

    def _saturation(self) -> Range | None:
        return self._growing.saturation()

    @cached_property
    def _growing(self) -> Growing:
        import numpy as np

        from checker.estimate.limits import Growing

        typical = self.solved("typical")
        rate = np.where(np.isnan(self.plan.rate), typical.rate, self.plan.rate)
        near = {} if self._like is None else self._like._growing.saturated_rates()
        return Growing(self.plan, self.moments, self.options, np.nan_to_num(rate), near)
