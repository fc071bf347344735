"""The end of every report for people: what was looked at, what could not be, and which export would help."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from checker.engine.finding import FileCoverage, Report
from checker.report.digest import Digest, digest, file_name, is_partly_read, rule_outcome, shown_findings, trouble
from checker.report.hidden import config_text, hidden_lines
from checker.report.words import clean, plural, severity_counts, shortened

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.report.sheet import Sheet

_NAMED = 3
_REASON = 100
_LABEL = 12


def verdict_text(report: Report) -> str:
    """Return the one sentence a report ends with. Nothing that was not looked at is ever called good."""
    found = digest(report)
    shown = shown_findings(report)
    hidden = len(report.findings) - len(shown)
    suffix = f" ({hidden:,} more hidden)" if hidden else ""
    open_ends = _open_ends(report, found)
    if found.verdict == "findings":
        counted = f"{plural(len(shown), 'finding')}: {severity_counts(shown)}{suffix}."
        return f"{counted} Not everything could be looked at." if open_ends else counted
    if found.verdict == "nothing":
        return f"Nothing could be checked: {_nothing_reason(report, found)}.{suffix}"
    if found.verdict == "incomplete":
        return f"No findings{suffix}, but not everything could be looked at: {open_ends}."
    return f"No findings{suffix}: {plural(found.checks, 'check')} by {_rules(len(found.outcomes['evaluated']))}."


def _nothing_reason(report: Report, found: Digest) -> str:
    if not found.files:
        return "no file was recognised" if found.unrecognised else "no file was read"
    if not report.rules:
        return "no rule ran"
    if len(found.outcomes["error"]) == len(report.rules):
        return "every rule broke"
    if found.not_evaluated:
        return "every rule lacked facts"
    if any(rule.outside for rule in report.rules):
        return "no selected rule concerns what is in the exports"
    return "the exports hold nothing that a rule could judge"


def _rules(count: int) -> str:
    return plural(count, "rule")


def _open_ends(report: Report, found: Digest) -> str:
    parts = []
    if found.unevaluated_rules:
        parts.append(f"{_rules(len(found.unevaluated_rules))} could not be fully evaluated")
    if found.unrecognised:
        parts.append(f"{plural(len(found.unrecognised), 'file')} not recognised")
    if found.partly_read:
        parts.append(f"{plural(len(found.partly_read), 'file')} read only in part")
    if report.errors and not found.outcomes["error"]:
        parts.append(plural(len(report.errors), "internal error"))
    return "; ".join(parts)


def coverage_lines(report: Report) -> list[tuple[str, str]]:
    """Return coverage in a few labelled lines: read, evaluated, missing, and whatever went wrong."""
    found = digest(report)
    lines = [("Read", _read_text(report, found)), ("Evaluated", _evaluated_text(report, found))]
    if report.missing_exports:
        first = report.missing_exports[0]
        more = len(report.missing_exports) - 1
        text = (
            # Either of several commands would do; each is one to copy.
            f"{clean(first.owner)}: `{clean(first.command).replace(' or ', '` or `')}` would serve {_rules(len(first.rules))} "
            f"on {plural(first.objects, 'object')}"
        )
        lines.append(("Missing", f"{text}; {plural(more, 'more export')} with --coverage" if more else text))
    lines += [("Owners", told)] if (told := _owners_text(report)) else []
    lines += [("As of", clean(report.as_of))] if report.as_of_given else []
    lines += [("Config", config_text(report))] if report.config is not None else []
    lines += hidden_lines(report)
    lines += [("Note", clean(notice)) for notice in report.notices]
    lines += [("Error", clean(error)) for error in report.errors]
    return lines


def _owners_text(report: Report) -> str:
    """Say which findings rest on exports whose owner only the path told: a wrong folder name makes them wrong."""
    # An inventory names its hosts and switches itself.
    told = [file for file in report.files if file.format not in (None, "sanlint-inventory")]
    guessed = {(file.path, file.member) for file in told if file.owner_basis == "path"}
    named = {(file.path, file.member) for file in told if file.owner_basis != "path"}
    guessed -= named
    weaker: dict[str, int] = {}
    for finding in shown_findings(report):
        places = [place for place in (finding.location, *finding.related) if place is not None]
        if any((place.file, place.member) in guessed for place in places):
            weaker[finding.rule] = weaker.get(finding.rule, 0) + 1
    if not weaker:
        return ""
    rules = [rule if count == 1 else f"{rule} ({count:,})" for rule, count in sorted(weaker.items())]
    files = plural(len(guessed), "file")
    return f"of {files} told by folder or file names only; findings weaker for it: {shortened(rules, 2 * _NAMED)}"


def _read_text(report: Report, found: Digest) -> str:
    text = f"{plural(found.exports, 'export')} in {plural(found.files, 'file')}"
    seen = [f"{count:,} {_counted(name, count)}" for name, count in report.counts.items() if count]
    if seen:
        text += f": {', '.join(seen)}"
    if found.partly_read:
        text += f"; read only in part: {_troubles(report, found.partly_read)}"
    if found.unrecognised:
        text += f"; {len(found.unrecognised):,} not recognised: {_unrecognised(report, found.unrecognised)}"
    if found.ignored:
        text += f"; {len(found.ignored):,} ignored: {shortened([clean(name) for name in found.ignored], _NAMED)}"
    return text


def _unrecognised(report: Report, names: tuple[str, ...]) -> str:
    """Name the files that nobody recognised; many of them are counted by suffix, all but those with a reason of their own."""
    if len(names) <= _NAMED:
        return _troubles(report, names)
    reasons = {file_name(file): bool(file.notes) for file in report.files}
    broken = tuple(name for name in names if reasons.get(name))
    suffixes = Counter(PurePosixPath(name).suffix for name in names if not reasons.get(name))
    counted = [f"{count:,} {clean(suffix) or 'without a suffix'}" for suffix, count in suffixes.most_common()]
    parts = [_troubles(report, broken)] if broken else []
    parts += [shortened(counted, 2 * _NAMED)] if counted else []
    return "; ".join(parts) + " (--coverage names them)"


def _troubles(report: Report, names: tuple[str, ...]) -> str:
    """Name files with the place and the reason why they could not be read, or not in full."""
    told = []
    for name in names[:_NAMED]:
        files = [file for file in report.files if file_name(file) == name]
        line, why = trouble(next((file for file in files if is_partly_read(file)), files[0]))
        place = clean(name) + (f":{line}" if line else "")
        told.append(place + (f" ({_brief(clean(why))})" if why else ""))
    return shortened([*told, *names[_NAMED:]], _NAMED)


def _brief(text: str) -> str:
    return text if len(text) <= _REASON else text[: _REASON - 1].rstrip() + "…"


def _counted(name: str, count: int) -> str:
    """Return ``switch`` for one of ``switches``: the report counts things by their plural names."""
    words = clean(name.replace("_", " "))
    if count != 1:
        return words
    return words.removesuffix("es") if words.endswith("ches") else words.removesuffix("s")


def _evaluated_text(report: Report, found: Digest) -> str:
    outcomes = found.outcomes
    looked = len(outcomes["evaluated"]) + len(outcomes["partly"])
    total = max(report.selected_rules, len(report.rules))
    parts = [f"{looked:,} of {plural(total, 'rule')} ({plural(found.checks, 'check')})"]
    if found.not_evaluated:
        parts.append(
            f"{plural(found.not_evaluated, 'check')} by {_rules(len(outcomes['partly'] + outcomes['not evaluated']))} "
            "lacked facts"
        )
    if outcomes["nothing to look at"]:
        parts.append(f"{_rules(len(outcomes['nothing to look at']))} found nothing to look at")
    if outcomes["error"]:
        parts.append(f"{_rules(len(outcomes['error']))} broke")
    return "; ".join(parts)


def write_coverage(sheet: Sheet, report: Report, presentation: Presentation) -> None:
    """Write coverage: in full if asked for, else in a few lines."""
    if presentation.coverage:
        _write_files(sheet, report)
        _write_rules(sheet, report)
        _write_missing(sheet, report)
    sheet.blank()
    for label, text in coverage_lines(report):
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
    return ("read in part", "warning") if is_partly_read(file) else ("read", "good")


def _file_details(file: FileCoverage) -> list[tuple[str, str]]:
    if file.format is None:
        return []
    parts = [clean(file.format)]
    if file.owner:
        parts.append(f"of {clean(file.owner)}" + (f" (by {clean(file.owner_basis)})" if file.owner_basis else ""))
    parts.append(plural(file.records, "record"))
    if file.first_line > 1:
        parts.append(f"from line {file.first_line}")
    if file.unread_lines:
        first = f" (the first is line {file.first_unread})" if file.first_unread else ""
        parts.append(plural(file.unread_lines, "line") + " not read" + first)
    if file.captured_at:
        parts.append(f"captured {clean(file.captured_at)}")
    return [(f"  {', '.join(parts)}", "dim")]


def _write_rules(sheet: Sheet, report: Report) -> None:
    sheet.blank()
    sheet.paragraph([("Rules", "head")])
    for rule in report.rules:
        outcome = rule_outcome(rule)
        style = {"evaluated": "good", "nothing to look at": "dim", "error": "error"}.get(outcome, "warning")
        counts = [
            plural(count, word, word)
            for count, word in (
                (rule.passed, "passed"),
                (rule.failed, "failed"),
                (rule.silenced, "silenced by another rule"),
                (rule.outside, "outside its condition"),
                (rule.not_evaluated, "lacked facts"),
            )
            if count
        ]
        sheet.paragraph([(f"{outcome}: " if counts else outcome, style), (", ".join(counts), "")],
                        [(f"  {clean(rule.rule)}", "head")], indent=11)  # fmt: skip
        for missing in rule.missing:
            example = f", such as {clean(missing.example)}" if missing.example else ""
            text = f"needs {clean(missing.fact)} for {plural(missing.objects, 'object')}{example}"
            sheet.paragraph([(text, "dim")], indent=13)
        if rule.error:
            sheet.paragraph([(clean(rule.error), "error")], indent=13)


def _write_missing(sheet: Sheet, report: Report) -> None:
    if not report.missing_exports:
        return
    sheet.blank()
    sheet.paragraph([("Exports that would help", "head")])
    for export in report.missing_exports:
        served = f"{_rules(len(export.rules))} on {plural(export.objects, 'object')}"
        sheet.paragraph(
            [(clean(export.command), "command"), (f"  {served}: {', '.join(export.rules)}", "dim")],
            [(f"  {clean(export.owner)}", "head")],
            indent=14,
        )
