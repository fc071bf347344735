"""One object of a JSON answer: its values by name and type, and their lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

from checker.readers.toolkit import numbers
from checker.readers.toolkit.documents.located_json import LocatedDict
from checker.readers.toolkit.numbers import whole


@dataclass(frozen=True)
class JsonObject:
    """An object with its type ('' if it is unknown) and the line at which it begins."""

    type: str
    values: dict[str, Any]
    line: int

    def text(self, *keys: str) -> str | None:
        """Return the first of these attributes that is a text and not blank."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, str) and value.strip():
                return value.strip()
        return None

    def number(self, *keys: str) -> int | None:
        """Return the first of these attributes that is an integer, or an integer written as text."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, str) and re.fullmatch(r"[0-9]{1,18}", value):
                return whole(value)
            if isinstance(value, int) and not isinstance(value, bool):
                return value
        return None

    def decimal(self, *keys: str) -> float | None:
        """Return the first of these attributes that is a number."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return numbers.decimal(value)
        return None

    def flag(self, key: str) -> bool | None:
        """Return a Boolean attribute, or None."""
        value = self.values.get(key)
        return value if isinstance(value, bool) else None

    def inner(self, key: str, name: str) -> str | None:
        """Return a text of the object in an attribute, such as the name of an object that this one refers to."""
        value = self.values.get(key)
        found = value.get(name) if isinstance(value, dict) else None
        return (found.strip() or None) if isinstance(found, str) else None

    def inside(self, values: Mapping[str, Any], line: int = 0, **outer: str) -> Self:
        """Return an object inside this one, at its line or at ``line``; ``name="key"`` adds an outer attribute."""
        taken = {name: self.values.get(key) for name, key in outer.items()}
        return replace(self, values={**values, **taken}, line=line or self.line)

    def items(self, *keys: str) -> list[dict[str, Any]]:
        """Return the objects in the first of these attributes that is a list."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, list):
                return [item for item in value if isinstance(item, dict)]
        return []

    def at(self, key: str, /) -> int:
        """Return the line of an attribute."""
        return self.values.key_lines.get(key, self.line) if isinstance(self.values, LocatedDict) else self.line


_TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,9})?(?:Z|\+00(?::?00)?)?\Z")


def utc_time(text: object) -> datetime | None:
    """Return the time of ``2016-10-18T01:56:10.923Z`` to the second; None for other values and other time zones."""
    found = _TIME.match(text) if isinstance(text, str) else None
    try:
        return datetime.fromisoformat(found.group(1)).replace(tzinfo=UTC) if found else None
    except ValueError:
        return None
