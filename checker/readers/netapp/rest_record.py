"""A record of an ONTAP REST answer: its attributes by path, and its line."""

from __future__ import annotations

from typing import Any

from checker.readers.netapp.san import name_of
from checker.readers.toolkit.located_json import line_of


class RestRecord:
    """One record and the line it begins at; dotted names lead into the objects inside."""

    def __init__(self, values: dict[str, Any], line: int) -> None:
        self.values = values
        self.line = line

    def value(self, path: str) -> Any:
        """Return the value at a path, or None."""
        found: Any = self.values
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def text(self, *paths: str) -> str | None:
        """Return the first of these values that is a non-empty text."""
        for path in paths:
            found = self.value(path)
            if isinstance(found, str) and found.strip():
                return found.strip()
        return None

    def number(self, path: str) -> int | None:
        """Return a whole number."""
        found = self.value(path)
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def flag(self, path: str) -> bool | None:
        """Return a truth value."""
        found = self.value(path)
        return found if isinstance(found, bool) else None

    def items(self, path: str) -> list[RestRecord]:
        """Return the objects of a list."""
        found = self.value(path)
        if not isinstance(found, list):
            return []
        return [RestRecord(item, line_of(item, self.line)) for item in found if isinstance(item, dict)]

    def unique(self, path: str) -> str | None:
        """Return a name that is unique in the cluster."""
        return name_of(self.text("svm.name"), self.text(path))
