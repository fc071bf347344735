"""Percentiles and simulations of estimates as sentences, shared by the terminal and the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.report.estimate.words import bound_of, range_text, time_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.estimate.answer.answer import Answer
    from checker.estimate.network.results.result import Percentiles
    from checker.estimate.quantity import Range
    from checker.estimate.simulate.measured import Figure
    from checker.estimate.simulate.simulate import Simulated


def percentile_text(found: Percentiles) -> str:
    """Return ``95 % within 1.40 (0.70–3.10), 99 % within …``."""
    return f"95 % within {range_text(found.p95)}, 99 % within {range_text(found.p99)}"


@dataclass(frozen=True, slots=True)
class Formula:
    """Response time in ms by formula: typical, or the low end of the range if only a bound is known."""

    ms: float
    precise: bool = True


def formula_of(answer: Answer) -> Formula | None:
    """Mean response time of all I/O by formula, of those host-volume pairs that have one; None if none has."""
    result = answer.result
    timed = [(one.iops, one.response.mean) for one in answer.volumes.values() if one.response and one.iops]
    precise = bound_of(answer.volumes.values()) is None
    if result is not None and result.response is not None:
        return formula_of_range(result.response.mean, precise=precise)
    whole = sum(iops for iops, _ in timed)
    if not whole:
        return None
    return Formula(sum(iops * (one.typical if precise else one.low) for iops, one in timed) / whole, precise)


def formula_of_range(value: Range | None, *, precise: bool) -> Formula | None:
    """Return the typical value of a range, or its low end as a bound."""
    return None if value is None else Formula(value.typical if precise else value.low, precise)


def simulation_lines(answer: Answer, simulated: Simulated) -> Iterator[str]:
    """Yield the result of a simulation and the error of the formulas, mean and percentiles."""
    total = simulated.total
    known = answer.percentiles
    yield f"mean {_compared(total.mean, formula_of(answer))}"
    percentiles = [
        f"{name} {_compared(figure, formula_of_range(value, precise=True))}"
        for name, figure, value in (
            ("95 % within", total.p95, known.p95 if known else None),
            ("99 % within", total.p99, known.p99 if known else None),
        )
        if figure is not None
    ]
    if percentiles:
        yield "; ".join(percentiles)
    yield (
        f"{simulated.ios:,} I/Os, seed {simulated.seed}, typical parameters; ± is a 95 % confidence interval, "
        "in brackets the formula and its error"
    )


def _compared(figure: Figure, formula: Formula | None) -> str:
    """Return ``0.671 ± 0.002 ms (formula 0.668, −0.4 %)``, or ``(formula: more than 0.52)`` if that is only a bound."""
    from checker.estimate.simulate.simulate import error_of

    text = time_text(figure.ms)
    if figure.margin is not None:
        text += f" ± {margin_text(figure.margin)}"
    if formula is not None and not formula.precise:
        return f"{text} ms (formula: more than {time_text(formula.ms)})"
    error = error_of(None if formula is None else formula.ms, figure)
    if formula is None or error is None:
        return f"{text} ms (no formula)"
    sign = "−" if error < 0 else "+"
    return f"{text} ms (formula {time_text(formula.ms)}, {sign}{abs(100 * error):.1f} %)"


def margin_text(margin: float) -> str:
    """Return half of a confidence interval in ms with as many decimals as it needs."""
    if margin < 0.0005:
        return f"{max(margin, 0.0001):.4f}"
    return f"{margin:.3f}" if margin < 0.1 else f"{margin:.2f}" if margin < 10 else f"{margin:.1f}"
