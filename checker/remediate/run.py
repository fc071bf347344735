"""Plan fixes for a set of exports: one audit, and its machines."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from checker.audit.session import Session
from checker.errors import UsageError
from checker.remediate.model import Plan
from checker.remediate.planner import make_plan
from checker.remediate.render.base import Occasion
from checker.remediate.render.checklist import files
from checker.rules.change.machines import Machines
from checker.rules.evaluate.finding import Report

SHORTEST = 6
"""Minimum length of a fingerprint prefix; a shorter one could match several findings."""


@dataclass(frozen=True)
class PlannedFix:
    """A plan with the audit it is based on, and its files: name → (text, encoding, executable)."""

    plan: Plan
    report: Report
    machines: Machines
    files: dict[str, tuple[str, str, bool]]


def plan_of(
    san: Session, accepted: Collection[str] = (), *, vcenter: bool = False, custom_commands: bool = False
) -> PlannedFix:
    """Audit exports and plan how to fix the findings.

    Args:
        san: the exports.
        accepted: rule ids and fingerprint prefixes whose conditions have been confirmed.
        vcenter: write the scripts for ESXi hosts in PowerCLI.
        custom_commands: put commands of rules that are not built in into the scripts; otherwise they are only listed.

    Raises:
        UsageError: the configuration is invalid, or an accepted word matches no finding (exit code 2).
        NothingReadError: nothing usable was read (exit code 3).
    """
    san.prepare()
    machines = san.machines()
    report = san.check()
    san.demand_read(declared=False)
    for word in accepted:
        if len(word) < SHORTEST:
            raise UsageError(f"--accept {word}: give a rule's id, or at least {SHORTEST} characters of a fingerprint")
        if not any(finding.rule == word or finding.fingerprint.startswith(word) for finding in report.findings):
            raise UsageError(f"--accept {word}: no finding has this rule or a fingerprint that begins like this")
    plan = make_plan(
        report.findings, machines, accepted, vcenter=vcenter, packs=packs_of(san), custom_commands=custom_commands
    )
    return PlannedFix(plan, report, machines, files(plan, Occasion.of(report, san.paths, len(plan.scripts), machines)))


def packs_of(san: Session) -> dict[str, str]:
    """Return the folder of each rule that is not built in."""
    return {rule_id: rule.file.partition("/")[0] for book in san.books[1:] for rule_id, rule in book.rules.items()}
