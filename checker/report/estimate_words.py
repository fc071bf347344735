"""The words and figures of estimates: times, ranges, states, and parts that sum to what is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from checker.estimate.network import COMPONENTS, Component
from checker.estimate.quantity import Range
from checker.estimate.result import Risk, Status

if TYPE_CHECKING:
    from checker.report.sheet import Sheet, Span

INDENT = 13
"""Columns before the text of a section."""
COMPONENT_WORDS: Mapping[Component, str] = {
    "host_queue": "queue in the host",
    "hba_link": "host's link",
    "fabric": "fabric",
    "port_wait": "waiting at ports",
    "vplex_added": "added by VPLEX",
    "wan": "between clusters",
    "array_service": "array",
    "array_queue": "queue at the array",
}
STATUS_WORDS: Mapping[Status, str] = {
    "ok": "ok",
    "saturated": "saturated",
    "queue_depth_limited": "queue depth limits",
    "wan_limited": "WAN limits",
    "unknown_parameter": "not known",
}
STATUS_STYLES: Mapping[Status, str] = {
    "ok": "good",
    "saturated": "error",
    "queue_depth_limited": "error",
    "wan_limited": "error",
    "unknown_parameter": "warning",
}
RISK_STYLES: Mapping[Risk, str] = {"low": "good", "medium": "warning", "high": "error", "unknown": "warning"}
KIND_WORDS = {
    "hba": "host port",
    "link": "link",
    "isl": "ISL",
    "fe_port": "array port",
    "be_port": "back end",
    "director": "director",
    "array": "array",
    "disk_pool": "drives",
    "wan": "WAN",
}


def decimals(ms: float) -> int:
    """Decimals that a time in ms is shown with: hundredths up to 10 ms, tenths up to 100."""
    return 2 if ms < 9.995 else 1 if ms < 99.95 else 0


def time_text(ms: float, places: int | None = None) -> str:
    """A time in ms without its unit."""
    if math.isinf(ms):
        return "∞"
    return f"{ms:,.{decimals(ms) if places is None else places}f}"


def range_text(value: Range) -> str:
    """``0.55 (0.20–1.19)``: typical, and low to high."""
    return f"{time_text(value.typical)} ({time_text(value.low)}–{time_text(value.high)})"


def count_text(value: float) -> str:
    """I/O a second with three figures: 37,900."""
    if not math.isfinite(value) or value <= 0:
        return "0" if value == 0 else "∞"
    digits = max(2 - math.floor(math.log10(value)), -12)
    rounded = round(value, digits)
    return f"{rounded:,.0f}" if digits <= 0 else f"{rounded:,.{min(digits, 2)}f}".rstrip("0").rstrip(".")


def percent(value: float) -> str:
    """A ratio in per cent: 41 %, 0.6 %, over 999 %."""
    if value > 9.99:
        return "over 999 %"
    if value and value < 0.0995:
        return f"{100 * value:.1f} %"
    return f"{100 * value:.0f} %"


def rounded_parts(parts: Mapping[Component, float], total: float, places: int) -> dict[Component, float]:
    """Round parts so that they sum to the rounded total: what is lost goes to those that lose most by rounding.

    Args:
        parts: by component, none below 0; they sum to ``total``.
        total: what they sum to.
        places: decimals.
    """
    unit = 10**places
    whole = round(total * unit)
    floors = {name: math.floor(parts.get(name, 0.0) * unit + 1e-9) for name in COMPONENTS}
    left = whole - sum(floors.values())
    order = sorted(COMPONENTS, key=lambda name: floors[name] - parts.get(name, 0.0) * unit)
    for name in order[: max(left, 0)]:
        floors[name] += 1
    for name in reversed(order):
        if left >= 0:
            break
        taken = min(floors[name], -left)
        floors[name] -= taken
        left += taken
    return {name: count / unit for name, count in floors.items()}


def head(sheet: Sheet, label: str, body: Sequence[Span], style: str = "head") -> None:
    """Begin a section: its name, and what it says in a line."""
    sheet.paragraph(body, [(label, style)], INDENT)
