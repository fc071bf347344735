"""Output of the SVC command line: concise views (a table) and detailed views (``key value`` lines), with any ``-delim``.

::

    id name  IO_group_name status          id:name:IO_group_name:status        id 0
    0  vol_a io_grp0       online          0:vol_a:io_grp0:online              name vol_a
                                                                               status online

Cells may be empty. A table printed with ``-nohdr`` has no column names and cannot be recognised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.blocks import cells_at
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import Record

_NAME = re.compile(r"[A-Za-z][A-Za-z_0-9#/]{0,60}\Z")
_DELIMITERS = ":,!;|\t~^"
_FIRST = ("id", "remote_wwpn", "node_id", "host_id", "enclosure_id", "stat_name", "sample_time")
# lsarray begins with this column, but detailed views of volumes repeat it inside one object.
_FIRST_COLUMN = (*_FIRST, "mdisk_id")
_NOISE = re.compile(
    r"[ \t]*(?:[-=*#]{2,}.*|(?:[\w.\-]{1,63}:){1,2}[\w.\-]{1,63}[>#$].*|[\w.\-@]{1,80}[>#$][ \t]*(?:(?:svcinfo|svctask|ls\w+|exit)\b.*)?"
    r"|(?:svcinfo[ \t]+)?ls[a-z0-9]{2,30}(?:[ \t]+-.*)?)\Z"
)
_KEY_VALUE = re.compile(r"([A-Za-z][A-Za-z_0-9#/]{0,60})([ \t:,!;|~^])[ \t]*(.*)\Z")
_NO_VALUE = ("", "-", "N/A")
_ID = re.compile(r"[0-9A-Fa-f]{1,32}\Z|[0-9][0-9A-Z]{15}\Z")
"""What the number of an object, or a pseudonym of it, looks like; a line that has something else in its column is no row."""


@dataclass
class Row:
    """One object: the values of each attribute in the order they are printed."""

    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, list[int]] = field(default_factory=dict)

    def text(self, *names: str) -> str | None:
        """Return the first value of the first of these attributes that has one."""
        for name in names:
            values = self.values.get(name)
            if values and values[0] not in _NO_VALUE:
                return values[0]
        return None

    def at(self, name: str, index: int = 0) -> int:
        """Return the line of a value."""
        places = self.lines.get(name, ())
        return places[index] if index < len(places) else self.line

    def number(self, *names: str) -> int | None:
        """Return a whole number."""
        return normalise.integer(self.text(*names))

    def flag(self, *names: str) -> bool | None:
        """Return a truth value."""
        return normalise.yes_no(self.text(*names))

    def add(self, line: int, name: str, value: str) -> None:
        """Add a value."""
        self.values.setdefault(name, []).append(value.strip())
        self.lines.setdefault(name, []).append(line)

    def repeated(self, name: str, *others: str) -> Iterator[Row]:
        """Yield a row for each value of a repeated attribute, with the values of the others that belong to it."""
        for index, value in enumerate(self.values.get(name, ())):
            line = self.at(name, index)
            part = Row(line, {**self.values, name: [value]}, {**self.lines, name: [line]})
            for other in others:
                part.values[other] = self.values.get(other, [])[index : index + 1]
                part.lines[other] = [self.at(other, index)]
            yield part


@dataclass(frozen=True)
class Header:
    """The names of a table's columns, their separator, and where they begin."""

    names: list[str]
    delimiter: str
    starts: list[int]

    @property
    def is_dense(self) -> bool:
        """Return whether names are one blank apart, as in a text that has lost the others."""
        return self.delimiter == " " and all(
            after - before == len(name) + 1
            for name, before, after in zip(self.names, self.starts, self.starts[1:], strict=False)
        )

    def cells(self, line: str) -> list[str] | None:
        """Cut a row; None if it doesn't fit the columns."""
        cells = self._cut(line)
        is_row = (
            cells is None or not (self.names[0] == "id" or self.names[0].endswith("_id")) or _ID.match(cells[0].strip())
        )
        return cells if is_row else None

    def _cut(self, line: str) -> list[str] | None:
        if self.delimiter != " ":
            cells = line.split(self.delimiter)
            more = len(cells) - len(self.names)
            if more > 0 and "iscsi_name" in self.names:
                # lsnode -delim : prints iqn.1986-03.com.ibm:2145.svc1.node1 as it is.
                at = self.names.index("iscsi_name")
                if cells[at].startswith(("iqn.", "eui.", "naa.")):
                    cells[at : at + more + 1] = [self.delimiter.join(cells[at : at + more + 1])]
            return cells if 1 < len(cells) <= len(self.names) else None
        cut, words = cells_at(self.starts, line), line.split()
        if len(words) == len(self.names) and self.is_dense:
            return words
        if cut is not None:
            # The header may be cut off: cells of further columns don't belong to the last one.
            return [*cut[:-1], cut[-1].split("  ", 1)[0]]
        return words if len(words) == len(self.names) else None


def header(line: str) -> Header | None:
    """Return the header in a line, or None."""
    text = line.rstrip()
    # Most lines are rows or attributes, and cutting each at all separators takes most of the time.
    if not text.lstrip().startswith(_FIRST_COLUMN):
        return None
    for delimiter in _DELIMITERS:
        names = text.strip().split(delimiter)
        if len(names) > 1 and _are_names(names):
            return Header(names, delimiter, [])
    names = text.split()
    if len(names) > 1 and _are_names(names):
        return Header(names, " ", [match.start() for match in re.finditer(r"\S+", text)])
    return None


def _are_names(names: list[str]) -> bool:
    if names[0] not in _FIRST_COLUMN or not all(_NAME.match(name) for name in names):
        return False
    # Two words may also be an attribute and its value.
    return len(names) > 2 or (names[0] != "stat_name" and (names[1] == "name" or "_" in names[1]))


def first_header(head: str) -> Header | None:
    """Return the first header among the first lines."""
    for line in head.split("\n")[:60]:
        if line.strip() and (found := header(line)) is not None:
            return found
    return None


def detailed_keys(head: str) -> set[str]:
    """Return the attributes of a detailed view; empty for a concise one."""
    if first_header(head) is not None:
        return set()
    found = set()
    for line in head.split("\n")[:400]:
        match = _KEY_VALUE.match(line.strip())
        if match:
            found.add(match.group(1))
        elif _NAME.match(line.strip()):
            found.add(line.strip())
    return found


def columns(head: str) -> set[str]:
    """Return the columns of a concise view, or the attributes of a detailed one."""
    found = first_header(head)
    return set(found.names) if found is not None else detailed_keys(head)


def rows(capture: Capture, out: Writer) -> Iterator[Row]:
    """Yield the objects of a concise or detailed view."""
    current: Row | None = None
    names: Header | None = None
    for number, line in capture.lines():
        if not line.strip():
            continue
        found = header(line)
        if found is not None:
            if current is not None:
                yield current
            current, names = None, found
            continue
        if names is not None:
            cells = names.cells(line)
            if cells is not None:
                yield Row(number, {name: [cell.strip()] for name, cell in zip(names.names, cells, strict=False)})
            elif not _NOISE.match(line):
                _report(number, line, out)
            continue
        if _NOISE.match(line):
            continue
        match = _KEY_VALUE.match(line.strip())
        key, value = (match.group(1), match.group(3)) if match else (line.strip(), "")
        if not _NAME.match(key) or (match is None and current is None):
            _report(number, line, out)
            continue
        if current is None or (key in _FIRST and key in current.values):
            if current is not None:
                yield current
            current = Row(number)
        current.add(number, key, value)
    if current is not None:
        yield current


def _report(number: int, line: str, out: Writer) -> None:
    if line.lstrip().startswith("CMMVC"):
        out.note(number, f"the array printed an error: {line.strip()[:100]}")
    else:
        out.unread(number)


Facts = declared.Facts[Row]
ARRAY: declared.Facts[Record] = declared.Facts(
    "storage_array", storage_array=owner, vendor=const("IBM"), family=const("svc")
)
SVC: Family[Row] = Family("svc", rows, ARRAY)
