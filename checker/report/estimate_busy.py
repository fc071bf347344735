"""How busy an estimate makes each resource, what else the load could run on, and what a failure does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from checker.report.estimate_words import (
    INDENT,
    KIND_WORDS,
    RISK_STYLES,
    STATUS_STYLES,
    STATUS_WORDS,
    count_text,
    head,
    percent,
    range_text,
    time_text,
)
from checker.report.failure_page import kind_word
from checker.report.sheet import columns
from checker.report.words import clean, shortened

if TYPE_CHECKING:
    from checker.estimate.answer import Answer
    from checker.estimate.result import ResourceResult, Result
    from checker.report.sheet import Sheet, Span

NAMED = 3
_SHOWN_PORTS = 0.01


def resources(sheet: Sheet, result: Result, limit: int) -> None:
    """Add the section of resources: arrays, drives, WAN and directors always, ports where they are busy."""
    known, unknown = busiest(result)
    shown = [r for r in known if r.kind in ("array", "disk_pool", "wan", "director") or _use(r) >= _SHOWN_PORTS]
    # Where nothing is busy, the busiest still say so.
    shown = shown if len(shown) >= NAMED else known[:NAMED]
    hidden = len(known) - len(shown)
    if limit and len(shown) > limit:
        hidden += len(shown) - limit
        shown = shown[:limit]
    sheet.blank()
    head(sheet, "BUSY", [("of each resource, typical; its limit; risk", "dim")])
    width = min(max((columns(clean(r.station)) for r in shown), default=0), max(sheet.width - INDENT - 36, 20))
    for one in shown:
        use = _use(one)
        bar = "█" * min(round(use * 10), 10)
        name = clean(one.station)
        label: list[Span] = [("  ", ""), (f"{KIND_WORDS[one.kind]:<{INDENT - 3}.{INDENT - 3}}", "dim")]
        body: list[Span] = [
            (f"{name:<{width}}  ", ""),
            (f"{percent(use):>10} ", RISK_STYLES[one.risk] if one.risk != "low" else ""),
            (f"of {percent(one.limit):<5} " if one.limit is not None else " " * 9, "dim"),
            (f"{bar:<10}", RISK_STYLES[one.risk]),
        ]
        sheet.paragraph(body, label, INDENT)
    if hidden:
        sheet.paragraph([(f"and {hidden:,} more that are less busy; --limit 0 shows all", "dim")], indent=INDENT)
    # The verdict has named directors and WANs already.
    unknown = [one for one in unknown if one.kind not in ("director", "wan")]
    if unknown:
        names = shortened([clean(r.station) for r in unknown], NAMED)
        sheet.paragraph([(f"of unknown capacity: {names}", "dim")], indent=INDENT)


def busiest(result: Result) -> tuple[list[ResourceResult], list[ResourceResult]]:
    """Resources with a known utilisation, the busiest against its limit first, and those of unknown capacity."""
    known = _merged([r for r in result.resources.values() if r.utilisation is not None])
    return known, [r for r in result.resources.values() if r.utilisation is None]


def _use(one: ResourceResult) -> float:
    return one.utilisation.typical if one.utilisation is not None else 0.0


def _merged(resources: Sequence[ResourceResult]) -> list[ResourceResult]:
    """Both directions of a port as its busier one, the busiest against its limit first."""
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
    """Add the section of other arrangements of the same load."""
    if not answer.cases:
        return
    sheet.blank()
    head(sheet, "ELSE", [("the same load on the same hosts and arrays", "dim")])
    words = {"native": "without VPLEX", "local": "VPLEX Local", "metro": "VPLEX Metro"}
    for case in answer.cases:
        label: list[Span] = [("  ", ""), (f"{case.name:<{INDENT - 3}}", "")]
        body: list[Span] = [(f"{words.get(case.name, case.name):<15}", "dim")]
        if case.response is None:
            body += [
                (STATUS_WORDS[case.status], STATUS_STYLES[case.status]),
                (f": {clean((case.reason or '').removeprefix('not known: '))}", "dim"),
            ]
        else:
            body.append((f"{range_text(case.response.mean)} ms", ""))
            if answer.result is not None and answer.result.response is not None:
                more = answer.result.response.mean.typical - case.response.mean.typical
                told = f"{'+' if more < 0 else '−'}{time_text(abs(more))} ms" if abs(more) >= 0.005 else "the same"
                body.append((f"  {told}", "good" if more >= 0.005 else ""))
            split = [
                f"{name} {time_text(value.typical)}"
                for name, value in (("reads", case.response.read), ("writes", case.response.write))
                if value is not None
            ]
            body.append((f"  {', '.join(split)}", "dim"))
        if case.saturation_iops is not None:
            body.append((f"; full at {count_text(case.saturation_iops.typical)}", "dim"))
        sheet.paragraph(body, label, INDENT)
        for text in case.assumptions[:NAMED]:
            sheet.paragraph([(clean(text), "dim")], indent=INDENT + 2)
        if len(case.assumptions) > NAMED:
            told = f"and {len(case.assumptions) - NAMED} more assumptions; --output-format json has them"
            sheet.paragraph([(told, "dim")], indent=INDENT + 2)


def failures(sheet: Sheet, answer: Answer) -> None:
    """Add the section of the worst single failures."""
    if not answer.failures:
        return
    sheet.blank()
    head(sheet, "FAILURE", [("worst single loss of a fabric, switch, director or port under this load", "dim")])
    for case in answer.failures[:NAMED]:
        name = f"{kind_word(case.kind)} {clean(case.label)}"
        body: list[Span] = [(f"without {name}: ", "")]
        if case.station:
            style = "error" if case.utilisation >= 1 else ""
            verb = "saturates" if case.utilisation >= 1 else "goes"
            body.append((f"{clean(case.station)} {verb} {percent(case.before)} → {percent(case.utilisation)}", style))
        else:
            body.append(("nothing gets busier", ""))
        if case.response is not None:
            body.append((f", {time_text(case.response)} ms", ""))
        if case.lost:
            body.append((f"; {case.lost:,} host × volume{'' if case.lost == 1 else 's'} lose all paths", "error"))
        sheet.paragraph(body, indent=INDENT)
    if answer.untried:
        sheet.paragraph([(f"{answer.untried:,} more parts were not tried", "dim")], indent=INDENT)
