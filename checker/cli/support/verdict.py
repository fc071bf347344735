"""The exit code of an audit (cli.md, "Exit codes")."""

from __future__ import annotations

from collections.abc import Sequence

from checker.cli.support.run import highest
from checker.errors import InternalError, NothingReadError, UsageError
from checker.report.digest import digest, shown_findings
from checker.report.text.words import plural, shortened
from checker.rules.book.rule import SEVERITIES
from checker.rules.config.model import FailOn
from checker.rules.evaluate.finding import Report
from checker.system.space import full, is_full_message

FINDINGS = 1
_NAMED = 10
DEFAULT_FAIL_ON: FailOn = "warning"


def exit_code(
    report: Report,
    fail_on: FailOn = DEFAULT_FAIL_ON,
    *,
    strict: bool = False,
    exit_zero: bool = False,
    require: Sequence[str] = (),
    may_be_empty: bool = False,
) -> tuple[int, list[str]]:
    """Return the exit code, and a sentence for each reason that the report itself does not state.

    ``may_be_empty``: an input without any export is not an error; one whose exports contain nothing usable is.
    """
    codes = [0]
    reasons = []
    found = digest(report)
    notes = [text for file in report.files for _, text in file.notes]
    errors = [*report.errors, *(rule.error for rule in report.rules if rule.error)]
    if any(map(is_full_message, (*errors, *notes))):
        codes.append(UsageError.exit_code)
        reasons.append(f"{full()}; the report has only what was possible without it")
    if not all(map(is_full_message, errors)):
        codes.append(InternalError.exit_code)
        reasons.append("internal errors: see the report; its other results are valid")
    recognised = [file for file in report.files if file.format is not None and not file.ignored]
    if may_be_empty and not recognised:
        reasons.append("no exports found: nothing was checked")
    elif not any(file.records for file in recognised):
        codes.append(NothingReadError.exit_code)
        reasons.append(
            "nothing usable was read: sanlint formats lists the supported formats, --coverage shows each file"
        )
    elif found.verdict == "nothing" and (found.not_evaluated or not any(rule.outside for rule in report.rules)):
        codes.append(NothingReadError.exit_code)
        reasons.append("nothing could be checked: no rule produced a result; --coverage shows why")
    for rule in require:
        if (problem := _not_evaluated(report, rule)) is not None:
            codes.append(NothingReadError.exit_code)
            reasons.append(f"required rule {rule} {problem}")
    if strict and (found.unrecognised or found.partly_read):
        codes.append(NothingReadError.exit_code)
        names = shortened((*found.unrecognised, *found.partly_read), _NAMED)
        reasons.append(f"--strict: not recognised or only partly read: {names}")
    if not exit_zero and fail_on != "never":
        failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
        codes += [FINDINGS for finding in shown_findings(report) if finding.severity in failing]
    return highest(codes), reasons


def _not_evaluated(report: Report, rule_id: str) -> str | None:
    """Return why a rule was not evaluated on all objects, or None if it was.

    Objects outside the rule's condition count as evaluated.
    """
    rule = next((rule for rule in report.rules if rule.rule == rule_id), None)
    if rule is None:
        return "is not selected"
    if rule.error is not None:
        return f"failed: {rule.error}"
    if rule.not_evaluated:
        facts = ", ".join(missing.fact for missing in rule.missing if not missing.known)
        return f"could not be evaluated on {plural(rule.not_evaluated, 'object')}" + (
            f": missing {facts}" if facts else ""
        )
    if not rule.evaluated + rule.silenced + rule.outside:
        return "does not apply to these exports"
    return None
