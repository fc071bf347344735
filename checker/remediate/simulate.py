"""Simulate a plan on the model: the findings that it removes, those that stay, and those that it adds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.audit.session import Session
from checker.errors import RuleError
from checker.facts.resolve import overlay
from checker.remediate.model import FindingRef, Plan
from checker.remediate.run import PlannedFix, plan_of
from checker.rules.evaluate.finding import Finding, Report, RuleCoverage

if TYPE_CHECKING:
    from checker.facts.store.store import Store

Effect = Mapping[str, Any]


@dataclass(frozen=True)
class Simulation:
    """Outcome of the findings.

    ``fixed`` and ``staying`` are findings that scripts cover; ``new`` are findings that did not exist before.
    ``unknown`` can no longer be evaluated, so they may or may not be fixed. ``not_shown`` are findings whose commands
    change something that the model does not contain.
    """

    fixed: tuple[Finding, ...]
    staying: tuple[Finding, ...]
    new: tuple[Finding, ...]
    unknown: tuple[Finding, ...]
    not_shown: tuple[FindingRef, ...]

    @property
    def good(self) -> bool:
        """Whether everything the model can show is fixed, and no finding is new."""
        return not (self.staying or self.new or self.unknown)


def simulate(
    san: Session, accepted: Sequence[str] = (), *, vcenter: bool = False, custom_commands: bool = False
) -> tuple[PlannedFix, Simulation]:
    """Make a plan, apply the effects of its commands to the model, and audit the result.

    Raises:
        UsageError, NothingReadError: as :func:`checker.remediate.run.plan_of` does.
    """
    planned = plan_of(san, accepted, vcenter=vcenter, custom_commands=custom_commands)
    failed = lay_over(san.change_model(), list(effects(planned.plan)))
    return planned, compare(planned.plan, planned.report, san.check(), failed)


def effects(plan: Plan) -> Iterator[Effect]:
    """Yield every change that the plan's commands make to the model, each once."""
    seen: set[str] = set()
    for script in plan.scripts:
        for command in script.commands:
            for effect in command.effect:
                key = json.dumps(effect, sort_keys=True, default=str)
                if key not in seen:
                    seen.add(key)
                    yield effect


def lay_over(store: Store, changes: Sequence[Effect]) -> frozenset[str]:
    """Change the entities of a store and rebuild its topology; return the changes that matched nothing."""
    from checker.topology.derive.topology import build_topology

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
    # An object that is already absent needs no removal, and one that already exists needs no second entry.
    if action != "set":
        kind = overlay.kind_of(action, what)
        if overlay.matches(store, kind, what[kind]) == (action == "add"):
            return
    overlay.apply(store, action, what)


def compare(plan: Plan, before: Report, after: Report, failed: frozenset[str] = frozenset()) -> Simulation:
    """Return the outcome of the findings that the plan's scripts cover, object by object."""
    shown = set(_shown_by_model(plan, failed))
    known, left = _keys(before), _keys(after)
    darker = _less_known(before, after, known - left)
    fixed: list[Finding] = []
    staying: list[Finding] = []
    unknown: list[Finding] = []
    for finding in before.findings:
        if finding.fingerprint in shown:
            stays = any(key in left for key in _keys_of(finding))
            (staying if stays else unknown if finding.rule in darker else fixed).append(finding)
    new = tuple(
        finding
        for finding in after.findings
        if finding.state == "fail" and any(key not in known for key in _keys_of(finding))
    )
    missing = tuple(ref for print_, ref in plan.scripted.items() if print_ not in shown)
    return Simulation(tuple(fixed), tuple(staying), new, tuple(unknown), missing)


def _shown_by_model(plan: Plan, failed: frozenset[str]) -> Iterator[str]:
    """Yield the findings for which the effect of every fixing command could be applied to the model."""
    laid: dict[str, list[str]] = {}
    for script in plan.scripts:
        for command in script.commands:
            keys = [json.dumps(effect, sort_keys=True, default=str) for effect in command.effect]
            for ref in command.fixes:
                laid.setdefault(ref.fingerprint, []).extend(keys)
    yield from (fingerprint for fingerprint, keys in laid.items() if keys and not failed.intersection(keys))


def _less_known(before: Report, after: Report, gone: set[tuple[str, str]]) -> set[str]:
    """Return the rules with more unevaluated objects whose passes did not rise by as many as findings disappeared."""
    old = {rule.rule: rule for rule in before.rules}
    found: set[str] = set()
    for rule in after.rules:
        was = old.get(rule.rule, RuleCoverage(rule.rule))
        gone_of_rule = sum(one == rule.rule for one, _ in gone)
        passing = rule.passed - was.passed
        fine = passing + rule.outside - was.outside + rule.silenced - was.silenced
        if rule.error or (rule.not_evaluated > was.not_evaluated and max(passing, fine) < gone_of_rule):
            found.add(rule.rule)
    return found


def _keys(report: Report) -> set[tuple[str, str]]:
    return {key for finding in report.findings for key in _keys_of(finding)}


def _keys_of(finding: Finding) -> list[tuple[str, str]]:
    return [(finding.rule, json.dumps(dict(one), sort_keys=True, default=str)) for one in finding.objects]
