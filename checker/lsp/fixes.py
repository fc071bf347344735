"""Quick fixes of findings in YAML inventories: what ``sanlint fix --write`` would write, and comments that suppress.

Both are worked out only when someone chooses them, because each takes as long as an audit.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.errors import UsageError
from checker.remediate.edit_entries import SUFFIXES

if TYPE_CHECKING:
    from checker.lsp.export import Audited
    from checker.remediate.model import Plan
    from checker.rules.evaluate.finding import Finding

_MOST_PLACES = 5
"""Lines at which a comment is tried; each try is an audit."""


def offered(finding: Finding) -> list[tuple[str, str]]:
    """Return what can be done about a finding in a YAML inventory: 'fix' or 'suppress', each with its title."""
    found = [("suppress", f"Suppress {finding.rule} here with a comment")]
    steps = [step for step in finding.fix if step.effect and not step.checklist]
    if steps:
        only_if = next((step.only_if for step in steps if step.only_if), "")
        condition = f", only if {only_if}" if only_if else ""
        found.insert(0, ("fix", f"Fix {finding.rule} in the inventory{condition}"))
    return found


def is_editable(file: str) -> bool:
    """Return whether the edits of this module are possible in a file: comments and layout are those of YAML."""
    return file.lower().endswith(SUFFIXES)


def fixed(audited: Audited, finding: Finding) -> Mapping[str, tuple[str, str]]:
    """Return the texts before and after fixing a finding of an audit, by file.

    Raises:
        UsageError: no inventory can be edited so that it is fixed; the message says why.
    """
    from checker.remediate.edit import edit
    from checker.remediate.planner import make_plan
    from checker.remediate.run import packs_of
    from checker.rules.change.machines import machines_of

    assert audited.report is not None
    with audited.session() as san:
        machines = machines_of(san.store)
        plan = make_plan(audited.report.findings, machines, [finding.fingerprint], packs=packs_of(san))
        edited = edit(san, _only(plan, finding.fingerprint))
    reason = next((why for ref, why in edited.left if ref.fingerprint == finding.fingerprint), None)
    if reason is None and not edited.texts:
        reason = next((task.note for task in plan.tasks if task.ref.fingerprint == finding.fingerprint), "")
    if reason is not None:
        raise UsageError(f"{finding.rule} {finding.fingerprint} was not fixed{' ' if reason else ''}{reason}")
    return edited.texts


def _only(plan: Plan, fingerprint: str) -> Plan:
    """Return the part of a plan that fixes one finding."""
    scripts = [
        replace(
            script,
            commands=[one for one in script.commands if any(ref.fingerprint == fingerprint for ref in one.fixes)],
        )
        for script in plan.scripts
    ]
    return replace(plan, scripts=scripts)


def suppressed(audited: Audited, finding: Finding, file: str, text: str) -> str:
    """Return the text of an inventory with a comment that suppresses a finding as soon as its reason is written.

    The comment goes above the innermost object of which the finding is hidden by it, which is found by trial.

    Args:
        audited: the audit that found it.
        finding: a finding in this file.
        file: its name in the audit.
        text: its text.

    Raises:
        UsageError: no comment in this file hides the finding.
    """
    assert finding.location is not None
    lines = text.splitlines(keepends=True)
    for number in _enclosing(lines, finding.location.line - 1):
        line = lines[number]
        head = f"{line[: len(line) - len(line.lstrip())]}# sanlint: ignore[{finding.rule}]:"
        end = "\r\n" if line.endswith("\r\n") else "\n"
        tried = "".join([*lines[:number], f"{head} tried{end}", *lines[number:]])
        if _hides(audited, finding, os.path.realpath(file), tried):
            return "".join([*lines[:number], f"{head} {end}", *lines[number:]])
    raise UsageError(f"{file}: no comment in this file suppresses {finding.rule}; sanlint suppress writes an entry")


def _hides(audited: Audited, finding: Finding, real_path: str, text: str) -> bool:
    try:
        with audited.session({real_path: text.encode()}) as san:
            report = san.check()
    except UsageError:
        return False
    return any(
        one.fingerprint == finding.fingerprint and one.suppression is not None and one.suppression.kind == "inventory"
        for one in report.findings
    )


def _enclosing(lines: list[str], number: int) -> Iterator[int]:
    """Yield a line and those that its block is nested in, innermost first."""
    indent: int | None = None
    found = 0
    for at in range(min(number, len(lines) - 1), -1, -1):
        stripped = lines[at].lstrip()
        depth = len(lines[at]) - len(stripped)
        if stripped and not stripped.startswith("#") and (indent is None or depth < indent):
            yield at
            indent = depth
            found += 1
            if found == _MOST_PLACES:
                return
