"""Observations as readers write them: column lists, with export and line of each row.

Rows are stored as columns from the start: with a dictionary per row, garbage collection takes more than linear time, and
the store needs Arrow columns (performance.md).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from checker.facts import normalise
from checker.facts.column_buffer import BLOCK, Column
from checker.facts.kinds import kinds
from checker.facts.values import CONTROLS, LONGEST_TEXT, Value, are_plain, is_plain, is_storable

_LAYOUT = ("export_id", "line", "seq")
MOST_RECORDS = 20_000_000
"""Observations of one export by default, checked once per block; the longest path lists have a million."""
RECORDS_OF_SHORT_TEXT = 100_000
"""Observations that all exports together may have beyond one for each of their characters."""
_SHOWN = 200
_LONGEST_NOTE = 2_000
"""Characters; the words of a text in it may be as long as that text."""


@dataclass(slots=True)
class Note:
    """A remark about one export for the reader of the report: where parsing stopped, what was skipped."""

    line: int
    text: str


class TooManyRecordsError(Exception):
    """Raised when an export has more observations than are allowed; those before it are kept."""


class Chunk:
    """Rows of one kind with the same columns: ``values`` by column, and where each row was seen."""

    __slots__ = ("_values", "columns", "export_id", "kind", "line", "packed", "rows", "seq")

    def __init__(self, kind: str, columns: tuple[str, ...]) -> None:
        self.kind = kind
        self.columns = columns
        self._values = [Column() for _ in columns]
        # The newest rows, which are turned into columns by the block: one call per row instead of one per value.
        self.rows: list[tuple[Value, ...]] = []
        self.packed = 0
        self.export_id = array("i")
        self.line = array("i")
        self.seq = array("i")

    @property
    def values(self) -> list[Column]:
        """Values of all rows, by column."""
        if self.rows:
            for column, values in zip(self._values, zip(*self.rows, strict=True), strict=True):
                column.extend(values)
            self.rows.clear()
        return self._values

    def pack(self) -> None:
        """Pack the rows that were added since the last call."""
        for column in self.values:
            column.pack()
        self.packed = len(self.line)


class Observations:
    """All observations of the readers of one process, by kind and set of columns."""

    def __init__(self, most_records: int = MOST_RECORDS, *, samples: bool = False) -> None:
        """``most_records`` is the limit of observations of one export; ``samples`` asks for samples over time."""
        self.most_records = most_records
        self.spare_records = RECORDS_OF_SHORT_TEXT
        self.samples = samples
        self._chunks: dict[tuple[str, tuple[str, ...]], Chunk] = {}

    def chunk(self, kind: str, columns: tuple[str, ...]) -> Chunk:
        """Return the rows of this kind with these columns.

        Raises:
            ValueError: the model has no such kind or column.
        """
        found = self._chunks.get((kind, columns))
        if found is None:
            declared = kinds().get(kind)
            if declared is None:
                raise ValueError(f"no kind {kind!r} is declared")
            known = frozenset(declared.column_names)
            unknown = [name for name in columns if name not in known]
            if unknown:
                raise ValueError(f"kind {kind}: columns {unknown} are not declared")
            found = self._chunks[kind, columns] = Chunk(kind, columns)
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
        # Samples over time (``load_sample``) are many, and only triage uses them.
        self.samples = observations.samples
        self.most_records = observations.most_records
        self._seq = 0
        self._characters = 0
        self.notes: list[Note] = []
        self.unread_lines = 0
        self.first_unread: int | None = None
        self.printed_count: int | None = None
        self.counted_records: int | None = None
        self.ends_inside_record = False
        self.last_line = 0
        self._last: tuple[int, str] | None = None
        self._first_line = 1
        self._line_count: int | None = None
        # One byte per line, so that a line counts once, however often it is reported.
        self._unread = bytearray()

    def spans(self, first_line: int, lines: int, last: tuple[int, str]) -> None:
        """Set the lines of the text, and its last line that is not blank: the beginning of a name at its end was cut off."""
        self._first_line, self._line_count, self._last = first_line, lines, last

    def of_text(self, characters: int) -> None:
        """Limit the records by the length of the text: a range of devices in each line has thousands of times as many.

        What an export has beyond one record for each character is not left for the next: a thousand short exports may
        have a range each.
        """
        self.most_records = min(self.most_records, self._observations.spare_records + characters)
        self._characters = characters

    def close(self) -> None:
        """Take the records beyond one for each character from those that all exports share."""
        beyond = max(self._seq - self._characters, 0)
        self._observations.spare_records = max(self._observations.spare_records - beyond, 0)

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
            TooManyRecordsError: the export has too many observations.
        """
        chunk = self._observations.chunk(kind, columns)
        row = tuple(values)
        if len(row) != len(columns):
            raise ValueError(f"kind {kind}: {len(row)} values for {len(columns)} columns")
        for value in row:
            # Most values are text or None; a call for each would take a third of the time.
            if value is None or (type(value) is str and len(value) <= LONGEST_TEXT and value.isprintable()):
                continue
            if not is_plain(value):
                row = tuple(
                    self._checked(kind, column, line, given) for column, given in zip(columns, row, strict=True)
                )
                break
        chunk.rows.append(row)
        chunk.line.append(line)
        if line > self.last_line:  # noqa: PLR1730 - a call for each record takes longer
            self.last_line = line
        chunk.export_id.append(self._export_id)
        chunk.seq.append(self._seq)
        self._seq += 1
        if len(chunk.line) - chunk.packed >= BLOCK:
            self._pack(chunk)

    def extend(self, kind: str, lines: Sequence[int], columns: Mapping[str, Sequence[Value]]) -> None:
        """Write many observations: one list per column, each as long as ``lines``.

        Raises:
            ValueError: unknown kind or column, or lists of unequal length.
            TooManyRecordsError: the export has too many observations.
        """
        count = len(lines)
        if any(len(values) != count for values in columns.values()):
            raise ValueError(f"kind {kind}: columns of unequal length")
        chunk = self._observations.chunk(kind, tuple(columns))
        for column, (name, values) in zip(chunk.values, columns.items(), strict=True):
            if not are_plain(values):
                values = [self._checked(kind, name, line, value) for line, value in zip(lines, values, strict=True)]
            column.extend(values)
        chunk.line.extend(lines)
        self.last_line = max(self.last_line, max(lines, default=0))
        chunk.export_id.extend(array("i", (self._export_id,)) * count)
        chunk.seq.extend(range(self._seq, self._seq + count))
        self._seq += count
        if len(chunk.line) - chunk.packed >= BLOCK:
            self._pack(chunk)

    def _pack(self, chunk: Chunk) -> None:
        chunk.pack()
        if self._seq > self.most_records:
            raise TooManyRecordsError

    def _checked(self, kind: str, column: str, line: int, value: Value) -> Value:
        """Return a value that may be stored; any other becomes a bad value, and None takes its place."""
        if value is None or is_plain(value) or is_storable(value):
            return value
        shown = CONTROLS.sub(" ", value[:_SHOWN]) if isinstance(value, str) else "a number beyond 64 bits"
        self.bad_value(kind, column, shown, line)
        return None

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

    def skipped(self, what: str, line: int) -> None:
        """Note what of a file written by hand is not used, and why; somebody has to correct it, so it becomes a finding."""
        self.note(line, f"skipped {what}")
        self.add(
            "bad_value",
            line,
            about_kind="inventory",
            fact="entry",
            value=what,
            place=f"line {line}",
            problem="skipped",
            owner=self._owner,
        )

    def bad_value(self, kind: str, fact: str, value: str, line: int, place: str = "") -> None:
        """Record a value that could not be normalised, with its text.

        The beginning of a name at the very end of the text is an incomplete record, not a malformed name.
        """
        shown = value.strip()
        if (
            self._last is not None
            and line == self._last[0]
            and self._last[1].endswith(shown)
            and normalise.begins_name(shown)
        ):
            self.ends_inside_record = True
            self.note(line, f"truncated inside a name: {shown}")
            return
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
        """Add a remark for the report, such as where and why reading stopped; words of the text in it are shown as one line."""
        if not text.isprintable():
            text = "".join(character if character.isprintable() else " " for character in text)
        self.last_line = max(self.last_line, line)
        self.notes.append(Note(line, text if len(text) <= _LONGEST_NOTE else f"{text[:_LONGEST_NOTE]}\u2026"))

    def unread(self, line: int, count: int = 1) -> None:
        """Count non-blank lines that could not be parsed, starting at that line; each line counts once."""
        self.last_line = max(self.last_line, line + count - 1)
        begin = max(line - self._first_line, 0)
        end = begin + count
        if self._line_count is not None:
            begin, end = min(begin, self._line_count - 1), min(end, self._line_count)
        self._unread.extend(bytes(max(0, end - len(self._unread))))
        self.unread_lines += self._unread.count(0, begin, end)
        self._unread[begin:end] = b"\1" * (end - begin)
        if self.first_unread is None:
            self.first_unread = line
