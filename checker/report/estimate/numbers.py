"""Numbers, ranges and response times of estimates in JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checker.estimate.network.results.result import Percentiles, ResponseTime
    from checker.estimate.quantity import Range

PLACES = 6
"""Decimals of numbers."""


def response_json(response: ResponseTime | None, bound: str | None) -> dict[str, Any] | None:
    """Return mean, reads and writes; ``bound`` is why only a lower bound of them is known, if so."""
    if response is None:
        return None
    times = {"mean": response.mean, "read": response.read, "write": response.write}
    return {name: range_json(time, bound) for name, time in times.items()}


def percentiles_json(found: Percentiles | None) -> dict[str, Any] | None:
    """Return percentiles; None if unknown."""
    return None if found is None else {"p95": range_json(found.p95), "p99": range_json(found.p99)}


def range_json(value: Range | None, bound: str | None = None) -> dict[str, float | None] | None:
    """Return the three values of a range; only the lowest one if it is a lower bound and no more is known."""
    if value is None:
        return None
    if bound is not None:
        return {"low": number(value.low), "typical": None, "high": None}
    return {"low": number(value.low), "typical": number(value.typical), "high": number(value.high)}


def number(value: float | None) -> float | None:
    """Round to six decimals; None if there is no finite value, such as the high end of a load that may saturate."""
    return None if value is None or not math.isfinite(value) else round(value, PLACES)
