"""Coverage on the page: missing exports, rules that could not be fully evaluated, every file and every rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from checker.report.coverage import coverage_lines
from checker.report.digest import file_name, hidden_findings, is_partly_read, rule_outcome, trouble
from checker.report.hidden import hidden_by
from checker.report.page.escape import shown, table
from checker.report.page.summary import moment
from checker.report.page.view import SIGNS
from checker.report.text.columns import fact_name
from checker.report.text.words import clean, plural, value_text

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.rules.evaluate.finding import FileCoverage, Report, RuleCoverage

_AT_ONCE = 10
_BEYOND = ' class="not-sign-off"'
"""Attribute of what the sign-off leaves to its appendix."""
_AT_MOST = 5_000
_ORDER = ("not recognised", "partly read", "read", "ignored")
_ELSEWHERE = ("Missing", "As of", "Config", "Comments", "Baseline")
"""Lines of coverage that the page shows in a table or at its head."""


def coverage(report: Report, presentation: Presentation) -> str:
    """Return coverage: the closing lines of every report, exports that would help, and rules with missing data."""
    described = [(label, text) for label, text in coverage_lines(report) if label not in _ELSEWHERE]
    lines = "".join(
        f"<div{_BEYOND if number >= _AT_ONCE else ''}><dt>{label}</dt><dd>{shown(text)}</dd></div>"
        for number, (label, text) in enumerate(described)
    )
    parts = [f'<dl class="facts">{lines}</dl>']
    if len(described) > _AT_ONCE:
        more = plural(len(described) - _AT_ONCE, "more line")
        parts.append(f'<p class="sign-off-only">{more}: see the appendix.</p>')
    if report.missing_exports:
        exports = [
            (
                shown(export.owner),
                f"<code>{shown(export.command)}</code>",
                plural(export.objects, "object"),
                f"{plural(len(export.rules), 'rule')}<span{_BEYOND}>: {shown(', '.join(export.rules))}</span>",
            )
            for export in sorted(report.missing_exports, key=lambda one: (-len(one.rules), -one.objects))
        ]
        parts.append(long_table("Exports that would help", ("Device", "Command", "Covers", "Would enable"), exports))
    incomplete = [rule for rule in report.rules if rule.missing or rule.error or rule.not_evaluated]
    rows = [
        (
            _rule_name(rule, presentation),
            rule_outcome(rule),
            f"{rule.evaluated:,}",
            f"{rule.not_evaluated:,}",
            _needs(rule),
        )
        for rule in sorted(incomplete, key=lambda rule: (rule.error is None, -rule.not_evaluated, rule.rule))
    ]
    if rows:
        header = ("Rule", "Outcome", "Evaluated", "Not evaluated", "Missing data")
        parts.append(f'<div id="gaps">{long_table("Rules that could not be fully evaluated", header, rows)}</div>')
    else:
        parts.append('<p id="gaps">No data is missing for any rule.</p>')
    return "".join(parts)


def hidden(report: Report) -> str:
    """Return the suppressed findings, each with what suppresses it and why; empty if there are none."""
    found = hidden_findings(report)
    if not found:
        return ""
    rows = [
        (
            f'<span class="rule">{shown(one.rule)}</span>',
            f'<span class="{one.severity} whole">{SIGNS[one.severity]} {one.severity}</span>',
            f"<bdi>{shown(one.message)}</bdi>",
            f"<bdi>{shown(hidden_by(one))}</bdi>",
        )
        for one in found
    ]
    return long_table("Suppressed findings (not counted)", ("Rule", "Severity", "Finding", "Suppressed by"), rows)


def appendix(report: Report, presentation: Presentation) -> str:
    """Return every file and every rule, collapsed; files that were not fully read come first."""
    by_name: dict[str, list[FileCoverage]] = {}
    for file in report.files:
        by_name.setdefault(file_name(file), []).append(file)
    files = sorted(by_name.items(), key=lambda item: min(_ORDER.index(_outcome(file)) for file in item[1]))
    header = ("File", "Outcome", "Format", "Device", "Records", "Captured")
    parts = [
        _closed(
            "files",
            f"Files ({len(files):,})",
            table("Files", header, [_file(*one) for one in files[:_AT_MOST]], "wide"),
            len(files),
        )
    ]
    empty = [rule for rule in report.rules if rule_outcome(rule) == "not applicable"]
    rows = [
        (
            _rule_name(rule, presentation),
            rule_outcome(rule),
            *(
                f"{count:,}" if count else ""
                for count in (rule.passed, rule.failed, rule.silenced, rule.outside, rule.not_evaluated)
            ),
        )
        for rule in report.rules
        if rule not in empty
    ]
    counted = ("Rule", "Outcome", "Passed", "Failed", "Caused by another", "Not applicable", "Not evaluated")
    markup = table("Rules that apply here", counted, rows) if rows else ""
    if empty:
        names = ", ".join(f'<span class="rule">{shown(rule.rule)}</span>' for rule in empty)
        markup += f"<p>{plural(len(empty), 'rule')} {'does' if len(empty) == 1 else 'do'} not apply here: {names}.</p>"
    parts.append(_closed("rules", f"Rules ({len(report.rules):,})", markup, len(report.rules)))
    return "".join(parts)


def _closed(anchor: str, title: str, markup: str, count: int) -> str:
    note = f"<p>The first {_AT_MOST:,} are listed; <code>--format json</code> has all.</p>" if count > _AT_MOST else ""
    named = f' id="{anchor}"' if anchor else ""
    return f"<details{named}><summary>{title}</summary>{note}{markup}</details>"


def long_table(caption: str, header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table; rows beyond the first ten are collapsed."""
    first = table(caption, header, list(rows[:_AT_ONCE]))
    rest = rows[_AT_ONCE:_AT_MOST]
    if not rest:
        return first
    more = table(f"{caption}, continued", header, list(rest))
    return first + _closed("", f"{len(rows) - _AT_ONCE:,} more", more, len(rows))


def _rule_name(rule: RuleCoverage, presentation: Presentation) -> str:
    known = presentation.rule(rule.rule)
    return f'<span class="rule">{shown(rule.rule)}</span>' + (f" {shown(known.name)}" if known else "")


def _needs(rule: RuleCoverage) -> str:
    if rule.error:
        return f'<span class="error">{shown(rule.error)}</span>'
    alike: dict[tuple[int, str, bool], list[str]] = {}
    for missing in rule.missing:
        alike.setdefault((missing.objects, missing.example, missing.known), []).append(shown(fact_name(missing.fact)))
    return "<br>".join(
        ("known, but not conclusive: " if known else "")
        + f"{'; '.join(facts)} for {plural(objects, 'object')}"
        + (f", for example {shown(value_text('', example))}" if example else "")
        for (objects, example, known), facts in alike.items()
    )


def _outcome(file: FileCoverage) -> str:
    if file.ignored:
        return "ignored"
    if file.format is None:
        return "not recognised"
    return "partly read" if is_partly_read(file) else "read"


def _file(name: str, exports: Sequence[FileCoverage]) -> tuple[str, ...]:
    worst = min(exports, key=lambda file: _ORDER.index(_outcome(file)))
    outcome = _outcome(worst)
    bad = outcome in ("not recognised", "partly read")
    line, why = trouble(worst) if bad else (None, "")
    detail = (f", line {line}" if line else "") + (f": {clean(why)}" if why else "")
    owners = [
        f"{file.owner}" + (f" (by {file.owner_basis})" if file.owner_basis else "") for file in exports if file.owner
    ]
    mark = '<span class="warning">' if bad else "<span>"
    times = sorted({file.captured_at for file in exports if file.captured_at})
    return (
        f"<code>{shown(name)}</code>",
        f"{mark}{outcome}</span>{shown(detail)}",
        shown(", ".join(dict.fromkeys(file.format for file in exports if file.format))),
        shown(", ".join(dict.fromkeys(owners))),
        f"{sum(file.records for file in exports):,}" if outcome != "ignored" else "",
        " to ".join(moment(time) for time in dict.fromkeys((*times[:1], *times[-1:]))),
    )
