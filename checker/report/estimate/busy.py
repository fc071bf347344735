"""Sections of an estimate: utilisation of resources, alternative arrangements, and the effect of failures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from checker.estimate.network.results.result import MISSING_DATA
from checker.report.estimate.words import (
    INDENT,
    KIND_WORDS,
    RISK_STYLES,
    STATUS_STYLES,
    STATUS_WORDS,
    count_text,
    head,
    mean_text,
    percent,
    resource_name,
    time_text,
)
from checker.report.failure.page import component_text, pairs
from checker.report.text.sheet import columns
from checker.report.text.words import clean, plural, shortened

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer
    from checker.estimate.network.results.result import ResourceResult, Result
    from checker.report.text.sheet import Sheet, Span

NAMED = 3
ARRANGEMENTS = {"native": "without VPLEX", "local": "VPLEX Local", "metro": "VPLEX Metro"}
_SHOWN_PORTS = 0.01


def resources(sheet: Sheet, result: Result, limit: int) -> None:
    """Add the section of resources: arrays, drives, WANs and directors always, ports only if they are busy or without a limit."""
    known, unknown = busiest(result)
    shown = [
        r for r in known if not limit or r.kind in ("array", "disk_pool", "wan", "director") or _use(r) >= _SHOWN_PORTS
    ]
    # If nothing is busy, show the busiest resources anyway.
    shown = shown if len(shown) >= NAMED else known[:NAMED]
    hidden = len(known) - len(shown)
    if limit and len(shown) > limit:
        hidden += len(shown) - limit
        shown = shown[:limit]
    sheet.blank()
    head(sheet, "BUSY", [("typical utilisation of each resource, its limit and risk", "dim")])
    width = min(max((columns(resource_name(r)) for r in shown), default=0), max(sheet.width - INDENT - 36, 20))
    for one in shown:
        use = _use(one)
        bar = "█" * min(round(use * 10), 10)
        name = resource_name(one)
        label: list[Span] = [("  ", ""), (f"{KIND_WORDS[one.kind]:<{INDENT - 3}.{INDENT - 3}}", "dim")]
        body: list[Span] = [
            (f"{name:<{width}}  ", ""),
            (f"{percent(use):>10} ", RISK_STYLES[one.risk] if one.risk != "low" else ""),
            (f"of {percent(one.limit):<5} " if one.limit is not None else " " * 9, "dim"),
            (f"{bar:<10}", RISK_STYLES[one.risk]),
        ]
        sheet.paragraph(body, label, INDENT)
    if hidden:
        sheet.paragraph([(f"and {hidden:,} less busy; --limit 0 shows all", "dim")], indent=INDENT)
    # The verdict already names directors and WANs.
    unknown = [one for one in unknown if one.kind not in ("director", "wan")]
    if unknown:
        names = shortened([clean(r.station) for r in unknown], NAMED)
        sheet.paragraph([(f"unknown capacity: {names}", "dim")], indent=INDENT)


def busiest(result: Result) -> tuple[list[ResourceResult], list[ResourceResult]]:
    """Return resources with a known utilisation, closest to their limit first, and those of unknown capacity."""
    known = _merged([r for r in result.resources.values() if r.utilisation is not None])
    return known, [r for r in result.resources.values() if r.utilisation is None]


def _use(one: ResourceResult) -> float:
    return one.utilisation.typical if one.utilisation is not None else 0.0


def _merged(resources: Sequence[ResourceResult]) -> list[ResourceResult]:
    """Merge both directions of a port into the busier one; sort resources by utilisation relative to their limit."""
    best: dict[str, ResourceResult] = {}
    for one in resources:
        name = (
            one.station.removesuffix(" rx").removesuffix(" tx")
            if one.kind not in ("array", "director")
            else one.station
        )
        if name not in best or _use(one) > _use(best[name]):
            best[name] = one
    return sorted(best.values(), key=lambda one: (-_use(one) / (one.limit or 1.0), one.station))


def cases(sheet: Sheet, answer: Answer) -> None:
    """Add the section of alternative arrangements of the same load."""
    if not answer.cases:
        return
    sheet.blank()
    head(sheet, "COMPARED", [("alternatives: the same load on the same hosts and arrays", "dim")])
    for case in answer.cases:
        label: list[Span] = [("  ", ""), (f"{case.name:<{INDENT - 3}}", "")]
        body: list[Span] = [(f"{ARRANGEMENTS.get(case.name, case.name):<15}", "dim")]
        if case.response is None:
            body += [
                (STATUS_WORDS[case.status], STATUS_STYLES[case.status]),
                (f": {clean((case.reason or '').removeprefix(MISSING_DATA))}", "dim"),
            ]
        else:
            body.append((mean_text(case.response.mean, case.bound), ""))
        if case.response is not None and case.bound is None:
            if answer.result is not None and answer.result.response is not None and answer.result.bound is None:
                more = answer.result.response.mean.typical - case.response.mean.typical
                delta = f"{'+' if more < 0 else '−'}{time_text(abs(more))} ms" if abs(more) >= 0.005 else "no change"
                body.append((f"  {delta}", "good" if more >= 0.005 else ""))
            split = [
                f"{name} {time_text(value.typical)}"
                for name, value in (("reads", case.response.read), ("writes", case.response.write))
                if value is not None
            ]
            body.append((f"  {', '.join(split)}", "dim"))
        if case.saturation_iops is not None:
            body.append((f"; saturates at {count_text(case.saturation_iops.typical)}", "dim"))
        sheet.paragraph(body, label, INDENT)
        for text in case.assumptions[:NAMED]:
            sheet.paragraph([(clean(text), "dim")], indent=INDENT + 2)
        if len(case.assumptions) > NAMED:
            delta = f"and {plural(len(case.assumptions) - NAMED, 'more assumption')}; see --format json"
            sheet.paragraph([(delta, "dim")], indent=INDENT + 2)


def failures(sheet: Sheet, answer: Answer) -> None:
    """Add the section of the most severe single failures."""
    if not answer.failures:
        return
    sheet.blank()
    head(
        sheet, "FAILURE", [("most severe single failures of a fabric, switch, director or port under this load", "dim")]
    )
    for case in answer.failures[:NAMED]:
        name = component_text(case.kind, clean(case.label))
        body: list[Span] = [(f"without {name}: ", "")]
        if case.station:
            style = "error" if case.utilisation >= 1 else ""
            verb = "saturates" if case.utilisation >= 1 else "rises"
            body.append((f"{clean(case.station)} {verb} {percent(case.before)} → {percent(case.utilisation)}", style))
        else:
            body.append(("no resource gets busier", ""))
        if case.response is not None:
            body.append((f", {time_text(case.response)} ms", ""))
        if case.lost:
            body.append((f"; {pairs(case.lost)} {'loses' if case.lost == 1 else 'lose'} all paths", "error"))
        sheet.paragraph(body, indent=INDENT)
    if answer.untried:
        sheet.paragraph([(f"{plural(answer.untried, 'more component')} not tried", "dim")], indent=INDENT)
