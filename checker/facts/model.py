"""The declaration of every table: names, types, units, meanings, keys and how observations combine.

Everything that depends on the shape of the facts is generated from this declaration: the DuckDB tables, the resolve
step, the inventory schema and the vocabulary page. A test fails when a generated file differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

ColumnType = Literal["text", "int", "float", "bool", "time"]
Combine = Literal["newest", "same", "once", "sum", "union"]

DUCKDB_TYPE: Mapping[ColumnType, str] = {
    "text": "VARCHAR",
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "time": "TIMESTAMP",
}


@dataclass(frozen=True)
class Column:
    """One column of a kind.

    ``combine`` says how observations of one thing become one fact: ``newest`` takes the newest known value,
    ``same`` does so too but records a contradiction when sources of comparable age disagree, ``once`` records one when a
    single export gives two values (several exports may print it differently), ``sum`` adds and ``union`` collects distinct
    texts in order, separated by blanks. ``unit`` is empty for plain names and states.
    """

    name: str
    type: ColumnType
    meaning: str
    unit: str = ""
    combine: Combine = "newest"
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """One kind of thing: an observation table ``obs_<name>`` and an entity table ``<name>``.

    ``keys`` are natural keys in order of preference: the first whose columns are all known identifies the thing.
    ``key_defaults`` gives the value a key column has where no source states it.
    ``group`` is the family used in the vocabulary page.
    """

    name: str
    meaning: str
    keys: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...]
    group: str
    key_defaults: Mapping[str, str] = field(default_factory=dict)

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of all columns, in order of declaration."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """Return the column of that name.

        Raises:
            KeyError: this kind has no such column.
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


@cache
def kinds() -> Mapping[str, Kind]:
    """Every kind by name, in order of declaration."""
    from checker.facts.kinds import array, estimate, fabric, host, host_disk, inputs, load, storage_part, volume

    declared = [
        *inputs.KINDS,
        *host.KINDS,
        *host_disk.KINDS,
        *fabric.KINDS,
        *array.KINDS,
        *volume.KINDS,
        *storage_part.KINDS,
        *load.KINDS,
        *estimate.KINDS,
    ]
    by_name = {kind.name: kind for kind in declared}
    if len(by_name) != len(declared):
        raise ValueError("two kinds are declared with one name")
    for kind in declared:
        unknown = [name for key in kind.keys for name in key if name not in kind.column_names]
        if unknown:
            raise ValueError(f"kind {kind.name}: key columns {unknown} are not declared")
    return by_name
