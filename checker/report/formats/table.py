"""``table``: findings in brief, grouped by object, rule or file. The default on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.facts.platforms import is_unnamed
from checker.report.base import Format, Presentation
from checker.report.coverage import verdict_text, write_coverage
from checker.report.digest import digest, shown_findings
from checker.report.groups import grouped, heading_by, together
from checker.report.hidden import write_hidden
from checker.report.passes import write_passes
from checker.report.statistics import write_statistics
from checker.report.text.objects import causes_text, rolled_up, short
from checker.report.text.words import clean, place_text, plural, severity_counts, shortened
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.finding import Finding, Place, Report

if TYPE_CHECKING:
    from checker.report.text.sheet import Sheet

_NARROW = 80
_WIDE_INDENT = 20
_SEVERITY_INDENT = 11
_NARROW_INDENT = 4
_NAMED = 4
_NOTES = 12


def render(report: Report, presentation: Presentation) -> str:
    """Return the report as a table for a terminal of the given width."""
    from checker.report.text.sheet import Sheet

    sheet = Sheet(presentation)
    shown = shown_findings(report)
    layout = _Layout(sheet.width >= _NARROW, presentation, {one.fingerprint: one.rule for one in shown})
    heading = heading_by(presentation.group_by, presentation.rule)
    for (kind, name), findings in grouped(shown, heading, in_order=presentation.by_cost):
        sheet.blank()
        title = name if is_unnamed(name) else f"{kind} {name}".strip()
        sheet.heading([(title, "head")], [(severity_counts(findings), "dim")])
        # The findings of one rule usually have the same fix, which is then shown once.
        fixes = {finding.fix_summary for finding in findings}
        one_fix = presentation.group_by == "rule" and len(findings) > 1 and len(fixes) == 1
        for number, entry in enumerate(together((kind, name), findings)):
            if number:
                sheet.blank()
            if len(entry) > 1:
                _write_notes(sheet, entry, layout)
            else:
                _write_finding(sheet, entry[0], layout, fix=not one_fix)
        if one_fix:
            sheet.blank()
            _write_fix(sheet, findings[0], layout)
    if presentation.suppressed:
        write_hidden(sheet, report)
    if presentation.passes:
        write_passes(sheet, report)
    if presentation.statistics:
        write_statistics(sheet, report)
    write_coverage(sheet, report, presentation)
    write_verdict(sheet, report)
    return sheet.render()


@dataclass(frozen=True)
class _Layout:
    """How findings are laid out: what the heading of a group says is not repeated below it.

    ``rules``: the rules of the findings that are shown, by fingerprint.
    """

    wide: bool
    presentation: Presentation
    rules: Mapping[str, str]

    @property
    def indent(self) -> int:
        if not self.wide:
            return _NARROW_INDENT
        return _SEVERITY_INDENT if self.presentation.group_by == "rule" else _WIDE_INDENT

    def label(self, finding: Finding) -> list[tuple[str, str]]:
        """Return the severity, and the rule unless it is the heading."""
        severity = (f"  {finding.severity:<9}", finding.severity)
        rule = (f"{clean(finding.rule):<9}", "head")
        return [severity] if self.presentation.group_by == "rule" else [severity, rule]

    def place(self, place: Place) -> str:
        """Return the location, without the file if it is the heading."""
        text = place_text(place)
        return f"line {text.rpartition(':')[2]}" if self.presentation.group_by == "file" else text


def _write_message(sheet: Sheet, finding: Finding, message: str, layout: _Layout) -> None:
    label = layout.label(finding)
    if layout.wide:
        sheet.paragraph([(clean(message), "")], label, layout.indent)
    else:
        sheet.paragraph([*label, (clean(finding.name), "dim")])
        sheet.paragraph([(clean(message), "")], indent=layout.indent)


def _write_finding(sheet: Sheet, finding: Finding, layout: _Layout, *, fix: bool) -> None:
    indent = layout.indent
    _write_message(sheet, finding, finding.message, layout)
    for kind, names in rolled_up(finding):
        if len(names) > 1:
            sheet.paragraph([(f"{plural(len(names), kind)}: {shortened(names, _NAMED)}", "dim")], indent=indent)
    if finding.location is not None:
        style = sheet.linked("dim", finding.location.file)
        more = f" and {plural(len(finding.related), 'related location')}" if finding.related else ""
        sheet.paragraph([(layout.place(finding.location), style), (f"{more}  {_short(finding)}", "dim")], indent=indent)
    else:
        sheet.paragraph([(_short(finding), "dim")], indent=indent)
    if layout.presentation.by_cost and finding.cost is not None:
        sheet.paragraph([("Impact: ", "head"), (clean(str(finding.cost)), "")], indent=indent)
    if causes := causes_text(finding, layout.rules):
        sheet.paragraph([("Possible cause: ", "head"), (causes, "")], indent=indent)
    if fix:
        _write_fix(sheet, finding, layout)


def _write_notes(sheet: Sheet, notes: Sequence[Finding], layout: _Layout) -> None:
    """Write the findings of one rule about input files as one entry: the summary of the rule, then each file."""
    rule = layout.presentation.rule(notes[0].rule)
    text = rule.summary if rule is not None else notes[0].name
    _write_message(sheet, notes[0], f"{plural(len(notes), 'finding')}: {text}", layout)
    for note in notes[:_NOTES]:
        spans = [(f"{_short(note)}  ", "dim")]
        if note.location is not None:
            spans.append((place_text(note.location), sheet.linked("dim", note.location.file)))
        else:
            spans.append((clean(note.message), "dim"))
        sheet.paragraph(spans, indent=layout.indent)
    if len(notes) > _NOTES:
        more = f"and {len(notes) - _NOTES:,} more; --format full lists them"
        sheet.paragraph([(more, "dim")], indent=layout.indent)
    if len({note.fix_summary for note in notes}) == 1:
        _write_fix(sheet, notes[0], layout)


def _write_fix(sheet: Sheet, finding: Finding, layout: _Layout) -> None:
    if finding.fix_summary:
        sheet.paragraph([("Fix: ", "good"), (clean(finding.fix_summary), "")], indent=layout.indent)


def _short(finding: Finding) -> str:
    return f"[{short(finding.fingerprint)}]"


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


FORMAT = Format(
    "table", "findings grouped by object, rule or file, for a terminal (default)", render, suffixes=(".txt", ".log")
)
