"""NX-OS responses as JSON: ``TABLE_x`` contains ``ROW_x``, an object for one row, otherwise a list of objects.

The same tables are at the top level of ``show … | json`` and nested in the envelopes of NX-API. Keys were renamed between
releases, so each value is read by all of its names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList, line_of
from checker.readers.toolkit.numbers import whole


@dataclass
class Row:
    """One row of a table: its keys, and the line it begins at."""

    values: Mapping[str, object]
    line: int

    def text(self, *names: str) -> str | None:
        """Return the first of these values that is not empty, as text."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, str) and value.strip() not in ("", "--", "-"):
                return value.strip()
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return str(value)
        return None

    def number(self, *names: str) -> int | None:
        """Return a non-negative whole number."""
        found = self.text(*names)
        return (
            whole(found) if found is not None and found.isascii() and found.isdecimal() and len(found) <= 18 else None
        )

    def texts(self, name: str) -> list[str]:
        """Return a list of texts; a single text becomes a list of one."""
        value = self.values.get(name)
        found = value if isinstance(value, list) else [value]
        return [item.strip() for item in found if isinstance(item, str) and item.strip()]

    def at(self, name: str) -> int:
        """Return the line of a key."""
        lines = self.values.key_lines if isinstance(self.values, LocatedDict) else {}
        return lines.get(name, self.line)

    def rows(self, *tables: str) -> list[Row]:
        """Return the rows of the first of these tables that is inside this row."""
        for name in tables:
            if f"TABLE_{name}" in self.values:
                return rows_of(self.values[f"TABLE_{name}"])
        return []


@dataclass
class Table:
    """One table of a document, with the object that contains it and the command, if known."""

    name: str
    rows: list[Row]
    context: Row
    command: str


def rows_of(value: object) -> list[Row]:
    """Return the rows of a ``TABLE_x`` value."""
    found: list[Row] = []
    for part in value if isinstance(value, LocatedList) else [value]:
        if not isinstance(part, LocatedDict):
            continue
        for key, content in part.items():
            if key.startswith("ROW_"):
                items = content if isinstance(content, LocatedList) else [content]
                found.extend(Row(item, line_of(item, part.line)) for item in items if isinstance(item, LocatedDict))
    return found


def tables(value: object, command: str = "") -> Iterator[Table]:
    """Yield every outermost table of a document, in order."""
    waiting: list[tuple[object, str]] = [(value, command)]
    while waiting:
        item, issued = waiting.pop()
        if isinstance(item, LocatedList):
            waiting.extend((part, issued) for part in reversed(item))
        elif isinstance(item, LocatedDict):
            printed = item.get("input", item.get("command", item.get("cmd")))
            issued = printed if isinstance(printed, str) else issued
            inner: list[tuple[object, str]] = []
            for key, content in item.items():
                if key.startswith("TABLE_"):
                    yield Table(key[6:], rows_of(content), Row(item, item.line), issued)
                elif isinstance(content, (LocatedDict, LocatedList)):
                    inner.append((content, issued))
            waiting.extend(reversed(inner))
