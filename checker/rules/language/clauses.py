"""Clauses of a message: ``[[Paths that are down: {dead_paths|list}.]]`` is dropped if its value is unknown or empty.

A clause is dropped if a value in it is unknown, a span with an unknown end, an empty text or an empty list. It may
begin with a guard: ``[[remote? … ]]`` keeps it only where ``remote`` is true, not zero and not empty,
``[[!zoned? … ]]`` only where it is known to be false, zero or empty, ``[[speeds>1? … ]]`` and ``[[switches<needed? … ]]``
only where the comparison is known to be true; a list counts its items. Several guards must all apply. Clauses don't nest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from checker.rules.language import template
from checker.rules.language.template import Several, TemplateError

_NAME = r"[a-z][a-z0-9_]*"
_GUARD = rf"(!?)({_NAME})(?:([<>])({_NAME}|\d+))?\?"
_GUARDS = rf"(?:!?{_NAME}(?:[<>](?:{_NAME}|\d+))?\?)*"
_CLAUSE = re.compile(rf"\[\[({_GUARDS})(.*?)\]\]", re.DOTALL)
_BLANKS = re.compile(" {2,}")


@dataclass(frozen=True)
class Guard:
    """A condition of a clause: ``name`` is true, or false if ``negated``, or compares to ``limit``, a name or a number."""

    name: str
    negated: bool = False
    comparison: str = ""
    limit: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the condition uses."""
        return tuple(name for name in (self.name, self.limit) if name and not name.isdigit())


@dataclass(frozen=True)
class Clause:
    """One piece of a message; ``optional`` is false for the text between clauses, which is always shown."""

    text: str
    optional: bool = False
    guards: tuple[Guard, ...] = ()


@lru_cache(maxsize=1024)
def clauses(text: str) -> tuple[Clause, ...]:
    """Return the pieces of a message in order.

    Raises:
        TemplateError: a clause that is not closed, not opened, or inside another one.
    """
    found: list[Clause] = []
    position = 0
    for match in _CLAUSE.finditer(text):
        found.append(Clause(_plain(text[position : match.start()])))
        found.append(Clause(_plain(match.group(2)), True, tuple(_guards(match.group(1)))))
        position = match.end()
    return (*found, Clause(_plain(text[position:])))


def _guards(text: str) -> Iterator[Guard]:
    for negation, name, comparison, limit in re.findall(_GUARD, text):
        if negation and comparison:
            raise TemplateError("a comparison cannot be negated: reverse it", f"!{name}")
        yield Guard(name, bool(negation), comparison, limit)


def _plain(text: str) -> str:
    for bracket in ("[[", "]]"):
        if bracket in text:
            raise TemplateError(f"unmatched {bracket}, or nested clauses", bracket)
    return text


def check_message(text: str, allowed: Iterable[str]) -> None:
    """Check a message with its clauses.

    Raises:
        TemplateError: a wrong clause, or what :func:`checker.rules.language.template.check` finds.
    """
    known = set(allowed)
    template.check(re.sub(rf"\[\[{_GUARDS}|\]\]", "", text), known)
    for clause in clauses(text):
        if clause.optional and clause.text.startswith((" ,", " ;", " .")):
            raise TemplateError("a clause begins with a blank and a punctuation mark: remove the blank", clause.text)
        for guard in clause.guards:
            for name in guard.names:
                template.check(f"{{{name}}}", known)
        if clause.optional and not clause.guards and not template.names(clause.text):
            raise TemplateError("a clause without a value is always shown: remove its brackets", clause.text)


@lru_cache(maxsize=1024)
def names(text: str) -> tuple[str, ...]:
    """The names a message uses, guards included, in order of first use."""
    found: dict[str, None] = {}
    for clause in clauses(text):
        guards = (name for guard in clause.guards for name in guard.names)
        found.update(dict.fromkeys((*guards, *template.names(clause.text))))
    return tuple(found)


def render_message(text: str, values: Mapping[str, object]) -> str:
    """Fill in a checked message: clauses with nothing to say are dropped, and double blanks with them."""
    shown = [template.render(clause.text, values) for clause in clauses(text) if _shown(clause, values)]
    return _BLANKS.sub(" ", "".join(shown)).strip()


def truth(value: object) -> bool | None:
    """Whether a value is truthy (true, not zero, not empty), or None if that is unknown or differs; a span may be both."""
    if isinstance(value, Several):
        known = {truth(one) for one in value.values}
        return known.pop() if len(known) == 1 else None
    if value is None:
        return None
    if isinstance(value, Mapping):
        low, high = value.get("lo"), value.get("hi")
        if low is None or high is None:
            return None
        return True if low > 0 else False if high == 0 else None
    return bool(value)


def _ends(value: object) -> tuple[float, float] | None:
    """The smallest and the largest number that a value may be, or None if it is not a number; a list counts its items."""
    if isinstance(value, Mapping):
        low, high = value.get("lo"), value.get("hi")
        return None if low is None else (low, inf if high is None else high)
    if isinstance(value, list | tuple):
        return len(value), len(value)
    return (value, value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _exceeds(value: object, limit: object) -> bool:
    """Whether a number, span or list is known to be greater than another; of several values, whether each is."""
    if isinstance(value, Several):
        return all(_exceeds(one, limit) for one in value.values)
    if isinstance(limit, Several):
        return all(_exceeds(value, one) for one in limit.values)
    ends, others = _ends(value), _ends(limit)
    return ends is not None and others is not None and ends[0] > others[1]


def _applies(guard: Guard, values: Mapping[str, object]) -> bool:
    value = values.get(guard.name)
    if not guard.comparison:
        return truth(value) is (not guard.negated)
    limit: object = int(guard.limit) if guard.limit.isdecimal() else values.get(guard.limit)
    return _exceeds(value, limit) if guard.comparison == ">" else _exceeds(limit, value)


def _shown(clause: Clause, values: Mapping[str, object]) -> bool:
    if not clause.optional:
        return True
    if not all(_applies(guard, values) for guard in clause.guards):
        return False
    return all(_says_something(values.get(name)) for name in template.names(clause.text))


def _says_something(value: object) -> bool:
    if isinstance(value, Mapping):
        return value.get("lo") is not None and value.get("hi") is not None
    return value is not None and not (isinstance(value, str | list | tuple) and len(value) == 0)
