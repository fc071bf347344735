"""From paths to a plan: one audit, and a look at its machines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from checker.audit import AuditOptions, audit_and_look
from checker.engine.finding import Report
from checker.errors import NothingReadError, UsageError
from checker.fix.estate import Estate, estate_of
from checker.fix.model import Plan
from checker.fix.planner import make_plan
from checker.fix.render.base import Occasion
from checker.fix.render.checklist import files

SHORTEST = 6
"""Characters of a fingerprint that name a finding: fewer could be the beginning of another one too."""


@dataclass(frozen=True)
class Made:
    """A plan with the audit it is made of, and its files: name → (text, encoding, to be executable)."""

    plan: Plan
    report: Report
    estate: Estate
    files: dict[str, tuple[str, str, bool]]


def plan_of(
    paths: Sequence[str],
    options: AuditOptions | None = None,
    accepted: Collection[str] = (),
    *,
    vcenter: bool = False,
) -> Made:
    """Audit exports and plan how to mend the findings.

    Args:
        paths: files, folders and archives.
        options: as for an audit.
        accepted: rule ids and beginnings of fingerprints whose conditions somebody has made sure of.
        vcenter: write the scripts of ESXi hosts for PowerCLI.

    Raises:
        UsageError: the configuration is wrong, or nothing is known under an accepted word (exit code 2).
        NothingReadError: nothing usable was read (exit code 3).
    """
    report, estate = audit_and_look(paths, lambda store, _workload: estate_of(store), options)
    if not any(file.format and file.path != report.config for file in report.files):
        raise NothingReadError("nothing usable was read: sanlint formats lists what it reads")
    for word in accepted:
        if len(word) < SHORTEST:
            raise UsageError(f"--accept {word}: give a rule's id, or at least {SHORTEST} characters of a fingerprint")
        if not any(finding.rule == word or finding.fingerprint.startswith(word) for finding in report.findings):
            raise UsageError(f"--accept {word}: no finding has this rule, or a fingerprint that begins so")
    plan = make_plan(report.findings, estate, accepted, vcenter=vcenter)
    return Made(plan, report, estate, files(plan, Occasion.of(report, paths, len(plan.scripts), estate)))
