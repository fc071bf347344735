"""A SAN with the load of its audit on it: what rules about sizing and costs of findings both go by."""

from __future__ import annotations

from dataclasses import dataclass

from checker.estimate.build_facts import SanFacts
from checker.estimate.estimator import Model
from checker.estimate.result import Result
from checker.estimate.workload import Workload
from checker.estimate.workload_model import Assignment


@dataclass(frozen=True)
class Loaded:
    """A SAN under the workload of its audit.

    Attributes:
        san: what its exports tell.
        assignment: the loads of hosts and volumes, and what of the workload was left out.
        model, result: the estimate; None where the workload says of no volume how much I/O it has.
    """

    san: SanFacts
    assignment: Assignment
    model: Model | None = None
    result: Result | None = None

    @property
    def loads(self) -> dict[tuple[str, str], Workload]:
        """By (host, volume), those that say how much I/O there is."""
        return {pair: one.workload for pair, one in self.assignment.loads.items() if one.workload.loaded}
