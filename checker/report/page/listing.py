"""Findings as plain markup, all of them open: shown if the script does not run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.page.escape import prose, shown
from checker.report.page.view import SIGNS, STATES
from checker.report.text.words import plural

if TYPE_CHECKING:
    from checker.report.page.view import FindingView, RuleView, StepView

IN_FULL = 500
"""Up to this many findings are in the page as markup, in addition to the data for the script."""
AT_LEAST = 100
"""If there are more, only this many are; without its script the page says so."""


def listing(findings: Sequence[FindingView], rules: Mapping[str, RuleView]) -> str:
    """Return findings as articles; if there are too many, the first ones and a note on how to see the others."""
    listed = findings if len(findings) <= IN_FULL else findings[:AT_LEAST]
    parts = [_article(view, rules[view.rule]) for view in listed]
    if len(listed) < len(findings):
        rest = plural(len(findings) - len(listed), "more finding")
        parts.append(
            f'<p class="notice">{rest}: without JavaScript, this page lists only the first {len(listed):,}. '
            "Enable JavaScript for this file to see all findings, or create the report with "
            "<code>--format full</code> or <code>--format json</code>.</p>"
        )
    return "\n".join(parts)


def _article(view: FindingView, rule: RuleView) -> str:
    severity = view.severity
    state = f'<span class="state">{shown(STATES.get(view.state, view.state))}</span>' if view.state != "fail" else ""
    return (
        f'<article class="finding open {severity}" id="{view.anchor}"><h3 class="row"><span class="severity">{SIGNS[severity]} {severity}</span>'
        f'<span class="rule">{shown(rule.id)}</span><span class="message"><bdi>{shown(view.message)}</bdi></span>{state}</h3>'
        f'<div class="detail"><dl>{"".join(_fields(view, rule))}</dl></div></article>'
    )


def _fields(view: FindingView, rule: RuleView) -> Iterator[str]:
    if view.suppressed_by:
        yield _field("Suppressed by", _text(view.suppressed_by))
    if view.caused_by:
        label = "Caused by" if view.state == "explained" else "Possible cause"
        yield _field(label, _list(_cause(text, anchor) for text, anchor in view.caused_by))
    if rule.why:
        yield _field("Why", "".join(f"<p>{prose(paragraph)}</p>" for paragraph in rule.why))
    yield _field("Object", _text(view.object) + "".join(_rolled(label, names) for label, names in view.rolled))
    if view.evidence:
        rows = "".join(f"<tr><th>{shown(label)}</th><td>{_text(value)}</td></tr>" for label, value in view.evidence)
        yield _field("Evidence", f'<table class="evidence">{rows}</table><p class="dim">{shown(view.basis)}</p>')
    else:
        yield _field("Evidence", shown(view.basis))
    if view.cost is not None:
        yield _field("Estimated impact", _cost(view))
    if view.fix_summary or view.fix:
        yield _field("Fix", f"<p>{shown(view.fix_summary)}</p>" + "".join(_steps(name, s) for name, s in view.fix))
    if view.places:
        yield _field(
            "Locations",
            _list((f"<code>{_text(place)}</code>" + _label(label) for place, label in view.places), "places"),
        )
    if rule.sources:
        yield _field("Sources", _list(prose(source) for source in rule.sources))
    yield _field("Rule", f"{shown(rule.id)} {shown(rule.name)}, fingerprint <code>{shown(view.fingerprint)}</code>")


def _field(label: str, markup: str) -> str:
    return f"<div><dt>{label}</dt><dd>{markup}</dd></div>"


def _text(text: str) -> str:
    return f"<bdi>{shown(text)}</bdi>"


def _cause(text: str, anchor: str) -> str:
    return f'<a href="#{anchor}">{_text(text)}</a>' if anchor else _text(text)


def _label(label: str) -> str:
    return f' <span class="dim">({shown(label)})</span>' if label else ""


def _rolled(label: str, names: Sequence[str]) -> str:
    return f'<p><span class="dim">{plural(len(names), shown(label))}:</span> {_text(", ".join(names))}</p>'


def _list(items: Iterator[str], kind: str = "") -> str:
    return f"<ul{f' class={kind}' if kind else ''}>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _cost(view: FindingView) -> str:
    assert view.cost is not None
    if view.cost.unknown:
        return f'<span class="dim">not estimated: {shown(view.cost.unknown)}</span>'
    notes = _list(f"assumed: {shown(note)}" for note in view.cost.notes) if view.cost.notes else ""
    return f"{shown(view.cost.text)}{notes}"


def _steps(title: str, steps: Sequence[StepView]) -> str:
    parts = [f'<p class="platform">{shown(title)}</p>']
    for step in steps:
        if step.condition:
            parts.append(f'<p class="checklist">{_text(step.condition)}:</p>')
        if step.checklist:
            parts.append(f'<p class="checklist"><span aria-hidden="true">\u2610</span> {_text(step.run)}</p>')
        else:
            parts.append(_command("", step.run))
        parts += [_command(label, text) for label, text in (("check", step.check), ("undo", step.undo)) if text]
        if step.no_undo:
            parts.append(f'<p class="checklist">no undo: {_text(step.no_undo)}</p>')
    return "".join(parts)


def _command(label: str, text: str) -> str:
    lines = "\n".join(map(shown, text.split("\n")))
    pre = f'<div class="command"><pre><code>{lines}</code></pre></div>'
    return f'<div class="labelled"><span>{label}</span>{pre}</div>' if label else pre
