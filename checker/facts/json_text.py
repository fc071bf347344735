"""JSON for people and programs: invisible characters are escaped, so that a name cannot change how a line is displayed."""

from __future__ import annotations

import json
import re
from typing import Any

_HIDDEN = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Controls that JSON allows unescaped: C1, bidirectional, zero-width and tag characters, line separators."""


def dumps(value: object, **options: Any) -> str:
    """Return a value as JSON in UTF-8; options are those of ``json.dumps``. Reading it returns the same value."""
    # Outside of texts JSON is ASCII, so that each match is inside a text.
    return _HIDDEN.sub(_escaped, json.dumps(value, ensure_ascii=False, **options))


def _escaped(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
