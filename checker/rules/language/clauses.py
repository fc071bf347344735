"""Clauses of a message: ``[[Paths that are down: {dead_paths|list}.]]`` is dropped if its value is unknown or empty.

A clause is dropped if a value in it is unknown, a span with an unknown end, an empty text or an empty list. It may
begin with a guard: ``[[remote? … ]]`` keeps it only where ``remote`` is true, not zero and not empty,
``[[!zoned? … ]]`` only where it is known to be false, zero or empty. Clauses don't nest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from checker.rules.language import template
from checker.rules.language.template import Several, TemplateError

_CLAUSE = re.compile(r"\[\[(?:(!?)([a-z][a-z0-9_]*)\?)?(.*?)\]\]", re.DOTALL)
_BLANKS = re.compile(" {2,}")


@dataclass(frozen=True)
class Clause:
    """One piece of a message; ``optional`` is false for the text between clauses, which is always shown."""

    text: str
    optional: bool = False
    guard: str | None = None
    negated: bool = False


def clauses(text: str) -> Iterator[Clause]:
    """Yield the pieces of a message in order.

    Raises:
        TemplateError: a clause that is not closed, not opened, or inside another one.
    """
    position = 0
    for match in _CLAUSE.finditer(text):
        yield Clause(_plain(text[position : match.start()]))
        yield Clause(_plain(match.group(3)), True, match.group(2), match.group(1) == "!")
        position = match.end()
    yield Clause(_plain(text[position:]))


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
    template.check(re.sub(r"\[\[(?:!?[a-z][a-z0-9_]*\?)?|\]\]", "", text), known)
    for clause in clauses(text):
        if clause.optional and clause.text.startswith((" ,", " ;", " .")):
            raise TemplateError("a clause begins with a blank and a punctuation mark: remove the blank", clause.text)
        if clause.guard is not None:
            template.check(f"{{{clause.guard}}}", known)
        elif clause.optional and not template.names(clause.text):
            raise TemplateError("a clause without a value is always shown: remove its brackets", clause.text)


def names(text: str) -> tuple[str, ...]:
    """The names a message uses, guards included, in order of first use."""
    found: dict[str, None] = {}
    for clause in clauses(text):
        found.update(dict.fromkeys(filter(None, (clause.guard, *template.names(clause.text)))))
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


def _shown(clause: Clause, values: Mapping[str, object]) -> bool:
    if not clause.optional:
        return True
    if clause.guard is not None and truth(values.get(clause.guard)) is not (not clause.negated):
        return False
    return all(_says_something(values.get(name)) for name in template.names(clause.text))


def _says_something(value: object) -> bool:
    if isinstance(value, Mapping):
        return value.get("lo") is not None and value.get("hi") is not None
    return value is not None and not (isinstance(value, str | list | tuple) and len(value) == 0)
