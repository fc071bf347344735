"""How messages and commands show values: ``{paths|count}`` and ``{paths|counted:path}`` are filters, any other value is shown as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime

from checker.facts.normalise import show_wwn
from checker.rules.language.column_names import key_name

MAX_ITEMS = 20
"""Items of a list that are shown."""
UNKNOWN = "unknown"
WORDS = re.compile(r"/(?!O\b)")
"""Between two words of a filter; the slash of I/O is part of a word."""
_WWN = re.compile(r"[1256c][0-9a-f]{15}")
"""The first digit is that of the format; identifiers of volumes of AIX have 16 digits, too."""
_NAA = re.compile(r"naa\.([0-9a-f]{16}|[0-9a-f]{32})")
# Names that a view has joined to a text.
_SEVERAL_NAMES = re.compile(r" and ")


def plain(value: object) -> str:
    """Return a value as text: unknown, yes and no, spans as ``3``, ``2 to 4`` or ``at least 2``, lists with commas, times in UTC."""
    if value is None:
        return UNKNOWN
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
        return plain(value) or "none"
    if not value:
        return "none"
    shown = [plain(item) for item in value[:MAX_ITEMS]]
    rest = len(value) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def _and(value: object) -> str:
    """Items as the subject of a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if not isinstance(value, list | tuple) or not 1 < len(value) <= MAX_ITEMS:
        return _list(value)
    shown = [plain(item) for item in value]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


_UNITS = (("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def _duration(value: object) -> str:
    """Seconds in the units that a person uses: ``90 s``, ``4 h 30 min``, ``6 days``; a span as ``5 h to 6 h``."""
    if isinstance(value, Mapping):
        return _span(value, _duration)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return plain(value)
    rest = round(value)
    if rest < 120:
        return f"{plain(value)} s"
    parts = []
    for unit, seconds in _UNITS:
        number, rest = divmod(rest, seconds)
        if number:
            parts.append(f"{number} {unit}{'s' if unit == 'day' and number > 1 else ''}")
    return " ".join(parts)


def _wwn(value: object) -> str:
    if isinstance(value, list | tuple):
        return _list([_wwn(item) for item in value])
    text = plain(value)
    return show_wwn(text) if _WWN.fullmatch(text) else text


def _size(value: object) -> str:
    if isinstance(value, Mapping):
        return _span(value, _size)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return plain(value)
    size, units = float(value), ["byte" if value == 1 else "bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    while abs(size) >= 1024 and len(units) > 1:
        size /= 1024
        units.pop(0)
    return f"{size:.1f}".removesuffix(".0") + f" {units[0]}"


def _ratio(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return plain(value)
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
    return re.sub(r"[^A-Za-z0-9_]+", "_", plain(value))


def _count(value: object) -> str:
    if isinstance(value, list | tuple):
        return str(len(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return plain(value)


def _date(value: object) -> str:
    return value.strftime("%Y-%m-%d") if isinstance(value, datetime) else plain(value)


def _stated(value: object) -> str:
    return "none" if value == "" else plain(value)


def _column(value: object) -> str:
    return key_name(plain(value))


def _fabric(value: object) -> str:
    """A fabric as such: a fabric without a declared name has that of one of its switches."""
    text = plain(value)
    return text if "fabric" in text.lower() else f"fabric {text}"


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
    "fabric": _fabric,
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
    one, *many = WORDS.split(words)
    return one if _is_one(value) else many[0] if many else f"{one}s"


def _counted(value: object, words: str) -> str:
    """A number or the length of a list, with the word it counts: ``1 path``, ``2 to 4 paths``, ``no paths``."""
    number = len(value) if isinstance(value, list | tuple) else value
    shown = _count(number)
    return f"{'no' if shown == '0' else shown} {_choose(value, words)}"


WORD_FILTERS: Mapping[str, Callable[[object, str], str]] = {"counted": _counted, "choose": _choose}
"""Filters that take words: ``{paths|counted:path}`` is "1 path" or "3 paths", ``{paths|choose:is/are}`` the verb."""
