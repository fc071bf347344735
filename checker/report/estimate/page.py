"""An estimate as a terminal page: verdict, response time, resources, volumes, alternatives, failures, unknown data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.base import Presentation
from checker.report.estimate.busy import NAMED, cases, failures, resources
from checker.report.estimate.outlook import outlook
from checker.report.estimate.ratios import ratios
from checker.report.estimate.time import response_time
from checker.report.estimate.volumes import volumes
from checker.report.estimate.words import INDENT, RISK_STYLES, STATUS_STYLES, STATUS_WORDS, head, percent, risk_text
from checker.report.failure.page import component_text
from checker.report.text.sheet import Sheet, Span
from checker.report.text.words import clean, plural, shortened

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer
    from checker.estimate.network.results.result import Result


def estimate_page(answer: Answer, presentation: Presentation, *, limit: int, curve: bool) -> str:
    """Return an estimate as a page for a terminal.

    Args:
        answer: the estimate.
        presentation: width and colour.
        limit: number of lines per section; 0 for all.
        curve: whether to draw latency over load.
    """
    sheet = Sheet(presentation)
    _title(sheet, answer)
    if answer.result is None:
        ratios(sheet, answer, limit)
    else:
        _verdict(sheet, answer, answer.result)
        response_time(sheet, answer, answer.result)
        if curve:
            from checker.report.estimate.curve import curve_lines

            sheet.blank()
            curve_lines(sheet, answer)
        resources(sheet, answer.result, limit)
        volumes(sheet, answer, limit)
        cases(sheet, answer)
        failures(sheet, answer)
        outlook(sheet, answer, limit)
    _missing(sheet, answer)
    _assumed(sheet, answer, limit)
    return sheet.render()


def _title(sheet: Sheet, answer: Answer) -> None:
    if answer.result is None:
        load_text = "no workload was given"
        if answer.workload is not None:
            load_text = "the workload gives neither IOPS nor outstanding I/O"
        sheet.paragraph([("Paths and headroom", "head"), (f"  {load_text}: ratios only, no response times", "dim")])
        return
    loaded = [pair for pair in answer.pairs if pair.workload is not None]
    load_text = f"  {plural(len(loaded), 'host-volume pair', 'host-volume pairs')} with load"
    if answer.idle:
        load_text += f", {answer.idle:,} without"
    sheet.paragraph([(f"Estimate under {clean(answer.workload or '')}", "head"), (load_text, "dim")])
    for key, value, unit in answer.changes:
        sheet.paragraph([(f"what if {key} = {value:g}", "warning"), (f"  {unit}", "dim")])


def _verdict(sheet: Sheet, answer: Answer, result: Result) -> None:
    sheet.blank()
    states: dict[str, int] = {}
    for volume in answer.volumes.values():
        states[volume.status] = states.get(volume.status, 0) + 1
    body: list[Span] = [(risk_text(answer), RISK_STYLES[answer.risk])]
    for status, style in STATUS_STYLES.items():
        if states.get(status) and status != "ok":
            body.append((f"; {plural(states[status], 'host-volume pair')} {STATUS_WORDS[status]}", style))
    head(sheet, "VERDICT", body)
    for text, style in reasons(answer, result):
        sheet.paragraph([(text, style)], indent=INDENT)


def reasons(answer: Answer, result: Result) -> list[Span]:
    """Return the reasons for the verdict: resources over their limit, and failures that saturate a resource."""
    found: list[Span] = []
    limited = [r for r in result.resources.values() if r.utilisation is not None and r.limit is not None]
    busy = [r for r in limited if r.risk in ("medium", "high")]
    for one in sorted(busy, key=lambda r: -(r.utilisation.typical if r.utilisation else 0))[:NAMED]:
        use = one.utilisation.typical if one.utilisation else 0.0
        reason = f"{clean(one.station)} would be {percent(use)} busy; its limit is {percent(one.limit or 0)}"
        found.append((reason, RISK_STYLES[one.risk]))
    for case in [case for case in answer.failures if case.utilisation >= 1 > case.before][:1]:
        reason = f"without {component_text(case.kind, clean(case.label))}, {clean(case.station)} would be {percent(case.utilisation)} busy"
        found.append((reason, "error"))
    if not found and answer.risk == "low":
        top = max(limited, key=lambda r: (r.utilisation.typical if r.utilisation else 0) / (r.limit or 1), default=None)
        if top is not None and top.utilisation is not None:
            use_text = f"{percent(top.utilisation.typical)} busy, limit {percent(top.limit or 0)}"
            reason = f"no resource is over its limit; the closest is {clean(top.station)} ({use_text})"
            found.append((reason, ""))
    unrated = [one for one in result.resources.values() if one.utilisation is None and one.kind in ("wan", "director")]
    if unrated:
        names = shortened([clean(one.station) for one in unrated], NAMED)
        found.append((f"not rated, because their capacity is unknown: {names}", "warning"))
    return found


def _missing(sheet: Sheet, answer: Answer) -> None:
    for number, one in enumerate(answer.missing):
        if not number:
            sheet.blank()
        label: list[Span] = [("UNKNOWN" if not number else "", "warning")]
        sheet.paragraph([(f"{one.what}: ", "warning"), (clean(shortened(one.of, NAMED)), "")], label, INDENT)
        if one.commands:
            lines = [
                f"{clean(command)} from {clean(owner) if owner else 'the device'}" for owner, command in one.commands
            ]
            sheet.paragraph([("export: ", "dim"), (shortened(lines, NAMED), "command")], indent=INDENT + 2)
        if one.facts:
            sheet.paragraph([("or declare: ", "dim"), (", ".join(one.facts), "")], indent=INDENT + 2)
        if one.keys:
            keys = " ".join(f"--what-if {key}=…" for key in one.keys)
            sheet.paragraph([("or try: ", "dim"), (keys, "command")], indent=INDENT + 2)


def _assumed(sheet: Sheet, answer: Answer, limit: int) -> None:
    lines = [clean(text) for text in answer.assumptions]
    shown = lines[:limit] if limit else lines
    for number, text in enumerate(shown):
        if not number:
            sheet.blank()
        sheet.paragraph([(text, "dim")], [("ASSUMED" if not number else "", "head")], INDENT)
    if len(lines) > len(shown):
        sheet.paragraph([(f"and {len(lines) - len(shown):,} more; --limit 0 shows all", "dim")], indent=INDENT)
    for number, text in enumerate(answer.notes[:limit] if limit else answer.notes):
        if not number:
            sheet.blank()
        sheet.paragraph([(clean(text), "dim")], [("NOTES" if not number else "", "head")], INDENT)
    if limit and len(answer.notes) > limit:
        sheet.paragraph([(f"and {len(answer.notes) - limit:,} more", "dim")], indent=INDENT)
