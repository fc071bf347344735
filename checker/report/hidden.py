"""Suppressed findings and what suppresses them: summary lines for every report, and the list for ``--show-suppressed``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from checker.report.digest import hidden_findings
from checker.report.text.objects import object_text
from checker.report.text.words import clean, place_text, plural
from checker.rules.evaluate.finding import Finding, Report

if TYPE_CHECKING:
    from checker.report.text.sheet import Sheet

_INDENT = 20


def config_text(report: Report) -> str:
    """Return the configuration in use and the number of findings it suppresses."""
    hidden = sum(one.suppression is None or one.suppression.kind == "config" for one in hidden_findings(report))
    return clean(report.config or "") + (f" (suppresses {plural(hidden, 'finding')})" if hidden else "")


def hidden_lines(report: Report) -> list[tuple[str, str]]:
    """Return labelled lines for findings suppressed by comments in inventories and by the baseline."""
    lines = []
    comments = Counter(
        one.suppression.place.rsplit(":", 2)[0]
        for one in hidden_findings(report)
        if one.suppression is not None and one.suppression.kind == "inventory"
    )
    if comments:
        files = ", ".join(f"{clean(file)} ({count:,})" for file, count in sorted(comments.items()))
        lines.append(("Comments", f"suppress {plural(sum(comments.values()), 'finding')}: {files}"))
    if report.baseline is not None:
        lines.append(("Baseline", _baseline_text(report)))
    return lines


def _baseline_text(report: Report) -> str:
    use = report.baseline
    assert use is not None
    known = sum(finding.known for finding in report.findings)
    text = f"{clean(use.file)} (suppresses {plural(known, 'finding')})"
    if use.fixed:
        text += f"; {len(use.fixed):,} of its findings are fixed (remove them with --prune-baseline)"
    if use.unseen:
        text += f"; {len(use.unseen):,} of its findings could not be evaluated"
    return text


def write_hidden(sheet: Sheet, report: Report) -> None:
    """Write the suppressed findings, each with what suppresses it; write nothing if there are none."""
    hidden = hidden_findings(report)
    if not hidden:
        return
    write_heading(sheet, hidden)
    for finding in hidden:
        label = [(f"  {finding.severity:<9}", "dim"), (f"{clean(finding.rule):<9}", "dim")]
        sheet.paragraph([(clean(finding.message), "")], label, _INDENT)
        where = [object_text(finding.object, finding.evidence)] if finding.object else []
        where += [place_text(finding.location)] if finding.location else []
        if where:
            sheet.paragraph([(", ".join(where), "dim")], indent=_INDENT)
        sheet.paragraph([("Suppressed by ", "dim"), (hidden_by(finding), "")], indent=_INDENT)


def write_heading(sheet: Sheet, hidden: Sequence[Finding]) -> None:
    """Write the heading of the suppressed findings."""
    sheet.blank()
    sheet.paragraph([(f"Suppressed: {plural(len(hidden), 'finding')}, not counted", "head")])


def hidden_by(finding: Finding) -> str:
    """Return what suppresses a finding, and why, in one line."""
    return clean(finding.suppressed_by or "a suppression")
