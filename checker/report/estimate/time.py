"""The response time of an estimate, its breakdown, and the distance of the load from saturation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from checker.estimate.network.results.result import MISSING_DATA
from checker.report.estimate.outlook import saturation_text
from checker.report.estimate.percentile_text import percentile_text, simulation_lines
from checker.report.estimate.words import (
    COMPONENT_WORDS,
    INDENT,
    NO_LOAD,
    STATUS_WORDS,
    bound_of,
    count_text,
    decimals,
    head,
    knee_text,
    mean_text,
    percent,
    range_text,
    reads_text,
    rounded_parts,
    time_text,
)
from checker.report.text.words import clean, shortened

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer, Case
    from checker.estimate.network.network import Component
    from checker.estimate.network.results.result import Result
    from checker.estimate.quantity import Range
    from checker.estimate.simulate.simulate import Simulated
    from checker.report.text.sheet import Sheet, Span

_BAR = 24
_INFLUENCES = 3
"""Parameters named as the origin of the range."""


def response_time(sheet: Sheet, answer: Answer, result: Result) -> None:
    """Add the sections of response time and load."""
    sheet.blank()
    bound = bound_of(answer.volumes.values())
    response = result.response
    if response is None:
        if result.reads is not None:
            head(sheet, "RESPONSE", [(reads_text(result.reads, precise=bound is None), "head")])
            sheet.paragraph([("writes: ", "warning"), (_why_none(answer, result), "")], indent=INDENT)
        else:
            head(sheet, "RESPONSE", [("none: ", "warning"), (_why_none(answer, result), "")])
    elif bound is not None:
        # Bursts are not listed with the resources.
        where = "; see BUSY" if "busy" in bound else ""
        summary = f"more than {time_text(response.mean.low)} ms: {bound}{where}"
        head(sheet, "RESPONSE", [(summary, "warning")])
    else:
        body: list[Span] = [(f"{range_text(response.mean)} ms", "head"), ("  mean, typical (low–high)", "dim")]
        head(sheet, "RESPONSE", body)
        parts = [
            f"{name} {range_text(value)}"
            for name, value in (("reads", response.read), ("writes", response.write))
            if value is not None
        ]
        sheet.paragraph([(", ".join(parts), "")], indent=INDENT)
        if answer.percentiles is not None:
            sheet.paragraph([(percentile_text(answer.percentiles), "")], indent=INDENT)
        _breakdown(sheet, answer, response.mean.typical)
        if answer.influences:
            sheet.paragraph([(_influences(answer), "dim")], indent=INDENT)
    if answer.before is not None:
        _before(sheet, answer.before)
    if answer.simulated is not None:
        _simulated(sheet, answer, answer.simulated)
    _capacity(sheet, answer, result)


def _simulated(sheet: Sheet, answer: Answer, simulated: Simulated) -> None:
    sheet.blank()
    first, *others, last = simulation_lines(answer, simulated)
    head(sheet, "SIMULATED", [(first, "head")])
    for text in others:
        sheet.paragraph([(text, "")], indent=INDENT)
    sheet.paragraph([(last, "dim")], indent=INDENT)


def _why_none(answer: Answer, result: Result) -> str:
    full = [r.station for r in result.resources.values() if r.utilisation is not None and r.utilisation.typical >= 1]
    reasons: dict[str, int] = {}
    missing_parts: dict[str, int] = {}
    for volume in answer.volumes.values():
        if volume.reason and volume.response is None:
            facts = volume.reason.removeprefix(MISSING_DATA)
            # Many volumes are missing the same data: each item is named once.
            into, causes = (reasons, [facts]) if facts == volume.reason else (missing_parts, facts.split(", "))
            if volume.status == "saturated" and len(full) > 1:
                # Volumes share the saturated resources: all of them are named once.
                causes = [f"the load exceeds the capacity of {shortened(sorted(full), 4)}"]
            for one in causes:
                into[one] = into.get(one, 0) + 1
    ordered = [
        *sorted(reasons, key=lambda one: -reasons[one]),
        *(f"unknown {one}" for one in sorted(missing_parts, key=lambda one: -missing_parts[one])),
    ]
    return clean(shortened(ordered, 4)) if ordered else NO_LOAD


def _influences(answer: Answer) -> str:
    """Say which parameters the range comes from, one at a time."""
    known = [one.span_ms for one in answer.influences if math.isfinite(one.span_ms)]
    said = []
    for one in answer.influences[:_INFLUENCES]:
        if one.high_ms is None:
            said.append(f"{one.parameter} (its high end saturates)")
        else:
            said.append(f"{one.parameter} {percent(one.span_ms / sum(known))}")
    more = len(answer.influences) - len(said)
    rest = f", {more} more" if more else ""
    return f"the range comes from {', '.join(said)}{rest}; measure {answer.influences[0].parameter} first"


def _before(sheet: Sheet, case: Case) -> None:
    if case.response is None:
        sheet.paragraph([(f"before the changes: {STATUS_WORDS[case.status]}", "dim")], indent=INDENT)
    else:
        sheet.paragraph([(f"before the changes: {mean_text(case.response.mean, case.bound)}", "dim")], indent=INDENT)


def breakdown(answer: Answer, mean: float) -> tuple[dict[Component, float], list[Component]]:
    """Break the mean response time down into components, rounded to ms as shown, and those too small to show.

    The rounded components sum to the rounded mean; both are empty if no volume has a response time.
    """
    total: dict[Component, float] = {}
    weight = 0.0
    for volume in answer.volumes.values():
        if volume.iops and volume.response is not None:
            weight += volume.iops
            for name, value in volume.breakdown.items():
                total[name] = total.get(name, 0.0) + value * volume.iops
    if not weight:
        return {}, []
    parts = {name: value / weight for name, value in total.items()}
    shown = rounded_parts(parts, mean, decimals(mean))
    return shown, [name for name, value in shown.items() if not value and parts.get(name, 0.0) > 0]


def _breakdown(sheet: Sheet, answer: Answer, mean: float) -> None:
    shown, less = breakdown(answer, mean)
    if not shown:
        return
    places = decimals(mean)
    small = [COMPONENT_WORDS[name] for name in less]
    most = max(shown.values(), default=0.0)
    for name, value in shown.items():
        if value:
            bar = "█" * max(1, round(_BAR * value / most)) if most else ""
            sheet.paragraph(
                [(f"{time_text(value, places):>7}  ", ""), (f"{COMPONENT_WORDS[name]:<20}", ""), (bar, "command")],
                indent=INDENT,
            )
    if small:
        least = time_text(10**-places, places)
        sheet.paragraph([(f"less than {least} each: {', '.join(small)}", "dim")], indent=INDENT + 9)
    sheet.paragraph([(f"{time_text(sum(shown.values()), places):>7}  ms", "dim")], indent=INDENT)


def _capacity(sheet: Sheet, answer: Answer, result: Result) -> None:
    sheet.blank()
    now = result.iops
    saturation = result.saturation_iops
    if saturation is None or answer.binding is None:
        head(sheet, "LOAD", [(f"{count_text(now)} IOPS; no resource of known capacity limits it", "")])
        return
    share = now / saturation.typical if saturation.typical else 0.0
    # What nothing is known of may be full earlier.
    least, most = ("at least ", " or less") if result.status == "unknown_parameter" else ("", "")
    share_text = f"{count_text(now)} IOPS, {least}{percent(share)} of saturation for this mix"
    head(sheet, "LOAD", [(share_text, "error" if share >= 1 else "")])
    sheet.paragraph(
        [
            (
                f"saturates at {count_text(saturation.typical)} IOPS{most}{_spread(saturation)}: {saturation_text(answer)}",
                "",
            )
        ],
        indent=INDENT,
    )
    if result.knee_iops is not None and result.status in ("ok", "saturated", "queue_depth_limited", "wan_limited"):
        knee = f"knee at {knee_text(result)}"
        if result.knee_outstanding is not None:
            knee += f"; more than {result.knee_outstanding.typical:,.0f} outstanding I/Os add no throughput"
        sheet.paragraph([(knee, "dim")], indent=INDENT)


def _spread(given: Range) -> str:
    """Return the ends of a range of IOPS in brackets; empty if they are shown as the same number."""
    low, high = count_text(given.low), count_text(given.high)
    return f" ({low}–{high})" if low != high else ""
