"""Triage as a terminal page: window, what is slow, where the time goes, what is common, explanations, what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.base import Presentation
from checker.report.text.sheet import Sheet, Span
from checker.report.text.words import clean, plural
from checker.triage.model import moment

if TYPE_CHECKING:
    from checker.triage.model import Component, Evidence, Explanation, Flow, Followed, Need, Segment, Triage
    from checker.triage.model import Span as Time

_INDENT = 10
_BAR = 20
_LEAST_SHOWN_SHARE = 0.05
_MEANINGS: Mapping[str, str] = {
    "S1": "host queue", "S2": "host to target", "S3": "VPLEX", "S4": "VPLEX to array", "S5": "array", "S6": "WAN",
}  # fmt: skip
_REFERENCES = {
    "quiet": "its own time without the problem",
    "baseline": "the baseline",
    "siblings": "other flows on the same array or ports",
}
_VERDICTS = {
    "no_evidence": ("no evidence", "warning"),
    "as_expected": ("as expected: nothing is slow", "good"),
    "undecided": ("undecided", "warning"),
}
_KINDS = {"storage_array": "array", "host_port": "port", "host_hba": "HBA"}


def triage_page(found: Triage, presentation: Presentation, *, limit: int = 5) -> str:
    """Return the triage as a terminal page; ``limit`` is the most rows of a section, 0 for all."""
    sheet = Sheet(presentation)
    _verdict(sheet, found)
    _window(sheet, found)
    _slow(sheet, found, limit)
    _ladder(sheet, found.segments)
    _common(sheet, found, limit)
    for rank, one in enumerate(found.explanations[: limit or None], 1):
        _explanation(sheet, one, rank)
    _excluded(sheet, found.excluded)
    _follow(sheet, found.follow or (), limit)
    for guard in found.guards:
        if not guard.passed and guard.name != "no_latency":
            left_out = f"{plural(guard.left_out, 'flow')} not used: " if guard.left_out else ""
            _line(sheet, "LIMIT", f"{left_out}{guard.text}")
    for need in found.needs:
        _line(sheet, "NEEDS", _need(need))
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


def _verdict(sheet: Sheet, found: Triage) -> None:
    if found.verdict == "ranked":
        causes = sum(one.role == "cause" for one in found.explanations)
        text = found.headline or f"{plural(causes, 'explanation')} fit" + ("s" if causes == 1 else "")
        _line(sheet, "VERDICT", text, "error")
        return
    text, style = _VERDICTS[found.verdict]
    _line(sheet, "VERDICT", f"{text}; {found.reason}" if found.reason else text, style)


def _window(sheet: Sheet, found: Triage) -> None:
    if found.window is None:
        return
    words = {"given": "given", "found": "found in the samples", "whole": "the whole capture; no part of it stands out"}
    _line(sheet, "WINDOW", f"{_times(found.window.span)} UTC ({words[found.window.source]})")
    for other in found.window.others:
        _line(sheet, "", f"also slow: {_times(other)}; --since and --until select it")


def _times(span: Time) -> str:
    since, until = moment(span.since), moment(span.until)
    end = until.strftime("%H:%M:%S") if since.date() == until.date() else until.strftime("%Y-%m-%d %H:%M:%S")
    return f"{since:%Y-%m-%d %H:%M:%S} to {end}"


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
    for flow in slow[: limit or None]:
        sheet.paragraph([(_flow(flow), "")], (), _INDENT)
    if limit and len(slow) > limit:
        sheet.paragraph([(f"and {len(slow) - limit} more", "dim")], (), _INDENT)


def _flow(flow: Flow) -> str:
    what = " ".join(
        part for part in (flow.host, flow.port or flow.volume, f"{flow.operation}s" if flow.operation else "") if part
    )
    reference = (
        f"{flow.reference_ms:.2f} ms ({_REFERENCES.get(flow.reference, flow.reference)})" if flow.reference_ms else ""
    )
    return clean(f"{what}: {flow.window.ms:.2f} ms at {flow.window.iops:,.0f} IOPS, against {reference}")


def _ladder(sheet: Sheet, segments: Sequence[Segment]) -> None:
    for operation in dict.fromkeys(one.operation for one in segments):
        members = [one for one in segments if one.operation == operation]
        total = sum(one.measured_ms for one in members)
        label = f"{operation}s" if operation else "all I/O"
        _line(sheet, "WHERE", f"{label}: {total:.2f} ms")
        width = max(len(_segment_name(one)) for one in members)
        for one in members:
            bar = "█" * round(_BAR * one.measured_ms / total) if total else ""
            text = f"{_segment_name(one):<{width}}  {one.measured_ms:6.2f} ms, usual {one.budget_ms:.2f}"
            sheet.paragraph(
                [(text + "  ", ""), (bar, "warning" if one.share > _LEAST_SHOWN_SHARE else "good")], (), _INDENT
            )


def _segment_name(one: Segment) -> str:
    if len(one.names) == 1:
        return f"{one.names[0]} {_MEANINGS[one.names[0]]}"
    return f"{'+'.join(one.names)} not split"


def _common(sheet: Sheet, found: Triage, limit: int) -> None:
    for number, one in enumerate(found.scope[: limit or None]):
        slow, fast = plural(one.slow, "slow flow"), plural(one.fast, "fast one")
        text = f"{_component(one.component)}: {one.recall:.0%} of the waiting, {slow} and {fast}"
        _line(sheet, "COMMON" if number == 0 else "", text)


def _component(one: Component) -> str:
    return f"{_KINDS.get(one[0], one[0].replace('_', ' '))} {one[1]}"


def _explanation(sheet: Sheet, one: Explanation, rank: int) -> None:
    sheet.blank()
    role = "" if one.role == "cause" else "fits, not proven" if one.role == "candidate" else f"consequence of {one.of}"
    sheet.paragraph([(f"{rank}  {one.id} {one.name}", "head"), (f"  {role}" if role else "", "warning"),
        (f"  score {one.score:.2f}" + (f", explains {one.explains_ms:.1f} of {one.of_ms:.1f} ms" if one.of_ms else ""), "dim")])  # fmt: skip
    if one.where:
        _part(sheet, "where", [", ".join(_component(component) for component in one.where)])
    _part(sheet, "for", [_evidence(evidence) for evidence in one.found_for])
    _part(sheet, "against", [_evidence(evidence) for evidence in one.against] or ["nothing found"])
    _part(sheet, "check", [_need(need) for need in one.confirm])
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


def _follow(sheet: Sheet, followed: Sequence[Followed], limit: int) -> None:
    """Write what became of the slow flows after the change."""
    if not followed:
        return
    counts = Counter(one.outcome for one in followed)
    _line(sheet, "AFTER", ", ".join(f"{plural(count, 'flow')} {outcome}" for outcome, count in counts.items()))
    for one in followed[: limit or None]:
        name = " ".join(
            part
            for part in (one.flow.host, one.flow.volume, f"{one.flow.operation}s" if one.flow.operation else "")
            if part
        )
        after = (
            "not in the later capture" if one.after is None else f"{one.after.ms:.2f} ms at {one.after.iops:,.0f} IOPS"
        )
        text = f"{name}: {one.outcome}; {one.flow.window.ms:.2f} ms at {one.flow.window.iops:,.0f} IOPS before, {after}"
        sheet.paragraph([(clean(text), "good" if one.outcome == "gone" else "")], (), _INDENT)


def _evidence(one: Evidence) -> str:
    """Return the text of evidence with the file and line that it is from."""
    places = [f"{member or file}:{line}" for file, member, line in one.locations[:1]]
    return " ".join([one.text, *(f"({place})" for place in places)])


def _need(one: Need) -> str:
    owner = f" on {one.owner}" if one.owner else ""
    return f"{one.command}{owner}: {one.why}"
