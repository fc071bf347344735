"""Costs of findings under a workload: findings fixed individually or together, and the SAN solved again.

Findings are solved individually as long as that is quick. If a rule has very many findings, all are fixed together, and one
solution gives the improvement of each volume.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.costs.effects import effects_of, fixed_facts, linked, part_of
from checker.estimate.cost.cost import Cost
from checker.estimate.cost.solve import Both, CostSolver, compared, unsolved
from checker.rules.book.effect import path_change

if TYPE_CHECKING:
    from checker.estimate.cost.parts import Pair
    from checker.estimate.cost.row import Row
    from checker.facts.store.store import Store
    from checker.rules.book.rule import Rule
    from checker.rules.evaluate.finding import Finding

MOST_ALONE = 25
"""Maximum number of findings that are solved individually."""
MOST_FLOWS = 20_000
"""Maximum number of host-volume pairs with load in all these solutions together."""
_LEAST_FLOWS = 50
"""Minimum number of flows that a solution counts as."""
Answer = Cost | str


@dataclass
class UnderLoad:
    """Pricing of findings by the whole model under a workload, in addition to their closed forms.

    Attributes:
        store: store of the audit.
        solver: solver of its SAN under its workload.
    """

    store: Store
    solver: CostSolver
    _alone: int = 0
    _flows: int = 0

    def priced(
        self, rule: Rule, findings: Sequence[Finding], samples: Sequence[Sequence[Row]], answers: Sequence[Answer]
    ) -> list[Answer]:
        """Return the costs of the findings of a rule under the workload, if their objects have load.

        Args:
            rule: rule with a cost case.
            findings: findings of the rule.
            samples: rows of the objects of each finding, or of some of them.
            answers: cost of each finding by the closed form, or the reason why it is unknown.
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
        paths = path_change(rule.fix_effect)
        changes = {fault.place: effects_of(rule, fault.finding, fault.rows) for fault in faults}
        fixed = fixed_facts(self.store, self.solver.san, [one for group in changes.values() for one in group])
        if self._quick(len(faults)):
            for fault in faults:
                part = part_of(self.solver.san, fixed, changes[fault.place], fault.pairs)
                both = self.solver.both(rule.cost or "", fault.rows, part, paths)
                # The WAN between the clusters of a system is modelled by its worst link, so its links are fixed together.
                links = [one for one in faults if linked(changes[one.place]) & linked(changes[fault.place])]
                found[fault.place] = fault.answer(both, max(len(links), 1))
            return found
        both = self.solver.both(rule.cost or "", [row for fault in faults for row in fault.rows], fixed, paths)
        for fault in faults:
            found[fault.place] = fault.answer(both, len(faults))
        return found

    def _quick(self, count: int) -> bool:
        """Whether ``count`` more findings may be solved individually; if so, they are counted."""
        flows = count * max(len(self.solver.loads), _LEAST_FLOWS)
        if count > 1 and (self._alone + count > MOST_ALONE or self._flows + flows > MOST_FLOWS):
            return False
        self._alone += count
        self._flows += flows
        return True


@dataclass(frozen=True)
class _Fault:
    """Finding whose objects have load."""

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
        """Return its cost with the result of the solutions, or with the reason why there is none."""
        if isinstance(both, str):
            return unsolved(self.closed, both)
        return compared(self.closed, both, self.concerned, together)
