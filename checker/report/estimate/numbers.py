"""Numbers, ranges and response times of estimates in JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checker.estimate.network.result import Percentiles, ResponseTime
    from checker.estimate.quantity import Range

PLACES = 6
"""Decimals of numbers."""


def response_json(response: ResponseTime | None) -> dict[str, Any] | None:
    """Return mean, reads and writes."""
    if response is None:
        return None
    return {"mean": range_json(response.mean), "read": range_json(response.read), "write": range_json(response.write)}


def percentiles_json(found: Percentiles | None) -> dict[str, Any] | None:
    """Return percentiles; None if unknown."""
    return None if found is None else {"p95": range_json(found.p95), "p99": range_json(found.p99)}


def range_json(value: Range | None) -> dict[str, float | None] | None:
    """Return the three values of a range."""
    if value is None:
        return None
    return {"low": number(value.low), "typical": number(value.typical), "high": number(value.high)}


def number(value: float | None) -> float | None:
    """Round to six decimals; None if there is no finite value, such as the high end of a load that may saturate."""
    return None if value is None or not math.isfinite(value) else round(value, PLACES)
