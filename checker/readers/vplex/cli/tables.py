"""The table layout of VPlexcli: stacked headers, a ruler of dashes, columns that begin where the dashes do.

::

    Name            Director            Operational
    --------------  ID                  Status
    --------------  ------------------  -----------
    director-1-1-A  0x0000000046d01001  ok

A header shorter than its neighbours is filled with dashes, so only the last row of dashes is the ruler. Copies on web
pages lose runs of blanks; their rows are split at blanks if the number of cells then matches the columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

RULER = re.compile(r"[ \t]*-{2,}(?:[ \t]+-{2,})*[ \t]*\Z")
_RUN = re.compile(r"-+")
_GAP = re.compile(r" {2,}")

# Header words that belong together; needed only for copies without runs of blanks between headers.
_TOGETHER = frozenset(
    {
        ("port", "status"), ("volume", "type"), ("block", "count"), ("block", "size"), ("health", "state"),
        ("operational", "status"), ("vpd83", "id"), ("director", "id"), ("cluster", "id"), ("product", "version"),
        ("rule", "set"), ("virtual", "volume"), ("virtual", "volumes"), ("io", "status"), ("view", "name"),
        ("exported", "volumes"), ("registered", "initiators"), ("device", "name"), ("used", "by"), ("island", "id"),
        ("rebuild", "type"), ("rebuilder", "director"), ("percent", "finished"), ("target", "port", "names"),
    }
)  # fmt: skip
_LONGEST_TOGETHER = 3


@dataclass
class Columns:
    """The columns of one table: their offsets and names (``operational-status``)."""

    starts: list[int]
    names: list[str]
    wide: bool


@dataclass
class Row:
    """One data row: its first line and, for each column, the pieces of its wrapped cell.

    ``balance`` counts the open brackets of the last cell.
    """

    line: int
    pieces: list[list[str]] = field(default_factory=list)
    balance: int = 0

    @property
    def cells(self) -> list[str]:
        """The joined cells, one for each column."""
        return [" ".join(pieces) for pieces in self.pieces]

    @property
    def unfinished(self) -> bool:
        """Whether the last cell continues in the next line: it has an open bracket or ends with a comma."""
        return self.balance > 0 or self.pieces[-1][-1].endswith(",")

    def append(self, column: int, piece: str) -> None:
        """Add a piece to the cell of one column."""
        self.pieces[column].append(piece)
        if column == len(self.pieces) - 1:
            self.balance += piece.count("[") - piece.count("]")


def row(line: int, found: list[str]) -> Row:
    """Return a row from the cells of its first line."""
    return Row(line, [[cell] for cell in found], found[-1].count("[") - found[-1].count("]"))


def columns(header: list[str], ruler: str) -> Columns:
    """Return the columns from the header lines and the last row of dashes."""
    starts = [run.start() for run in _RUN.finditer(ruler)]
    wide = len(starts) < 2 or bool(_GAP.search(ruler.strip()))
    words: list[list[str]] = [[] for _ in starts]
    for text in header:
        cells = _header_cells(text, starts, wide)
        for index, cell in enumerate(cells or []):
            if cell.strip("- "):
                words[index].extend(cell.split())
    return Columns(starts, ["-".join(part).lower() for part in words], wide)


def _header_cells(text: str, starts: list[int], wide: bool) -> list[str] | None:
    if wide and _fits(text, starts):
        return _cut(text, starts)
    tokens = text.split()
    if len(tokens) > len(starts):
        tokens = _joined(tokens, len(starts))
    return tokens if len(tokens) == len(starts) else None


def _joined(tokens: list[str], required: int) -> list[str]:
    found: list[str] = []
    index = 0
    while index < len(tokens):
        taken = 1
        if len(found) + len(tokens) - index > required:
            for length in range(_LONGEST_TOGETHER, 1, -1):
                if tuple(word.lower() for word in tokens[index : index + length]) in _TOGETHER:
                    taken = length
                    break
        found.append(" ".join(tokens[index : index + taken]))
        index += taken
    return found


def cells(text: str, table: Columns) -> list[str] | None:
    """Split a data row into one cell for each column, or return None if it does not fit the table."""
    text = text.expandtabs(8)
    starts = table.starts
    if table.wide and _fits(text, starts, gap=2):
        return _cut(text, starts)
    tokens, parts = text.split(), _GAP.split(text.strip())
    # A table that kept its layout keeps it in every row; a sentence with as many words as there are columns is no row.
    if table.wide and len(tokens) > 1 and len(parts) == 1:
        return _cut(text, starts) if _fits(text, starts) and len(tokens) == len(starts) else None
    if len(tokens) == len(starts) and (not table.wide or len(parts) == len(starts)):
        return tokens
    if len(parts) == len(starts):
        return parts
    if table.names[0] == "what" and len(tokens) > len(starts):
        return text.strip().rsplit(None, len(starts) - 1)
    if len(starts) == 2 and len(tokens) > 2:
        return [tokens[0], text.strip().split(None, 1)[1]]
    return _cut(text, starts) if _fits(text, starts) else None


def may_begin_row(text: str, table: Columns) -> bool:
    """Return whether a line may be a row that is cut off, and not a sentence below a table that kept its layout."""
    return not table.wide or len(text.split()) == 1 or len(_GAP.split(text.strip())) > 1


def _fits(text: str, starts: list[int], gap: int = 1) -> bool:
    """Return whether every column begins after ``gap`` blanks and the row reaches the second column."""
    if len(starts) > 1 and len(text.rstrip()) <= starts[1]:
        return False
    return not text[: starts[0]].strip() and all(
        not text[max(start - gap, 0) : start].strip() for start in starts if start <= len(text)
    )


def _cut(text: str, starts: list[int]) -> list[str]:
    return [text[begin:end].strip() for begin, end in zip(starts, [*starts[1:], None], strict=True)]
