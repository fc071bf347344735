"""Triage as a terminal page: window, what is slow, where the time goes, what is common, explanations, what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from checker.report.base import Presentation
from checker.report.text.sheet import Sheet, Span
from checker.report.text.words import clean, plural
from checker.report.triage.words import (
    Names,
    compared,
    component_text,
    evidence_text,
    flow_name,
    need_text,
    quoted,
    segment_name,
    times_text,
    understood,
    verdict_text,
)

if TYPE_CHECKING:
    from checker.triage.model import Explanation, Flow, Followed, Segment, Triage

_INDENT = 10
_BAR = 20
_LEAST_SHOWN_SHARE = 0.05
_REFERENCES = {
    "quiet": "its own time without the problem",
    "baseline": "the baseline",
    "siblings": "other flows on the same array or ports",
}
_STYLES = {"ranked": "error", "as_expected": "good"}


def triage_page(found: Triage, presentation: Presentation, *, limit: int = 5) -> str:
    """Return the triage as a terminal page; ``limit`` is the most rows of a section, 0 for all."""
    sheet = Sheet(presentation)
    _ticket(sheet, found)
    _verdict(sheet, found)
    _window(sheet, found)
    _slow(sheet, found, limit)
    _ladder(sheet, found.segments)
    _common(sheet, found, limit)
    for rank, one in enumerate(found.explanations[: limit or None], 1):
        _explanation(sheet, one, rank, found.names)
    _excluded(sheet, found.excluded)
    _follow(sheet, found.follow or (), limit, found.names)
    for guard in found.guards:
        if not guard.passed and guard.name != "no_latency":
            left_out = f"{plural(guard.left_out, 'flow')} not used: " if guard.left_out else ""
            _line(sheet, "LIMIT", f"{left_out}{guard.text}")
    for need in found.needs:
        _line(sheet, "NEEDS", need_text(need))
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
    known = "; ".join(f"{what} {value}" for what, value in understood(ticket, found.names))
    _line(sheet, "" if text else "TICKET", f"understood: {known}" if known else "understood: nothing")
    for ignored in ticket.ignored:
        _line(sheet, "", f"not used: {ignored}", "warning")


def _verdict(sheet: Sheet, found: Triage) -> None:
    _line(sheet, "VERDICT", verdict_text(found), _STYLES.get(found.verdict, "warning"))


def _window(sheet: Sheet, found: Triage) -> None:
    if found.window is None:
        return
    words = {
        "given": "given",
        "ticket": "stated in the ticket",
        "found": "found in the samples",
        "whole": "the whole capture; no part of it stands out",
    }
    _line(sheet, "WINDOW", f"{times_text(found.window.span)} UTC ({words[found.window.source]})")
    for other in found.window.others:
        _line(sheet, "", f"also slow: {times_text(other)}; --since and --until select it")


def _slow(sheet: Sheet, found: Triage, limit: int) -> None:
    slow = sorted((flow for flow in found.flows if flow.state == "slow"), key=lambda flow: (-flow.excess, flow.key))
    used = [flow for flow in found.flows if flow.state != "unused" and flow.volume]
    if not used:
        return
    hosts, all_hosts = {flow.host for flow in slow}, {flow.host for flow in used}
    fast = sum(flow.state == "fast" for flow in used)
    unclear = sum(flow.state == "unclear" for flow in used)
    volumes = sum(bool(flow.volume) for flow in slow)
    text = f"{volumes} of {plural(len(used), 'volume flow')} on {len(hosts)} of {plural(len(all_hosts), 'host')}; {fast} fast"
    _line(sheet, "SLOW", text + (f", {unclear} unclear" if unclear else ""))
    for difference in compared(found):
        _line(sheet, "", difference)
    for flow in slow[: limit or None]:
        sheet.paragraph([(_flow(flow, found.names), "")], (), _INDENT)
    if limit and len(slow) > limit:
        sheet.paragraph([(f"and {len(slow) - limit} more", "dim")], (), _INDENT)


def _flow(flow: Flow, names: Names) -> str:
    reference = (
        f"{flow.reference_ms:.2f} ms ({_REFERENCES.get(flow.reference, flow.reference)})" if flow.reference_ms else ""
    )
    return clean(
        f"{flow_name(flow, names)}: {flow.window.ms:.2f} ms at {flow.window.iops:,.0f} IOPS, against {reference}"
    )


def _ladder(sheet: Sheet, segments: Sequence[Segment]) -> None:
    for operation in dict.fromkeys(one.operation for one in segments):
        members = [one for one in segments if one.operation == operation]
        total = sum(one.measured_ms for one in members)
        label = f"{operation}s" if operation else "all I/O"
        _line(sheet, "WHERE", f"{label}: {total:.2f} ms")
        width = max(len(segment_name(one)) for one in members)
        for one in members:
            bar = "█" * round(_BAR * one.measured_ms / total) if total else ""
            text = f"{segment_name(one):<{width}}  {one.measured_ms:6.2f} ms, usual {one.budget_ms:.2f}"
            sheet.paragraph(
                [(text + "  ", ""), (bar, "warning" if one.share > _LEAST_SHOWN_SHARE else "good")], (), _INDENT
            )


def _common(sheet: Sheet, found: Triage, limit: int) -> None:
    for number, one in enumerate(found.scope[: limit or None]):
        slow, fast = plural(one.slow, "slow flow"), plural(one.fast, "fast one")
        text = f"{component_text(one.component, found.names)}: {one.recall:.0%} of the waiting, {slow} and {fast}"
        _line(sheet, "COMMON" if number == 0 else "", text)


def _explanation(sheet: Sheet, one: Explanation, rank: int, names: Names) -> None:
    sheet.blank()
    role = "" if one.role == "cause" else "fits, not proven" if one.role == "candidate" else f"consequence of {one.of}"
    sheet.paragraph([(f"{rank}  {one.id} {one.name}", "head"), (f"  {role}" if role else "", "warning"),
        (f"  score {one.score:.2f}" + (f", explains {one.explains_ms:.1f} of {one.of_ms:.1f} ms" if one.of_ms else ""), "dim")])  # fmt: skip
    if one.where:
        _part(sheet, "where", [", ".join(component_text(component, names) for component in one.where)])
    if set(one.who) - set(one.where):
        _part(sheet, "who", [", ".join(component_text(component, names) for component in one.who)])
    _part(sheet, "for", [evidence_text(evidence) for evidence in one.found_for])
    _part(sheet, "against", [evidence_text(evidence) for evidence in one.against] or ["nothing found"])
    _part(sheet, "check", [need_text(need) for need in one.confirm])
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


def _follow(sheet: Sheet, followed: Sequence[Followed], limit: int, names: Names) -> None:
    """Write what became of the slow flows after the change."""
    if not followed:
        return
    counts = Counter(one.outcome for one in followed)
    _line(sheet, "AFTER", ", ".join(f"{plural(count, 'flow')} {outcome}" for outcome, count in counts.items()))
    for one in followed[: limit or None]:
        after = (
            "not in the later capture" if one.after is None else f"{one.after.ms:.2f} ms at {one.after.iops:,.0f} IOPS"
        )
        text = f"{flow_name(one.flow, names)}: {one.outcome}; {one.flow.window.ms:.2f} ms at {one.flow.window.iops:,.0f} IOPS before, {after}"
        sheet.paragraph([(clean(text), "good" if one.outcome == "gone" else "")], (), _INDENT)
