"""Numbers that no document confirms: they decide only where somebody asks for the rule by name.

An experimental rule may rest on such a number wholly. Any other rule keeps it behind the parameter ``use_unconfirmed``,
which is off, and is set where the rule is selected by name or by the profile ``all``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from checker.engine.rule import Parameter, Rule

USE_UNCONFIRMED = "use_unconfirmed"


def asked_for(rule: Rule) -> Rule:
    """Return a rule as it runs when it is asked for by name: with ``use_unconfirmed`` on, where it has that."""
    switch = rule.parameters.get(USE_UNCONFIRMED)
    if switch is None:
        return rule
    return dataclasses.replace(
        rule, parameters={**rule.parameters, USE_UNCONFIRMED: dataclasses.replace(switch, default=True)}
    )


def fault(parameters: Mapping[str, Parameter], experimental: bool) -> tuple[str, str] | None:
    """Return the parameter that would decide by a recalled number, and what to do about it; None if all is well."""
    switch = parameters.get(USE_UNCONFIRMED)
    if switch is not None and (switch.type != "boolean" or switch.default is not False):
        return USE_UNCONFIRMED, f"{USE_UNCONFIRMED} must be a boolean whose default is false"
    for name, parameter in parameters.items():
        if not parameter.confirmed and switch is None and not experimental:
            return name, (
                f"{name} is not confirmed: mark the rule experimental, let it decide only where ${USE_UNCONFIRMED} "
                "is set, or say chosen: true if it is a threshold of your own"
            )
    return None


def doubt(parameter: Parameter) -> str:
    """Return a sentence, behind a blank, about where a parameter's default does not come from; empty if from a source."""
    if not parameter.confirmed:
        return " No document confirms the default."
    return " The default is a choice of this project's own." if parameter.chosen else ""
