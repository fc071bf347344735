"""A document of lists: what each column shows, and how values that are unknown, absent or uncertain are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from checker.errors import UsageError
from checker.report.text.words import plural

Row = Mapping[str, Any]
"""One row of a view: its columns by name, None for what is unknown."""
Cell = str | int | float
UNKNOWN = "unknown"
NONE = "none"
NOT_APPLICABLE = "\u2013"
"""Of a value that the object cannot have, such as the speed of a port without a link."""


@dataclass(frozen=True)
class Column:
    """One column of a list.

    Attributes:
        key: its name in CSV.
        heading: its name for people.
        value: returns the cell of a row, never empty.
        wide: shown only where there is room: not in a terminal.
        once: in a terminal, shown on a line of its own above the rows that have the same values in all such columns.
        brief: returns the cell for a terminal, if it is shorter there.
    """

    key: str
    heading: str
    value: Callable[[Row], Cell]
    wide: bool = False
    once: bool = False
    brief: Callable[[Row], Cell] | None = None


@dataclass(frozen=True)
class Listing:
    """One list.

    Attributes:
        name: how ``--list`` and JSON call it.
        title: its heading.
        note: one sentence on how to read it.
        columns: the columns in order; the first one groups the rows if ``grouped``.
        rows: the rows in order, as JSON shows them.
        grouped: in a terminal, the value of the first column is the heading of its rows.
    """

    name: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    grouped: bool = False


@dataclass(frozen=True)
class Document:
    """What one command shows: its title, its lists, and the input files that were not or only partly recognised."""

    title: str
    command: str
    lists: tuple[Listing, ...]
    files: int
    unrecognised: tuple[str, ...] = ()

    @property
    def notice(self) -> str | None:
        """What may be missing because of input files of which nothing, or not everything, was recognised."""
        if not self.unrecognised:
            return None
        return f"{plural(len(self.unrecognised), 'file')} not or only partly recognised; the lists may be incomplete"

    def only(self, names: Sequence[str]) -> Document:
        """Return the document with only these lists; with all if none is named.

        Raises:
            UsageError: there is no such list.
        """
        from checker.rules.language.suggest import unknown

        known = {one.name: one for one in self.lists}
        for name in names:
            if name not in known:
                raise UsageError(f"--list: {unknown('list', name, list(known))}")
        return replace(self, lists=tuple(known[name] for name in dict.fromkeys(names))) if names else self


def known(value: str | int | float | None) -> Cell:
    """Return a value, or that it is unknown; whole numbers have no decimals."""
    if value is None or value == "":
        return UNKNOWN
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 2)
    return value


def names(values: Sequence[str] | None) -> str:
    """Return names as text: ``none`` if there are none, ``unknown`` if they are."""
    return UNKNOWN if values is None else ", ".join(values) or NONE


def other_end(values: Sequence[str]) -> str:
    """Return the places of a port: several are alternatives, and none means that no export names one."""
    return " or ".join(values) or UNKNOWN


def span(value: Mapping[str, int | None] | None) -> Cell:
    """Return a count that may be uncertain: ``3``, ``3 to 5``, ``at least 3``."""
    if value is None or (value["hi"] is None and not value["lo"]):
        return UNKNOWN
    least, most = value["lo"], value["hi"]
    assert least is not None
    if most is None:
        return f"at least {least}"
    return least if least == most else f"{least} to {most}"


def wwns(values: Sequence[str]) -> str:
    """Return world wide names as colon pairs."""
    return ", ".join(":".join(re.findall("..", value)) for value in values)


def in_order(text: str | None) -> tuple[tuple[int, int | str], ...]:
    """Return a key that sorts numbers inside names by value: fc1/9 before fc1/10."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]+", text or "")
    return tuple((0, int(part)) if part.isascii() and part.isdigit() else (1, part) for part in parts)


def without_unknown(columns: Sequence[Column], rows: Sequence[Row]) -> tuple[list[Column], str]:
    """Return the columns that are known in some row, and a sentence about the others; all if none is known."""
    empty = [column for column in columns if len(rows) > 1 and all(column.value(row) == UNKNOWN for row in rows)]
    if not empty or len(empty) == len(columns):
        return list(columns), ""
    headings = ", ".join(column.heading for column in empty)
    return [column for column in columns if column not in empty], f"Unknown in all rows, not shown: {headings}."
