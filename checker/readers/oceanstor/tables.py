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
from collections.abc import Iterator
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture

_RULER = re.compile(r"[ \t]*-{2,}(?:[ \t]+-{2,})+[ \t]*\Z")
_PAIR = re.compile(r"[ \t]*([A-Z][A-Za-z0-9()%/ ]{0,40}?)[ \t]*:(?:[ \t]+(.*))?\Z")
_NOISE = re.compile(
    r"[ \t]*(?:-{3,}.{0,60}-{3,}|[A-Za-z/]{2,6} port:|\S{1,32}:/[a-z]{0,20}>.*|show [a-z].*|Command executed successfully\.?)[ \t]*\Z"
)
_TITLES = (
    "LUN consistency group ID",
    "Smart Cache Partition ID",
    "Is Add To Lun Group",
    "Number Of Initiators",
    "Working Rate(Mbps)",
    "Subscribed Capacity",
    "Special Mode Type",
    "Configured Mode",
    "Max Speed(Mbps)",
    "Operating System",
    "Running Status",
    "Multipath Type",
    "Health Status",
    "Failover Mode",
    "Function Type",
    "Mapping Type",
    "Working Mode",
    "Host LUN ID",
    "DIF Switch",
    "IP Address",
    "Host Name",
    "iSCSI IQN",
    "Path Type",
    "Is Clone",
    "Location",
    "LUN Name",
    "Capacity",
    "Host IP",
    "Host ID",
    "Pool ID",
    "Enabled",
    "LUN ID",
    "Alias",
    "Model",
    "Free",
    "Name",
    "Role",
    "Type",
    "WWN",
    "MAC",
    "ID",
)
_TITLE = re.compile("[ \t]*(" + "|".join(re.escape(title) for title in _TITLES) + r")(?=[ \t]|\Z)")


@dataclass
class Row:
    """One object: the values by their titles."""

    line: int
    values: dict[str, str] = field(default_factory=dict)

    def get(self, title: str) -> str | None:
        """Return a value; None if there is none."""
        value = self.values.get(title, "").strip()
        return value if value and value != "--" else None

    def gigabits(self, title: str) -> float | None:
        """Return a speed that is printed in Mbit/s."""
        value = normalise.integer(self.get(title))
        return value / 1000 if value else None


def titles(line: str) -> list[str]:
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


def _cut(line: str, starts: list[int]) -> list[str]:
    ends = [*starts[1:], max(len(line), starts[-1])]
    return [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _header(line: str, ruler: str) -> tuple[list[str], list[int]] | None:
    """Return titles and start positions of the columns from a header and the ruler below it."""
    starts = [match.start() for match in re.finditer("-+", ruler)]
    by_place = _cut(line, starts)
    known = titles(line)
    if len(known) == len(starts):
        return known, starts
    return (by_place, starts) if all(by_place) else None


def _cells(line: str, starts: list[int]) -> list[str] | None:
    if all(start == 0 or start >= len(line) or line[start - 1] in " \t" for start in starts):
        cells = _cut(line, starts)
        # Lost blanks would shift words into the wrong columns.
        if all("  " not in cell for cell in cells):
            return cells
    words = line.split()
    return words if len(words) == len(starts) else None


def rows(capture: Capture, out: Writer, required: frozenset[str]) -> Iterator[Row]:
    """Yield the objects of every table and block whose titles include the required ones."""
    return (row for row in _objects(capture, out) if required <= row.values.keys())


def _objects(capture: Capture, out: Writer) -> Iterator[Row]:
    head: tuple[list[str], list[int]] | None = None
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
        if titles(line):
            head, waiting = None, (number, line)
            continue
        if head is not None and (cells := _cells(line, head[1])) is not None:
            yield Row(number, dict(zip(head[0], cells, strict=True)))
            continue
        head = None
        if _NOISE.match(line):
            continue
        pair = _PAIR.match(line)
        if pair is None:
            waiting = (number, line)
            continue
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
    if waiting is not None and not titles(waiting[1]):
        out.unread(waiting[0])


def first_titles(head: str) -> Iterator[frozenset[str]]:
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


def has(capture: Capture, *required: frozenset[str]) -> bool:
    """Return whether a table or block among the first lines has all titles of one of these sets."""
    return any(one <= found for found in first_titles(capture.head) for one in required)


ARRAY = ("storage_array", "vendor", "family")


def write_array(capture: Capture, out: Writer, line: int | None) -> None:
    """Write the array that the export belongs to, unless it contains no objects."""
    if line is not None:
        out.add("storage_array", line, storage_array=capture.owner, vendor="HUAWEI", family="other")
