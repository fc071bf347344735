"""What a plan would do, shown on the model: the findings that go, those that stay, and those that come."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from checker.audit import AuditOptions, audit_and_look
from checker.engine.finding import Finding, Report, RuleCoverage
from checker.errors import RuleError
from checker.facts import overlay
from checker.fix.model import Mend, Plan
from checker.fix.run import Made, plan_of

if TYPE_CHECKING:
    from checker.facts.store import Store

Effect = Mapping[str, Any]


@dataclass(frozen=True)
class Simulation:
    """What became of the findings.

    ``mended`` and ``staying`` are findings that scripts are for; ``new`` are findings that were not there before.
    ``unknown`` can no longer be judged, so nobody can say that they are mended. ``not_shown`` are findings whose
    commands do something that the model doesn't hold.
    """

    mended: tuple[Finding, ...]
    staying: tuple[Finding, ...]
    new: tuple[Finding, ...]
    unknown: tuple[Finding, ...]
    not_shown: tuple[Mend, ...]

    @property
    def good(self) -> bool:
        """Whether everything that can be shown is mended, and nothing new comes."""
        return not (self.staying or self.new or self.unknown)


def simulate(
    paths: Sequence[str],
    options: AuditOptions | None = None,
    accepted: Sequence[str] = (),
    *,
    vcenter: bool = False,
) -> tuple[Made, Simulation]:
    """Plan, lay the effects of the plan's commands over the model, and audit that.

    Raises:
        UsageError, NothingReadError: as :func:`checker.fix.run.plan_of` does.
    """
    chosen = options or AuditOptions()
    made = plan_of(paths, chosen, accepted, vcenter=vcenter)
    # Both audits judge ages against one moment.
    moment = datetime.fromisoformat(made.report.as_of)
    chosen = replace(chosen, as_of=moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    after, failed = audit_and_look(paths, lambda store, _workload: lay_over(store, list(effects(made.plan))), chosen)
    return made, compare(made.plan, made.report, after, failed)


def effects(plan: Plan) -> Iterator[Effect]:
    """Every change that the plan's commands make to the model, each once."""
    seen: set[str] = set()
    for script in plan.scripts:
        for command in script.commands:
            for effect in command.effect:
                key = json.dumps(effect, sort_keys=True, default=str)
                if key not in seen:
                    seen.add(key)
                    yield effect


def lay_over(store: Store, changes: Sequence[Effect]) -> frozenset[str]:
    """Change the entities of a store and build its topology anew; return the changes that found nothing to change."""
    from checker.topology.build import build_topology

    failed: set[str] = set()
    for change in changes:
        for action, what in change.items():
            try:
                _lay(store, action, what)
            except RuleError:
                failed.add(json.dumps(change, sort_keys=True, default=str))
    if changes:
        build_topology(store)
    return frozenset(failed)


def _lay(store: Store, action: str, what: Mapping[str, Any]) -> None:
    # What is to go and isn't there is gone; what is to be added and is there need not come twice.
    if action != "set":
        kind = overlay.kind_of(action, what)
        if overlay.matches(store, kind, what[kind]) == (action == "add"):
            return
    overlay.apply(store, action, what)


def compare(plan: Plan, before: Report, after: Report, failed: frozenset[str] = frozenset()) -> Simulation:
    """Tell what became of the findings that the plan's scripts are for, object by object."""
    shown = set(_shown_by_model(plan, failed))
    known, left = _keys(before), _keys(after)
    darker = _less_known(before, after, known - left)
    mended: list[Finding] = []
    staying: list[Finding] = []
    unknown: list[Finding] = []
    for finding in before.findings:
        if finding.fingerprint in shown:
            stays = any(key in left for key in _keys_of(finding))
            (staying if stays else unknown if finding.rule in darker else mended).append(finding)
    new = tuple(
        finding
        for finding in after.findings
        if finding.state == "fail" and any(key not in known for key in _keys_of(finding))
    )
    missing = tuple(mend for print_, mend in plan.scripted.items() if print_ not in shown)
    return Simulation(tuple(mended), tuple(staying), new, tuple(unknown), missing)


def _shown_by_model(plan: Plan, failed: frozenset[str]) -> Iterator[str]:
    """The findings for which every command's effect, of those that mend them, could be laid over the model."""
    laid: dict[str, list[str]] = {}
    for script in plan.scripts:
        for command in script.commands:
            keys = [json.dumps(effect, sort_keys=True, default=str) for effect in command.effect]
            for mend in command.mends:
                laid.setdefault(mend.fingerprint, []).extend(keys)
    yield from (fingerprint for fingerprint, keys in laid.items() if keys and not failed.intersection(keys))


def _less_known(before: Report, after: Report, gone: set[tuple[str, str]]) -> set[str]:
    """The rules of which more objects can't be judged, and that don't pass as many more as findings went."""
    old = {rule.rule: rule for rule in before.rules}
    found: set[str] = set()
    for rule in after.rules:
        was = old.get(rule.rule, RuleCoverage(rule.rule))
        went = sum(one == rule.rule for one, _ in gone)
        passing = rule.passed - was.passed
        fine = passing + rule.outside - was.outside + rule.silenced - was.silenced
        if rule.error or (rule.not_evaluated > was.not_evaluated and max(passing, fine) < went):
            found.add(rule.rule)
    return found


def _keys(report: Report) -> set[tuple[str, str]]:
    return {key for finding in report.findings for key in _keys_of(finding)}


def _keys_of(finding: Finding) -> list[tuple[str, str]]:
    return [(finding.rule, json.dumps(dict(one), sort_keys=True, default=str)) for one in finding.objects]
