"""VPlexcli text split into blocks: tables with their context, and the lines between them."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from checker.readers.toolkit.lines import Lines
from checker.readers.vplex.cli.tables import RULER, Columns, Row, cells, columns, may_begin_row, row

PROMPT = re.compile(r"\s*VPlexcli:(/\S*?)>[ \t]*(.*)\Z")
PATH = re.compile(r"\s*(/(?:clusters|engines|distributed-storage|data-migrations|cluster-witness)\S*):\s*\Z")
_ANY_PATH = re.compile(r"\s*(/[a-z][a-z-]*(?:/\S*)?):\s*\Z")
_LABEL = re.compile(r"\s*\S.*:\s*\Z")
_ROOTLESS = re.compile(r"(?:ll|ls|list)\b")
# A listing that another program passes on: vplexcli -e "ll /cluster-witness", echo 'll …' | vplexcli.
_PASSED_ON = re.compile(r"""["'](?P<listing>l[ls](?:[ \t]+[^"']{1,400})?)["']""")
_HEADER_LINES = 3
_DOUBLED_FROM = 4

Numbered = Sequence[tuple[int, str]]
"""Lines with their numbers: a list, or :class:`~checker.readers.toolkit.lines.Lines` for large texts."""


@dataclass
class Table:
    """One table: its columns and rows, the context path above it and the title line directly above it.

    ``first_row`` is an index into the numbered lines; ``label`` is a line such as ``Attributes:``.
    """

    columns: Columns
    line: int
    first_row: int
    context: str | None = None
    title: str = ""
    label: str = ""
    rows: list[Row] = field(default_factory=list)
    unmatched: list[int] = field(default_factory=list)
    cut_off: bool = False

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the line of every row, and the row as a mapping from column name to cell."""
        for item in self.rows:
            yield item.line, dict(zip(self.columns.names, item.cells, strict=True))


@dataclass
class Text:
    """A line outside tables, and its context."""

    line: int
    text: str
    context: str | None


@dataclass
class CutOff:
    """End of the text in a table header without rows, or in a value with an open bracket."""

    line: int


def blocks(lines: Numbered, command: str | None = None) -> Iterator[Table | Text | CutOff]:
    """Split VPlexcli output into blocks; the echoed ``command`` supplies a missing path."""
    numbered = _without_doubled_blanks(lines)
    rulers = array("Q", (index for index, (_, text) in enumerate(numbered) if RULER.match(text)))
    context = _path_of_command("/", command or "")
    label = title = ""
    index = 0
    while index < len(numbered):
        number, text = numbered[index]
        if not text.strip():
            index, title = index + 1, ""
            continue
        if prompt := PROMPT.match(text):
            context, label = _path_of_command(prompt.group(1), prompt.group(2)), ""
        elif _ROOTLESS.match(text.lstrip()) and (listed := _path_of_command("/", text)):
            # A command that was pasted without its prompt.
            context, label = listed, ""
        elif path := _ANY_PATH.match(text):
            # ``ll <path>::<attribute>`` prints the attribute after the path.
            context, label = path.group(1).split("::")[0], ""
        elif _LABEL.match(text):
            label = title = text.strip()
            yield Text(number, text, context)
        elif (ruler := _ruler_below(numbered, index, rulers)) is not None:
            table = _open_table(numbered, index, ruler)
            table.context, table.title, table.label = context, title, label
            index = _fill(table, numbered, rulers)
            yield table
            title = ""
            continue
        elif index + 1 == len(numbered) and text.split()[0] == "Name" and len(text.split()) > 1:
            yield CutOff(number)
        # Without ``-l``, child contexts are listed by name, several to a line.
        elif label != "Contexts:":
            yield Text(number, text, context)
        index += 1


def _without_doubled_blanks(lines: Numbered) -> Numbered:
    """Remove the empty lines of copies that have one after every line."""
    filled = [index for index, (_, text) in enumerate(islice(lines, _DOUBLED_FROM * 2)) if text.strip()]
    if any(after - before < 2 for before, after in pairwise(filled)):
        return lines
    filled = [index for index, (_, text) in enumerate(lines) if text.strip()]
    if len(filled) < _DOUBLED_FROM or any(after - before < 2 for before, after in pairwise(filled)):
        return lines
    kept = (
        index for index, (_, text) in enumerate(lines) if text.strip() or (index and not lines[index - 1][1].strip())
    )
    return lines.at(kept) if isinstance(lines, Lines) else [lines[index] for index in kept]


def listing_of(command: str) -> str:
    """Return the listing that a command asks VPlexcli for, without options: ``ll /cluster-witness``; else the command."""
    passed_on = _PASSED_ON.search(command)
    words = (passed_on.group("listing") if passed_on else command.strip()).split()
    if len(words) > 1 and words[0] in ("ll", "ls"):
        words = [words[0], *(word for word in words[1:] if not word.startswith("-"))]
    return " ".join(words)


def _path_of_command(current: str, command: str) -> str | None:
    words = listing_of(command)
    if prompt := PROMPT.match(words):
        current, words = prompt.group(1), prompt.group(2).strip()
    if not _ROOTLESS.match(words):
        return None
    arguments = [word for word in words.split()[1:] if not word.startswith("-")]
    target = arguments[-1] if arguments else ""
    path = target if target.startswith("/") else f"{current.rstrip('/')}/{target}"
    return None if "*" in path or path == "/" else path.rstrip("/")


def _ruler_below(lines: Numbered, index: int, rulers: Sequence[int]) -> int | None:
    """Return the index of the first row of dashes if a table header begins at ``index``; ``rulers`` are all such rows."""
    place = bisect_right(rulers, index)
    if place == len(rulers) or rulers[place] > index + _HEADER_LINES:
        return None
    for below in range(index + 1, rulers[place]):
        text = lines[below][1]
        if not text.strip() or _ANY_PATH.match(text) or PROMPT.match(text) or _LABEL.match(text):
            return None
    return rulers[place]


def _open_table(lines: Numbered, index: int, ruler: int) -> Table:
    while ruler + 1 < len(lines) and RULER.match(lines[ruler + 1][1]):
        ruler += 1
    header = [text.expandtabs(8) for _, text in lines[index:ruler] if not RULER.match(text)]
    return Table(columns(header, lines[ruler][1].expandtabs(8)), lines[index][0], ruler + 1)


def _fill(table: Table, lines: Numbered, rulers: Sequence[int]) -> int:
    """Read the rows below the ruler; return the index of the line after them."""
    index = table.first_row
    while index < len(lines):
        number, text = lines[index]
        if not text.strip() or PROMPT.match(text) or _ends_table(lines, index, table, rulers):
            break
        if not _continues(table, text):
            found = cells(text, table.columns)
            if found is None:
                table.unmatched.append(number)
            else:
                table.rows.append(row(number, found))
        index += 1
    at_end = all(not lines[below][1].strip() for below in range(index, len(lines)))
    is_last = bool(table.unmatched) and at_end and lines[index - 1][0] == table.unmatched[-1]
    if is_last and may_begin_row(lines[index - 1][1], table.columns):
        table.unmatched.pop()
        table.cut_off = True
    if at_end and (not table.rows or table.rows[-1].unfinished):
        table.cut_off = True
    return index


def _ends_table(lines: Numbered, index: int, table: Table, rulers: Sequence[int]) -> bool:
    text = lines[index][1]
    if _ANY_PATH.match(text) or text.strip() in ("Attributes:", "Contexts:"):
        return True
    if text.startswith(("Total ", "Islands:", "No active ")):
        return True
    first = text.split()[0].lower()
    return first == table.columns.names[0].split("-")[0] and _ruler_below(lines, index, rulers) is not None


def _continues(table: Table, text: str) -> bool:
    """Append a line with the rest of wrapped cells to the row above; return whether it is such a line."""
    if not table.rows:
        return False
    above = table.rows[-1]
    starts = table.columns.starts
    indented = text.expandtabs(8)
    if len(starts) > 1 and not indented[: starts[1]].strip() and indented.strip():
        for index, (begin, end) in enumerate(zip(starts, [*starts[1:], None], strict=True)):
            if piece := indented[begin:end].strip():
                above.append(index, piece)
        return True
    if len(starts) > 1 and above.unfinished:
        found = cells(text, table.columns)
        if found is None or len(starts) == 2 or len(text.split()) < len(starts):
            above.append(len(starts) - 1, text.strip())
            return True
    return False
