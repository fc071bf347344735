"""Unconfirmed numbers: they affect results only if the rule is requested by name.

An experimental rule may depend on such a number entirely. Any other rule uses it only with the parameter
``use_unconfirmed``, which is off by default and is set if the rule is selected by name or by the profile ``all``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from checker.rules.book.rule import Parameter, Rule

USE_UNCONFIRMED = "use_unconfirmed"


def as_requested(rule: Rule) -> Rule:
    """Return a rule as it runs when requested by name: with ``use_unconfirmed`` on, if it has that parameter."""
    switch = rule.parameters.get(USE_UNCONFIRMED)
    if switch is None:
        return rule
    return dataclasses.replace(
        rule, parameters={**rule.parameters, USE_UNCONFIRMED: dataclasses.replace(switch, default=True)}
    )


def fault(parameters: Mapping[str, Parameter], experimental: bool) -> tuple[str, str] | None:
    """Return the parameter whose unconfirmed number would affect results, and the remedy; None if there is no fault."""
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


def provenance(parameter: Parameter) -> str:
    """Return a clause, after a semicolon, if a parameter's default does not come from a source; otherwise empty."""
    if not parameter.confirmed:
        return "; no document confirms the default"
    return "; the default is our own choice" if parameter.chosen else ""
