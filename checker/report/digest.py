"""Count what an audit checked and what it could not check, once for all formats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from checker.rules.evaluate.finding import FileCoverage, Finding, Report, RuleCoverage

Verdict = Literal["findings", "clean", "incomplete", "nothing"]
RuleOutcome = Literal["evaluated", "partly evaluated", "not evaluated", "not applicable", "error"]

INVENTORY = "sanlint-inventory"
"""The format of YAML inventories, which state what is planned and have no time."""
_STOPPED = ("reading stopped", "the text ends inside")


def shown_findings(report: Report) -> list[Finding]:
    """Return all findings that are not hidden, in the report's order."""
    return [finding for finding in report.findings if finding.state != "suppressed"]


def hidden_findings(report: Report) -> list[Finding]:
    """Return the findings hidden by a suppression or the baseline, in the report's order."""
    return [finding for finding in report.findings if finding.state == "suppressed"]


def rule_outcome(coverage: RuleCoverage) -> RuleOutcome:
    """Summarise the outcome of a rule over all objects."""
    if coverage.error is not None:
        return "error"
    checked = coverage.evaluated + coverage.silenced
    if coverage.not_evaluated:
        return "partly evaluated" if checked else "not evaluated"
    return "evaluated" if checked else "not applicable"


def is_partly_read(file: FileCoverage) -> bool:
    """Return whether a recognised export contains something that was not read."""
    return (
        file.format is not None
        and not file.ignored
        and (file.unread_lines > 0 or file.incomplete or any(text.startswith(_STOPPED) for _line, text in file.notes))
    )


def is_unread_part(file: FileCoverage, known: Collection[str]) -> bool:
    """Return whether this is a part without a known format of a file that also contains exports (``known``)."""
    return file.format is None and not file.ignored and file_name(file) in known


def trouble(file: FileCoverage) -> tuple[int | None, str]:
    """Return line and reason why a file was not fully read: where reading stopped, else the first note."""
    notes = sorted(file.notes, key=lambda note: not note[1].startswith(_STOPPED))
    if notes and file.format is None:
        return None, notes[0][1]
    return notes[0] if notes else (file.first_unread, "")


def file_name(file: FileCoverage) -> str:
    """Return the path as the user gave it; the path inside an archive follows an exclamation mark."""
    return file.path + (f"!{file.member}" if file.member else "")


@dataclass(frozen=True)
class Digest:
    """Counts of a report; every name is listed once, in the report's order."""

    files: int
    exports: int
    unrecognised: tuple[str, ...]
    partly_read: tuple[str, ...]
    ignored: tuple[str, ...]
    checks: int
    not_evaluated: int
    outcomes: dict[RuleOutcome, tuple[str, ...]]
    verdict: Verdict

    @property
    def unevaluated_rules(self) -> tuple[str, ...]:
        """Rules without a verdict on some or all objects, and rules that failed with an error."""
        return tuple(
            sorted(self.outcomes["partly evaluated"] + self.outcomes["not evaluated"] + self.outcomes["error"]),
        )


def digest(report: Report) -> Digest:
    """Count the files and rules of a report by outcome."""
    read = [file for file in report.files if file.format is not None and not file.ignored]
    known = {file_name(file) for file in read}
    unrecognised = _names(
        [file for file in report.files if file.format is None and not file.ignored and file_name(file) not in known]
    )
    partly = _names([file for file in report.files if is_partly_read(file) or is_unread_part(file, known)])
    outcomes: dict[RuleOutcome, tuple[str, ...]] = {
        outcome: tuple(rule.rule for rule in report.rules if rule_outcome(rule) == outcome)
        for outcome in ("evaluated", "partly evaluated", "not evaluated", "not applicable", "error")
    }
    checks = sum(rule.evaluated + rule.silenced for rule in report.rules)
    open_ends = bool(
        outcomes["partly evaluated"]
        or outcomes["not evaluated"]
        or outcomes["error"]
        or unrecognised
        or partly
        or report.errors
    )
    verdict: Verdict = "clean"
    if shown_findings(report):
        verdict = "findings"
    elif not checks:
        verdict = "nothing"
    elif open_ends:
        verdict = "incomplete"
    return Digest(
        files=len(_names(read)),
        exports=len(read),
        unrecognised=unrecognised,
        partly_read=partly,
        ignored=_names([file for file in report.files if file.ignored]),
        checks=checks,
        not_evaluated=sum(rule.not_evaluated for rule in report.rules),
        outcomes=outcomes,
        verdict=verdict,
    )


def _names(files: list[FileCoverage]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(file_name(file) for file in files))
