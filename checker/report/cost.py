"""The cost of a finding, for reports: one sentence, what was assumed, and plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.words import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.engine.finding import Finding
    from checker.estimate.cost import Cost
    from checker.estimate.quantity import Range


def cost_lines(finding: Finding) -> Iterator[str]:
    """The paragraphs on what a finding costs, safe to show: the cost, then each assumption; or why there is none."""
    if finding.cost is not None:
        yield clean(str(finding.cost))
        yield from (f"assumed: {clean(one)}" for one in finding.cost.assumptions)
    elif finding.cost_unknown:
        yield f"not estimated: {clean(finding.cost_unknown)}"


def cost_value(cost: Cost | None) -> dict[str, Any] | None:
    """The cost as plain values that JSON can hold (``schemas/report.schema.json``)."""
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


def _range(value: Range | None) -> dict[str, float] | None:
    if value is None:
        return None
    return {"low": _short(value.low), "typical": _short(value.typical), "high": _short(value.high)}


def _short(value: float) -> float:
    """Six significant digits: more would only show rounding that differs between machines."""
    return float(f"{value:.6g}")
