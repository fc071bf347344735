"""Conflicting commands: two findings require different values on one object, and only a person can decide between them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from checker.facts.kinds import kinds
from checker.rules.book.effect import kind_of
from checker.rules.evaluate.finding import FixStep


def conflicts(steps: Sequence[tuple[str, FixStep]]) -> Mapping[str, frozenset[str]]:
    """Return the commands that conflict with other findings.

    Args:
        steps: (fingerprint of the finding, step).

    Returns:
        For each command in conflict: the fingerprints of the findings that require something else.
    """
    commands_of: dict[tuple[str, str, str], dict[str, list[tuple[str, str]]]] = {}
    for fingerprint, step in steps:
        for place, value in _wishes(step):
            commands_of.setdefault(place, {}).setdefault(value, []).append((fingerprint, step.run))
    found: dict[str, set[str]] = {}
    for wishes in commands_of.values():
        for value, askers in wishes.items():
            for other, others in wishes.items():
                if other != value:
                    for _, run in askers:
                        found.setdefault(run, set()).update(fingerprint for fingerprint, _ in others)
    return {run: frozenset(fingerprints) for run, fingerprints in found.items()}


def _wishes(step: FixStep) -> Iterator[tuple[tuple[str, str, str], str]]:
    """Yield what a step sets: ((kind, object, column), value)."""
    for change in step.effect:
        what: Mapping[str, Any] = change.get("set", {})
        kind = kind_of(what, kinds()) if what else None
        if kind is not None:
            key = json.dumps(what[kind], sort_keys=True, default=str)
            for column, value in what.items():
                if column != kind:
                    yield (kind, key, column), json.dumps(value, default=str)
