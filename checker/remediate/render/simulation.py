"""Text of a simulation's result."""

from __future__ import annotations

from collections.abc import Sequence

from checker.remediate.model import Plan
from checker.remediate.simulate import Simulation
from checker.report.base import Presentation
from checker.report.text.sheet import Sheet
from checker.report.text.words import clean, plural
from checker.rules.evaluate.finding import Finding

_INDENT = 11


def table(plan: Plan, shown: Simulation, presentation: Presentation) -> str:
    """Return the outcome of each finding as text."""
    sheet = Sheet(presentation)
    _section(sheet, "New findings caused by the plan", shown.new, "error")
    _section(sheet, "Still found after the plan", shown.staying, "error")
    _section(sheet, "Cannot be evaluated after the plan", shown.unknown, "warning")
    if shown.not_shown:
        sheet.blank()
        sheet.paragraph([("Not simulated: the model does not contain what these commands change", "head")])
        for ref in shown.not_shown:
            sheet.paragraph([(clean(ref.message), "")], [(f"  {ref.rule:<9}", ref.severity)], indent=_INDENT)
    _section(sheet, "Fixed", shown.fixed, "good")
    sheet.blank()
    rest = plan.findings - len(plan.scripted)
    sheet.paragraph([(_verdict(shown), "head"), (f" {plural(rest, 'finding')} left to decide or to fix by hand.", "")])
    return sheet.render()


def _section(sheet: Sheet, title: str, findings: Sequence[Finding], style: str) -> None:
    if not findings:
        return
    sheet.blank()
    sheet.paragraph([(f"{title}:", style)])
    for finding in findings:
        label = [(f"  {finding.rule:<9}", finding.severity)]
        sheet.paragraph([(clean(finding.message), "")], label, indent=_INDENT)


def _verdict(shown: Simulation) -> str:
    count = len(shown.fixed) + len(shown.staying) + len(shown.unknown)
    if not count and not shown.new:
        return "No command of the plan changes anything that the model contains."
    new = f"{plural(len(shown.new), 'new finding')}" if shown.new else "no new findings"
    return f"In the model, the scripts fix {len(shown.fixed)} of {plural(count, 'finding')} and cause {new}."
