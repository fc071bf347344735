"""Rows as declarations see them: a line, and attributes by name. Every family has rows of its own or uses these."""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import intern
from typing import ClassVar, Protocol

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture


class Record(Protocol):
    """A row or an object of an export."""

    @property
    def line(self) -> int:
        """Line at which it begins."""

    def text(self, *names: str) -> str | None:
        """Return the first of these attributes that has a value."""

    def at(self, name: str, /) -> int:
        """Return the line of an attribute; the line of the row if the attribute is missing."""


class NumberRecord(Record, Protocol):
    """A row that knows which of its attributes are whole numbers."""

    def number(self, *names: str) -> int | None:
        """Return the first of these attributes that is a whole number."""


class DecimalRecord(Record, Protocol):
    """A row that knows which of its attributes are numbers."""

    def decimal(self, *names: str) -> float | None:
        """Return the first of these attributes that is a number."""


class FlagRecord(Record, Protocol):
    """A row that knows which of its attributes are TRUE or FALSE."""

    def flag(self, name: str, /) -> bool | None:
        """Return a truth value."""


@dataclass(slots=True)
class Context:
    """What a row is read in: the capture, the owner of its facts, and values of other objects of the capture."""

    capture: Capture
    out: Writer
    owner: str
    indexes: dict[object, dict[str, Value]] = field(default_factory=dict)
    seen: set[tuple[object, ...]] = field(default_factory=set)


@dataclass
class TextRow:
    """Texts by name, with their lines where a row has several; ``EMPTY`` are the texts that mean "no value"."""

    EMPTY: ClassVar[frozenset[str]] = frozenset(("", "-"))

    line: int
    values: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def text(self, *names: str) -> str | None:
        """Return the first of these attributes that has a value."""
        for name in names:
            value = self.values.get(name)
            if value is not None and value not in self.EMPTY:
                return value
        return None

    def at(self, name: str, /) -> int:
        """Return the line of an attribute."""
        return self.lines.get(name, self.line)

    def number(self, *names: str) -> int | None:
        """Return a whole number in decimal digits."""
        return normalise.integer(self.text(*names))

    def flag(self, *names: str) -> bool | None:
        """Return a truth value in words such as yes, no, true or enabled."""
        return normalise.yes_no(self.text(*names))

    def add(self, line: int, name: str, value: str) -> None:
        """Add an attribute; the first of several with one name counts."""
        name = intern(name)  # the same names in every row: one text each instead of one a line
        self.values.setdefault(name, value)
        self.lines.setdefault(name, line)


@dataclass
class TypedRow(TextRow):
    """Texts by name of an object with a type, for ``ByType``."""

    type: str = ""
