"""``full``: all details of each finding, in the order in which an administrator works through them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.base import Format, Presentation
from checker.report.cost import cost_lines
from checker.report.coverage import write_coverage
from checker.report.digest import hidden_findings, shown_findings
from checker.report.formats.table import write_verdict
from checker.report.groups import grouped, rules_about_input
from checker.report.hidden import hidden_by, write_heading
from checker.report.passes import write_passes
from checker.report.statistics import write_statistics
from checker.report.text.objects import object_text, rolled_up, short, subject
from checker.report.text.words import by_place, clean, condition_text, evidence_text, paragraphs, place_text
from checker.rules.book.rule import Source
from checker.rules.change.multipath_conf import command_lines
from checker.rules.evaluate.finding import Finding, Place, Report
from checker.rules.language.column_names import key_name

if TYPE_CHECKING:
    from checker.report.text.sheet import Sheet

_LABEL = 15
_EVIDENCE = 24
_NARROW = 80
BASIS = {
    "observed": "observed in the exports",
    "planned": "planned: from zoning and masking, not from observed paths",
    "inferred": "inferred: fabrics were derived from shared paths, not from switch exports",
    "estimated": "estimated under the workload of the audit",
}


def render(report: Report, presentation: Presentation) -> str:
    """Return the report with all details of each finding."""
    from checker.report.text.sheet import Sheet

    sheet = Sheet(presentation)
    known = {finding.fingerprint: finding for finding in report.findings}
    for _subject, findings in grouped(shown_findings(report), in_order=presentation.by_cost):
        for finding in findings:
            sheet.blank()
            write_finding(sheet, finding, presentation, known)
    hidden = hidden_findings(report) if presentation.suppressed else []
    if hidden:
        write_heading(sheet, hidden)
    for finding in hidden:
        sheet.blank()
        write_finding(sheet, finding, presentation, known)
    if presentation.passes:
        write_passes(sheet, report)
    if presentation.statistics:
        write_statistics(sheet, report)
    write_coverage(sheet, report, presentation)
    write_verdict(sheet, report)
    return sheet.render()


def write_finding(sheet: Sheet, finding: Finding, presentation: Presentation, known: Mapping[str, Finding]) -> None:
    """Write one finding with all details; ``known`` are all findings by fingerprint, to name its causes."""
    head = [(finding.severity, finding.severity), (f"  {clean(finding.rule)} ", "head"), (clean(finding.name), "head")]
    about = subject(finding, rules_about_input([finding], presentation.rule))
    sheet.heading(head, [(" ".join(about).rstrip(), "dim")])
    sheet.paragraph([(clean(finding.message), "")], indent=2)
    sheet.blank()
    if finding.state == "suppressed":
        _field(sheet, "suppressed", f"by {hidden_by(finding)}")
    _field(sheet, "object", object_text(finding.object, finding.evidence) or "the SAN")
    for kind, names in rolled_up(finding):
        _field(sheet, f"{kind}s" if len(names) > 1 else kind, ", ".join(names))
    text = presentation.text(finding.rule)
    for number, paragraph in enumerate(paragraphs(text.why) if text else []):
        _field(sheet, "why" if number == 0 else "", paragraph)
    for number, (key, value) in enumerate(finding.evidence.items()):
        _evidence(sheet, "evidence" if number == 0 else "", key_name(key), evidence_text(key, value))
    _field(sheet, "basis", BASIS.get(finding.basis, clean(finding.basis)))
    if finding.state == "explained" or finding.caused_by:
        label = "caused by" if finding.state == "explained" else "maybe due to"
        for number, cause in enumerate([_cause(one, known) for one in finding.caused_by] or ["another finding"]):
            _field(sheet, "" if number else label, cause)
    if finding.location:
        _place(sheet, "location", finding.location)
    elif finding.location_unknown:
        _field(sheet, "location", f"none: {clean(finding.location_unknown)}")
    for number, places in enumerate(_by_file(finding.related)):
        _place(sheet, "see also" if number == 0 else "", *places)
    for number, line in enumerate(cost_lines(finding)):
        _field(sheet, "impact" if number == 0 else "", line)
    _write_fix(sheet, finding)
    rule = presentation.rule(finding.rule)
    for number, source in enumerate(rule.sources if rule else ()):
        _field(sheet, "sources" if number == 0 else "", source_text(source))
    _field(sheet, "fingerprint", clean(finding.fingerprint))


def _cause(fingerprint: str, known: Mapping[str, Finding]) -> str:
    """Return a cause as ``ZON028 [a5391e49] on host db01, fabric fab-a``; only the fingerprint if it is not in the report."""
    found = known.get(fingerprint)
    if found is None:
        return clean(fingerprint)
    return f"{clean(found.rule)} [{short(fingerprint)}] on {object_text(found.object, found.evidence) or 'the SAN'}"


def source_text(source: Source) -> str:
    """Return a source as ``H13540, section 5, page 30: what it says``."""
    parts = [clean(source.document)]
    parts += [f"section {clean(str(source.section))}"] if source.section is not None else []
    parts += [f"page {clean(str(source.page))}"] if source.page is not None else []
    says = f": {' '.join(paragraphs(source.says))}" if source.says else ""
    return ", ".join(parts) + says


def _field(sheet: Sheet, label: str, text: str) -> None:
    sheet.paragraph([(text, "")], [(f"  {label}", "dim")], indent=_LABEL)


def _place(sheet: Sheet, label: str, place: Place, *more: Place) -> None:
    lines = "".join(f", {one.line}" for one in more)
    named = f"  ({clean(place.label)})" if place.label else ""
    where = (place_text(place, column=True), sheet.linked("", place.file))
    sheet.paragraph([where, (lines + named, "")], [(f"  {label}", "dim")], indent=_LABEL)


def _by_file(places: Sequence[Place]) -> list[list[Place]]:
    """Group places by file and label, in order; further line numbers of a group follow the first place."""
    found: dict[tuple[str, str | None, str], list[Place]] = {}
    for place in places:
        found.setdefault((place.file, place.member, place.label), []).append(place)
    return list(found.values())


def _evidence(sheet: Sheet, label: str, name: str, value: str) -> None:
    from checker.report.text.sheet import columns

    if sheet.width < _NARROW or columns(name) > _EVIDENCE - 2:
        sheet.paragraph([(f"{name}: ", "dim"), (value, "")], [(f"  {label}", "dim")], indent=_LABEL)
    else:
        head = f"  {label}".ljust(_LABEL) + name
        sheet.paragraph([(value, "")], [(head, "dim")], indent=_LABEL + _EVIDENCE)


def _write_fix(sheet: Sheet, finding: Finding) -> None:
    if finding.fix_summary or finding.fix:
        _field(sheet, "fix", clean(finding.fix_summary) or "as follows")
    for place, steps in by_place(finding.fix):
        sheet.paragraph([(f"{place}:", "dim")], indent=_LABEL)
        above = ""
        for step in steps:
            condition = condition_text(step)
            if condition and condition != above:
                sheet.paragraph([(f"{condition}:", "dim")], indent=_LABEL + 2)
            above = condition
            if step.checklist:
                sheet.paragraph([(clean(step.run), "")], [(" " * (_LABEL + 2) + "[ ] ", "")], indent=_LABEL + 6)
            else:
                # Never wrapped, so that it can be copied; the terminal folds long lines.
                for line in command_lines(step.platform, step.run):
                    sheet.verbatim(clean(line), "command", indent=_LABEL + 2)
            for word, text in (("check", step.check), ("undo", step.undo)):
                if text:
                    sheet.verbatim(f"{word}: {clean(text)}", "dim", indent=_LABEL + 4)
            if step.no_undo:
                sheet.paragraph([(f"no undo: {clean(step.no_undo)}", "dim")], indent=_LABEL + 4)


FORMAT = Format(
    "full",
    "all details of each finding: why, evidence, locations, commands to fix it and to undo the fix",
    render,
    suffixes=(".full.txt", ".txt"),
)
