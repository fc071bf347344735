"""Commands for switches whose operating system is unknown: each is right only on its own system, and says so."""

from __future__ import annotations

from dataclasses import replace

from checker.facts.platforms import SWITCH_SYSTEMS
from checker.rules.evaluate.finding import FixStep


def on_its_system(step: FixStep) -> FixStep:
    """Return the step of a switch with the condition that the switch runs the system of its commands; others unchanged."""
    condition = _condition(step.platform)
    return replace(step, only_if="; ".join(filter(None, (condition, step.only_if)))) if condition else step


def depends_on_system(step: FixStep) -> bool:
    """Whether the step has that condition."""
    condition = _condition(step.platform)
    return bool(condition) and step.only_if.startswith(condition)


def _condition(platform: str) -> str:
    return f"the switches run {SWITCH_SYSTEMS[platform]}" if platform in SWITCH_SYSTEMS else ""
