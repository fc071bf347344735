"""The number of findings per rule: the table that ``--statistics`` adds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checker.report.digest import shown_findings
from checker.report.text.words import clean
from checker.rules.book.rule import SEVERITIES, Severity
from checker.rules.evaluate.finding import Report

if TYPE_CHECKING:
    from checker.report.text.sheet import Sheet


def statistics(report: Report) -> list[tuple[int, Severity, str, str]]:
    """Return count, severity, id and name for each rule and severity with findings, most frequent first."""
    counted = Counter((finding.severity, finding.rule, finding.name) for finding in shown_findings(report))
    ordered = sorted(counted.items(), key=lambda item: (-item[1], SEVERITIES.index(item[0][0]), item[0][1]))
    return [(count, severity, rule, name) for (severity, rule, name), count in ordered]


def write_statistics(sheet: Sheet, report: Report) -> None:
    """Write the table of findings per rule; nothing if there are none."""
    rows = statistics(report)
    if not rows:
        return
    sheet.blank()
    sheet.paragraph([("Findings by rule", "head")])
    for count, severity, rule, name in rows:
        label = [(f"  {count:>6,}  ", ""), (f"{severity:<9}", severity), (f"{clean(rule):<8}", "head")]
        sheet.paragraph([(clean(name), "")], label, indent=27)
