"""After the rules have spoken: which findings are hidden, and what became of suppressions and baseline."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from checker.engine import baseline, suppressions
from checker.engine.config_find import shown_name
from checker.engine.finding import Report
from checker.engine.hidden import Suppression
from checker.engine.parameters import Settings
from checker.engine.rule import Rule


def with_suppressions(
    settings: Settings, given: Sequence[Suppression], rules: Sequence[Rule], moment: datetime
) -> Settings:
    """Return settings in which the suppressions hold that are valid at a moment (UTC)."""
    return replace(settings, suppressions=suppressions.in_force(given, rules, moment)) if given else settings


def settle(report: Report, given: Sequence[Suppression], rules: Sequence[Rule], moment: datetime) -> Report:
    """Return the report with the findings hidden that are named one by one, and with what became of each suppression.

    Raises:
        ConfigError: a suppression names a finding of a rule that can't be suppressed.
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
    """Return the report with the findings hidden that a baseline knows; arguments as of :func:`baseline.apply`.

    Raises:
        UsageError: the baseline is missing or wrong.
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
