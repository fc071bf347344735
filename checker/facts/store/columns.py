"""Convert column lists to Arrow columns, the form in which rows reach the store and pass between processes."""

from __future__ import annotations

import datetime as dt
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

from checker.facts.declare import Kind
from checker.facts.kinds import kinds
from checker.facts.observations import Chunk, Observations
from checker.facts.store.out_of_range import OutOfRange, take_out

LAYOUT = ("export_id", "line", "seq")
"""Columns that every observation has in addition to the facts: where it was seen, and its order within the export."""

TypedColumns = dict[str, tuple[str, Iterable[Any]]]
"""Name, type and values of columns; the values can be iterated more than once."""


def chunks_by_kind(observations: Observations) -> dict[str, list[Chunk]]:
    """Return the chunks of each kind, kinds ordered by name."""
    by_kind: dict[str, list[Chunk]] = {}
    for chunk in observations.chunks():
        by_kind.setdefault(chunk.kind, []).append(chunk)
    return {name: by_kind[name] for name in sorted(by_kind)}


def observation_tables(
    observations: Observations, out_of_range: list[OutOfRange]
) -> Iterator[tuple[Kind, Any, list[str]]]:
    """Yield kind, Arrow table and its columns for each kind; values that do not fit their column go to ``out_of_range``."""
    for name, chunks in chunks_by_kind(observations).items():
        columns = columns_of(kinds()[name], chunks)
        yield kinds()[name], observation_table(kinds()[name], chunks, columns, out_of_range), list(columns)


def observation_table(
    kind: Kind, chunks: Sequence[Chunk], columns: TypedColumns, out_of_range: list[OutOfRange]
) -> Any:
    """Create the Arrow table of the chunks of one kind with these ``columns``; see :func:`observation_tables`."""
    try:
        return arrow_table(columns)
    except TypeError:
        out_of_range.extend(take_out(kind, chunks))
        return arrow_table(columns_of(kind, chunks))


class _Joined:
    """One column of the chunks of a kind, with None where a chunk does not state it; unpacked during iteration."""

    def __init__(self, name: str, chunks: Sequence[Chunk]) -> None:
        self._name = name
        self._chunks = chunks

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(
            chunk.values[chunk.columns.index(self._name)]
            if self._name in chunk.columns
            else repeat(None, len(chunk.line))
            for chunk in self._chunks
        )


def columns_of(kind: Kind, chunks: Sequence[Chunk]) -> TypedColumns:
    """Join chunks of one kind into full columns, with None where a chunk does not state a column."""
    names = [name for name in kind.column_names if any(name in chunk.columns for chunk in chunks)]
    columns: TypedColumns = {name: (kind.column(name).type, _Joined(name, chunks)) for name in names}
    for name in LAYOUT:
        joined = array("i")
        for chunk in chunks:
            joined.extend(getattr(chunk, name))
        columns[name] = ("int32", joined)
    return columns


def arrow_table(columns: TypedColumns) -> Any:
    """Create an Arrow table of typed columns; times become microseconds since 1970, UTC.

    Raises:
        TypeError: a value does not fit its column's type; the message names the column.
    """
    import arro3.core as arrow

    types = {
        "text": arrow.DataType.utf8(),
        "int": arrow.DataType.int64(),
        "int32": arrow.DataType.int32(),
        "float": arrow.DataType.float64(),
        "bool": arrow.DataType.bool(),
        "time": arrow.DataType.timestamp("us"),
    }
    arrays: dict[str, Any] = {}
    for name, (column_type, values) in columns.items():
        try:
            if column_type == "time":
                stamps = arrow.Array([_microseconds(value) for value in values], type=arrow.DataType.int64())
                arrays[name] = stamps.cast(types["time"])
            elif column_type == "float":
                arrays[name] = arrow.Array([None if v is None else float(v) for v in values], type=types["float"])
            elif isinstance(values, array):
                arrays[name] = arrow.Array(memoryview(values))
            else:
                # One column at a time: the values of all columns together would take several times the memory of the text.
                arrays[name] = arrow.Array(list(values), type=types[column_type])
        except (TypeError, ValueError, OverflowError) as error:
            raise TypeError(f"column {name}: {error}") from error
    return arrow.Table.from_pydict(arrays)


def _microseconds(value: dt.datetime | None) -> int | None:
    if value is None:
        return None
    aware = value if value.tzinfo is not None else value.replace(tzinfo=dt.UTC)
    return (aware - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(microseconds=1)
