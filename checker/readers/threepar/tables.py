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
from typing import TypeAlias

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts, Source
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import Record, TextRow
from checker.readers.toolkit.numbers import whole

IsHeader: TypeAlias = Callable[[list[str]], bool]
IsShort: TypeAlias = Callable[[list[str], list[str]], bool]

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
class Row(TextRow):
    """One row: the values of the columns, and its words as printed; dashes count as no value."""

    cells: list[str] = field(default_factory=list)

    def text(self, *names: str) -> str | None:
        """Return the first of these columns that has a value."""
        for name in names:
            value = self.values.get(name, "")
            if value and not _NONE.match(value):
                return value
        return None


def titles(line: str) -> list[str]:
    """Return the titles of a header line in lower case, without the dashes that fill it."""
    words = line.split(",") if "," in line else line.split()
    return [word.strip().strip("-").lower() for word in words] or [""]


def header(begin: str, needed: str) -> IsHeader:
    """Return whether titles begin with the first words and contain the others, whatever their order."""
    first, others = begin.split(), frozenset(needed.split())
    return lambda found: found[: len(first)] == first and others.issubset(found)


def listed(reason: str, *headers: IsHeader, score: int = 96) -> Callable[[Capture], Detection | None]:
    """Return the detection by the titles of a table among the first lines."""

    def detect(capture: Capture) -> Detection | None:
        found = any(first_titles(capture.head, is_header) for is_header in headers)
        return Detection(score, reason) if found else None

    return detect


def rows(*headers: IsHeader, short: IsShort | None = None) -> Callable[[Capture, Writer], Iterator[Row]]:
    """Return the function that yields the rows of every table whose titles fit; other lines are noise or unread.

    Rows and printed totals are counted, unless rows may be short.

    Args:
        headers: functions that return whether titles are the header of such a table.
        short: function of titles and words that returns whether fewer words than titles are the end of a row; such rows
            are yielded with ``cells`` only.
    """

    def read(capture: Capture, out: Writer) -> Iterator[Row]:
        names: list[str] = []
        comma, count = False, 0
        for number, line in capture.lines():
            text = line.strip()
            if not text or _RULER.match(text):
                continue
            found = titles(text)
            if any(is_header(found) for is_header in headers):
                names, comma = found, "," in text
                continue
            total = _TOTAL.match(text)
            if total is not None or (names and _COUNT.match(text)):
                if total is not None and short is None:
                    out.printed_count = (out.printed_count or 0) + whole(total.group(1))
                continue
            cells = [cell.strip() for cell in text.split(",")] if comma else _PAIRS.sub(r"\1_\2", text).split()
            if names and len(cells) == len(names):
                count += 1
                yield Row(number, dict(zip(names, cells, strict=True)), cells=cells)
            elif short is not None and len(cells) < len(names) and short(names, cells):
                yield Row(number, cells=cells)
            elif not _NOISE.match(text) and not _is_group(text):
                out.unread(number)
        if out.printed_count is not None:
            out.counted_records = count

    return read


def _is_group(text: str) -> bool:
    """Return whether a line only groups the titles below it: ``-Rsvd(MB)-- -(MB)-``, ``-Usage- ----- Usr -----``."""
    words = text.split()
    dashed = [word.startswith("-") and word.endswith("-") for word in words]
    return all(dashed) or (dashed[0] and dashed[-1] and "---" in text and not any(map(str.isdigit, text)))


def ends_with_port(titles: list[str], cells: list[str]) -> bool:
    """Return whether these words are the end of a row: a port name, and possibly where it is logged in."""
    return normalise.wwn(cells[0]) is not None or is_foreign(cells[0])


def first_titles(head: str, is_header: IsHeader) -> list[str] | None:
    """Return the titles of the first such header among the first lines."""
    found = (titles(line.strip()) for line in head.split("\n")[:80])
    return next((names for names in found if is_header(names)), None)


def is_foreign(name: str) -> bool:
    """Return whether a name has an iSCSI or NVMe prefix, so that it is not a Fibre Channel name."""
    return name.startswith(("iqn.", "nqn.", "eui."))


_POSITION = re.compile(r"([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})\Z")


def position(text: str | None) -> tuple[str, str] | None:
    """Return node, and slot with port, of a position ``N:S:P``; None for any other text."""
    found = _POSITION.match(text or "")
    return (found.group(1), f"{found.group(2)}:{found.group(3)}") if found else None


THREEPAR: dict[str, Source[Record]] = {"storage_array": owner, "vendor": const("HPE"), "family": const("3par")}
PORT_STATES = {"ready": "up", "loss_sync": "down"}
"""States of the link of a port: ``loss_sync`` is one that receives no signal."""
ARRAY: Facts[Record] = Facts("storage_array", THREEPAR, needs="storage_array", distinct=True)
"""The array that an export belongs to, at its first row."""
