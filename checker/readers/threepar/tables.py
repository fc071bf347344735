"""Tables of the 3PAR console, as text or as comma-separated values (``setclienv csvtable 1``).

::

     Id Name  Persona      -WWN/iSCSI_Name- Port
      0 esx01 VMware       10000000C9000001 0:1:1
                           10000000C9000002 1:1:1
    ---------------------------------------------
      1 total

Dashes around a title fill the column's width and are not part of it. Rows cannot be cut at columns: the console aligns
titles and values differently. No value but the kind of an export (``host set``) has a blank inside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture

_RULER = re.compile(r"[-=]{6,}\Z")
_TOTAL = re.compile(r"([0-9]{1,9})[ ,]+total\b.*\Z", re.IGNORECASE)
_COUNT = re.compile(r"[0-9]{1,9}[ ,]*\Z")
_NOISE = re.compile(
    r"(?:Active VLUNs|VLUN Templates|no (?:vluns|hosts|ports|virtual volumes|vvs) listed"
    r"|(?:[\w.\-]{1,64} )?(?:cli)?[%#$>][ \t]?.*|show[a-z]{1,20}(?: .*)?|exit)\Z",
    re.IGNORECASE,
)
_NONE = re.compile(r"(?:-+|n/a|unknown)\Z", re.IGNORECASE)
_PAIRS = re.compile(r"\b(matched|host)[ ](set)\b")


@dataclass
class Row:
    """One row: the values of the columns, and its words as printed."""

    line: int
    cells: list[str]
    values: dict[str, str] = field(default_factory=dict)

    def get(self, *names: str) -> str | None:
        """Return the first of these columns that has a value; dashes count as no value."""
        for name in names:
            value = self.values.get(name, "")
            if value and not _NONE.match(value):
                return value
        return None

    def number(self, *names: str) -> int | None:
        """Return a whole number."""
        return normalise.integer(self.get(*names))


def titles(line: str) -> list[str]:
    """Return the titles of a header line in lower case, without the dashes that fill it."""
    words = line.split(",") if "," in line else line.split()
    return [word.strip().strip("-").lower() for word in words] or [""]


def rows(
    capture: Capture, out: Writer, is_header: Callable[[list[str]], bool], *, short: bool = False
) -> Iterator[Row]:
    """Yield the rows of every table whose titles fit; other lines are noise or unread.

    Args:
        capture: the text.
        out: receives unrecognized lines, and the total that the console prints.
        is_header: returns whether these titles are the header of such a table.
        short: rows with fewer words than titles are yielded too, with ``cells`` only.
    """
    names: list[str] | None = None
    comma = False
    for number, line in capture.lines():
        text = line.strip()
        if not text or _RULER.match(text):
            continue
        found = titles(text)
        if is_header(found):
            names, comma = found, "," in text
            continue
        total = _TOTAL.match(text)
        if total is not None or (names is not None and _COUNT.match(text)):
            if total is not None and not short:
                out.printed_count = (out.printed_count or 0) + int(total.group(1))
            continue
        cells = [cell.strip() for cell in text.split(",")] if comma else _PAIRS.sub(r"\1_\2", text).split()
        if names is not None and len(cells) == len(names):
            yield Row(number, cells, dict(zip(names, cells, strict=True)))
        elif names is not None and short and len(cells) < len(names) and _looks_cut(cells):
            yield Row(number, cells)
        elif not _NOISE.match(text) and not _is_group(text):
            out.unread(number)


def _is_group(text: str) -> bool:
    """Return whether a line only groups the titles below it: ``-Rsvd(MB)-- -(MB)-``."""
    return all(word.startswith("-") and word.endswith("-") for word in text.split())


def _looks_cut(cells: list[str]) -> bool:
    """Return whether these words are the end of a row: a port name, and possibly where it is logged in."""
    return normalise.wwn(cells[0]) is not None or cells[0].startswith(("iqn.", "nqn.", "eui."))


def first_titles(head: str, is_header: Callable[[list[str]], bool]) -> list[str] | None:
    """Return the titles of the first such header among the first lines."""
    for line in head.split("\n")[:80]:
        if is_header(found := titles(line.strip())):
            return found
    return None


_POSITION = re.compile(r"([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})\Z")


def position(text: str | None) -> tuple[str, str] | None:
    """Return node, and slot with port, of a position ``N:S:P``; None for any other text."""
    found = _POSITION.match(text or "")
    return (found.group(1), f"{found.group(2)}:{found.group(3)}") if found else None


ARRAY = ("storage_array", "vendor", "family")


def write_array(capture: Capture, out: Writer, line: int | None) -> None:
    """Write the array that the export belongs to, unless it contains no objects."""
    if line is not None:
        out.add("storage_array", line, storage_array=capture.owner, vendor="HPE", family="3par")
