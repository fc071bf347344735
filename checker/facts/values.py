"""What a value of an observation is, and which texts and numbers can be stored."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

Value = str | int | float | bool | datetime | None
LONGEST_TEXT = 8_192
"""Characters of a value; the longest that devices print are lists of members and lines of logs."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LARGEST_FLOAT = 1e30
_TEXT_TYPES = frozenset([str, type(None)])
_NUMBER_TYPES = frozenset([int, bool, type(None)])


def is_name(text: str) -> bool:
    """Return whether a text can be stored as the name of a machine."""
    return bool(text.strip()) and (is_plain(text) or is_storable(text))


def is_plain(value: Value) -> bool:
    """Return whether a value needs no closer look: nearly all do not, and this is called for each of them."""
    kind = type(value)
    if kind is str:
        return len(value) <= LONGEST_TEXT and value.isprintable()  # type: ignore[arg-type, union-attr]
    if kind is float:
        return -_LARGEST_FLOAT < value < _LARGEST_FLOAT  # type: ignore[operator]
    return kind is not int or -(2**63) <= value < 2**63  # type: ignore[operator]


def are_plain(values: Sequence[Value]) -> bool:
    """Return whether all values are plain or None: a call for each would take longer than reading them."""
    types = set(map(type, values))
    if not types <= _TEXT_TYPES:
        different = set(values) if types <= _NUMBER_TYPES else values
        return all(value is None or is_plain(value) for value in different)
    texts: set[str] = set(filter(None, values))  # type: ignore[arg-type]
    return all(map(str.isprintable, texts)) and max(map(len, texts), default=0) <= LONGEST_TEXT


def is_storable(value: Value) -> bool:
    """Return whether a value that is not plain may be stored: characters of unusual scripts are harmless."""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and not CONTROLS.search(value)
