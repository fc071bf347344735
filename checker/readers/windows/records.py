"""Properties of objects as records, from every layout that Windows prints: CSV, JSON, lists and tables.

The same properties of the same class come as ``wmic … get`` tables, ``/format:csv`` and ``/format:list``, and as
PowerShell's ``Export-Csv``, ``ConvertTo-Json`` and ``Format-List``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from checker.facts import normalise
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.documents.json_documents import Skipped, documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.lines import lines_of
from checker.readers.windows.powershell_table import names_over, ruled_rows

_TYPE_LINE = re.compile(r"#TYPE\b")
_NAME = re.compile(r"[A-Za-z_][\w.:@# -]{0,80}\Z")
_PAIR_COLON = re.compile(r"[ \t]*([A-Za-z_][\w.]{0,60})[ \t]*:(?:[ \t]+(.*)|[ \t]*)\Z")
_PAIR_EQUALS = re.compile(r"[ \t]*([A-Za-z_]\w{0,60})=(.*)\Z")
_WORD = re.compile(r"[A-Za-z_]\w{0,60}\Z")
_MAX_JSON_DEPTH = 6
_MOST_CELLS = 500


@dataclass
class Record:
    """The properties of one object by lower-case name, with the line of each; ``guest`` is the guest it belongs to."""

    line: int
    values: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    guest: str = ""

    def text(self, *names: str) -> str | None:
        """Return the first of these properties that is a text or a number, as text."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, bool):
                return "True" if value else "False"
            if isinstance(value, (str, int, float)):
                # wmic's stylesheets escape special characters of XML.
                shown = str(value).strip().strip("\x00").replace("&amp;", "&")
                if shown:
                    return shown
        return None

    def at(self, name: str, /) -> int:
        """Return the line of a property, else that of the record."""
        return self.lines.get(name, self.line)

    def number(self, *names: str) -> int | None:
        """Return a whole number."""
        return normalise.integer(self.text(*names))

    def flag(self, name: str, /) -> bool | None:
        """Return a truth value."""
        return normalise.yes_no(self.text(name))


@dataclass(frozen=True)
class Leftover:
    """Lines that are not part of a record: the first, their number, and the problem where it is known."""

    line: int
    count: int = 1
    problem: str = ""
    cut_off: bool = False


def records(text: str, first_line: int = 1) -> Iterator[Record | Leftover]:
    """Yield the records of a text in any of the layouts, in order, and the lines that are not part of one."""
    start = text.lstrip()[:1]
    if start in ("{", "["):
        yield from _json(text, first_line)
        return
    first = [line for _, line in islice(_shown(text, first_line), 3)]
    if not first:
        return
    delimiter = _delimiter(first[0])
    if delimiter is not None:
        yield from _csv(_shown(text, first_line), delimiter)
    elif any(_PAIR_EQUALS.match(line) for line in first):
        yield from _pairs(_numbered(text, first_line), _PAIR_EQUALS)
    elif any(_PAIR_COLON.match(line) for line in first):
        yield from _pairs(_numbered(text, first_line), _PAIR_COLON)
    elif len(first) > 1 and names_over(first[0], first[1]):
        for number, found in ruled_rows(_numbered(text, first_line)):
            if isinstance(found, str):
                yield Leftover(number, problem=found)
            else:
                yield Record(number, found)
    else:
        yield from _table(_shown(text, first_line))


def _numbered(text: str, first_line: int) -> Iterator[tuple[int, str]]:
    return ((number, line.rstrip()) for number, line in enumerate(lines_of(text), first_line))


def _shown(text: str, first_line: int) -> Iterator[tuple[int, str]]:
    for number, line in _numbered(text, first_line):
        if line and not _TYPE_LINE.match(line.lstrip()):
            yield number, line


def _delimiter(header: str) -> str | None:
    """Return the delimiter of a header line of names; None for other lines."""
    for delimiter in (",", ";", "\t"):
        parts = [part.strip().strip('"') for part in header.split(delimiter)]
        if len(parts) > 1 and all(_NAME.match(part) for part in parts):
            return delimiter
    return None


def _csv(shown: Iterable[tuple[int, str]], delimiter: str) -> Iterator[Record | Leftover]:
    names: list[str] = []
    header = ""
    for number, line in shown:
        if not names or line == header or (line.count(delimiter) == len(names) - 1 and _is_header(line, delimiter)):
            # wmic repeats the header for each machine.
            header = line
            names = [part.strip().strip('"').lower() for part in header.split(delimiter)]
            continue
        try:
            cells = next(csv.reader([line], delimiter=delimiter))
        except (csv.Error, StopIteration):
            yield Leftover(number)
            continue
        if len(names) < len(cells) <= _MOST_CELLS:
            cells = _joined(cells, len(names))
        if len(cells) != len(names):
            yield Leftover(number, problem="skipped a line: its number of fields differs from the header", cut_off=True)
            continue
        found = Record(number)
        for name, cell in zip(names, cells, strict=True):
            found.values[name] = cell
        yield found


def _is_header(line: str, delimiter: str) -> bool:
    first = line.split(delimiter, 1)[0].strip().strip('"').lower()
    return first == "node" and _delimiter(line) == delimiter


def _joined(cells: list[str], count: int) -> list[str]:
    """Rejoin the cells that wmic does not quote: ``Disk #0, Partition #1`` and lists in braces."""
    whole: list[str] = []
    for cell in cells:
        inside_name = bool(whole) and cell.startswith(" ") and not cell.strip().isdecimal()
        inside_list = bool(whole) and whole[-1].count("{") > whole[-1].count("}")
        if (inside_name or inside_list) and len(cells) > count:
            whole[-1] += "," + cell
        else:
            whole.append(cell)
    return whole


def _pairs(numbered: Iterable[tuple[int, str]], pattern: re.Pattern[str]) -> Iterator[Record | Leftover]:
    """Yield records of ``name : value`` lines; a record ends where a name repeats, as blank lines may be doubled."""
    current: Record | None = None
    last: str | None = None
    for number, line in numbered:
        if not line.strip():
            # Objects of Get-ItemProperty end with these names, and the next object may have other properties.
            if current is not None and "pschildname" in current.values:
                yield current
                current = None
            continue
        match = pattern.match(line)
        if match is None:
            if current is not None and last is not None and line[:1] in (" ", "\t"):
                # Format-List wraps long values and indents the next line.
                current.values[last] = f"{current.values[last]}{line.strip()}"
                continue
            last = None
            yield Leftover(number)
            continue
        name, value = match.group(1).lower(), (match.group(2) or "").strip()
        if current is None or name in current.values:
            if current is not None:
                yield current
            current = Record(number)
        current.values[name] = value
        current.lines[name] = number
        last = name
    if current is not None:
        yield current


def _table(shown: Iterable[tuple[int, str]]) -> Iterator[Record | Leftover]:
    """Yield the rows of a table whose columns begin where their names begin, as wmic prints it."""
    columns: list[tuple[int, int | None, str]] = []
    for number, line in shown:
        named = _columns(line)
        if named:
            columns = named
            continue
        if not columns:
            yield Leftover(number)
            continue
        if not line.strip("- "):
            # The separator line of PowerShell.
            continue
        row = Record(number)
        for start, end, name in columns:
            if start and line[start - 1 : start].strip():
                row.values.clear()
                break
            row.values[name] = line[start:end].strip()
        if row.values:
            yield row
        elif (cells := line.split()) and len(cells) == len(columns):
            # Collapsed blanks: only a row with one word in each column is unambiguous.
            yield Record(number, {name: cell for (_, _, name), cell in zip(columns, cells, strict=True)})
        else:
            yield Leftover(number, problem="skipped a row: its cells are not aligned with the header")


def _columns(line: str) -> list[tuple[int, int | None, str]]:
    names = list(re.finditer(r"\S+", line))
    if not names or not all(_WORD.match(match.group()) for match in names) or len(names) < 2:
        return []
    if not any(any(letter.islower() for letter in match.group()[1:]) for match in names):
        return []
    if sum(1 for match in names if match.group().lower() in _TABLE_NAMES) < 2:
        return []
    bounds = [match.start() for match in names]
    ends: list[int | None] = [*bounds[1:], None]
    return [(start, end, match.group().lower()) for start, end, match in zip(bounds, ends, names, strict=True)]


_TABLE_NAMES = frozenset(
    word_list("""
    blocksize index name startingoffset size type diskindex bootable bootpartition primarypartition numberofblocks
    deviceid caption model partitions pnpdeviceid serialnumber interfacetype mediatype status bytespersector
    firmwarerevision scsibus scsiport scsitargetid scsilogicalunit manufacturer systemname description totalsectors
    signature node
""")
)


def _json(text: str, first_line: int) -> Iterator[Record | Leftover]:
    for piece in documents(text, first_line):
        if isinstance(piece, Skipped):
            yield Leftover(piece.line, piece.lines)
            if piece.problem:
                yield Leftover(piece.where, 0, piece.problem, piece.truncated)
            continue
        if piece.truncated:
            yield Leftover(piece.line, 0, "the JSON document that begins here is truncated", True)
        yield from _objects(piece.value, piece.line, 0)


def _objects(value: Any, line: int, depth: int) -> Iterator[Record]:
    """Yield the objects in lists and in wrappers such as ``{"value": [...], "Count": 2}``."""
    if depth > _MAX_JSON_DEPTH:
        return
    if isinstance(value, list):
        for item in value:
            yield from _objects(item, line_of(item, line), depth + 1)
    elif isinstance(value, LocatedDict):
        inner = value.get("value")
        if isinstance(inner, list) and any(isinstance(item, dict) for item in inner):
            yield from _objects(inner, value.line, depth + 1)
            return
        plain = {key.lower(): item for key, item in value.items() if not key.startswith("Cim")}
        if all(isinstance(item, (dict, list)) for item in plain.values()) and plain:
            for item in plain.values():
                yield from _objects(item, value.line, depth + 1)
            return
        yield Record(value.line, plain, {key.lower(): at for key, at in value.key_lines.items()})


def properties(head: str) -> frozenset[str]:
    """Return the names of the properties of the first record, for detection; a truncated JSON object counts."""
    stripped = head.lstrip()
    if stripped[:1] in ("{", "["):
        return frozenset(name.lower() for name in re.findall(r'"([A-Za-z]\w{0,60})"\s*:', stripped[:6000]))
    first = next((item for item in records(head) if isinstance(item, Record)), None)
    return frozenset(first.values) if first else frozenset()


def machine(values: Mapping[str, Any]) -> str | None:
    """Return the computer that a record names, unless it is the local one."""
    for name in ("pscomputername", "node", "systemname"):
        shown = values.get(name)
        if isinstance(shown, str) and shown.strip() and shown.strip().lower() not in ("localhost", "."):
            return shown.strip()
    return None
