"""The exit code of an audit (cli.md, "Exit codes")."""

from __future__ import annotations

from collections.abc import Sequence

from checker.cli.run import highest
from checker.engine.config import FailOn
from checker.engine.finding import Report
from checker.engine.rule import SEVERITIES
from checker.errors import InternalError, NothingReadError
from checker.report.digest import digest, shown_findings
from checker.report.words import shortened

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
) -> tuple[int, list[str]]:
    """Return the exit code, and a sentence for each reason that the report itself doesn't end with."""
    codes = [0]
    reasons = []
    found = digest(report)
    if report.errors or found.outcomes["error"]:
        codes.append(InternalError.exit_code)
        reasons.append("internal errors: see the report; the rest of it stands")
    if not any(file.format is not None and not file.ignored and file.records for file in report.files):
        codes.append(NothingReadError.exit_code)
        reasons.append(
            "nothing usable was read: sanlint formats lists what it reads, --coverage what became of each file"
        )
    elif found.verdict == "nothing" and (found.not_evaluated or not any(rule.outside for rule in report.rules)):
        codes.append(NothingReadError.exit_code)
        reasons.append(
            "nothing could be checked: no rule came to a verdict on anything; --coverage shows what is missing"
        )
    for rule in require:
        if (problem := _not_evaluated(report, rule)) is not None:
            codes.append(NothingReadError.exit_code)
            reasons.append(f"required rule {rule} {problem}")
    if strict and (found.unrecognised or found.partly_read):
        codes.append(NothingReadError.exit_code)
        names = shortened((*found.unrecognised, *found.partly_read), _NAMED)
        reasons.append(f"--strict: not recognised or read only in part: {names}")
    if not exit_zero and fail_on != "never":
        failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
        codes += [FINDINGS for finding in shown_findings(report) if finding.severity in failing]
    return highest(codes), reasons


def _not_evaluated(report: Report, rule_id: str) -> str | None:
    """Say why a rule did not come to a verdict on everything, or None if it did.

    Objects outside a rule's condition are a verdict: the rule knows that it has nothing to say.
    """
    rule = next((rule for rule in report.rules if rule.rule == rule_id), None)
    if rule is None:
        return "is not among the selected rules"
    if rule.error is not None:
        return f"broke: {rule.error}"
    if rule.not_evaluated:
        facts = ", ".join(missing.fact for missing in rule.missing)
        return f"could not be evaluated on {rule.not_evaluated:,} objects" + (f": missing {facts}" if facts else "")
    if not rule.evaluated + rule.silenced + rule.outside:
        return "found nothing to look at"
    return None
