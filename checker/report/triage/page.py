"""Triage as a terminal page: window, what is slow, where the time goes, what is common, explanations, what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from checker.report.base import Presentation
from checker.report.text.sheet import Sheet, Span, columns
from checker.report.text.words import clean
from checker.report.triage.words import (
    REFERENCES,
    SOURCES,
    Names,
    also_found,
    compared,
    component_text,
    counts_text,
    evidence_text,
    explained_text,
    flow_name,
    followed_segment_text,
    followed_text,
    limits,
    needs_texts,
    old_errors,
    outcomes_text,
    quoted,
    role_text,
    segment_name,
    slowest_first,
    understood,
    verdict_text,
)
from checker.triage.ticket.when.times import times_text

if TYPE_CHECKING:
    from checker.triage.model import Explanation, Flow, Prediction, Segment, Triage

_INDENT = 10
_BAR = 20
_LEAST_SHOWN_SHARE = 0.05
_GAP = 2
_LEAST_NAME = 20
_STYLES = {"ranked": "error", "as_expected": "good"}


def triage_page(found: Triage, presentation: Presentation, *, limit: int = 5) -> str:
    """Return the triage as a terminal page; ``limit`` is the most rows of a section, 0 for all."""
    sheet = Sheet(presentation)
    _ticket(sheet, found)
    _verdict(sheet, found)
    _window(sheet, found)
    _slow(sheet, found, limit)
    _ladder(sheet, found.segments)
    _predictions(sheet, found.predictions, found.segments)
    _common(sheet, found, limit)
    _places(sheet, found)
    for rank, one in enumerate(found.explanations[: limit or None], 1):
        _explanation(sheet, one, rank, found.names)
    _excluded(sheet, found.excluded)
    _follow(sheet, found, limit)
    for part in found.follow_segments:
        sheet.paragraph([(clean(followed_segment_text(part)), "")], (), _INDENT)
    for text in also_found(found)[: limit or None]:
        _line(sheet, "ALSO", text)
    for text in old_errors(found):
        _line(sheet, "OLD", text)
    for text in limits(found):
        _line(sheet, "LIMIT", text)
    for text in needs_texts(found.needs):
        _line(sheet, "NEEDS", text)
    for host, ahead, correlation in found.clocks:
        if ahead:
            _line(
                sheet,
                "CLOCK",
                f"{host} is {abs(ahead):g} s {'ahead' if ahead > 0 else 'behind'}; moved (r = {correlation:.2f})",
            )
    for assumption in found.assumptions:
        _line(sheet, "ASSUMED", assumption)
    return sheet.render()


def _line(sheet: Sheet, label: str, text: str, style: str = "") -> None:
    sheet.paragraph([(clean(text), style)], [(label, "head")], _INDENT)


def _ticket(sheet: Sheet, found: Triage) -> None:
    """Write what was understood of the ticket, and what was not used."""
    ticket = found.ticket
    if ticket is None:
        return
    text = quoted(ticket)
    if text:
        _line(sheet, "TICKET", text)
    known = "; ".join(
        f"{what}: {value}" if what.endswith("fine") else f"{what} {value}"
        for what, value in understood(ticket, found.names)
    )
    _line(sheet, "" if text else "TICKET", f"understood: {known}" if known else "understood: nothing")
    for ignored in ticket.ignored:
        _line(sheet, "", f"not used: {ignored}", "warning")


def _verdict(sheet: Sheet, found: Triage) -> None:
    _line(sheet, "VERDICT", verdict_text(found), _STYLES.get(found.verdict, "warning"))


def _window(sheet: Sheet, found: Triage) -> None:
    if found.window is None:
        return
    _line(sheet, "WINDOW", f"{times_text(found.window.span)} UTC ({SOURCES[found.window.source]})")
    for other in found.window.others:
        _line(sheet, "", f"also slow: {times_text(other)}; --since and --until select it")


def _slow(sheet: Sheet, found: Triage, limit: int) -> None:
    used = [flow for flow in found.flows if flow.state != "unused" and flow.volume]
    if not used:
        return
    _line(sheet, "SLOW", counts_text(used))
    for difference in compared(found):
        _line(sheet, "", difference)
    slow = slowest_first(found)
    listed = slow[: limit or None]
    sources = list(dict.fromkeys(flow.reference for flow in listed))
    if sources:
        _line(sheet, "", f"usual: latency of {' or '.join(REFERENCES.get(source, source) for source in sources)}")
    names = [clean(flow_name(flow, found.names)) for flow in listed]
    figures = [_figures(flow, source=len(sources) > 1) for flow in listed]
    _rows(sheet, names, figures)
    if limit and len(slow) > limit:
        sheet.paragraph([(f"and {len(slow) - limit} more; --limit 0 lists all", "dim")], (), _INDENT)


def _figures(flow: Flow, *, source: bool) -> str:
    usual = f"usual {flow.reference_ms:.2f}" if flow.reference_ms is not None else ""
    return f"{flow.window.ms:6.2f} ms, {usual}{f' ({flow.reference})' if source else ''}, {flow.window.iops:,.0f} IOPS"


def _ladder(sheet: Sheet, segments: Sequence[Segment]) -> None:
    for operation, volumes in dict.fromkeys((one.operation, one.of) for one in segments):
        members = [one for one in segments if (one.operation, one.of) == (operation, volumes)]
        total = sum(one.measured_ms for one in members)
        label = f"{operation}s" if operation else "all I/O"
        label += f" of {volumes}" if volumes else ""
        _line(sheet, "WHERE", f"{label}: {total:.2f} ms")
        figures = [f"{one.measured_ms:6.2f} ms, usual {one.budget_ms:.2f}" for one in members]
        widest, name = max(map(len, figures)), max(len(segment_name(one)) for one in members)
        # Where there is no room for all, the names are wrapped and the bars are shorter.
        room = min(name, max(_LEAST_NAME, sheet.width - _INDENT - widest - _BAR - 2 * _GAP))
        most = max(0, min(_BAR, sheet.width - _INDENT - room - widest - 2 * _GAP))
        for one, figure in zip(members, figures, strict=True):
            bar = "█" * round(most * one.measured_ms / total) if total else ""
            style = "warning" if one.share > _LEAST_SHOWN_SHARE else "good"
            sheet.row(
                [(segment_name(one), ""), (figure, ""), (bar, style)], (room, widest, max(most, 1)), _INDENT, _GAP
            )


def _places(sheet: Sheet, found: Triage) -> None:
    if found.places:
        shown = "; ".join(f"{component_text(one.component, found.names)} {one.recall:.0%}" for one in found.places)
        _line(sheet, "PLACES", f"{len(found.places)} separate places, with their share of the waiting: {shown}")


def _predictions(sheet: Sheet, predictions: Sequence[Prediction], segments: Sequence[Segment]) -> None:
    for one in predictions:
        meaning = "the load does not explain it" if one.suspicious else "the load explains it"
        text = (
            f"{one.operation}s should take {one.low_ms:.2f} to {one.high_ms:.2f} ms under the measured load: {meaning}"
        )
        _line(sheet, "EXPECTED", text)
        for part in segments:
            if part.operation == one.operation and part.suspicious and part.predicted is not None:
                low, _, high = part.predicted
                _line(
                    sheet,
                    "",
                    f"{segment_name(part)}: {low:.2f} to {high:.2f} ms expected, {part.measured_ms:.2f} measured",
                    "warning",
                )


def _common(sheet: Sheet, found: Triage, limit: int) -> None:
    """Write what the slow I/O has in common: its share of the waiting time, and how much slow and fast I/O uses it."""
    listed = found.scope[: limit or None]
    if not listed:
        return
    _line(sheet, "COMMON", "share of the waiting time, and how many slow and fast volumes or ports use it")
    names = [clean(component_text(one.component, found.names)) for one in listed]
    figures = [f"{one.recall:4.0%}, {one.slow} slow, {one.fast or 'none'} fast" for one in listed]
    _rows(sheet, names, figures)


def _rows(sheet: Sheet, names: Sequence[str], figures: Sequence[str]) -> None:
    """Write names with their figures in a column of their own; long names are wrapped."""
    widest = max(map(columns, figures), default=0)
    room = min(max(map(columns, names), default=0), max(_LEAST_NAME, sheet.width - _INDENT - _GAP - widest))
    for name, figure in zip(names, figures, strict=True):
        sheet.row([(name, ""), (figure, "")], (room, widest), _INDENT, _GAP)


def _explanation(sheet: Sheet, one: Explanation, rank: int, names: Names) -> None:
    sheet.blank()
    role = role_text(one)
    sheet.paragraph([(f"{rank}  {one.id} {one.name}", "head"), (f"  {role}" if role else "", "warning"),
        (f"  score {one.score:.2f}{explained_text(one)}", "dim")])  # fmt: skip
    if one.where:
        _part(sheet, "where", [", ".join(component_text(component, names) for component in one.where)])
    if set(one.who) - set(one.where):
        _part(sheet, "who", [", ".join(component_text(component, names) for component in one.who)])
    _part(sheet, "for", [evidence_text(evidence) for evidence in one.found_for])
    _part(sheet, "against", [evidence_text(evidence) for evidence in one.against] or ["nothing found"])
    _part(sheet, "check", needs_texts(one.confirm))
    _part(sheet, "fix", [one.effect] if one.effect and one.effect != "none" else [])


def _excluded(sheet: Sheet, excluded: Sequence[Explanation]) -> None:
    """Write what is excluded, one line for each explanation."""
    sheet.blank() if excluded else None
    for name in dict.fromkeys(one.name for one in excluded):
        texts = [one.excluded_by.text for one in excluded if one.name == name and one.excluded_by is not None]
        more = f"; {len(texts) - 1} more alike" if len(texts) > 1 else ""
        _line(sheet, "EXCLUDED", f"{name}: {texts[0]}{more}")


def _part(sheet: Sheet, label: str, texts: Iterable[str]) -> None:
    for number, text in enumerate(texts):
        spans: list[Span] = [(clean(text), "")]
        sheet.paragraph(spans, [(f"   {label}" if number == 0 else "", "dim")], _INDENT + 3)


def _follow(sheet: Sheet, found: Triage, limit: int) -> None:
    """Write what became of the slow flows after the change."""
    if not found.follow:
        return
    _line(sheet, "AFTER", outcomes_text(found))
    for one in found.follow[: limit or None]:
        sheet.paragraph(
            [(clean(followed_text(one, found.names)), "good" if one.outcome == "gone" else "")], (), _INDENT
        )
