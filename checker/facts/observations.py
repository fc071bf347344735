"""What readers write: observations as column lists, each with its export and line.

Rows are kept as columns from the start: a dictionary a row makes garbage collection slower than linear, and the store
takes Arrow columns (performance.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from checker.facts import normalise
from checker.facts.model import kinds

Value = str | int | float | bool | datetime | None
_LAYOUT = ("export_id", "line", "seq")


@dataclass
class Note:
    """A remark about one export for the person who reads the report: where reading stopped, what was left out."""

    line: int
    text: str


@dataclass
class Chunk:
    """Rows of one kind that state the same columns."""

    kind: str
    columns: tuple[str, ...]
    values: list[list[Value]]
    export_id: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    seq: list[int] = field(default_factory=list)


class Observations:
    """Everything that the readers of one process have seen, by kind and set of columns."""

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
            unknown = [name for name in columns if name not in declared.column_names]
            if unknown:
                raise ValueError(f"kind {kind}: columns {unknown} are not declared")
            found = Chunk(kind, columns, [[] for _ in columns])
            self._chunks[key] = found
        return found

    def chunks(self) -> Iterator[Chunk]:
        """Every chunk that has rows."""
        return (chunk for chunk in self._chunks.values() if chunk.line)

    def rows(self, kind: str) -> list[dict[str, Value]]:
        """Return all rows of a kind as dictionaries of the stated, known columns plus ``line``; for tests and tools."""
        found: list[tuple[tuple[int, int], dict[str, Value]]] = []
        for chunk in self.chunks():
            if chunk.kind != kind:
                continue
            for index, line in enumerate(chunk.line):
                row: dict[str, Value] = {
                    name: column[index]
                    for name, column in zip(chunk.columns, chunk.values, strict=True)
                    if column[index] is not None
                }
                row["line"] = line
                found.append(((chunk.export_id[index], chunk.seq[index]), row))
        return [row for _, row in sorted(found, key=lambda item: item[0])]

    def writer(self, export_id: int, owner: str) -> Writer:
        """Return the writer for one export."""
        return Writer(self, export_id, owner)


class Writer:
    """What a reader gets: it may add observations of its export, and remarks about it, and nothing else."""

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
        """Number of observations written so far, remarks about bad values not counted."""
        return self._seq

    def add(self, kind: str, line: int, **facts: Value) -> None:
        """Write one observation: the facts stated at that line (1-based, of the whole file).

        Raises:
            ValueError: the model has no such kind or column.
        """
        chunk = self._observations.chunk(kind, tuple(facts))
        for column, value in zip(chunk.values, facts.values(), strict=True):
            column.append(value)
        self._place(chunk, line)

    def extend(self, kind: str, lines: Sequence[int], columns: Mapping[str, Sequence[Value]]) -> None:
        """Write many observations at once: one list a column, all as long as ``lines``.

        Raises:
            ValueError: unknown kind or column, or lists of unequal length.
        """
        count = len(lines)
        if any(len(values) != count for values in columns.values()):
            raise ValueError(f"kind {kind}: columns of unequal length")
        chunk = self._observations.chunk(kind, tuple(columns))
        for column, values in zip(chunk.values, columns.values(), strict=True):
            column.extend(values)
        chunk.line.extend(lines)
        chunk.export_id.extend([self._export_id] * count)
        chunk.seq.extend(range(self._seq, self._seq + count))
        self._seq += count

    def wwn(self, text: str | None, line: int, kind: str, fact: str, place: str = "") -> str | None:
        """Normalise a world wide name; one that can't be is kept as ``bad_value`` and None is returned.

        Empty text, ``-``, ``none`` and all-zero names mean "no name" and are not bad.
        """
        if text is None or text.strip().lower() in ("", "-", "none", "null", "n/a"):
            return None
        normal = normalise.wwn(text)
        if normal is None and text.strip().lower().removeprefix("0x").translate(str.maketrans("", "", ":-. 0f")):
            self.bad_value(kind, fact, text, line, place)
        return normal

    def device_id(self, text: str | None, line: int, kind: str, fact: str = "device", place: str = "") -> str | None:
        """Normalise the identity of a LUN; one that can't be is kept as ``bad_value`` and None is returned."""
        if text is None or text.strip() in ("", "-"):
            return None
        normal = normalise.device_id(text)
        if normal is None:
            self.bad_value(kind, fact, text, line, place)
        return normal

    def bad_value(self, kind: str, fact: str, value: str, line: int, place: str = "") -> None:
        """Keep a value that could not be normalised, with its text."""
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
        """Count non-blank lines that were not understood, from that line on."""
        self.unread_lines += count
        if self.first_unread is None:
            self.first_unread = line

    def _place(self, chunk: Chunk, line: int) -> None:
        chunk.line.append(line)
        chunk.export_id.append(self._export_id)
        chunk.seq.append(self._seq)
        self._seq += 1
