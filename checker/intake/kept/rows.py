"""The observations and records of one file as plain values and back, for the private cache.

What is read back is checked before any of it is used: only declared kinds and columns, with values of their types.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from checker.facts.column_buffer import BLOCK
from checker.facts.kinds import kinds
from checker.facts.observations import Observations
from checker.intake.record import SECTIONS_A_FILE, ExportRecord
from checker.plain import by_name, decoded, encoded
from checker.readers.toolkit.base import Ignore

_NONE = type(None)
_TYPES: Mapping[str, set[type]] = {
    "text": {str, _NONE},
    "int": {int, _NONE},
    "float": {float, int, _NONE},
    "bool": {bool, _NONE},
    "time": {str, _NONE},
}
_CLASSES = by_name([ExportRecord, Ignore])


@dataclass(frozen=True)
class _Rows:
    """Rows of one kind; exports are numbered from the first of the file."""

    kind: str
    columns: tuple[str, ...]
    export: Sequence[int]
    line: Sequence[int]
    seq: Sequence[int]
    values: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class FileRead:
    """What was read of one file."""

    records: Sequence[ExportRecord]
    rows: Sequence[_Rows]

    def add_to(self, observations: Observations, number: int) -> list[ExportRecord]:
        """Add the rows of the file with that number to the observations, as reading it does, and return its records."""
        base = number * SECTIONS_A_FILE
        for rows in self.rows:
            chunk = observations.chunk(rows.kind, rows.columns)
            for column, values in zip(chunk.values, rows.values, strict=True):
                column.extend(values)
            chunk.export_id.extend(one + base for one in rows.export)
            chunk.line.extend(rows.line)
            chunk.seq.extend(rows.seq)
            if len(chunk.line) - chunk.packed >= BLOCK:
                chunk.pack()
        for record in self.records:
            record.export_id += base
        return list(self.records)


def file_read(value: Any) -> FileRead:
    """Return what :func:`files_read` made.

    Raises:
        Exception: of any kind, if the value is something else.
    """
    records, rows = value
    read = FileRead(decoded(records, _CLASSES), [_rows(*one) for one in rows])
    if any(type(one) is not ExportRecord or not 0 <= one.export_id < SECTIONS_A_FILE for one in read.records):
        raise TypeError("not the records of a file")
    return read


def files_read(
    observations: Observations, records: Iterable[ExportRecord], numbers: Collection[int]
) -> Mapping[int, Any]:
    """Return plain values for the files with these numbers, in one pass over all rows."""
    of_file: dict[int, list[ExportRecord]] = {number: [] for number in numbers}
    for record in records:
        number = record.export_id // SECTIONS_A_FILE
        if number in of_file:
            of_file[number].append(replace(record, export_id=record.export_id % SECTIONS_A_FILE))
    parts: dict[int, list[tuple[tuple[int, int], Any]]] = {number: [] for number in numbers}
    for chunk in observations.chunks():
        types = _types_of(chunk.kind, chunk.columns)
        ids, values, start = chunk.export_id, None, 0
        while start < len(ids):
            number = ids[start] // SECTIONS_A_FILE
            base = number * SECTIONS_A_FILE
            # The files are in order, the exports of one file may not be.
            end = bisect_left(ids, base + SECTIONS_A_FILE, start)
            if number in parts:
                if values is None:
                    values = [
                        [one and one.isoformat() for one in column] if kind == "time" else list(column)
                        for kind, column in zip(types, chunk.values, strict=True)
                    ]
                exports = [one - base for one in ids[start:end]]
                line, seq = chunk.line[start:end].tolist(), chunk.seq[start:end].tolist()
                first = min(zip(exports, seq, strict=True))
                cut = [column[start:end] for column in values]
                parts[number].append((first, [chunk.kind, chunk.columns, exports, line, seq, cut]))
            start = end
    # In the order in which the file was read.
    return {
        number: [encoded(of_file[number]), [one for _, one in sorted(found, key=lambda part: part[0])]]
        for number, found in parts.items()
    }


def _types_of(kind: str, columns: Iterable[str]) -> list[str]:
    declared = kinds()[kind]
    return [declared.column(name).type for name in columns]


def _rows(kind: str, columns: Any, export: Any, line: Any, seq: Any, values: Any) -> _Rows:
    names = tuple(columns)
    types = _types_of(kind, names)
    rows = _Rows(kind, names, array("i", export), array("i", line), array("i", seq), values)
    if (
        len(set(names)) != len(names)
        or len(values) != len(names)
        or not 0 <= min(export) <= max(export) < SECTIONS_A_FILE
    ):
        raise ValueError("not rows")
    if any(len(one) != len(export) for one in (line, seq, *values)):
        raise ValueError("columns of unequal length")
    for index, (kind_of_value, column) in enumerate(zip(types, values, strict=True)):
        if not set(map(type, column)) <= _TYPES[kind_of_value]:
            raise TypeError(f"{kind}: wrong values of {names[index]}")
        if kind_of_value == "time":
            values[index] = [one and datetime.fromisoformat(one) for one in column]
    return rows
