"""What an audit looked at and what it could not, counted once for all formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checker.engine.finding import FileCoverage, Finding, Report, RuleCoverage

Verdict = Literal["findings", "clean", "incomplete", "nothing"]
RuleOutcome = Literal["evaluated", "partly", "not evaluated", "nothing to look at", "error"]

_STOPPED = ("reading stopped", "the text ends inside")


def shown_findings(report: Report) -> list[Finding]:
    """The findings a report for people shows, in the report's order: all but the hidden ones."""
    return [finding for finding in report.findings if finding.state != "suppressed"]


def hidden_findings(report: Report) -> list[Finding]:
    """The findings that a person suppressed, or that the baseline knows, in the report's order."""
    return [finding for finding in report.findings if finding.state == "suppressed"]


def rule_outcome(coverage: RuleCoverage) -> RuleOutcome:
    """Say in one word how a rule went over all objects."""
    if coverage.error is not None:
        return "error"
    looked_at = coverage.evaluated + coverage.silenced
    if coverage.not_evaluated:
        return "partly" if looked_at else "not evaluated"
    return "evaluated" if looked_at else "nothing to look at"


def is_partly_read(file: FileCoverage) -> bool:
    """Tell whether a recognised export holds something that was not read."""
    return (
        file.format is not None
        and not file.ignored
        and (file.unread_lines > 0 or file.incomplete or any(text.startswith(_STOPPED) for _line, text in file.notes))
    )


def trouble(file: FileCoverage) -> tuple[int | None, str]:
    """Return line and words of what kept a file from being read in full: where reading stopped, else the first note."""
    notes = sorted(file.notes, key=lambda note: not note[1].startswith(_STOPPED))
    if notes and file.format is None:
        return None, notes[0][1]
    return notes[0] if notes else (file.first_unread, "")


def file_name(file: FileCoverage) -> str:
    """Return a file as the user named it, with the path inside an archive after an exclamation mark."""
    return file.path + (f"!{file.member}" if file.member else "")


@dataclass(frozen=True)
class Digest:
    """Counts over a report; every name is listed once, in the report's order."""

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
        """Rules that came to no verdict on some or all objects, or broke."""
        return tuple(
            sorted(self.outcomes["partly"] + self.outcomes["not evaluated"] + self.outcomes["error"]),
        )


def digest(report: Report) -> Digest:
    """Count what a report says about files and rules."""
    read = [file for file in report.files if file.format is not None and not file.ignored]
    unrecognised = _names([file for file in report.files if file.format is None and not file.ignored])
    partly = _names([file for file in report.files if is_partly_read(file)])
    outcomes: dict[RuleOutcome, tuple[str, ...]] = {
        outcome: tuple(rule.rule for rule in report.rules if rule_outcome(rule) == outcome)
        for outcome in ("evaluated", "partly", "not evaluated", "nothing to look at", "error")
    }
    checks = sum(rule.evaluated + rule.silenced for rule in report.rules)
    open_ends = bool(
        outcomes["partly"] or outcomes["not evaluated"] or outcomes["error"] or unrecognised or partly or report.errors
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
