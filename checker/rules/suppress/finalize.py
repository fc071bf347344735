"""Finalize a report: hide findings by suppression or baseline, and record which of these were used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from checker.rules.book.rule import Rule
from checker.rules.config.find import shown_name
from checker.rules.config.parameters import Settings
from checker.rules.evaluate.finding import Report
from checker.rules.suppress import baseline, suppressions
from checker.rules.suppress.model import Suppression


def with_suppressions(
    settings: Settings, given: Sequence[Suppression], rules: Sequence[Rule], moment: datetime
) -> Settings:
    """Return settings with the suppressions that are active at a point in time (UTC)."""
    return replace(settings, suppressions=suppressions.in_force(given, rules, moment)) if given else settings


def finalize(report: Report, given: Sequence[Suppression], rules: Sequence[Rule], moment: datetime) -> Report:
    """Return the report with individually suppressed findings hidden, and with the use of each suppression.

    Raises:
        ConfigError: a suppression names a finding of a rule that cannot be suppressed.
    """
    if not given:
        return report
    by_id = {rule.id: rule for rule in rules}
    findings = suppressions.hide_named(report.findings, given, by_id, moment)
    used = suppressions.uses(given, findings, by_id, report.rules, moment)
    return replace(
        report,
        findings=findings,
        suppressions=used,
        notices=(*report.notices, *suppressions.notices(used)),
    )


def with_baseline(
    report: Report,
    path: Path,
    rules: Sequence[Rule],
    *,
    existing: Collection[str],
    present: Callable[[str], Collection[str]],
) -> Report:
    """Return the report with the findings of a baseline hidden; for the arguments see :func:`baseline.apply`.

    Raises:
        UsageError: the baseline is missing or invalid.
    """
    fixed = {rule.id for rule in rules if not rule.suppressible}
    findings, use = baseline.apply(
        report.findings,
        baseline.read_baseline(path),
        shown_name(path, Path.cwd()),
        suppressible=lambda rule: rule not in fixed,
        coverage=report.rules,
        existing=existing,
        present=present,
    )
    return replace(report, findings=findings, baseline=use)
