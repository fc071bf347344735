"""Run the examples of rules: each with all rules on, and only the rules that it declares may fire."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from checker.audit.check import views_of
from checker.prove.derived import Changed
from checker.prove.state import State
from checker.rules.book.rule import Rule
from checker.rules.config.parameters import Settings
from checker.rules.evaluate.evaluate import Evaluation, evaluate
from checker.rules.evaluate.finding import Finding
from checker.views.catalog import views

AS_OF = datetime(2026, 6, 1, tzinfo=UTC)
"""The time of the audit for examples without one; results must not depend on the day the tests run."""

_GAP = re.compile(r"\bunknown\b|\bnone\b|\bnull\b| [,;.](?= |$)|\(\)")


@dataclass
class Outcome:
    """The problems in the examples of one rule; empty lists mean success."""

    rule: str
    examples: int = 0
    problems: list[str] = field(default_factory=list)
    mutants: int = 0
    survivors: list[str] = field(default_factory=list)
    hidden: int = 0
    kinds: dict[str, int] = field(default_factory=dict)


def settings_of(rule: Rule, example: Mapping[str, Any]) -> Settings:
    """Return the parameter values that an example sets; a bare name is the rule's own parameter."""
    given = example.get("params", {})
    return Settings(parameters={name if "." in name else f"{rule.id}.{name}": value for name, value in given.items()})


def as_of(example: Mapping[str, Any]) -> datetime:
    """Return the time of the audit that an example states, or the common default."""
    if "as_of" not in example:
        return AS_OF
    moment = datetime.fromisoformat(str(example["as_of"]).replace("Z", "+00:00"))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def audit_example(
    state: State, changed: Changed, rules: Sequence[Rule], rule: Rule, example: Mapping[str, Any]
) -> Evaluation:
    """Evaluate on the current state every rule whose result can differ from the clean state.

    These are all rules, unless the state has no findings before the change (:func:`record_baseline`): then only rules
    over views that differ, rules whose parameters the example sets, and the rule itself. Experimental rules run only
    if they are the rule itself.
    """
    chosen = [one for one in rules if one.id == rule.id or not (one.experimental or one.replaced_by)]
    if state.clean and "as_of" not in example:
        given = {name.partition(".")[0] for name in example.get("params", {})}
        chosen = [one for one in chosen if one.id in (rule.id, *given) or changed.keys() & views_of([one])]
    return evaluate(state.store.connection, chosen, views(), settings_of(rule, example), as_of=as_of(example))


def record_baseline(state: State, rules: Sequence[Rule]) -> None:
    """Record, once and before any change, whether no rule fires on a state."""
    if state.clean is None:
        running = [rule for rule in rules if not (rule.experimental or rule.replaced_by)]
        evaluation = evaluate(state.store.connection, running, views(), Settings(), as_of=AS_OF)
        state.clean = not evaluation.findings and not evaluation.errors


def problems_of(rule: Rule, example: Mapping[str, Any], evaluation: Evaluation, *, alone: bool = False) -> list[str]:
    """Return the problems in the outcome of one example; with ``alone`` only the rule itself is checked."""
    problems = [f"error: {error}" for error in evaluation.errors]
    own = [finding for finding in evaluation.findings if finding.rule == rule.id]
    others = set() if alone else {finding.rule for finding in evaluation.findings} - {rule.id}
    declared = set() if alone else set(example.get("also", ()))
    problems += [
        f"{other} also fires, but is not listed in also: {_shown(evaluation, other)}"
        for other in sorted(others - declared)
    ]
    problems += [f"{other} is listed in also, but does not fire" for other in sorted(declared - others)]
    coverage = next(one for one in evaluation.rules if one.rule == rule.id)
    if "finds" in example:
        problems += _compare(example["finds"], own)
        problems += [
            f"the message contains an empty or unknown value: {one.message}" for one in own if _has_gap(rule, one)
        ]
    else:
        problems += [f"must not fire, but does: {finding.message}" for finding in own]
    if example.get("silent"):
        if coverage.not_evaluated:
            missing = ", ".join(fact.fact for fact in coverage.missing)
            problems.append(f"is silent only because {coverage.not_evaluated} objects were not evaluated: {missing}")
        elif not (coverage.passed or coverage.outside or coverage.silenced):
            problems.append("is silent only because there is no object to check")
    if example.get("not_evaluated") and not coverage.not_evaluated:
        problems.append(
            f"must be not_evaluated; passed {coverage.passed}, failed {coverage.failed}, outside {coverage.outside}"
        )
    return problems


def _has_gap(rule: Rule, finding: Finding) -> bool:
    """Whether a message contains a word for a missing value that neither the rule's text nor an object contains."""
    stated = f"{rule.message} {dict(finding.object)} {dict(finding.evidence)}".lower()
    return any(word not in stated for word in _GAP.findall(finding.message.lower()))


def _shown(evaluation: Evaluation, rule: str) -> str:
    return next(finding.message for finding in evaluation.findings if finding.rule == rule)[:200]


def _compare(expected: Sequence[Mapping[str, Any]], own: Sequence[Finding]) -> list[str]:
    left = list(own)
    problems = []
    for expectation in expected:
        match = next((finding for finding in left if _matches(expectation, finding)), None)
        if match is None:
            seen = "; ".join(f"{dict(f.object)} {dict(f.evidence)} severity={f.severity}" for f in own) or "nothing"
            problems.append(f"expected a finding {dict(expectation)}; found {seen}"[:1500])
        else:
            left.remove(match)
    return problems + [f"unexpected finding: {finding.message}" for finding in left]


def _matches(expectation: Mapping[str, Any], finding: Finding) -> bool:
    return all(_has(finding, name, value) for name, value in expectation.items())


def _has(finding: Finding, name: str, value: Any) -> bool:
    if name in ("severity", "basis", "state", "message", "fix_summary"):
        return bool(getattr(finding, name) == value)
    if name == "objects" and isinstance(value, int):
        return len(finding.objects) == value
    sources: list[Mapping[str, Any]] = [finding.object, finding.evidence, *finding.objects]
    return any(_equal(source[name], value) for source in sources if name in source)


def _equal(found: Any, expectation: Any) -> bool:
    if isinstance(found, Mapping) and set(found) == {"lo", "hi"} and not isinstance(expectation, Mapping):
        return bool(found["lo"] == found["hi"] == expectation)
    if isinstance(expectation, list) and isinstance(found, (list, tuple)):
        return list(found) == list(expectation)
    return bool(found == expectation)
