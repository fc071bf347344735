"""Playbooks and variable files as located values: placeholders, truncated texts, and every mapping in them.

A value with a placeholder (``{{ host1_wwpn }}``) is known only when the playbook runs; it never becomes a fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.documents import located_yaml
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList
from checker.readers.toolkit.packed_list import PackedList

MOST_VALUES = 400_000  # more than any zoning database written as code; aliases of aliases stop here
_BLOCK = re.compile(r"^[ \t]*\{[%#].*$", re.MULTILINE)
_BARE_PLACEHOLDER = re.compile(
    r"^([ \t]*(?:-[ \t]+)?(?:[\w.\-]{1,64}:[ \t]+)?)(\{\{[^'\"\n{}]{0,200}\}\}[^'\"\n]{0,200})$", re.MULTILINE
)
_ATTEMPTS = 4
_FIRST_LINE = re.compile(r"(?:---|%YAML|-[ \t]|[\w.\-]{1,64}[ \t]*:(?:[ \t]|\Z)|['\"][\w.\- ]{1,64}['\"][ \t]*:)")


def looks_like_yaml(head: str) -> bool:
    """Return whether the first line after comments could begin a playbook or a variable file."""
    for line in head.split("\n")[:200]:
        stripped = line.strip()
        if stripped and not stripped.startswith(("#", "{%", "{#")):
            return bool(_FIRST_LINE.match(stripped))
    return False


def is_placeholder(text: str) -> bool:
    """Return whether a text contains a template expression instead of a value."""
    return "{{" in text or "{%" in text


def by_yaml(*claims: tuple[int, str, tuple[str, ...]]) -> Callable[[Capture], Detection | None]:
    """Return the detection of YAML files: the first claim (score, reason, patterns) of which all patterns occur."""
    compiled = [
        (Detection(score, reason), [re.compile(pattern, re.MULTILINE) for pattern in patterns])
        for score, reason, patterns in claims
    ]

    def detect(capture: Capture) -> Detection | None:
        if not looks_like_yaml(capture.head):
            return None
        return next((found for found, patterns in compiled if all(one.search(capture.head) for one in patterns)), None)

    return detect


def key(name: str) -> str:
    """Return the regular expression of a key at the beginning of a line or of a list item."""
    return rf"^[ \t]*(?:-[ \t]+)?{name}[ \t]*:"


def is_intent(_: str) -> bool:
    """Return TRUE: playbooks declare the intended state."""
    return True


def documents(capture: Capture, out: Writer) -> PackedList[Any]:
    """Return all YAML documents of the capture; lines after a syntax error are skipped with a note.

    Lines of template blocks (``{% for … %}``) are blanked first, and placeholders without quotes are quoted.
    """
    text = capture.text
    if "{%" in text or "{#" in text:
        text = _BLOCK.sub("", text)
    if "{{" in text:
        text = _BARE_PLACEHOLDER.sub(r'\1"\2"', text)
    problem: located_yaml.YamlProblem | None = None
    for _ in range(_ATTEMPTS):
        found: PackedList[Any] = PackedList()
        try:
            found.extend(located_yaml.parse_all(text, capture.first_line, MOST_VALUES))
        except located_yaml.YamlProblem as error:
            problem = problem or error
            lines = text.split("\n")
            kept = min(error.line - capture.first_line, len(lines) - 1)
            if "values" in str(error) or kept <= 0:
                break
            text = "\n".join(lines[:kept])
            continue
        break
    if problem is not None:
        left = capture.text.split("\n")[max(problem.line - capture.first_line, 0) :]
        if count := sum(1 for line in left if line.strip()):
            out.unread(problem.line, count)
        out.note(problem.line, f"invalid YAML, skipped the rest: {problem}")
        out.ends_inside_record = True
    return found


def all_mappings(capture: Capture, out: Writer) -> Iterator[LocatedDict]:
    """Yield every mapping of the capture."""
    yield from mappings(documents(capture, out))


def mappings(values: Iterable[Any]) -> Iterator[LocatedDict]:
    """Yield every mapping inside these values, the outermost first."""
    waiting = [iter(values)]
    while waiting:
        for item in waiting[-1]:
            if isinstance(item, LocatedDict):
                yield item
            if isinstance(item, (LocatedDict, LocatedList)):
                waiting.append(iter(item.values() if isinstance(item, LocatedDict) else item))
                break
        else:
            waiting.pop()


def entries(owner: LocatedDict, key: str) -> Iterator[tuple[int, LocatedDict]]:
    """Yield the mappings of a list (or the one mapping) under a key, each with its line."""
    value = owner.get(key)
    if isinstance(value, LocatedDict):
        yield value.line, value
    elif isinstance(value, LocatedList):
        for line, item in zip(value.item_lines, value, strict=True):
            if isinstance(item, LocatedDict):
                yield line, item


def texts(owner: LocatedDict, key: str) -> list[tuple[int, str]]:
    """Return the plain values of a list (or the one value) under a key as texts, each with its line."""
    value = owner.get(key)
    if isinstance(value, LocatedList):
        pairs = list(zip(value.item_lines, value, strict=True))
    else:
        pairs = [(line_of(owner, key), value)]
    return [(line, text) for line, item in pairs if (text := plain(item)) is not None]


def plain(value: object) -> str | None:
    """Return a scalar as text; None for mappings, lists and empty values."""
    if value is None or isinstance(value, (dict, list)):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip() or None


def line_of(owner: LocatedDict, key: str) -> int:
    """Return the line of a key."""
    return owner.key_lines.get(key, owner.line)


def flag(owner: LocatedDict, key: str) -> bool | None:
    """Return a truth value in any spelling of playbooks."""
    value = owner.get(key)
    return value if isinstance(value, bool) else normalise.yes_no(plain(value))


def name_of(owner: LocatedDict, key: str, out: Writer, kind: str, fact: str) -> str | None:
    """Return the name under a key; a placeholder is kept as bad value and gives None."""
    text = plain(owner.get(key))
    if text is not None and is_placeholder(text):
        out.bad_value(kind, fact, text, line_of(owner, key))
        return None
    return text
