"""Templates for messages and commands: ``{name}``, ``{name|filter}`` and ``{name|filter:words}``; ``{{`` and ``}}`` are braces.

Messages may also contain clauses, see :mod:`checker.rules.language.clauses`. There are no expressions, attributes or format
specifications: with those, a third-party rule could run code or exhaust memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from checker.rules.language.filters import FILTERS, UNKNOWN, WORD_FILTERS, WORDS, plain
from checker.rules.language.suggest import printable, unknown

MAX_LENGTH = 2000
_UNNAMED: Mapping[str, str] = {
    "storage_array": "an unknown array",
    "switch": "an unknown switch",
    "fabric": "an unknown fabric",
    "host": "an unknown host",
}
"""Texts for unknown names: in a sentence, a bare "unknown" would read as if a word were missing."""
_PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_INSIDE = re.compile(r"([a-z][a-z0-9_]*)(?:\|([a-z]*(?::[A-Za-z][A-Za-z /-]*)?))?")
# A text, or a (name, filter) to fill in; the filter is empty where none is named.
Part = str | tuple[str, str]


@dataclass(frozen=True)
class Several:
    """The values of the objects of one finding where they differ; ``are_names`` if they identify the objects."""

    values: tuple[object, ...]
    are_names: bool = False


class TemplateError(ValueError):
    """A template is wrong; ``word`` is the part to point at."""

    def __init__(self, message: str, word: str = "") -> None:
        """Keep the message and the word apart: the caller knows the file."""
        super().__init__(message)
        self.word = word


def check(text: str, names: Iterable[str]) -> None:
    """Check a template against the names it may use.

    Raises:
        TemplateError: a lone brace, a name or filter that isn't known, or too long a text.
    """
    if len(text) > MAX_LENGTH:
        raise TemplateError(f"longer than {MAX_LENGTH} characters")
    known = set(names)
    for part in _parts(text):
        if isinstance(part, tuple):
            if part[0] not in known:
                raise TemplateError(unknown("name", part[0], known), part[0])
            _check_filter(part[1])


def _check_filter(given: str) -> None:
    name, colon, words = given.partition(":")
    if name in WORD_FILTERS:
        if not words or len(WORDS.split(words)) > 2:
            raise TemplateError(f"{name} requires words: {name}:path, {name}:entry/entries or {name}:is/are", given)
    elif name and name not in FILTERS:
        raise TemplateError(unknown("filter", name, [*FILTERS, *WORD_FILTERS]), name)
    elif colon:
        raise TemplateError(f"the filter {name} takes no words", given)


def render(text: str, values: Mapping[str, object], convert: Callable[[str, str, str], str] | None = None) -> str:
    """Fill in a checked template; a value that is missing or None is written ``unknown``, a thing ``an unknown array``.

    ``convert`` is given name, filter and shown value and returns what is put in: quoting for commands.
    """
    done: list[str] = []
    for part in _parts(text):
        if isinstance(part, str):
            done.append(part)
            continue
        value = values.get(part[0])
        if convert:
            done.append(convert(*part, show(value, part[1])))
        else:
            done.append(_UNNAMED.get(part[0], UNKNOWN) if value is None else show(value, part[1]))
    return "".join(done)


def names(text: str) -> tuple[str, ...]:
    """The names a template uses, in order of first use."""
    return tuple(dict.fromkeys(part[0] for part in _parts(text) if isinstance(part, tuple)))


def literals(text: str) -> str:
    """The template with each placeholder replaced by U+0000, to examine the text around them."""
    return "".join(part if isinstance(part, str) else "\0" for part in _parts(text))


def show(value: object, filter_name: str = "") -> str:
    """One value as text: unknown, yes and no, spans as ``3``, ``2 to 4`` or ``at least 2``, lists with commas, times in UTC."""
    if isinstance(value, Several):
        return _several(value, filter_name)
    if filter_name and value is not None:
        name, _, words = filter_name.partition(":")
        return WORD_FILTERS[name](value, words) if words else FILTERS[name](value)
    return plain(value)


def _several(value: Several, filter_name: str) -> str:
    """Different values as one text: names as "x and 2 more", two values as "x and y", more numbers as a range."""
    values = [one for one in value.values if one is not None]
    if filter_name.partition(":")[0] in WORD_FILTERS:
        return show(_together(values), filter_name)
    shown = list(dict.fromkeys(show(one, filter_name) for one in value.values))
    if len(shown) == 1:
        return shown[0]
    if value.are_names:
        return f"{shown[0]} and {len(shown) - 1} more"
    numbers = [one for one in values if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(numbers) == len(value.values) and len(shown) > 2:
        return f"{show(min(numbers), filter_name)} to {show(max(numbers), filter_name)}"
    return " and ".join(shown) if len(shown) == 2 else f"{shown[0]} and {len(shown) - 1} more"


def _together(values: Sequence[object]) -> object:
    """The counts of several objects as one span, a list counting its items; or their different names."""
    if all(isinstance(one, str) for one in values):
        return list(dict.fromkeys(values))
    ends: list[tuple[Any, Any]] = []
    for one in values:
        if isinstance(one, Mapping):
            ends.append((one.get("lo"), one.get("hi")))
        elif isinstance(one, list | tuple):
            ends.append((len(one), len(one)))
        else:
            ends.append((one, one))
    if any(low is None for low, _ in ends):
        return None
    return {
        "lo": min(low for low, _ in ends),
        "hi": None if any(high is None for _, high in ends) else max(high for _, high in ends),
    }


def singular(name: str) -> str | None:
    """The name of one item of the list column ``name``: without its last ``s``; None if it doesn't end in one."""
    return name[:-1] if len(name) > 1 and name.endswith("s") else None


@lru_cache(maxsize=1024)
def _parts(text: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    position = 0
    for match in _PLACE.finditer(text):
        if match.start() > position:
            parts.append(text[position : match.start()])
        position = match.end()
        found = match.group(0)
        if found in ("{{", "}}"):
            parts.append(found[0])
            continue
        if found in ("{", "}"):
            raise TemplateError(f"a lone {found}: write {found * 2} for a brace", found)
        inside = _INSIDE.fullmatch(match.group(1))
        if not inside or inside.group(2) == "":
            raise TemplateError(f"{printable(found)} is not {{name}} or {{name|filter}}", found)
        parts.append((inside.group(1), inside.group(2) or ""))
    if position < len(text):
        parts.append(text[position:])
    return tuple(parts)
