"""Percentiles and simulations of estimates as sentences, shared by the terminal and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.estimate.words import range_text, time_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.estimate.answer.answer import Answer
    from checker.estimate.network.result import Percentiles
    from checker.estimate.simulate.measured import Figure
    from checker.estimate.simulate.simulate import Simulated


def percentile_text(found: Percentiles) -> str:
    """Return ``95 % within 1.40 (0.70–3.10), 99 % within …``."""
    return f"95 % within {range_text(found.p95)}, 99 % within {range_text(found.p99)}"


def formula_ms(answer: Answer) -> float | None:
    """Mean response time in ms of all I/O by formula, of those host-volume pairs that have one; None if none has."""
    result = answer.result
    if result is not None and result.response is not None:
        return result.response.mean.typical
    timed = [(one.iops, one.response.mean.typical) for one in answer.volumes.values() if one.response and one.iops]
    whole = sum(iops for iops, _ in timed)
    return sum(iops * ms for iops, ms in timed) / whole if whole else None


def simulation_lines(answer: Answer, simulated: Simulated) -> Iterator[str]:
    """Yield the result of a simulation and the error of the formulas, mean and percentiles."""
    total = simulated.total
    formula = formula_ms(answer)
    known = answer.percentiles
    yield f"mean {_compared(total.mean, formula)}"
    percentiles = [
        f"{name} {_compared(figure, None if value is None else value.typical)}"
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


def _compared(figure: Figure, formula: float | None) -> str:
    """Return ``0.671 ± 0.002 ms (formula 0.668, −0.4 %)``."""
    from checker.estimate.simulate.simulate import error_of

    text = time_text(figure.ms)
    if figure.margin is not None:
        text += f" ± {margin_text(figure.margin)}"
    error = error_of(formula, figure)
    if formula is None or error is None:
        return f"{text} ms (no formula)"
    sign = "−" if error < 0 else "+"
    return f"{text} ms (formula {time_text(formula)}, {sign}{abs(100 * error):.1f} %)"


def margin_text(margin: float) -> str:
    """Return half of a confidence interval in ms with as many decimals as it needs."""
    return f"{margin:.3f}" if margin < 0.1 else f"{margin:.2f}" if margin < 10 else f"{margin:.1f}"
