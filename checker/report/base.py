"""What an output format is: a name and a function from a finished audit to text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checker.engine.finding import Report
from checker.engine.rule import Rule, RuleText

DEFAULT_WIDTH = 100


def _no_rule(_rule_id: str) -> Rule | None:
    return None


def _no_text(_rule_id: str) -> RuleText | None:
    return None


@dataclass(frozen=True)
class Presentation:
    """How a report is to be shown.

    ``width`` is in terminal columns. ``color`` allows ANSI styles. ``coverage`` asks for coverage in full,
    ``statistics`` for the number of findings of each rule, ``suppressed`` for the findings that are hidden, apart from
    the others and with what hides them; they never count. ``rule`` and ``text`` find a rule by its id, or None:
    formats that explain ask them, the others never do (loading the texts takes time).
    """

    width: int = DEFAULT_WIDTH
    color: bool = False
    coverage: bool = False
    statistics: bool = False
    suppressed: bool = False
    rule: Callable[[str], Rule | None] = _no_rule
    text: Callable[[str], RuleText | None] = _no_text


@dataclass(frozen=True)
class Format:
    """One output format: a module of this package that declares ``FORMAT`` is found by the registry.

    ``for_people`` formats may be styled and follow the width; the others are documents for programs, byte for byte
    the same wherever they are written.
    """

    name: str
    summary: str
    render: Callable[[Report, Presentation], str]
    for_people: bool = True
