"""Cost of a finding: numbers with units, assumptions, and sources of the formulas."""

from __future__ import annotations

from dataclasses import dataclass

from checker.estimate.quantity import Range

CASES = frozenset(
    [
        "fixed_policy",
        "unbalanced_directors",
        "misaligned",
        "split_io",
        "rr_limit",
        "cross_connect",
        "transfer_size",
        "write_cache_off",
        "lost_paths",
        "wan_loss",
    ]
)
"""Cost cases of the estimator, which ``cost:`` in a rule may name (estimator.md, section 6)."""

PATH_CHANGES = frozenset({"required_paths", "another_fabric", "back_end_paths", "local_paths"})
"""Changes of paths that ``effect: {paths: NAME}`` of a fix may name; see ``checker.estimate.cost.path_changes``."""


@dataclass(frozen=True, slots=True)
class CostNumber:
    """Number of a cost: ``extra back-end I/O``, 0.125, ``ratio``.

    Attributes:
        name: short description.
        value: low, typical and high value.
        unit: ratio, ms, h/TB, 1/s …, as in the vocabulary.
    """

    name: str
    value: Range
    unit: str


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a fault, compared with the same SAN after the fix (estimator.md, section 6).

    Attributes:
        case: name of the case in the estimator's registry.
        text: the cost in one sentence.
        delta_ms: mean response time now minus that after the fix, in ms; None without a workload or a known delay.
        saturation_ratio: load at which the resource saturates now, divided by that after the fix; 1 is no loss.
        numbers: further numbers of the case.
        assumptions: assumptions as sentences.
        sources: sources of the formula and its parameters.
        solved: whether the whole model was solved with a workload; otherwise the numbers are from the closed form.
    """

    case: str
    text: str
    delta_ms: Range | None = None
    saturation_ratio: Range | None = None
    numbers: tuple[CostNumber, ...] = ()
    assumptions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    solved: bool = False

    def __str__(self) -> str:
        """Return the cost as text."""
        return self.text
