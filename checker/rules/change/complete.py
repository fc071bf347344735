"""Complete the fix of a finding: all commands of one change or none, followed by what puts them into effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from checker.rules.change.activation import activation
from checker.rules.change.kind import kind_of
from checker.rules.change.switches import Switches
from checker.rules.change.system import depends_on_system, on_its_system
from checker.rules.evaluate.finding import Finding, FixStep


def completed(findings: Sequence[Finding], switches: Callable[[], Switches]) -> tuple[Finding, ...]:
    """Return the findings with complete fixes; ``switches`` is called only if a fix has steps."""
    if not any(finding.fix for finding in findings):
        return tuple(findings)
    known = switches()
    return tuple(replace(one, fix=complete(one.fix, known)) if one.fix else one for one in findings)


def complete(steps: Sequence[FixStep], switches: Switches) -> tuple[FixStep, ...]:
    """Return the steps of one finding by platform and machine, each once, followed by what puts them into effect.

    Objects that share a command, such as a line of a configuration file, need it once. Steps with a condition belong
    to one decision: if one of them cannot be a command, all of them are manual, because half of a change (a removal
    without what replaces it) may be worse than none.
    """
    places: dict[tuple[str, str], list[FixStep]] = {}
    for step in _once(steps):
        places.setdefault((step.platform, step.on), []).append(step)
    found: list[FixStep] = []
    for (platform, on), group in places.items():
        whole = _whole(group)
        found += whole
        closing = activation(platform, on, [step.run for step in whole if not step.checklist], switches)
        found += map(on_its_system, closing) if any(map(depends_on_system, whole)) else closing
    return tuple(found)


def _once(steps: Sequence[FixStep]) -> Iterable[FixStep]:
    found: dict[tuple[str, str, str, str], FixStep] = {}
    for step in steps:
        key = (step.platform, step.on, step.run, step.only_if)
        first = found.setdefault(key, step)
        if more := tuple(change for change in step.effect if change not in first.effect):
            found[key] = replace(first, effect=(*first.effect, *more))
    return found.values()


def _whole(steps: Sequence[FixStep]) -> list[FixStep]:
    if not any(step.checklist and step.only_if for step in steps):
        return list(steps)
    return [_by_hand(step) if step.only_if and kind_of(step.run, step.platform) == "fix" else step for step in steps]


def _by_hand(step: FixStep) -> FixStep:
    if step.checklist:
        return step
    return replace(step, run=f"By hand: {step.run}", undo=None, check=None, checklist=True, effect=())
