"""One object of a JSON answer: its values by name, in the types they should have, and the lines they stand on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from checker.readers.located_json import LocatedDict


@dataclass(frozen=True)
class JsonObject:
    """An object, what kind it is ('' where nothing tells), and the line it begins at."""

    type: str
    values: dict[str, Any]
    line: int

    def text(self, *keys: str) -> str | None:
        """Return the first of these attributes that is a text with something in it."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, str) and value.strip():
                return value.strip()
        return None

    def number(self, *keys: str) -> int | None:
        """Return the first of these attributes that is a whole number; scripts may write it as text."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, str) and re.fullmatch(r"[0-9]{1,18}", value):
                return int(value)
            if isinstance(value, int) and not isinstance(value, bool):
                return value
        return None

    def flag(self, key: str) -> bool | None:
        """Return a truth value."""
        value = self.values.get(key)
        return value if isinstance(value, bool) else None

    def items(self, *keys: str) -> list[dict[str, Any]]:
        """Return the first of these attributes that is a list, its objects only."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, list):
                return [item for item in value if isinstance(item, dict)]
        return []

    def line_of(self, key: str) -> int:
        """Return the line of an attribute."""
        return self.values.key_lines.get(key, self.line) if isinstance(self.values, LocatedDict) else self.line
