"""Triage as one page without a script: verdict, latency over time, segments, topology and cards of explanations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from checker.report.base import Section, Table
from checker.report.page.escape import shown
from checker.report.page.policy import document
from checker.report.page.sections import content
from checker.report.triage.charts import ladder_svg, latency_svg
from checker.report.triage.topology import topology_svg
from checker.report.triage.words import (
    REFERENCES,
    SOURCES,
    also_found,
    compared,
    component_text,
    counts_text,
    evidence_text,
    explained_text,
    flow_name,
    followed_segment_text,
    limits,
    needs_texts,
    old_errors,
    outcomes_text,
    role_text,
    slowest_first,
    understood,
    verdict_text,
)
from checker.triage.ticket.when.times import times_text

if TYPE_CHECKING:
    from checker.topology.picture.graph import Graph
    from checker.triage.model import Explanation, Triage

_TONES = {"ranked": ("error", "\u2716"), "as_expected": ("good", "\u2714\ufe0e")}
_MOST_FLOWS, _MOST_COMMON = 20, 15
_STYLE = (
    ".card{background:var(--paper);border:1px solid var(--line);border-left:6px solid var(--tone);border-radius:8px;padding:14px 18px;"
    "margin:0 0 16px;overflow-wrap:anywhere}.card h3{font-size:17px;margin-bottom:8px}.card .role{color:var(--tone);font-weight:600}"
    ".card dl{display:grid;grid-template-columns:92px minmax(0,1fr);gap:6px 14px}.card dt{color:var(--dim)}.card dd{margin:0}"
    ".card dd ul{padding-left:18px}.cause{--tone:var(--error)}.candidate{--tone:var(--warning)}.consequence,.amplifier{--tone:var(--info)}"
    "#ticket .facts{grid-template-columns:1fr;margin-top:0}.unused{color:var(--warning)}"
    "@media (max-width:640px){.card dl{grid-template-columns:1fr;gap:0}.card dd{margin-bottom:8px}}@media print{.card{break-inside:avoid}}"
)


def triage_html(found: Triage, graph: Graph | None) -> str:
    """Return the page; ``graph`` is the topology, for the picture."""
    drawn = topology_svg(found, graph) if graph is not None else ""
    history = latency_svg(found.history, found.window) if found.history is not None and found.window is not None else ""
    caption = "Mean latency over time; the shaded part is the window."
    parts = [
        ("ticket", "Ticket", _facts(found)),
        ("latency", "Latency over time", _picture(caption, history) + _slow(found)),
        (
            "where",
            "Where the time goes",
            _picture("Latency by part of the path", ladder_svg(found) if found.segments else ""),
        ),
        ("topology", "Topology", _picture("Suspects, consequences and excluded parts", drawn)),
        (
            "explanations",
            "Explanations",
            "".join(_card(one, rank, found) for rank, one in enumerate(found.explanations, 1)),
        ),
        ("after", "After the change", _follow(found)),
        ("common", "What is common to what is slow", _common(found)),
        (
            "excluded",
            "Excluded",
            _list(f"{one.name}: {one.excluded_by.text}" for one in found.excluded if one.excluded_by),
        ),
        ("needs", "What to collect", _list(needs_texts(found.needs))),
        (
            "limits",
            "Limits",
            _list(
                [
                    *also_found(found),
                    *(f"Old: {text}" for text in old_errors(found)),
                    *limits(found),
                    *found.assumptions,
                ]
            ),
        ),
    ]
    shown_parts = [part for part in parts if part[2]]
    body = _verdict(found) + "".join(
        f'<section class="part" id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{shown(title)}</h2>{markup}</section>'
        for anchor, title, markup in shown_parts
    )
    titles = {anchor: title for anchor, title, _ in shown_parts}
    return document("Latency triage", ("Sections of this report", titles), body, _STYLE)


def _verdict(found: Triage) -> str:
    tone, sign = _TONES.get(found.verdict, ("unknown", "?"))
    text = verdict_text(found)
    return (
        f'<section class="verdict {tone}" aria-labelledby="verdict"><h2 id="verdict"><span class="sign" aria-hidden="true">{sign}</span> '
        f"{shown(text[:1].upper() + text[1:])}.</h2></section>"
    )


def _facts(found: Triage) -> str:
    rows: list[tuple[str, str]] = []
    ticket = found.ticket
    if ticket is not None:
        rows += [("Ticket", shown(ticket.text[:4_000]))] if ticket.text else []
        rows += [(what.capitalize(), shown(text)) for what, text in understood(ticket, found.names)]
        rows += [("Not used", f'<span class="unused">{shown(text)}</span>') for text in ticket.ignored]
    if found.window is not None:
        rows.append(("Window", f"{times_text(found.window.span)} UTC ({SOURCES[found.window.source]})"))
        rows += [("Also slow", times_text(other)) for other in found.window.others]
    used = [flow for flow in found.flows if flow.state != "unused" and flow.volume]
    rows += [("Slow", counts_text(used))] if used else []
    rows += [("Compared", shown(text)) for text in compared(found)]
    cells = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows)
    return f'<dl class="facts">{cells}</dl>' if cells else ""


def _picture(caption: str, svg: str) -> str:
    return content(Section("", (), (), ((caption, svg),))) if svg else ""


def _tables(*tables: Table) -> str:
    return content(Section("", (), tables, ()))


def _slow(found: Triage) -> str:
    slow = slowest_first(found)
    if not slow:
        return ""
    rows = tuple(
        (
            flow_name(flow, found.names),
            f"{flow.window.ms:.2f}",
            "" if flow.reference_ms is None else f"{flow.reference_ms:.2f}",
            f"{flow.window.iops:,.0f}",
            REFERENCES.get(flow.reference, flow.reference),
        )
        for flow in slow[:_MOST_FLOWS]
    )
    more = f" ({_MOST_FLOWS} of {len(slow)})" if len(slow) > _MOST_FLOWS else ""
    return _tables(
        Table(
            f"Slow volumes and ports{more}",
            ("Volume or port", "ms", "Usual ms", "IOPS", "Usual is the latency of"),
            rows,
        )
    )


def _common(found: Triage) -> str:
    if not found.scope:
        return ""
    rows = tuple(
        (component_text(one.component, found.names), f"{one.recall:.0%}", str(one.slow), str(one.fast))
        for one in found.scope[:_MOST_COMMON]
    )
    return _tables(
        Table(
            "Components of the slow volumes and ports", ("Component", "Share of the waiting time", "Slow", "Fast"), rows
        )
    )


def _follow(found: Triage) -> str:
    if not found.follow:
        return ""
    rows = tuple(
        (
            flow_name(one.flow, found.names),
            one.outcome,
            f"{one.flow.window.ms:.2f}",
            "" if one.after is None else f"{one.after.ms:.2f}",
            "" if one.flow.reference_ms is None else f"{one.flow.reference_ms:.2f}",
        )
        for one in found.follow[:_MOST_FLOWS]
    )
    header = ("Volume", "Outcome", "ms before", "ms after", "Usual ms")
    return (
        f"<p>{shown(outcomes_text(found))}</p>"
        + _tables(Table("Slow volumes after the change", header, rows))
        + _list(followed_segment_text(one) for one in found.follow_segments)
    )


def _card(one: Explanation, rank: int, found: Triage) -> str:
    role = role_text(one)
    people = {"Where": one.where, "Who": [part for part in one.who if part not in one.where]}
    rows = [(name, [component_text(part, found.names) for part in parts]) for name, parts in people.items()]
    rows += [
        ("For", [evidence_text(evidence) for evidence in one.found_for]),
        ("Against", [evidence_text(evidence) for evidence in one.against] or ["nothing found"]),
        ("Check", needs_texts(one.confirm)),
        ("Fix", [one.effect] if one.effect and one.effect != "none" else []),
    ]
    cells = "".join(f"<dt>{name}</dt><dd>{_cell(texts)}</dd>" for name, texts in rows if texts)
    return (
        f'<article class="card {shown(one.role)}"><h3>{rank}. {shown(one.id)} {shown(one.name)}'
        + (f' <span class="role">{shown(role)}</span>' if role else "")
        + f'</h3><p class="dim">score {one.score:.2f}{shown(explained_text(one))}</p><dl>{cells}</dl></article>'
    )


def _cell(texts: Sequence[str]) -> str:
    return shown(texts[0]) if len(texts) == 1 else _list(texts)


def _list(texts: Iterable[str]) -> str:
    items = "".join(f"<li>{shown(text)}</li>" for text in dict.fromkeys(texts))
    return f"<ul>{items}</ul>" if items else ""
