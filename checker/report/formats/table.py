"""``table``: findings in brief, grouped by object. The default on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from checker.intake.owners.unnamed import is_unnamed
from checker.report.base import Format, Presentation
from checker.report.coverage import verdict_text, write_coverage
from checker.report.digest import digest, shown_findings
from checker.report.hidden import write_hidden
from checker.report.statistics import write_statistics
from checker.report.text.words import clean, place_text, plural, rolled_up, severity_counts, shortened, subject
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.finding import Finding, Report

if TYPE_CHECKING:
    from checker.report.text.sheet import Sheet

_NARROW = 80
_WIDE_INDENT = 20
_NARROW_INDENT = 4
_NAMED = 4


def render(report: Report, presentation: Presentation) -> str:
    """Return the report as a table for a terminal of the given width."""
    from checker.report.text.sheet import Sheet

    sheet = Sheet(presentation)
    for (kind, name), findings in grouped(shown_findings(report), in_order=presentation.by_cost):
        sheet.blank()
        title = name if is_unnamed(name) else f"{kind} {name}".rstrip()
        sheet.heading([(title, "head")], [(severity_counts(findings), "dim")])
        for number, finding in enumerate(findings):
            if number:
                sheet.blank()
            _write_finding(sheet, finding, cost=presentation.by_cost)
    if presentation.suppressed:
        write_hidden(sheet, report)
    if presentation.statistics:
        write_statistics(sheet, report)
    write_coverage(sheet, report, presentation)
    write_verdict(sheet, report)
    return sheet.render()


def grouped(findings: Sequence[Finding], *, in_order: bool = False) -> list[tuple[tuple[str, str], list[Finding]]]:
    """Group findings by subject; the subject with the most errors comes first, then by warnings and infos.

    With ``in_order`` the order of the findings is kept, and only neighbours with the same subject form a group.
    """
    if in_order:
        return [(name, list(group)) for name, group in groupby(findings, subject)]
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault(subject(finding), []).append(finding)
    for group in groups.values():
        group.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return sorted(
        groups.items(),
        key=lambda item: ([-sum(f.severity == severity for f in item[1]) for severity in SEVERITIES], item[0]),
    )


def _write_finding(sheet: Sheet, finding: Finding, *, cost: bool) -> None:
    wide = sheet.width >= _NARROW
    indent = _WIDE_INDENT if wide else _NARROW_INDENT
    label = [(f"  {finding.severity:<9}", finding.severity), (f"{clean(finding.rule):<9}", "head")]
    message = [(clean(finding.message), "")]
    if wide:
        sheet.paragraph(message, label, indent)
    else:
        sheet.paragraph([*label, (clean(finding.name), "dim")])
        sheet.paragraph(message, indent=indent)
    for kind, names in rolled_up(finding):
        if len(names) > 1:
            sheet.paragraph([(f"{plural(len(names), kind)}: {shortened(names, _NAMED)}", "dim")], indent=indent)
    if finding.location is not None:
        style = sheet.linked("dim", finding.location.file)
        more = f" and {plural(len(finding.related), 'related place')}" if finding.related else ""
        sheet.paragraph([(place_text(finding.location), style), (more, "dim")], indent=indent)
    if cost and finding.cost is not None:
        sheet.paragraph([("Cost: ", "head"), (clean(str(finding.cost)), "")], indent=indent)
    if finding.fix_summary:
        sheet.paragraph([("Fix: ", "good"), (clean(finding.fix_summary), "")], indent=indent)


def write_verdict(sheet: Sheet, report: Report) -> None:
    """Write the last lines: the verdict and what to do next."""
    sheet.blank()
    found = digest(report)
    shown = shown_findings(report)
    style = {"clean": "good", "findings": "head"}.get(found.verdict, "warning")
    if shown:
        style = min(shown, key=lambda finding: SEVERITIES.index(finding.severity)).severity
    sheet.paragraph([(verdict_text(report), style)])
    if shown:
        worst = min(shown, key=lambda finding: SEVERITIES.index(finding.severity))
        sheet.paragraph([("Next: ", "dim"), (f"sanlint explain {clean(worst.rule)}", "command")])
    elif found.verdict != "clean":
        sheet.paragraph([("Next: ", "dim"), ("run again with --coverage to see what is missing", "command")])


FORMAT = Format("table", "findings grouped by object, for a terminal (default)", render)
