"""How tables are declared: columns with types, units and meanings; for kinds of facts also keys and how facts combine.

Kinds of facts (``checker.facts.kinds``), topology tables and views all declare their columns with ``Column``. The
DuckDB tables, the resolve step, the inventory schema and the vocabulary page are generated from these declarations. A
test fails when a generated file differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

ColumnType = Literal["text", "int", "float", "bool", "time", "span", "list"]
Combine = Literal["newest", "same", "state", "once", "measured", "sum", "union"]

DUCKDB_TYPE: Mapping[ColumnType, str] = {
    "text": "VARCHAR",
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "time": "TIMESTAMP",
    "span": "STRUCT(lo BIGINT, hi BIGINT)",
    "list": "VARCHAR[]",
}
FACT_TYPES: tuple[ColumnType, ...] = ("text", "int", "float", "bool", "time")
"""The types of facts; spans and lists occur in derived tables only."""


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes:
        name: name of the column.
        type: one of ``DUCKDB_TYPE``.
        meaning: meaning of the column, for the vocabulary.
        unit: unit of the values; empty for names and states.
        combine: how observations of one object become one fact. ``newest`` takes the newest known value, and records a
            contradiction if two files with the same output of one machine disagree and nothing says which is newer.
            ``same`` does too, but records a contradiction if any sources of comparable age disagree. ``state`` does so
            only if nothing says which of two captures is the newer one; ``unknown`` contradicts nothing. ``once``
            records a contradiction if a single export gives two values (different exports may print it differently).
            ``measured`` takes the newest known value, and nothing that differs from it contradicts it. ``sum`` adds,
            and ``union`` collects distinct texts in order, separated by blanks.
        values: the allowed values; empty for any.
        inputs: in views, the facts (``kind.column``) that make the column known.
    """

    name: str
    type: ColumnType
    meaning: str
    unit: str = ""
    combine: Combine = "newest"
    values: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()


class Table:
    """A table with declared columns: a kind of facts, a topology table or a view."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """The names of all columns, in order of declaration."""
        return tuple(column.name for column in self.columns)

    @property
    def sql_types(self) -> dict[str, str]:
        """The DuckDB type of each column, in order of declaration."""
        return {column.name: DUCKDB_TYPE[column.type] for column in self.columns}

    @property
    def sql_columns(self) -> str:
        """The columns as in a ``CREATE TABLE`` statement: ``host VARCHAR, live BOOLEAN``."""
        return ", ".join(f"{name} {sql_type}" for name, sql_type in self.sql_types.items())


@dataclass(frozen=True)
class Kind(Table):
    """One kind of facts: an observation table ``obs_<name>`` and an entity table ``<name>``.

    ``keys`` are natural keys in order of preference: the first whose columns are all known identifies the object.
    ``key_defaults`` is the value of a key column that no source states. ``group`` is the section of the vocabulary page.
    """

    name: str
    meaning: str
    keys: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...]
    group: str
    key_defaults: Mapping[str, str] = field(default_factory=dict)

    def column(self, name: str) -> Column:
        """Return the column of that name.

        Raises:
            KeyError: the kind has no such column.
        """
        return _columns_by_name(self)[name]

    @property
    def key_columns(self) -> tuple[str, ...]:
        """Every column that is part of any key, in order of first use."""
        return tuple(dict.fromkeys(name for key in self.keys for name in key))


_COLUMN_INDEX: dict[str, dict[str, Column]] = {}


def _columns_by_name(kind: Kind) -> dict[str, Column]:
    index = _COLUMN_INDEX.get(kind.name)
    if index is None:
        index = {column.name: column for column in kind.columns}
        _COLUMN_INDEX[kind.name] = index
    return index


def text(name: str, meaning: str, combine: Combine = "newest", values: tuple[str, ...] = ()) -> Column:
    """A text column: a name, an identifier or a state."""
    return Column(name, "text", meaning, "", combine, values)


def integer(name: str, meaning: str, unit: str = "", combine: Combine = "newest") -> Column:
    """A whole-number column with its unit (``bytes``, ``count``, …)."""
    return Column(name, "int", meaning, unit, combine)


def number(name: str, meaning: str, unit: str = "", combine: Combine = "newest") -> Column:
    """A floating-point column with its unit (``Gbit/s``, ``ms``, ``ratio`` …)."""
    return Column(name, "float", meaning, unit, combine)


def flag(name: str, meaning: str, combine: Combine = "newest") -> Column:
    """A yes/no column."""
    return Column(name, "bool", meaning, "", combine)


def time(name: str, meaning: str) -> Column:
    """A point in time, UTC."""
    return Column(name, "time", meaning, "UTC")


def size(name: str, meaning: str) -> tuple[Column, Column, Column]:
    """The columns of a size, as ``used`` in ``used_bytes``: its bytes, or the bounds that a rounded one allows."""
    return (
        integer(f"{name}_bytes", f"{meaning}; empty where the export rounds it", "bytes"),
        integer(f"{name}_low_bytes", f"{meaning}: smallest value that a rounded one allows", "bytes"),
        integer(f"{name}_high_bytes", f"{meaning}: largest value that a rounded one allows", "bytes"),
    )
