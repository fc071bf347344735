"""Triage as Markdown for a comment in a ticket: verdict, segments, the first explanations, what is missing, and limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from checker.report.text.markdown_text import escaped
from checker.report.triage.words import (
    Names,
    compared,
    component_text,
    counts_text,
    evidence_text,
    followed_segment_text,
    followed_text,
    limits,
    needs_texts,
    outcomes_text,
    role_text,
    segment_name,
    understood,
    verdict_text,
)
from checker.triage.ticket.when.times import times_text

if TYPE_CHECKING:
    from checker.triage.model import Explanation, Triage

_MOST_EXPLANATIONS = 3
_MOST_LISTED = 5
_MOST_FOLLOWED = 5


def triage_markdown(found: Triage) -> str:
    """Return the triage as Markdown."""
    lines = [f"**{escaped(verdict_text(found))}**", ""]
    if found.ticket is not None:
        lines += [f"- understood, {what}: {escaped(text)}" for what, text in understood(found.ticket, found.names)]
        lines += [f"- not used: {escaped(text)}" for text in found.ticket.ignored]
    if found.window is not None:
        lines.append(f"- window: {times_text(found.window.span)} UTC")
    used = [flow for flow in found.flows if flow.state != "unused" and flow.volume]
    lines += [f"- slow: {counts_text(used)}"] if used else []
    lines += [f"- {escaped(text)}" for text in compared(found)]
    lines.append("")
    if found.segments:
        lines += ["| operation | segment | measured | usual | share of the excess |", "|---|---|---|---|---|"]
        lines += [
            f"| {one.operation or 'all'}{f' of {one.of}' if one.of else ''} | {segment_name(one)} | {one.measured_ms:.2f} ms | {one.budget_ms:.2f} ms | {one.share:.0%} |"
            for one in found.segments
        ]
        lines.append("")
    for rank, one in enumerate(found.explanations[:_MOST_EXPLANATIONS], 1):
        lines += _explanation(one, rank, found.names)
    if found.follow:
        lines += [f"After the change: {outcomes_text(found)}", ""]
        lines += [f"- {escaped(followed_text(one, found.names))}" for one in found.follow[:_MOST_FOLLOWED]]
        lines += [f"- {escaped(followed_segment_text(one))}" for one in found.follow_segments]
        lines.append("")
    if found.needs:
        lines += ["Needed:", ""]
        lines += _first(needs_texts(found.needs))
    if left_out := [*limits(found), *found.assumptions]:
        lines += ["Limits:", ""]
        lines += _first(left_out)
    return "\n".join(lines).rstrip() + "\n"


def _first(texts: Sequence[str]) -> list[str]:
    """Return a list of the first texts, and how many there are besides."""
    more = [f"- and {len(texts) - _MOST_LISTED} more"] if len(texts) > _MOST_LISTED else []
    return [*(f"- {escaped(text)}" for text in texts[:_MOST_LISTED]), *more, ""]


def _explanation(one: Explanation, rank: int, names: Names) -> list[str]:
    role = f" ({text})" if (text := role_text(one)) else ""
    where = ", ".join(component_text(component, names) for component in one.where)
    lines = [f"{rank}. **{one.id} {escaped(one.name)}**{role}" + (f": {escaped(where)}" if where else "")]
    lines += [f"   - {escaped(evidence_text(evidence))}" for evidence in one.found_for]
    lines += [f"   - against: {escaped(evidence_text(evidence))}" for evidence in one.against]
    lines += [f"   - check: {escaped(text)}" for text in needs_texts(one.confirm)]
    return [*lines, ""]
