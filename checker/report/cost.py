"""The cost of a finding in reports: one sentence, the assumptions, and plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checker.estimate.cost.cost import Cost
    from checker.estimate.quantity import Range
    from checker.rules.evaluate.finding import Finding


MOST_ASSUMPTIONS = 4
"""Number of assumptions shown with each cost; those of the case come first."""


def cost_lines(finding: Finding) -> Iterator[str]:
    """Yield the cost of a finding, then each assumption, or the reason why there is no estimate; safe to print."""
    if finding.cost is not None:
        yield clean(str(finding.cost))
        yield from (f"assumed: {clean(one)}" for one in finding.cost.assumptions[:MOST_ASSUMPTIONS])
        if (more := len(finding.cost.assumptions) - MOST_ASSUMPTIONS) > 0:
            yield f"and {plural(more, 'more assumption')}; see the JSON report"
    elif finding.cost_unknown:
        yield f"not estimated: {clean(finding.cost_unknown)}"


def cost_value(cost: Cost | None) -> dict[str, Any] | None:
    """Return the cost as JSON values (``schemas/report.schema.json``)."""
    if cost is None:
        return None
    return {
        "case": cost.case,
        "text": cost.text,
        "delta_ms": _range(cost.delta_ms),
        "saturation_ratio": _range(cost.saturation_ratio),
        "numbers": [{"name": one.name, "value": _range(one.value), "unit": one.unit} for one in cost.numbers],
        "assumptions": list(cost.assumptions),
        "sources": list(cost.sources),
        "solved": cost.solved,
    }


def by_cost(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings by cost, highest first; findings without an estimate come last, in their original order.

    The added response time is compared first, then the load at which a resource saturates.
    """
    return tuple(sorted(findings, key=_rank))


def _rank(finding: Finding) -> tuple[int, float, float]:
    cost = finding.cost
    if cost is None:
        return (1, 0.0, 0.0)
    added = [one.value.typical for one in cost.numbers if one.unit == "ms" and one.name.startswith("added ")]
    delta = cost.delta_ms.typical if cost.delta_ms is not None else max(added, default=0.0)
    return (0, -round(delta, 6), cost.saturation_ratio.typical if cost.saturation_ratio is not None else 1.0)


def _range(value: Range | None) -> dict[str, float] | None:
    if value is None:
        return None
    return {"low": _short(value.low), "typical": _short(value.typical), "high": _short(value.high)}


def _short(value: float) -> float:
    """Round to six significant digits; further digits differ between machines."""
    return float(f"{value:.6g}")
