"""Texts of which at least one occurs wherever a regular expression matches: searching for them is far faster."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

_SHORTEST = 3
"""Shorter texts occur nearly everywhere."""


@cache
def required_texts(pattern: str) -> tuple[str, ...]:
    """Return texts of which every match contains at least one; empty if the pattern names none.

    Patterns that ignore case name none.
    """
    parsed = _parser.parse(pattern, re.MULTILINE)
    return () if parsed.state.flags & re.IGNORECASE else _of_sequence(parsed)


def may_match(pattern: str, text: str) -> bool:
    """Return FALSE if a text does not contain what every match of the pattern contains."""
    required = required_texts(pattern)
    return not required or any(one in text for one in required)


def _of_sequence(items: Sequence[Any]) -> tuple[str, ...]:
    """Return the best choice of the parts of a sequence: the one whose shortest text is longest."""
    found: list[tuple[str, ...]] = []
    run = ""
    for operator, argument in items:
        if operator is _constants.LITERAL:
            run += chr(argument)
            continue
        found.append((run,))
        run = ""
        found.append(_of_part(operator, argument))
    found.append((run,))
    best = max(found, key=lambda texts: min(map(len, texts), default=0))
    return best if best and min(map(len, best)) >= _SHORTEST else ()


def _of_part(operator: object, argument: Any) -> tuple[str, ...]:
    if operator is _constants.SUBPATTERN:
        _, added_flags, _, inside = argument
        return () if added_flags & re.IGNORECASE else _of_sequence(inside)
    if operator is _constants.ATOMIC_GROUP:
        return _of_sequence(argument)
    if operator is _constants.BRANCH:
        branches = [_of_sequence(branch) for branch in argument[1]]
        return tuple(text for branch in branches for text in branch) if all(branches) else ()
    if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT) and argument[0] > 0:
        return _of_sequence(argument[2])
    return ()
