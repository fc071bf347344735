"""The end of every report for people: what was checked, what could not be checked, and which export would help."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from checker.report.digest import Digest, digest, file_name, is_partly_read, rule_outcome, shown_findings, trouble
from checker.report.hidden import config_text, hidden_lines
from checker.report.owners import owners_text
from checker.report.text.columns import gap_text
from checker.report.text.words import clean, counted_errors, plural, severity_counts, shortened
from checker.rules.evaluate.finding import FileCoverage, Report

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.report.text.sheet import Sheet

_NAMED = 3
_REASON = 100
_LABEL = 12


def verdict_text(report: Report) -> str:
    """Return the closing sentence of a report. It never reports something as good that was not checked."""
    found = digest(report)
    shown = shown_findings(report)
    hidden = len(report.findings) - len(shown)
    suffix = f" ({hidden:,} more suppressed)" if hidden else ""
    open_ends = _open_ends(report, found)
    if found.verdict == "findings":
        counted = f"{plural(len(shown), 'finding')}: {severity_counts(shown)}{suffix}."
        return f"{counted} {_incomplete(report, found)}" if open_ends else counted
    if found.verdict == "nothing":
        return f"Nothing could be checked: {_nothing_reason(report, found)}.{suffix}"
    if found.verdict == "incomplete":
        return f"No findings{suffix}, but the audit is incomplete: {open_ends}."
    return f"No findings{suffix}: {plural(found.checks, 'check')} by {_rules(len(found.outcomes['evaluated']))}."


def _incomplete(report: Report, found: Digest) -> str:
    if found.unevaluated_rules:
        return "Some checks could not be run."
    if found.unrecognised or found.partly_read:
        return "Some files could not be fully read."
    return f"{counted_errors(report.errors).capitalize()}."


def _nothing_reason(report: Report, found: Digest) -> str:
    if not found.files:
        return "no file was recognised" if found.unrecognised else "no file was read"
    if not report.rules:
        return "no rule ran"
    if len(found.outcomes["error"]) == len(report.rules):
        return "every rule failed with an error"
    if found.not_evaluated:
        return "data is missing for every rule"
    if any(rule.outside for rule in report.rules):
        return "no selected rule applies to these exports"
    return "the exports contain nothing that the rules check"


def _rules(count: int) -> str:
    return plural(count, "rule")


def _open_ends(report: Report, found: Digest) -> str:
    parts = []
    if found.unevaluated_rules:
        parts.append(f"{_rules(len(found.unevaluated_rules))} could not be fully evaluated")
    if found.unrecognised:
        parts.append(f"{plural(len(found.unrecognised), 'file')} not recognised")
    if found.partly_read:
        parts.append(f"{plural(len(found.partly_read), 'file')} only partly read")
    if report.errors and not found.outcomes["error"]:
        parts.append(counted_errors(report.errors))
    return "; ".join(parts)


def coverage_lines(report: Report) -> list[tuple[str, str]]:
    """Return coverage in a few labelled lines: what was read, evaluated and missing, and any errors."""
    found = digest(report)
    lines = [("Read", _read_text(report, found)), ("Evaluated", _evaluated_text(report, found))]
    if report.missing_exports:
        first = max(report.missing_exports, key=lambda one: (len(one.rules), one.objects))
        more = len(report.missing_exports) - 1
        subjects = dict.fromkeys(subject for one in report.missing_exports for subject in one.subjects)
        text = (f"nothing on {shortened(list(subjects), 2 * _NAMED)} in any export; " if subjects else "") + (
            # Alternative commands are quoted separately, so that each can be copied.
            f"`{clean(first.command).replace(' or ', '` or `')}` from {clean(first.owner)} would enable "
            f"{plural(len(first.rules), 'more rule')} ({plural(first.objects, 'object')})"
        )
        lines.append(("Missing", f"{text}; see --coverage for {more:,} more" if more else text))
    lines += [("Owners", owners)] if (owners := owners_text(report)) else []
    lines += [("As of", clean(report.as_of))] if report.as_of_given else []
    lines += [("Config", config_text(report))] if report.config is not None else []
    lines += hidden_lines(report)
    lines += [("Note", clean(notice)) for notice in report.notices]
    lines += [("Error", clean(error)) for error in report.errors]
    return lines


def _read_text(report: Report, found: Digest) -> str:
    text = f"{plural(found.exports, 'export')} in {plural(found.files, 'file')}"
    if seen := seen_text(report):
        text += f": {seen}"
    if found.partly_read:
        text += f"; {len(found.partly_read):,} only partly read: {_troubles(report, found.partly_read)}"
    if found.unrecognised:
        text += f"; {len(found.unrecognised):,} not recognised: {_unrecognised(report, found.unrecognised)}"
    if found.ignored:
        text += f"; {len(found.ignored):,} ignored: {shortened([clean(name) for name in found.ignored], _NAMED)}"
    return text


def _unrecognised(report: Report, names: tuple[str, ...]) -> str:
    """Name the unrecognised files; if there are many, count them by suffix, except files with a reason of their own."""
    if len(names) <= _NAMED:
        return _troubles(report, names)
    reasons = {file_name(file): bool(file.notes) for file in report.files}
    broken = tuple(name for name in names if reasons.get(name))
    suffixes = Counter(PurePosixPath(name).suffix for name in names if not reasons.get(name))
    counted = [f"{count:,} {clean(suffix) or 'without a suffix'}" for suffix, count in suffixes.most_common()]
    parts = [_troubles(report, broken)] if broken else []
    parts += [shortened(counted, 2 * _NAMED)] if counted else []
    return "; ".join(parts) + " (listed with --coverage)"


def _troubles(report: Report, names: tuple[str, ...]) -> str:
    """Name files with the line and the reason why they could not be read or not fully read."""
    lines = []
    for name in names[:_NAMED]:
        files = [file for file in report.files if file_name(file) == name]
        parts = [file for file in files if is_partly_read(file) or (file.format is None and not file.ignored)]
        line, why = trouble((parts or files)[0])
        place = clean(name) + (f":{line}" if line else "")
        more = f" and {plural(len(parts) - 1, 'more part')}" if len(parts) > 1 else ""
        lines.append(place + (f" ({_brief(clean(why))}{more})" if why else more))
    return shortened([*lines, *names[_NAMED:]], _NAMED)


def _brief(text: str) -> str:
    return text if len(text) <= _REASON else text[: _REASON - 1].rstrip() + "…"


def seen_text(report: Report) -> str:
    """Return what the exports contain, as ``10 hosts, 1 switch``; empty if nothing was recognised."""
    return ", ".join(f"{count:,} {_counted(name, count)}" for name, count in report.counts.items() if count)


def _counted(name: str, count: int) -> str:
    """Return ``switch`` for a single one of ``switches``; the report names its counts in the plural."""
    words = clean(name.replace("_", " "))
    if count != 1:
        return words
    return words.removesuffix("es") if words.endswith("ches") else words.removesuffix("s")


def _evaluated_text(report: Report, found: Digest) -> str:
    outcomes = found.outcomes
    total = max(report.selected_rules, len(report.rules))
    # Each rule is counted once, so that the numbers add up; the checks include those of rules that are evaluated in part.
    checks = plural(found.checks, "check")
    parts = [
        f"{len(outcomes['evaluated']):,} of {plural(total, 'rule')}"
        + (f" fully, {checks} in all" if found.unevaluated_rules else f" ({checks})")
    ]
    if found.not_evaluated:
        incomplete = _rules(len(outcomes["partly evaluated"] + outcomes["not evaluated"]))
        parts.append(f"{incomplete} could not be fully evaluated ({checks_without_data(found.not_evaluated)})")
    if inapplicable := len(outcomes["not applicable"]):
        parts.append(f"{inapplicable:,} {'does' if inapplicable == 1 else 'do'} not apply here")
    if outcomes["error"]:
        parts.append(f"{_rules(len(outcomes['error']))} failed with an error")
    return "; ".join(parts)


def checks_without_data(count: int) -> str:
    """Return ``1 check lacks data``, ``581 checks lack data``."""
    return f"{plural(count, 'check')} {'lacks data' if count == 1 else 'lack data'}"


def write_coverage(sheet: Sheet, report: Report, presentation: Presentation) -> None:
    """Write coverage in a few lines, after a list of all files and rules if ``presentation.coverage`` is set."""
    if presentation.coverage:
        _write_files(sheet, report)
        _write_rules(sheet, report)
        _write_missing(sheet, report)
    sheet.blank()
    changes = [("Changes", presentation.changes.summary())] if presentation.changes is not None else []
    for label, text in [*changes, *coverage_lines(report)]:
        style = {"Missing": "warning", "Error": "error"}.get(label, "head")
        sheet.paragraph([(text, "")], [(label, style)], indent=_LABEL)


def _write_files(sheet: Sheet, report: Report) -> None:
    sheet.blank()
    sheet.paragraph([("Files", "head")])
    for file in report.files:
        mark, style = _file_mark(file)
        sheet.paragraph([(clean(file_name(file)), ""), *_file_details(file)], [(f"  {mark}", style)], indent=18)
        for line, text in file.notes:
            sheet.paragraph([(f"line {line}: {clean(text)}", "dim")], indent=20)


def _file_mark(file: FileCoverage) -> tuple[str, str]:
    if file.ignored:
        return "ignored", "dim"
    if file.format is None:
        return "not recognised", "warning"
    return ("partly read", "warning") if is_partly_read(file) else ("read", "good")


def _file_details(file: FileCoverage) -> list[tuple[str, str]]:
    if file.format is None:
        return []
    parts = [clean(file.format)]
    if file.owner:
        parts.append(f"from {clean(file.owner)}" + (f" (by {clean(file.owner_basis)})" if file.owner_basis else ""))
    parts.append(plural(file.records, "record"))
    if file.first_line > 1:
        parts.append(f"from line {file.first_line}")
    if file.unread_lines:
        first = f" (first: line {file.first_unread})" if file.first_unread else ""
        parts.append(plural(file.unread_lines, "line") + " not read" + first)
    if file.captured_at:
        parts.append(f"captured {clean(file.captured_at)}")
    return [(f"  {', '.join(parts)}", "dim")]


def _write_rules(sheet: Sheet, report: Report) -> None:
    sheet.blank()
    sheet.paragraph([("Rules", "head")])
    for rule in report.rules:
        outcome = rule_outcome(rule)
        style = {"evaluated": "good", "not applicable": "dim", "error": "error"}.get(outcome, "warning")
        counts = [
            plural(count, word, word)
            for count, word in (
                (rule.passed, "passed"),
                (rule.failed, "failed"),
                (rule.silenced, "caused by another finding"),
                (rule.outside, "out of scope"),
                (rule.not_evaluated, "without data"),
            )
            if count
        ]
        sheet.paragraph([(f"{outcome}: " if counts else outcome, style), (", ".join(counts), "")],
                        [(f"  {clean(rule.rule)}", "head")], indent=11)  # fmt: skip
        for missing in rule.missing:
            example = f", for example {clean(missing.example)}" if missing.example else ""
            text = f"{gap_text(missing)} for {plural(missing.objects, 'object')}{example}"
            sheet.paragraph([(text, "dim")], indent=13)
        if rule.error:
            sheet.paragraph([(clean(rule.error), "error")], indent=13)


def _write_missing(sheet: Sheet, report: Report) -> None:
    if not report.missing_exports:
        return
    sheet.blank()
    sheet.paragraph([("Exports that would help", "head")])
    for export in report.missing_exports:
        enabled = f"{_rules(len(export.rules))} on {plural(export.objects, 'object')}"
        sheet.paragraph(
            [(clean(export.command), "command"), (f"  {enabled}: {', '.join(export.rules)}", "dim")],
            [(f"  {clean(export.owner)}", "head")],
            indent=14,
        )
