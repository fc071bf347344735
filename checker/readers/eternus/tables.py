"""Lines of the ETERNUS command line: tables over rulers, blocks of ``title [value]``, and columns for ports.

::

    Host                  WWN              Host Response
    No.  Name                              No. Name
    ---- ---------------- ---------------- --- ----------------
       0 db01-1           2100000000c10001   0 Default

    CM#0 CA#0 Port#0 Information
     Link Status         [16Gbit/s Link Up]

    Port                          CM#0 CA#0 Port#0       CM#0 CA#0 Port#1
    Port Mode                     CA                     CA

Titles of a table are those of both lines above a column: ``Host Response Name``; with ``-csv`` they are in brackets on one line. Numbers are right-aligned, so a row fits
only if there is a blank before each column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, cells_at
from checker.readers.toolkit.declarations.records import TypedRow

PORT = r"(?:CE#[0-9A-F]{1,2} )?CM#[0-9A-F] (?:CA#[0-9A-F] )?Port#[0-9A-F]{1,2}"
_RULER = re.compile(r"[ \t]*-{3,}(?:[ \t]+-{2,})+[ \t]*\Z")
_BLOCK = re.compile(r"([A-Z][A-Za-z0-9#/. ]{1,60}?) (?:Information|View|Status/Status Code)[ \t]*\Z")
_PAIR = re.compile(
    r"[ \t]*([A-Z][A-Za-z0-9#()/. \"\-]{0,50}?)[ \t]{1,60}\[([^\]\n]{0,200})\](?:[ \t]*\(Error Code : 0x[0-9A-F]+\))?"
)
_CSV = re.compile(r"\[[^\]\n]{1,40}\](?:,\[[^\]\n]{1,40}\])+[ \t]*\Z")
_MATRIX = re.compile(rf"Port[ \t]{{2,}}{PORT}(?:[ \t]+{PORT})*[ \t]*\Z")
_HEADING = re.compile(rf"({PORT})[ \t]*\(Host Affinity Mode (Enable|Disable)\)[ \t]*\Z")
_GROUP = re.compile(r"LUN Group (?:No\.[0-9]{1,5}|Name[ \t]+(\S.{0,79}?))[ \t]*\Z")
_PART = re.compile(r"(?:CE#[0-9A-F]{1,2} )?CM#[0-9A-F]\Z|(?:CE|DE)(?:#[0-9A-F]{1,2})?-Disk#|PSU#[0-9A-F]\Z")
_ENCLOSURE = re.compile(r"(Controller|Drive|Front[Ee]nd) Enclosure( #[0-9A-F]{1,2})? (?:Information|Status)[ \t]*\Z")
_SHORT = {"controller": "CE", "drive": "DE", "frontend": "FE"}
_NOISE = re.compile(
    rf"[ \t]*(?:show [a-z].*|Controller Enclosure|.* Status/Status Code|Disk Status|<[A-Z][A-Za-z ]*>"
    rf"|{PORT}|(?:SFP|SATA SSD Controller) Information|.*\[[^\[\]]*\][ \t]+\[[^\[\]]*\]|Present[ \t]+Warning.*|Location[ \t]+Status[ \t]+Error Code.*"
    rf"|(?:Intake|Exhaust) Temp\b.*|Currently Network Configuration .*)[ \t]*\Z"
)  # fmt: skip
# Titles above several columns, and titles of two words above one.
_WIDE = re.compile(
    r"(?:Host|Port|LUN|RAID) Group|Host Response|RG or TPP(?: or FTRP)?|LUN (?:Overlap|Mask)|Path State|\S+"
)


@dataclass(frozen=True)
class _Table:
    """Titles and first columns of a table or of the columns for ports."""

    titles: tuple[str, ...]
    starts: tuple[int, ...]

    def row(self, line: str) -> dict[str, str] | None:
        """Return the values of a row by their titles; None where a word crosses the beginning of a column."""
        cells = cells_at(self.starts, line)
        return None if cells is None else dict(zip(self.titles, cells, strict=True))


def _cells(line: str, starts: Sequence[int]) -> list[str]:
    """Return the title that begins in each column; empty where none does."""
    found, covered = [], 0
    for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
        # Titles of numbers are right-aligned.
        cell = line[start:end]
        first = start + len(cell) - len(cell.lstrip())
        begins = bool(cell.strip()) and covered <= first and (first == 0 or line[first - 1] in " \t")
        wide = _WIDE.match(line, first) if begins else None
        covered = wide.end() if wide else covered
        found.append(line[first : max(end, covered)].strip() if wide else "")
    return found


def _table(above: Sequence[str], ruler: str) -> _Table | None:
    """Return the table below a ruler: the line above it has the titles, the one above that those of several columns."""
    starts = [found.start() for found in re.finditer("-+", ruler)]
    if len(above) < 2:
        return None
    titles, group = [], ""
    for wide, narrow in zip(_cells(above[-2], starts), _cells(above[-1], starts), strict=True):
        group = wide or group
        titles.append(f"{group} {narrow}".strip())
    return _Table(tuple(titles), tuple(starts))


@dataclass
class _Scan:
    """What the lines so far began."""

    table: _Table | None = None
    columns: _Table | None = None
    ports: list[TypedRow] = field(default_factory=list)
    block: TypedRow | None = None
    heading: dict[str, str] = field(default_factory=dict)
    above: list[tuple[int, str]] = field(default_factory=list)
    enclosure: str = "CE"
    csv: list[str] = field(default_factory=list)

    def end(self, out: Writer) -> Iterator[TypedRow]:
        """Yield what a blank line or a heading completes."""
        yield from self.ports
        if self.block is not None:
            yield self.block
        self.forget(out)
        self.table = self.columns = self.block = None
        self.ports, self.heading, self.csv = [], {}, []

    def forget(self, out: Writer) -> None:
        """Count lines that no ruler followed."""
        for number, _ in self.above:
            out.unread(number)
        self.above = []

    def line(self, number: int, line: str) -> Iterator[TypedRow]:
        """Take a line that is no title of a table."""
        pairs = [_PAIR.match(line)]
        while (pair := pairs[-1]) is not None and pair.end() < len(line.rstrip()):
            pairs.append(_PAIR.match(line, pair.end()))
        if pairs[-1] is not None:
            yield from self._pairs(number, [(pair.group(1), pair.group(2).strip()) for pair in pairs if pair])
        elif not _NOISE.match(line):
            self.above.append((number, line))

    def _full(self, title: str) -> str:
        """Return the name of a part with its enclosure, where only both are unique: each enclosure has a PSU#0."""
        if title.startswith("PSU#") or (title.startswith("CM#") and "#" in self.enclosure):
            return f"{self.enclosure} {title}"
        return title

    def _pairs(self, number: int, pairs: Sequence[tuple[str, str]]) -> Iterator[TypedRow]:
        for title, value in pairs:
            if _PART.match(title):
                yield TypedRow(number, {"Status": value}, type=self._full(title))
                continue
            self.block = self.block or TypedRow(number)
            self.block.add(number, title, value)


def rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    """Yield the blocks and the columns for ports, whose type is their title, and the rows of tables (type ``table``).

    Rows also have the values of the row, port or group of LUNs that their part of the answer is about.
    """
    scan = _Scan()
    for number, line in capture.lines():
        if not line.strip() or line.startswith("CLI>"):
            yield from scan.end(out)
        elif len(line) > LONGEST_LINE:
            out.unread(number)
        elif _CSV.match(line):
            yield from scan.end(out)
            scan.csv = line.strip()[1:-1].split("],[")
        elif scan.csv and len(cells := line.strip().split(",")) == len(scan.csv):
            yield TypedRow(number, dict(zip(scan.csv, cells, strict=True)), type="table")
        elif _RULER.match(line):
            found, scan.above = [text for _, text in scan.above], []
            scan.table = _table(found, line)
            if scan.table is None:
                out.unread(number)
        elif _MATRIX.match(line):
            yield from scan.end(out)
            starts = [0, *(port.start() for port in re.finditer(PORT, line))]
            scan.ports = [TypedRow(number, type=line[start:].split("  ")[0].strip()) for start in starts[1:]]
            scan.columns = _Table(("", *(str(index) for index in range(len(scan.ports)))), tuple(starts))
        elif scan.columns is not None and (port_cells := scan.columns.row(line)) is not None:
            for index, row in enumerate(scan.ports):
                row.add(number, port_cells[""], port_cells[str(index)])
        elif (heading := _HEADING.match(line)) is not None:
            yield from scan.end(out)
            scan.heading = {"Port": heading.group(1)}
            yield TypedRow(number, {"Host Affinity": heading.group(2)}, type=heading.group(1))
        elif (group := _GROUP.match(line)) is not None:
            scan.heading = {"LUN Group Name": group.group(1)} if group.group(1) else {}
        elif scan.table is not None and (values := scan.table.row(line)) is not None and _is_row(scan.table, values):
            if "Host Group Name" in values:
                scan.heading = {title: values[title] for title in ("LUN Group Name",) if title in values}
            yield TypedRow(number, {**scan.heading, **values}, type="table")
        elif (enclosure := _ENCLOSURE.match(line)) is not None:
            yield from scan.end(out)
            scan.enclosure = _SHORT[enclosure.group(1).lower()] + (enclosure.group(2) or "").strip()
        elif (block := _BLOCK.match(line)) is not None:
            yield from scan.end(out)
            scan.block = TypedRow(number, type=block.group(1))
        else:
            yield from scan.line(number, line)
    yield from scan.end(out)


def _is_row(table: _Table, values: dict[str, str]) -> bool:
    """Return whether all numbers of a row are numbers, as in no title or heading."""
    numbers = [values[title] for title in table.titles if title.endswith("No.") or title == "LUN"]
    return any(values.values()) and all(re.fullmatch(r"[0-9]{1,5}|-", number) for number in numbers)
