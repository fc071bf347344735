"""What a finding costs, as a value: numbers with units, what was assumed, and where the formula comes from."""

from __future__ import annotations

from dataclasses import dataclass

from checker.estimate.quantity import Range

CASES = frozenset(
    {
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
    }
)
"""The cases whose cost the estimator knows: what ``cost:`` in a rule may name (estimator.md, section 6)."""


@dataclass(frozen=True, slots=True)
class CostNumber:
    """One number of a cost: ``extra back-end I/O``, 0.125, ``ratio``.

    Attributes:
        name: what it is, in a few words.
        value: low, typical and high.
        unit: ratio, ms, h/TB, 1/s …; as in the vocabulary.
    """

    name: str
    value: Range
    unit: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a fault costs, against the same SAN with the fault mended (estimator.md, section 6).

    Attributes:
        case: name of the case in the estimator's registry.
        text: the cost for people, in one sentence.
        delta_ms: mean response time now less that with the fault mended, in ms; None without a workload or a known delay.
        saturation_ratio: load at which the resource saturates now, divided by that with the fault mended; 1 is no loss.
        numbers: further numbers that the case gives.
        assumptions: what was taken for granted, each a sentence for people.
        sources: where the formula and its parameters come from.
        solved: whether the whole model was solved with a workload; else a closed form of the case gave the numbers.
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
        """The cost for people."""
        return self.text
