"""Observations as readers write them: column lists, with export and line of each row.

Rows are stored as columns from the start: with a dictionary per row, garbage collection takes more than linear time, and
the store needs Arrow columns (performance.md).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from checker.facts import normalise
from checker.facts.column_buffer import BLOCK, Column
from checker.facts.kinds import kinds

Value = str | int | float | bool | datetime | None
_LAYOUT = ("export_id", "line", "seq")


@dataclass(slots=True)
class Note:
    """A remark about one export for the reader of the report: where parsing stopped, what was skipped."""

    line: int
    text: str


class Chunk:
    """Rows of one kind with the same columns: ``values`` by column, and where each row was seen."""

    __slots__ = ("columns", "export_id", "kind", "line", "packed", "seq", "tails", "values")

    def __init__(self, kind: str, columns: tuple[str, ...]) -> None:
        self.kind = kind
        self.columns = columns
        self.values = [Column() for _ in columns]
        self.tails = [column.tail for column in self.values]
        self.packed = 0
        self.export_id = array("i")
        self.line = array("i")
        self.seq = array("i")

    def pack(self) -> None:
        """Pack the rows that were added since the last call."""
        for column in self.values:
            column.pack()
        self.packed = len(self.line)


class Observations:
    """All observations of the readers of one process, by kind and set of columns."""

    def __init__(self) -> None:
        self._chunks: dict[tuple[str, tuple[str, ...]], Chunk] = {}

    def chunk(self, kind: str, columns: tuple[str, ...]) -> Chunk:
        """Return the rows of this kind with these columns.

        Raises:
            ValueError: the model has no such kind or column.
        """
        key = (kind, columns)
        found = self._chunks.get(key)
        if found is None:
            declared = kinds().get(kind)
            if declared is None:
                raise ValueError(f"no kind {kind!r} is declared")
            known = frozenset(declared.column_names)
            unknown = [name for name in columns if name not in known]
            if unknown:
                raise ValueError(f"kind {kind}: columns {unknown} are not declared")
            found = Chunk(kind, columns)
            self._chunks[key] = found
        return found

    def chunks(self) -> Iterator[Chunk]:
        """All chunks that have rows."""
        return (chunk for chunk in self._chunks.values() if chunk.line)

    def rows(self, kind: str) -> list[dict[str, Value]]:
        """Return all rows of a kind as dictionaries of the stated, known columns plus ``line``; for tests and tools."""
        found: list[tuple[tuple[int, int], dict[str, Value]]] = []
        for chunk in self.chunks():
            if chunk.kind != kind:
                continue
            columns = [(name, list(column)) for name, column in zip(chunk.columns, chunk.values, strict=True)]
            for index, line in enumerate(chunk.line):
                row: dict[str, Value] = {name: column[index] for name, column in columns if column[index] is not None}
                row["line"] = line
                found.append(((chunk.export_id[index], chunk.seq[index]), row))
        return [row for _, row in sorted(found, key=lambda item: item[0])]

    def writer(self, export_id: int, owner: str) -> Writer:
        """Return the writer for one export."""
        return Writer(self, export_id, owner)


class Writer:
    """The interface of a reader: adds observations and remarks for its export, and nothing else."""

    def __init__(self, observations: Observations, export_id: int, owner: str) -> None:
        self._observations = observations
        self._export_id = export_id
        self._owner = owner
        self._seq = 0
        self.notes: list[Note] = []
        self.unread_lines = 0
        self.first_unread: int | None = None
        self.printed_count: int | None = None
        self.counted_records: int | None = None
        self.ends_inside_record = False

    @property
    def records(self) -> int:
        """Number of observations written so far, excluding remarks about bad values."""
        return self._seq

    def add(self, kind: str, line: int, **facts: Value) -> None:
        """Write one observation: the facts at that line (1-based, in the whole file).

        Raises:
            ValueError: the model has no such kind or column.
        """
        self.put(kind, tuple(facts), line, facts.values())

    def put(self, kind: str, columns: tuple[str, ...], line: int, values: Iterable[Value]) -> None:
        """Write one observation like :meth:`add`, with one value per column.

        Raises:
            ValueError: the model has no such kind or column, or a value is missing.
        """
        chunk = self._observations.chunk(kind, columns)
        for tail, value in zip(chunk.tails, values, strict=True):
            tail.append(value)
        chunk.line.append(line)
        chunk.export_id.append(self._export_id)
        chunk.seq.append(self._seq)
        self._seq += 1
        if len(chunk.line) - chunk.packed >= BLOCK:
            chunk.pack()

    def extend(self, kind: str, lines: Sequence[int], columns: Mapping[str, Sequence[Value]]) -> None:
        """Write many observations: one list per column, each as long as ``lines``.

        Raises:
            ValueError: unknown kind or column, or lists of unequal length.
        """
        count = len(lines)
        if any(len(values) != count for values in columns.values()):
            raise ValueError(f"kind {kind}: columns of unequal length")
        chunk = self._observations.chunk(kind, tuple(columns))
        for tail, values in zip(chunk.tails, columns.values(), strict=True):
            tail.extend(values)
        chunk.line.extend(lines)
        chunk.export_id.extend(array("i", (self._export_id,)) * count)
        chunk.seq.extend(range(self._seq, self._seq + count))
        self._seq += count
        if len(chunk.line) - chunk.packed >= BLOCK:
            chunk.pack()

    def wwn(self, text: str | None, line: int, kind: str, fact: str, place: str = "") -> str | None:
        """Normalise a WWN; if that fails, record it as ``bad_value`` and return None.

        Empty text, ``-``, ``none`` and all-zero names mean "no name" and are not bad.
        """
        if text is None or text.strip().lower() in ("", "-", "none", "null", "n/a"):
            return None
        normal = normalise.wwn(text)
        if normal is None and text.strip().lower().removeprefix("0x").translate(str.maketrans("", "", ":-. 0f")):
            self.bad_value(kind, fact, text, line, place)
        return normal

    def device_id(self, text: str | None, line: int, kind: str, fact: str = "device", place: str = "") -> str | None:
        """Normalise the identity of a LUN; if that fails, record it as ``bad_value`` and return None."""
        if text is None or text.strip() in ("", "-"):
            return None
        normal = normalise.device_id(text)
        if normal is None:
            self.bad_value(kind, fact, text, line, place)
        return normal

    def bad_value(self, kind: str, fact: str, value: str, line: int, place: str = "") -> None:
        """Record a value that could not be normalised, with its text."""
        self.add(
            "bad_value",
            line,
            about_kind=kind,
            fact=fact,
            value=value.strip()[:200],
            place=place or self._owner,
            problem=normalise.problem_of(value),
            owner=self._owner,
        )

    def note(self, line: int, text: str) -> None:
        """Add a remark for the report, such as where and why reading stopped."""
        self.notes.append(Note(line, text))

    def unread(self, line: int, count: int = 1) -> None:
        """Count non-blank lines that could not be parsed, starting at that line."""
        self.unread_lines += count
        if self.first_unread is None:
            self.first_unread = line
