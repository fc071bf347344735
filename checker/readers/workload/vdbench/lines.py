"""The lines of a vdbench parameter file: parameters, lists in parentheses, continuation, comments."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from checker.readers.toolkit.numbers import decimal, whole
from checker.readers.workload import measures
from checker.readers.workload.vdbench.words import keyword

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)([kmgtp]?)b?\Z", re.IGNORECASE)
_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)([smh]?)\Z", re.IGNORECASE)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_RANGE = re.compile(r"(.*?)([0-9]{1,6})-(.*?)([0-9]{1,6})\Z")
_TOKEN = re.compile(r'"[^"]*"|\([^()]*\)|[^,"()]+|[("]')
_MOST_NAMES = 10_000
_LONGEST_NAME = 200
_LONGEST_LINE = 20_000
LONGEST_STATEMENT = 200_000


@dataclass
class Entry:
    """One parameter line, such as ``wd=wd1,sd=sd*,rdpct=70``: its kind, its name and its other parameters."""

    kind: str
    name: str
    line: int
    values: dict[str, str] = field(default_factory=dict)


def statements(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield each statement with its first line; after a comma at the end of a line, it continues on the next line."""
    waiting, start = "", 0
    for number, text in lines:
        shown = text.strip()
        if not shown or shown[0] in "*#/<":
            continue
        # A comment begins after the first blank that is not in quotes or parentheses.
        shown = _without_comment(shown) if len(shown) <= _LONGEST_LINE else shown
        if not waiting:
            start = number
        waiting += shown
        if waiting.endswith(","):
            continue
        yield start, waiting
        waiting = ""
    if waiting:
        yield start, waiting.rstrip(",")


def _without_comment(text: str) -> str:
    depth, quoted = 0, False
    for index, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        elif character in " \t" and depth <= 0 and not quoted:
            # A blank after a comma doesn't begin a comment.
            if text[:index].rstrip().endswith(",") and "=" in text[index:].split(None, 1)[0]:
                continue
            return text[:index]
    return text


def entry(line: int, statement: str) -> Entry | None:
    """Return the parameters of a statement, or None if it has no parameters."""
    pairs: list[tuple[str, str]] = []
    for part in _parts(statement):
        name, sign, value = part.partition("=")
        if sign and re.fullmatch(r"\s*[A-Za-z_]\w{0,40}\s*", name):
            pairs.append((name.strip().lower(), value.strip().strip('"')))
        elif pairs:
            # A list without parentheses continues: ``threads=1,2``.
            last, stated = pairs[-1]
            pairs[-1] = (last, f"{stated},{part.strip()}")
        else:
            return None
    if not pairs:
        return None
    kind, name = pairs[0]
    found = Entry(kind, name, line)
    for key, value in pairs[1:]:
        found.values[keyword(kind, key)] = value
    return found


def _parts(text: str) -> Iterator[str]:
    current = ""
    for token in _TOKEN.finditer(text):
        between = text[token.start() - 1 : token.start()]
        if current and between == "," and not token.group().startswith(("(", '"')):
            yield current
            current = ""
        current += token.group()
    if current:
        yield current


def items(value: str | None) -> list[str]:
    """Return the items of ``(1,5,10)`` or ``1,5`` or one value."""
    if not value:
        return []
    return [part.strip() for part in value.strip().strip("()").split(",") if part.strip()]


def size(text: str | None) -> int | None:
    """Return a size in bytes; prefixes are binary; percentages, variables and lists are unknown."""
    match = _SIZE.match(text.strip()) if text else None
    return round(decimal(match.group(1)) * 1024 ** _POWERS[match.group(2).lower()]) if match else None


def seconds(text: str | None) -> float | None:
    """Return a duration: a number is seconds, ``30m`` and ``2h`` are longer."""
    match = _TIME.match(text.strip()) if text else None
    if match is None:
        return None
    return decimal(match.group(1)) * {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}[match.group(2).lower()]


def number(text: str | None) -> float | None:
    """Return a plain number, or None for lists, words and variables."""
    try:
        value = decimal((text or "").strip().strip("()"))
    except ValueError:
        return None
    return value if abs(value) < 1e15 else None


def ratio(text: str | None) -> float | None:
    """Return a percentage as ratio; None for lists, words, variables and impossible percentages."""
    return measures.ratio(number(text))


def chosen(names: str | None, known: Mapping[str, Entry] | Sequence[str]) -> list[str] | None:
    """Return the known names that ``sd1``, ``sd*``, ``(sd1,sd5)`` or ``sd1-sd4`` choose; None if one is unknown."""
    if names is None:
        return None
    found: dict[str, None] = {}
    for item in items(names):
        span = _RANGE.match(item) if len(item) <= _LONGEST_NAME else None
        listed: Iterable[str] = (item,)
        if "*" in item or "?" in item:
            listed = [name for name in known if fnmatch.fnmatchcase(name, item)]
            if not listed:
                return None
        elif span and item not in known and span.group(1) == span.group(3):
            first, last = whole(span.group(2)), whole(span.group(4))
            if not 0 <= last - first <= _MOST_NAMES:
                return None
            listed = (f"{span.group(1)}{index}" for index in range(first, last + 1))
        for name in listed:
            if name not in known:
                return None
            found[name] = None
    return list(found)
