"""``concise``: one finding per line, for editors and text searches."""

from __future__ import annotations

from checker.report.base import Format, Presentation
from checker.report.coverage import coverage_lines, verdict_text, write_coverage
from checker.report.digest import hidden_findings, shown_findings
from checker.report.hidden import hidden_by
from checker.report.statistics import statistics
from checker.report.text.words import clean, place_text
from checker.rules.evaluate.finding import Report

_ESCAPES = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "info": "\x1b[1;36m"}


def render(report: Report, presentation: Presentation) -> str:
    """Return ``file:line: ID severity message`` per finding, then coverage; lines are never wrapped."""
    lines = []
    for finding in (*shown_findings(report), *(hidden_findings(report) if presentation.suppressed else ())):
        place = place_text(finding.location) if finding.location else "-"
        severity = finding.severity
        shown = f"{_ESCAPES[severity]}{severity}\x1b[0m" if presentation.color else severity
        hidden = f" (suppressed by {hidden_by(finding)})" if finding.state == "suppressed" else ""
        lines.append(f"{place}: {clean(finding.rule)} {shown} {clean(finding.message)}{hidden}")
    if presentation.statistics:
        lines += [
            f"{count} {severity} {clean(rule)} {clean(name)}" for count, severity, rule, name in statistics(report)
        ]
    if presentation.coverage:
        from checker.report.text.sheet import Sheet

        sheet = Sheet(presentation)
        write_coverage(sheet, report, presentation)
        lines += sheet.render().rstrip("\n").split("\n")
    else:
        lines += [f"{label}: {text}" for label, text in coverage_lines(report)]
    lines.append(verdict_text(report))
    return "\n".join(lines) + "\n"


FORMAT = Format(
    "concise", "file:line: ID severity message, one finding per line", render, suffixes=(".concise.txt", ".txt")
)
