"""What findings cost under a workload: which faults are mended, alone or together, and what the estimate then says.

Each fault is solved alone as long as that is quick. Of very many findings of a rule all faults are mended together: one
solve tells what each volume gains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.cost_effects import effects_of, linked, mended_facts, part_of
from checker.estimate.cost import Cost
from checker.estimate.cost_solve import Both, CostSolver, compared, unsolved

if TYPE_CHECKING:
    from checker.engine.finding import Finding
    from checker.engine.rule import Rule
    from checker.estimate.cost_parts import Pair
    from checker.estimate.cost_row import Row
    from checker.facts.store import Store

MOST_ALONE = 25
"""Findings whose faults are solved alone."""
MOST_FLOWS = 20_000
"""Hosts × volumes with load that are solved again for them, all solves together."""
_LEAST_FLOWS = 50
"""What a solve of a small SAN counts as."""
Answer = Cost | str


@dataclass
class UnderLoad:
    """Adds to the closed forms of findings what the whole model says under a workload.

    Attributes:
        store: of the audit.
        solver: of its SAN under its workload.
    """

    store: Store
    solver: CostSolver
    _alone: int = 0
    _flows: int = 0

    def told(
        self, rule: Rule, findings: Sequence[Finding], samples: Sequence[Sequence[Row]], answers: Sequence[Answer]
    ) -> list[Answer]:
        """Return the costs of the findings of a rule under the workload, where it loads what they are about.

        Args:
            rule: with a case.
            findings: of it.
            samples: for each the rows of its objects, or of some of them.
            answers: for each the cost by the closed form, or why there is none.
        """
        faults = [
            _Fault(place, finding, rows, closed, self.solver.concerned(rows))
            for place, (finding, rows, closed) in enumerate(zip(findings, samples, answers, strict=True))
            if isinstance(closed, Cost)
        ]
        faults = [fault for fault in faults if fault.concerned]
        found = list(answers)
        if not faults:
            return found
        changes = {fault.place: effects_of(rule, fault.finding, fault.rows) for fault in faults}
        mended = mended_facts(self.store, [one for told in changes.values() for one in told])
        if self._quick(len(faults)):
            for fault in faults:
                part = part_of(self.solver.san, mended, changes[fault.place], fault.pairs)
                both = self.solver.both(rule.cost or "", fault.rows, part)
                # A system has one way between its clusters, with the worst of its links: they are mended at once.
                links = [one for one in faults if linked(changes[one.place]) & linked(changes[fault.place])]
                found[fault.place] = fault.answer(both, max(len(links), 1))
            return found
        both = self.solver.both(rule.cost or "", [row for fault in faults for row in fault.rows], mended)
        for fault in faults:
            found[fault.place] = fault.answer(both, len(faults))
        return found

    def _quick(self, count: int) -> bool:
        """Whether so many more findings may be solved alone; they then count."""
        flows = count * max(len(self.solver.loads), _LEAST_FLOWS)
        if count > 1 and (self._alone + count > MOST_ALONE or self._flows + flows > MOST_FLOWS):
            return False
        self._alone += count
        self._flows += flows
        return True


@dataclass(frozen=True)
class _Fault:
    """A finding that the workload concerns."""

    place: int
    finding: Finding
    rows: Sequence[Row]
    closed: Cost
    concerned: Sequence[Pair]

    @property
    def pairs(self) -> list[Pair]:
        """Hosts and volumes among its objects."""
        objects: Sequence[Mapping[str, Any]] = self.finding.objects
        return [(str(one["host"]), str(one["volume"])) for one in objects if one.get("host") and one.get("volume")]

    def answer(self, both: Both | str, together: int = 1) -> Cost:
        """Its cost, with what the solves say or why there is none."""
        if isinstance(both, str):
            return unsolved(self.closed, both)
        return compared(self.closed, both, self.concerned, together)
