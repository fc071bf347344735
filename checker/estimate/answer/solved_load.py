"""SAN solved under the load of its audit, for rules about sizing and for costs of findings."""

from __future__ import annotations

from dataclasses import dataclass

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.network.estimator import Model
from checker.estimate.network.results.result import Result
from checker.estimate.workload.mix_of_io import Workload
from checker.estimate.workload.model import Assignment


@dataclass(frozen=True)
class Loaded:
    """SAN under the workload of its audit.

    Attributes:
        san: facts of the SAN.
        assignment: loads of hosts and volumes, with notes about skipped parts of the workload.
        model, result: the estimate; None if the workload states no amount of I/O for any volume.
    """

    san: SanFacts
    assignment: Assignment
    model: Model | None = None
    result: Result | None = None

    @property
    def loads(self) -> dict[tuple[str, str], Workload]:
        """Loads by (host, volume) that state an amount of I/O."""
        return {pair: one.workload for pair, one in self.assignment.loads.items() if one.workload.loaded}
