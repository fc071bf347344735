"""Profiles: named selections of rules, each a short YAML list in ``rules/profiles/``.

A profile selects the rules to run and may define which of them only inform, values of parameters that several rules have,
and whether estimates use the loads measured in the exports. It hides no finding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from checker.errors import InternalError, UsageError
from checker.resources import profiles_folder
from checker.rules.book.rule import ParameterValue, Rule, Severity
from checker.rules.language.suggest import unknown

_KEYS = frozenset(
    ["summary", "select", "ignore", "extend_select", "experimental", "inform", "parameters", "measured_load"]
)


@dataclass(frozen=True)
class Profile:
    """A named selection.

    Attributes:
        name: as given to ``--profile``.
        summary: one sentence for users.
        select: ids, prefixes and tags that run.
        ignore: ids, prefixes and tags that don't run.
        extend_select: ids, prefixes and tags that run in addition, including experimental rules.
        experimental: whether all selected experimental rules run.
        inform: tags whose warnings are shown as info, so that they don't affect the result; errors stay errors, and
            rules that are also about availability or security are not changed.
        parameters: values by name, for every rule that has a parameter of this name.
        measured_load: whether loads in the exports are the workload of the audit if none is named.
    """

    name: str
    summary: str
    select: tuple[str, ...]
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    experimental: bool = False
    inform: tuple[str, ...] = ()
    measured_load: bool = False
    parameters: Mapping[str, ParameterValue] = field(default_factory=dict)

    def severities(self, rules: Sequence[Rule]) -> dict[str, Severity]:
        """Return the severities that this profile changes."""
        kept = {"availability", "security"}
        return {
            rule.id: "info"
            for rule in rules
            if rule.severity == "warning" and set(rule.tags) & set(self.inform) and not set(rule.tags) & kept
        }

    def values(self, rules: Sequence[Rule]) -> dict[str, ParameterValue]:
        """Return the values of parameters that this profile changes, by ``RULE.name``."""
        return {
            f"{rule.id}.{name}": value
            for rule in rules
            for name, value in self.parameters.items()
            if name in rule.parameters
        }


@cache
def profiles() -> dict[str, Profile]:
    """Return every profile by name, ``default`` first.

    Raises:
        InternalError: a profile of the installation is invalid.
    """
    found = [_profile(path) for path in sorted(profiles_folder().glob("*.yaml"))]
    return {one.name: one for one in sorted(found, key=lambda one: (one.name != "default", one.name))}


def profile_named(name: str, origin: str = "--profile") -> Profile:
    """Return a profile; ``origin`` is where its name was given.

    Raises:
        UsageError: the name is unknown; the message suggests the nearest one.
    """
    known = profiles()
    if name not in known:
        raise UsageError(f"{origin}: {unknown('profile', name, known)}")
    return known[name]


def _profile(path: Path) -> Profile:
    from ruamel.yaml import YAML

    values: Mapping[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    wrong = set(values) - _KEYS
    if wrong or "summary" not in values:
        raise InternalError(f"{path.name}: {'unknown keys ' + ', '.join(sorted(wrong)) if wrong else 'no summary'}")

    def names(key: str) -> tuple[str, ...]:
        return tuple(str(one) for one in values.get(key) or ())

    return Profile(
        path.stem,
        str(values["summary"]),
        names("select") or ("ALL",),
        names("ignore"),
        names("extend_select"),
        bool(values.get("experimental", False)),
        names("inform"),
        bool(values.get("measured_load", False)),
        dict(values.get("parameters") or {}),
    )
