"""Templates for messages and commands: ``{name}``, ``{name|filter}`` and ``{name|filter:words}``; ``{{`` and ``}}`` are braces.

Messages may also contain clauses, see :mod:`checker.rules.language.clauses`. There are no expressions, attributes or format
specifications: with those, a third-party rule could run code or exhaust memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from checker.facts.normalise import show_wwn
from checker.rules.language.column_names import key_name
from checker.rules.language.suggest import printable, unknown

MAX_LENGTH = 2000
MAX_ITEMS = 20
UNKNOWN = "unknown"
_UNNAMED: Mapping[str, str] = {
    "storage_array": "an unknown array",
    "switch": "an unknown switch",
    "fabric": "an unknown fabric",
    "host": "an unknown host",
}
"""Texts for unknown names: in a sentence, a bare "unknown" would read as if a word were missing."""
_PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_INSIDE = re.compile(r"([a-z][a-z0-9_]*)(?:\|([a-z]*(?::[A-Za-z][A-Za-z /-]*)?))?")
_WWN = re.compile(r"[0-9a-f]{16}")
_NAA = re.compile(r"naa\.([0-9a-f]{16}|[0-9a-f]{32})")
# Between two words; the slash of I/O is part of a word.
# Names that a view has joined to a text.
_SEVERAL_NAMES = re.compile(r" and ")
_WORDS = re.compile(r"/(?!O\b)")
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
        if not words or len(_WORDS.split(words)) > 2:
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
    if value is None:
        return UNKNOWN
    if isinstance(value, Several):
        return _several(value, filter_name)
    if filter_name:
        name, _, words = filter_name.partition(":")
        return WORD_FILTERS[name](value, words) if words else FILTERS[name](value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return _span(value)
    if isinstance(value, list | tuple):
        return _list(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 10_000 else f"{value:.0f}"
    return str(value)


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


def _span(value: Mapping[str, object], of_one: Callable[[object], str] = str) -> str:
    low, high = value.get("lo"), value.get("hi")
    if low and high is None:
        return f"at least {of_one(low)}"
    if low is None or high is None:
        return UNKNOWN
    first, last = of_one(low), of_one(high)
    if low == 0 and high != 0:
        return f"at most {last}"
    return first if first == last else f"{first} to {last}"


def _list(value: object) -> str:
    """Items with commas between them; an empty list, and an empty text, is ``none``."""
    if not isinstance(value, list | tuple):
        return show(value) or "none"
    if not value:
        return "none"
    shown = [show(item) for item in value[:MAX_ITEMS]]
    rest = len(value) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def _and(value: object) -> str:
    """Items as the subject of a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if not isinstance(value, list | tuple) or not 1 < len(value) <= MAX_ITEMS:
        return _list(value)
    shown = [show(item) for item in value]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


_UNITS = (("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def _duration(value: object) -> str:
    """Seconds in the units that a person uses: ``90 s``, ``4 h 30 min``, ``6 days``; a span as ``5 h to 6 h``."""
    if isinstance(value, Mapping):
        return _span(value, _duration)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return show(value)
    rest = round(value)
    if rest < 120:
        return f"{show(value)} s"
    parts = []
    for unit, seconds in _UNITS:
        number, rest = divmod(rest, seconds)
        if number:
            parts.append(f"{number} {unit}{'s' if unit == 'day' and number > 1 else ''}")
    return " ".join(parts)


def _wwn(value: object) -> str:
    if isinstance(value, list | tuple):
        return _list([_wwn(item) for item in value])
    text = show(value)
    return show_wwn(text) if _WWN.fullmatch(text) else text


def _size(value: object) -> str:
    if isinstance(value, Mapping):
        return _span(value, _size)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return show(value)
    size, units = float(value), ["byte" if value == 1 else "bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    while abs(size) >= 1024 and len(units) > 1:
        size /= 1024
        units.pop(0)
    return f"{size:.1f}".removesuffix(".0") + f" {units[0]}"


def _ratio(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return show(value)
    percent = value * 100
    if 0.0001 <= abs(percent) < 1:  # a packet loss of 0.015 % is not 0 %
        return f"{percent:.2g} %"
    return f"{percent:.1f}".removesuffix(".0") + " %"


def _wwid(value: object) -> str:
    """A volume as Linux multipathing knows it: ``3`` and the digits of its NAA name; empty for other kinds of names."""
    match = _NAA.fullmatch(value) if isinstance(value, str) else None
    return f"3{match.group(1)}" if match else ""


def _name(value: object) -> str:
    """A name of letters, digits and underscores, as switches take it for zones."""
    return re.sub(r"[^A-Za-z0-9_]+", "_", show(value))


def _count(value: object) -> str:
    if isinstance(value, list | tuple):
        return str(len(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return show(value)


def _date(value: object) -> str:
    return value.strftime("%Y-%m-%d") if isinstance(value, datetime) else show(value)


def _stated(value: object) -> str:
    return "none" if value == "" else show(value)


def _column(value: object) -> str:
    return key_name(show(value))


FILTERS: Mapping[str, Callable[[object], str]] = {
    "wwn": _wwn,
    "list": _list,
    "and": _and,
    "duration": _duration,
    "size": _size,
    "ratio": _ratio,
    "count": _count,
    "date": _date,
    "wwid": _wwid,
    "name": _name,
    "stated": _stated,
    "column": _column,
}


def _is_one(value: object) -> bool:
    """Whether a value is one: the number 1, the span 1 to 1, "at least 1" or "at most 1", a list of one item, or one name."""
    if isinstance(value, str):
        return not _SEVERAL_NAMES.search(value)
    if isinstance(value, Mapping):
        return (value.get("lo"), value.get("hi")) in ((1, 1), (1, None), (0, 1))
    if isinstance(value, list | tuple):
        return len(value) == 1
    return value == 1 and not isinstance(value, bool)


def _choose(value: object, words: str) -> str:
    """The first word for exactly one, else the second: ``is/are``; the plural of a single word adds an s."""
    one, *many = _WORDS.split(words)
    return one if _is_one(value) else many[0] if many else f"{one}s"


def _counted(value: object, words: str) -> str:
    """A number or the length of a list, with the word it counts: ``1 path``, ``2 to 4 paths``, ``no paths``."""
    number = len(value) if isinstance(value, list | tuple) else value
    shown = _count(number)
    return f"{'no' if shown == '0' else shown} {_choose(value, words)}"


WORD_FILTERS: Mapping[str, Callable[[object, str], str]] = {"counted": _counted, "choose": _choose}
"""Filters that take words: ``{paths|counted:path}`` is "1 path" or "3 paths", ``{paths|choose:is/are}`` the verb."""
