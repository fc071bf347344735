"""The response time of an estimate, where it goes, and how far the load is from what it saturates at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.estimate_words import (
    COMPONENT_WORDS,
    INDENT,
    STATUS_WORDS,
    count_text,
    decimals,
    head,
    percent,
    range_text,
    rounded_parts,
    time_text,
)
from checker.report.words import clean, shortened

if TYPE_CHECKING:
    from checker.estimate.answer import Answer, Case
    from checker.estimate.network import Component
    from checker.estimate.result import Result
    from checker.report.sheet import Sheet, Span

_BAR = 24


def response_time(sheet: Sheet, answer: Answer, result: Result) -> None:
    """Add the sections of response time and load."""
    sheet.blank()
    precise = all(volume.precise for volume in answer.volumes.values())
    response = result.response
    if response is None:
        head(sheet, "RESPONSE", [("not told: ", "warning"), (_why_none(answer, result), "")])
    elif not precise:
        told = "over 90 % busy: what is full and how near says more than a response time"
        head(sheet, "RESPONSE", [(told, "warning")])
    else:
        body: list[Span] = [(f"{range_text(response.mean)} ms", "head"), ("  mean, typical (low–high)", "dim")]
        head(sheet, "RESPONSE", body)
        parts = [
            f"{name} {range_text(value)}"
            for name, value in (("reads", response.read), ("writes", response.write))
            if value is not None
        ]
        sheet.paragraph([(", ".join(parts), "")], indent=INDENT)
        _breakdown(sheet, answer, response.mean.typical)
    if answer.before is not None:
        _before(sheet, answer.before)
    _capacity(sheet, answer, result)


def _why_none(answer: Answer, result: Result) -> str:
    full = [r.station for r in result.resources.values() if r.utilisation is not None and r.utilisation.typical >= 1]
    reasons: dict[str, int] = {}
    lacks: dict[str, int] = {}
    for volume in answer.volumes.values():
        if volume.reason and volume.response is None:
            facts = volume.reason.removeprefix("not known: ")
            # Volumes lack some facts alike: each fact is named once.
            into, told = (reasons, [facts]) if facts == volume.reason else (lacks, facts.split(", "))
            if volume.status == "saturated" and len(full) > 1:
                # Volumes lie on some of what is full: all of it is named once.
                told = [f"more is asked of {shortened(sorted(full), 4)} than they can do"]
            for one in told:
                into[one] = into.get(one, 0) + 1
    ordered = [*sorted(reasons, key=lambda one: -reasons[one]), *sorted(lacks, key=lambda one: -lacks[one])]
    return clean(shortened(ordered, 4)) if ordered else "no load has one"


def _before(sheet: Sheet, case: Case) -> None:
    if case.response is None:
        sheet.paragraph([(f"as it is: {STATUS_WORDS[case.status]}", "dim")], indent=INDENT)
    else:
        sheet.paragraph([(f"as it is: {range_text(case.response.mean)} ms", "dim")], indent=INDENT)


def breakdown(answer: Answer, mean: float) -> tuple[dict[Component, float], list[Component]]:
    """Where the mean response time goes, in ms as it is shown, and the components too small to show.

    What is shown sums to the mean as it is shown; both are empty where no volume has a response time.
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
        head(sheet, "LOAD", [(f"{count_text(now)} IOPS; nothing of known capacity limits it", "")])
        return
    share = now / saturation.typical if saturation.typical else 0.0
    told = f"{count_text(now)} IOPS, {percent(share)} of what this mix saturates at"
    head(sheet, "LOAD", [(told, "error" if share >= 1 else "")])
    known = "" if result.status != "unknown_parameter" else " of what is known"
    sheet.paragraph(
        [
            (
                f"full at {count_text(saturation.typical)} IOPS ({count_text(saturation.low)}–{count_text(saturation.high)}): "
                f"first{known} is {clean(_named(answer, answer.binding))}",
                "",
            )
        ],
        indent=INDENT,
    )
    if result.knee_iops is not None and result.status in ("ok", "saturated", "queue_depth_limited", "wan_limited"):
        knee = f"knee at {count_text(result.knee_iops.typical)} IOPS"
        if result.knee_outstanding is not None:
            knee += f"; more than {result.knee_outstanding.typical:,.0f} outstanding bring nothing"
        sheet.paragraph([(knee, "dim")], indent=INDENT)


def _named(answer: Answer, text: str) -> str:
    """A text with the volume that it ends in called as people call it."""
    volume = text.rpartition(" ")[2]
    name = next((pair.name for pair in answer.pairs if pair.volume == volume and pair.name), None)
    return f"{text.removesuffix(volume)}{name}" if name else text
