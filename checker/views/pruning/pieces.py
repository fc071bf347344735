"""The pieces a view's SQL is cut into: common tables, joins and conditions, and the columns each names.

Only the structure that decides which pieces are omitted when a table has no row is analysed; expressions stay text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Stream = list[Any]
"""Text, ``["ref", alias, column, field or "", …]`` and ``["sub", Query, after EXISTS]``, in order.

A fifth item of a reference says that it is a whole item of a SELECT list, where it names a column of the result.
"""


class NotSimpleError(ValueError):
    """A form that is not analysed; the text is used unchanged."""


@dataclass
class Source:
    """One relation after FROM: a name, a sub-query or anything else (``text``), joined to those before it."""

    join: str
    alias: str
    naming: str
    name: str = ""
    query: Query | None = None
    text: Stream = field(default_factory=list)
    on: Stream = field(default_factory=list)
    using: list[str] = field(default_factory=list)
    needs: list[list[str]] = field(default_factory=list)


@dataclass
class Select:
    """One SELECT. ``needs`` are columns without which no row passes WHERE; ``bare`` are the words that name no alias."""

    head: str
    items: Stream
    sources: list[Source]
    where: Stream
    rest: Stream
    needs: list[list[str]]
    bare: list[str]
    calls: list[str]


@dataclass
class Query:
    """Common tables, and SELECTs with the set operations between them."""

    common: list[tuple[str, str, Query]]
    selects: list[Select]
    operations: list[str]
