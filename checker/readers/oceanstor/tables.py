"""Answers of the OceanStor command line: tables over rulers of dashes, and ``title : value`` lines for one object.

::

    ID  Name     Pool ID  Capacity  Health Status  Running Status  Type  WWN
    --  -------  -------  --------  -------------  --------------  ----  --------------------------------
    0   lun0000  3         1.000GB  Normal         Online          Thin  688cf98100aa000000aa000100000000

    ID              : 0
    Name            : lun0000

``--`` is an empty value. Columns begin where their dashes begin; where blanks were lost, a row counts only if it has as
many words as there are columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.blocks import cells_at, cut_at
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

_RULER = re.compile(r"[ \t]*-{2,}(?:[ \t]+-{2,})+[ \t]*\Z")
_GAP = "-  "
"""Columns are two blanks apart; in a ruler without such a gap, and in the rows below it, blanks were lost."""
_PAIR = re.compile(r"[ \t]*([A-Z][A-Za-z0-9()%/ ]{0,40}?)[ \t]*:(?:[ \t]+(.*))?\Z")
_NOISE = re.compile(
    r"[ \t]*(?:---.*---|[A-Za-z/]{2,6} port:|\S{1,32}:/[a-z]{0,20}>.*|show [a-z].*|Command executed successfully\.?)[ \t]*\Z"
)
_TITLES = """
    Alias, Capacity, Configured Mode, DIF Switch, Enabled, Failover Mode, Free, Function Type, Health Status, Host ID,
    Host IP, Host LUN ID, Host Name, ID, IP Address, Is Add To Lun Group, Is Clone, LUN ID, LUN Name,
    LUN consistency group ID, Location, MAC, Mapping Type, Max Speed(Mbps), Model, Multipath Type, Name,
    Number Of Initiators, Operating System, Path Type, Pool ID, Role, Running Status, Smart Cache Partition ID,
    Special Mode Type, Subscribed Capacity, Type, WWN, Working Mode, Working Rate(Mbps), iSCSI IQN, Disk Domain ID,
    Speed(RPM), Health Mark, Bar Code, Item, AutoLock State, Key Expiration Time, Manufacture Capacity, Logic Type,
    Temperature(Celsius), Running Level, Current Voltage(V), Number Of Discharges, Total Capacity, Free Capacity, Usage Type
"""


def _names(titles: str) -> frozenset[str]:
    """Return the titles of a text with commas."""
    return frozenset(title.strip() for title in titles.split(","))


_LEADING = 3
"""Titles that every object of a command has: its name and its two states, or as many others."""
_KNOWN = sorted(_names(_TITLES), key=len, reverse=True)
_TITLE = re.compile("[ \t]*(" + "|".join(map(re.escape, _KNOWN)) + r")(?=[ \t]|\Z)")


class Row(TextRow):
    """One object: the values by their titles."""

    EMPTY = frozenset(("", "--"))


def _titles_of(line: str) -> list[str]:
    """Return the titles of a header line; empty for any other line."""
    found: list[str] = []
    position = 0
    text = line.rstrip()
    while position < len(text):
        match = _TITLE.match(text, position)
        if match is None:
            return []
        found.append(match.group(1))
        position = match.end()
    return found


def _header(line: str, ruler: str) -> tuple[list[str], list[int] | None] | None:
    """Return titles and start positions of the columns from a header and the ruler below it; no positions if blanks were lost."""
    starts = [match.start() for match in re.finditer("-+", ruler)]
    by_place = cut_at(starts, line)
    known = _titles_of(line)
    if _GAP not in ruler:
        return (known, None) if len(known) == len(starts) else None
    if len(known) == len(starts):
        return known, starts
    return (by_place, starts) if all(by_place) else None


def _cells(line: str, titles: list[str], starts: list[int] | None) -> list[str] | None:
    cells = cells_at(starts, line) if starts is not None else None
    # Lost blanks would shift words into the wrong columns; what fills the first column only is a title below the table.
    if cells is not None and all("  " not in cell for cell in cells):
        return cells if any(cells[1:]) or len(cells) == 1 else None
    # Where the layout was kept, a line of as many words as there are titles is no row.
    words = line.split() if starts is None else re.split(" {2,}", line.strip())
    return words if len(words) == len(titles) else None


def rows_with(titles: str) -> Callable[[Capture, Writer], Iterator[Row]]:
    """Return the function that yields the objects with these titles.

    An object without the last ones is yielded, too, if others of the capture have them: a part that has failed answers less.
    """
    required = _names(titles)
    leading = _names(",".join(titles.split(",")[:_LEADING]))

    def rows(capture: Capture, out: Writer) -> Iterator[Row]:
        fits = False
        for row in _objects(capture, out):
            fits = fits or required <= row.values.keys()
            if required <= row.values.keys() or (fits and leading <= row.values.keys()):
                yield row
            elif fits:
                out.unread(row.line)

    return rows


def _objects(capture: Capture, out: Writer) -> Iterator[Row]:
    head: tuple[list[str], list[int] | None] | None = None
    waiting: tuple[int, str] | None = None
    block: Row | None = None
    for number, line in capture.lines():
        if not line.strip():
            head = None
            continue
        if _RULER.match(line):
            if block is not None:
                yield block
            block = None
            head = _header(waiting[1], line) if waiting is not None else None
            if head is None:
                out.unread(number)
            waiting = None
            continue
        _note_waiting(waiting, out)
        waiting = None
        if _titles_of(line):
            head, waiting = None, (number, line)
            continue
        if head is not None and (cells := _cells(line, *head)) is not None:
            yield Row(number, dict(zip(head[0], cells, strict=True)))
            continue
        if _NOISE.match(line):
            head = None
            continue
        pair = _PAIR.match(line)
        if pair is None:
            waiting = (number, line)
            continue
        head = None
        title, value = pair.group(1), (pair.group(2) or "").strip()
        if block is not None and title in block.values:
            yield block
            block = None
        block = block or Row(number)
        block.values[title] = value
    _note_waiting(waiting, out)
    if block is not None:
        yield block


def _note_waiting(waiting: tuple[int, str] | None, out: Writer) -> None:
    """Report a line without a ruler below it, unless it is the header of an empty table."""
    if waiting is not None and not _titles_of(waiting[1]):
        out.unread(waiting[0])


def _first_titles(head: str) -> Iterator[frozenset[str]]:
    """Yield the titles of every table among the first lines, and those of a block of ``title : value`` lines."""
    block: set[str] = set()
    lines = head.split("\n")[:200]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if _RULER.match(below) and (found := _header(line, below)):
            yield frozenset(found[0])
        elif pair := _PAIR.match(line):
            block.add(pair.group(1))
    if block:
        yield frozenset(block)


def has_titles(score: int, reason: str, *required: str) -> Callable[[Capture], Detection | None]:
    """Return the detection of a table or block among the first lines that has all titles of one of these lists."""
    sets = [_names(titles) for titles in required]

    def detect(capture: Capture) -> Detection | None:
        found = any(one <= shown for shown in _first_titles(capture.head) for one in sets)
        return Detection(score, reason) if found else None

    return detect


Facts = declared.Facts[Row]
ARRAY = Facts(
    "storage_array", needs="storage_array", distinct=True, storage_array=owner, vendor=const("HUAWEI"),
    family=const("other"),
)  # fmt: skip
OCEANSTOR: Family[Row] = Family("oceanstor", _objects, ARRAY)
