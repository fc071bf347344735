"""The head of the page: the verdict, what could not be checked, facts about the run, and the most affected objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from checker.report.coverage import checks_without_data, seen_text, verdict_text
from checker.report.digest import INVENTORY, digest, hidden_findings, shown_findings
from checker.report.hidden import config_text, hidden_lines
from checker.report.page.escape import shown, table
from checker.report.page.view import SIGNS
from checker.report.text.words import clean, kind_of_error, plural, severity_counts, shortened, when
from checker.rules.book.rule import SEVERITIES

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.report.page.view import FindingView, RuleView
    from checker.rules.evaluate.finding import Report

_NAMED = 3
_MOST_AFFECTED = 12
_SIGNS = {"good": "\u2714\ufe0e", "unknown": "?", **SIGNS}


def verdict(report: Report) -> str:
    """Return the verdict: the closing sentence of every report, and below it each thing that could not be checked."""
    tone = _tone(report)
    first, _, rest = verdict_text(report).partition(". ")
    gaps = open_ends(report)
    listed = "".join(f"<li>{gap}</li>" for gap in gaps)
    title = "" if not gaps else f'<p class="gaps-title">{shown(rest.rstrip(".") or "The audit is incomplete")}:</p>'
    return (
        f'<section class="verdict {tone}" aria-labelledby="verdict"><h2 id="verdict"><span class="sign" aria-hidden="true">'
        f"{_SIGNS[tone]}</span> {shown(first.rstrip('.'))}.</h2>"
        + (f'<div class="gaps">{title}<ul>{listed}</ul></div>' if gaps else "")
        + _hidden(report)
        + "</section>"
    )


def headline(report: Report) -> str:
    """Return the first sentence of the verdict, for the window title."""
    return verdict_text(report).partition(". ")[0].rstrip(".")


def _tone(report: Report) -> Literal["good", "unknown", "error", "warning", "info"]:
    found = digest(report)
    if found.verdict == "findings":
        worst = min(SEVERITIES.index(finding.severity) for finding in shown_findings(report))
        return SEVERITIES[worst]
    return "good" if found.verdict == "clean" else "unknown"


def open_ends(report: Report) -> list[str]:
    """Return, as markup, a line for each kind of input or rule that could not be fully checked."""
    found = digest(report)
    lines = []
    incomplete = found.outcomes["partly evaluated"] + found.outcomes["not evaluated"]
    if incomplete:
        lines.append(
            f'<a href="#gaps">{plural(len(incomplete), "rule")} could not be fully evaluated</a>: '
            f"{checks_without_data(found.not_evaluated)}"
        )
    if found.outcomes["error"]:
        rules = shortened(found.outcomes["error"], _NAMED)
        lines.append(
            f'<a href="#gaps">{plural(len(found.outcomes["error"]), "rule")} failed with an error</a>: {shown(rules)}'
        )
    for names, text in ((found.unrecognised, "not recognised"), (found.partly_read, "only partly read")):
        if names:
            lines.append(f'<a href="#files">{plural(len(names), "file")} {text}</a>: {shown(shortened(names, _NAMED))}')
    lines += [f"{kind_of_error(error)}: {shown(error)}" for error in report.errors[:_NAMED]]
    if len(report.errors) > _NAMED:
        lines.append(plural(len(report.errors) - _NAMED, "more error"))
    return lines


def _hidden(report: Report) -> str:
    hidden = hidden_findings(report)
    if not hidden:
        return ""
    return (
        f'<p class="hidden-findings"><a href="#hidden">{plural(len(hidden), "finding")} suppressed</a> '
        f"by the configuration, comments or the baseline: {severity_counts(hidden)}. "
        "They are listed separately, each with its suppression.</p>"
    )


def facts(report: Report, presentation: Presentation, identity: str) -> str:
    """Return what was checked, when, and with which rules, as a list of terms."""
    found = digest(report)
    fully = "fully " if found.unevaluated_rules else ""
    total = max(report.selected_rules, len(report.rules))
    lines = [
        ("Checked", shown(seen_text(report) or "nothing was recognised")),
        *((label, shown(text)) for label, text in presentation.run),
        ("Exports", f"{plural(found.exports, 'export')} in {plural(found.files, 'file')}{_captured(report)}"),
        ("As of", f"{moment(report.as_of)}{'' if report.as_of_given else ' (time of the audit)'}"),
        (
            "Rules",
            f"{len(found.outcomes['evaluated']):,} of {plural(total, 'selected rule')} {fully}evaluated, "
            f"{plural(found.checks, 'check')} in all",
        ),
        ("Version", f"sanlint {shown(report.version)}"),
        ("Profile", shown(presentation.profile)),
        ("Configuration", shown(config_text(report)) if report.config else "none"),
        *((label, shown(text)) for label, text in hidden_lines(report)),
        ("Document ID", f'<code class="identity">{identity}</code>'),
    ]
    return '<dl class="facts">' + "".join(f"<div><dt>{shown(a)}</dt><dd>{b}</dd></div>" for a, b in lines) + "</dl>"


def moment(text: str) -> str:
    """Return :func:`when` as markup."""
    return f'<time datetime="{shown(text)}">{shown(when(text))}</time>' if when(text) != clean(text) else shown(text)


def _captured(report: Report) -> str:
    days = sorted({file.captured_at[:10] for file in report.files if file.captured_at and file.format})
    if not days:
        return "; capture time unknown"
    exports = [file for file in report.files if file.format not in (None, INVENTORY) and not file.ignored]
    undated = sum(1 for file in exports if not file.captured_at)
    days_text = f"on {days[0]}" if len(days) == 1 else f"between {days[0]} and {days[-1]}"
    return shown(f", captured {days_text}") + (f" ({undated:,} without a date)" if undated else "")


def fault_tables(found: Sequence[FindingView], rules: Mapping[str, RuleView]) -> str:
    """Return two tables, findings by category and the most affected objects; each number filters the list."""
    live = [view for view in found if view.state != "suppressed"]
    if not live:
        return ""
    categories = _counted((rules[view.rule].category, view.severity) for view in live)
    objects = _counted(((view.kind, view.name), view.severity) for view in live)
    by_category = [
        (_link(name, f"category={_query(name)}"), *_cells(counts, f"category={_query(name)}"))
        for name, counts in categories
    ]
    worst = []
    for (kind, name), counts in objects[:_MOST_AFFECTED]:
        query = f"object={_query(f'{kind} {name}'.strip())}"
        worst.append((_link(f"{kind} {name}".strip(), query), *_cells(counts, query)))
    header = ("Category", *(severity.capitalize() + ("" if severity == "info" else "s") for severity in SEVERITIES))
    more = len(objects) - _MOST_AFFECTED
    caption = "Most affected" + (f" ({more:,} more in the list)" if more > 0 else "")
    return (
        '<div class="tables">'
        + table("Findings by category", header, by_category, "counts")
        + table(caption, ("Object", *header[1:]), worst, "counts")
        + "</div>"
    )


def _counted(pairs: Iterable[tuple[object, str]]) -> list[tuple[Any, Counter[str]]]:
    counted: dict[object, Counter[str]] = {}
    for key, severity in pairs:
        counted.setdefault(key, Counter())[severity] += 1
    return sorted(counted.items(), key=lambda item: [-item[1][severity] for severity in SEVERITIES])


def _cells(counts: Counter[str], query: str) -> list[str]:
    return [
        f'<span class="{severity}">{_link(f"{counts[severity]:,}", f"{query}&severity={severity}")}</span>'
        if counts[severity]
        else ""
        for severity in SEVERITIES
    ]


def _link(text: str, query: str) -> str:
    return f'<a href="#findings" data-filter="{shown(query)}">{shown(text)}</a>'


def _query(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")
