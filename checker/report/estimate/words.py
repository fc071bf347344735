"""Text and figures of estimates: times, ranges, states, and components that sum to the total shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from checker.estimate.network.network import COMPONENTS, Component
from checker.estimate.network.results.result import ResourceResult, Result, Risk, Status, VolumeResult
from checker.estimate.quantity import Range
from checker.report.text.words import clean

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer
    from checker.report.text.sheet import Sheet, Span

INDENT = 13
"""Width of a section's label in columns."""
COMPONENT_WORDS: Mapping[Component, str] = {
    "host_queue": "host queue",
    "hba_link": "host link",
    "fabric": "fabric",
    "port_wait": "wait at ports",
    "vplex_added": "added by VPLEX",
    "wan": "between clusters",
    "array_service": "array",
    "array_queue": "array queue",
    "mirror_wait": "slower leg or drive",
}
STATUS_WORDS: Mapping[Status, str] = {
    "ok": "ok",
    "saturated": "saturated",
    "queue_depth_limited": "limited by queue depth",
    "wan_limited": "limited by WAN",
    "unknown_parameter": "unknown",
}
STATUS_STYLES: Mapping[Status, str] = {
    "ok": "good",
    "saturated": "error",
    "queue_depth_limited": "error",
    "wan_limited": "error",
    "unknown_parameter": "warning",
}
RISK_STYLES: Mapping[Risk, str] = {"low": "good", "medium": "warning", "high": "error", "unknown": "warning"}
NO_LOAD = "no host and volume has any I/O"
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


def resource_name(one: ResourceResult) -> str:
    """Return the name of a resource as it is next to the word for its kind, which it does not repeat."""
    return clean(one.station).removeprefix(f"{KIND_WORDS[one.kind]} ")


def decimals(ms: float) -> int:
    """Return the number of decimals for a time in ms: two up to 10 ms, one up to 100 ms."""
    return 2 if ms < 9.995 else 1 if ms < 99.95 else 0


def time_text(ms: float, places: int | None = None) -> str:
    """Return a time in ms without its unit."""
    if math.isinf(ms):
        return "∞"
    return f"{ms:,.{decimals(ms) if places is None else places}f}"


def range_text(value: Range) -> str:
    """Return ``0.55 (0.20–1.19)``: typical (low–high)."""
    return f"{time_text(value.typical)} ({time_text(value.low)}–{time_text(value.high)})"


def mean_text(mean: Range, bound: str | None) -> str:
    """Return ``0.55 (0.20–1.19) ms``, or ``more than 0.20 ms`` if only a bound is known."""
    return f"{range_text(mean)} ms" if bound is None else f"more than {time_text(mean.low)} ms"


def bound_of(volumes: Iterable[VolumeResult]) -> str | None:
    """Return why the mean over volumes is only a bound; None if it is not."""
    return next((one.bound for one in volumes if one.bound is not None), None)


def reads_text(reads: Range, *, precise: bool) -> str:
    """Return the response time of reads where that of writes is unknown."""
    return f"reads {range_text(reads)} ms" if precise else f"reads more than {time_text(reads.low)} ms"


def count_text(value: float) -> str:
    """Return IOPS with three significant figures: 37,900."""
    if not math.isfinite(value) or value <= 0:
        return "0" if value == 0 else "∞"
    digits = max(2 - math.floor(math.log10(value)), -12)
    rounded = round(value, digits)
    return f"{rounded:,.0f}" if digits <= 0 else f"{rounded:,.{min(digits, 2)}f}".rstrip("0").rstrip(".")


def knee_text(result: Result) -> str:
    """Return ``24,800 IOPS``, or ``24,800 IOPS or more`` if that is only a bound; there must be a knee."""
    if result.knee_iops is None:
        raise ValueError("there is no knee")
    return f"{count_text(result.knee_iops.typical)} IOPS{'' if result.knees.bound is None else ' or more'}"


def risk_text(answer: Answer) -> str:
    """Return the verdict: ``low risk``, or why there is none."""
    if answer.risk != "unknown":
        return f"{answer.risk} risk"
    return "risk only partly known" if answer.result is not None and answer.result.iops else f"risk unknown: {NO_LOAD}"


def percent(value: float) -> str:
    """Return a ratio in percent: 41 %, 0.6 %, over 999 %."""
    if value > 9.99:
        return "over 999 %"
    if value and value < 0.0995:
        return f"{100 * value:.1f} %"
    return f"{100 * value:.0f} %"


def rounded_parts(parts: Mapping[Component, float], total: float, places: int) -> dict[Component, float]:
    """Round parts so that they sum to the rounded total; the remainder goes to the parts with the largest rounding loss.

    Args:
        parts: values by component, not negative, with the sum ``total``.
        total: sum of the parts.
        places: number of decimals.
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
    """Add the first line of a section: its label and a summary."""
    sheet.paragraph(body, [(label, style)], INDENT)
