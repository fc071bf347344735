"""Tables of Purity's command line: text with left-aligned columns, and comma-separated values (``--csv``).

::

    Name   WWN                      IQN  NQN  Host Group
    esx01  10:00:00:00:C9:00:00:01  -    -    cluster
           10:00:00:00:C9:00:00:02
    lin01  10:00:00:00:C9:00:00:09  -    -    -

Titles contain blanks. Two blanks separate columns unless they were collapsed; then the known titles do. A list continues in
the lines below; ``--csv`` separates its items by slashes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import cells_at

_KEYS = {
    # Titles that are their own keys.
    **{
        title: title
        for title in (
            "name", "wwn", "iqn", "nqn", "hgroup", "host", "hosts", "lun", "vol", "size", "source", "created", "serial",
            "protection", "personality", "preferred array", "portal", "failover", "target", "id", "os", "version", "type",
            "mode", "current mode", "model", "status", "status detail", "identify", "slot", "index", "speed", "temperature",
            "voltage", "details", "capacity", "protocol",
        )
    },
    "iqn/nqn": "iqn", "host group": "hgroup", "volume": "vol", "initiator wwn": "wwn", "initiator portal": "portal",
    "initiator iqn": "iqn", "initiator nqn": "nqn", "target wwn": "target_wwn", "target portal": "target_portal",
    "target iqn": "target_iqn", "target nqn": "target_nqn",
}  # fmt: skip
_KNOWN = re.compile(
    "|".join(re.escape(title) for title in sorted(_KEYS, key=len, reverse=True)).join((r"(?<!\S)(?:", r")(?!\S)")),
    re.IGNORECASE,
)
_TITLES = re.compile(r"[A-Za-z/, \t]+\Z")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([A-Z]{2,5}|[+-]\d{2,4})(?!\S)")
_SHAPES = {
    "lun": re.compile(r"[0-9]{1,5}\Z"), "size": re.compile(r"[0-9][0-9.]{0,20}[KMGTPE]?\Z"), "capacity": re.compile(r"[0-9][0-9.]{0,20}[KMGTPE]?\Z"),
    "iqn": re.compile(r"\S+\Z"), "nqn": re.compile(r"\S+\Z"), "hgroup": re.compile(r"\S+\Z"), "host": re.compile(r"\S+\Z"),
}  # fmt: skip
"""What a value looks like, where one that doesn't belongs to a line of something else."""
_VALUE = re.compile(r"(?:[A-Za-z0-9][\w.:/\-]*|-)\Z")
_ITEM = re.compile(r"(?=\S*[:*])\S{8,64}\Z|[0-9A-Fa-fXx*]{16}\Z")
"""A WWN, also one of which digits are hidden; another word may be the title of what follows: db08."""
NOISE = re.compile(r"(?:[\w.\-@]{1,128}[>#$][ \t]*(?:pure\w+\b.*)?|pure\w{2,20} .*|exit|[-=]{3,})\Z")


@dataclass(frozen=True)
class Header:
    """Titles of a table as keys, and where they begin; comma-separated values have no places."""

    keys: list[str]
    starts: list[int]
    comma: bool = False
    wide: bool = False
    """Two blanks separate some titles, so no blanks were collapsed."""

    def cells(self, line: str) -> list[str] | None:
        """Cut a row; None if it doesn't fit.

        A row that continues another begins with an empty cell; any other has a value or a dash in every cell.
        """
        cells = self._cut(line)
        if cells is None or (cells[0] and (not _VALUE.match(cells[0]) or not all(cells))):
            return None
        shapes = (_SHAPES.get(key) for key in self.keys)
        return (
            None
            if any(
                cell not in ("", "-") and shape and not shape.match(cell)
                for cell, shape in zip(cells, shapes, strict=True)
            )
            else cells
        )

    def _cut(self, line: str) -> list[str] | None:
        if self.comma:
            cells = next(csv.reader([line]), [])
            return [cell.strip() for cell in cells] if len(cells) == len(self.keys) else None
        cut = cells_at(self.starts, line)
        # A correct cut has no two columns in one cell.
        if cut is not None and not any("  " in cell for cell in cut):
            return cut
        collapsed = [] if self.wide else _MOMENT.sub(r"\1T\2\3", line).split()
        for parts in (re.split(r" {2,}", line.strip()), collapsed):
            if len(parts) == len(self.keys):
                return [part.strip() for part in parts]
        return None


def header(line: str) -> Header | None:
    """Return the header in a line, or None: every title must be known."""
    text = line.rstrip()
    return _of_titles(text) if _TITLES.match(text) else None


@lru_cache(maxsize=64)
def _of_titles(text: str) -> Header | None:
    titles = [title.strip().lower() for title in text.split(",")]
    if len(titles) > 1 and all(title in _KEYS for title in titles):
        return Header([_KEYS[title] for title in titles], [], comma=True)
    found = list(_KNOWN.finditer(text))
    if len(found) < 2 or _KNOWN.sub("", text).strip():
        return None
    keys, starts = [_KEYS[match.group().lower()] for match in found], [match.start() for match in found]
    return Header(keys, starts, wide="  " in text.strip())


def has_header(head: str, fits: Callable[[Set[str]], bool]) -> bool:
    """Return whether one of the first lines is a header with fitting keys."""
    found = (header(line) for line in head.split("\n")[:80] if line.strip())
    return any(one is not None and fits(set(one.keys)) for one in found)


@dataclass(frozen=True)
class Row:
    """One printed row: its values by key (None for ``-``, no key for an empty cell), and whether it continues another."""

    line: int
    values: dict[str, str | None]
    continued: bool


def rows(capture: Capture, out: Writer, fits: Callable[[Set[str]], bool], lists: str | None = None) -> Iterator[Row]:
    """Yield the rows of every fitting table; other lines are noise or unread.

    Args:
        capture: the text.
        out: counts lines that were not understood.
        fits: decides by the keys whether a table is read.
        lists: key with several WWNs or numbers; where columns are lost, a line with one of them continues it.
    """
    names: Header | None = None
    for number, line in capture.lines():
        if not line.strip():
            continue
        found = header(line)
        if found is not None:
            names = found if fits(set(found.keys)) else None
            continue
        cells = names.cells(line) if names is not None else None
        if names is None or cells is None:
            if names is not None and lists is not None and not names.comma and _ITEM.match(line.strip()):
                yield Row(number, {lists: line.strip()}, continued=True)
            elif not NOISE.match(line.strip()):
                out.unread(number)
            continue
        values: dict[str, str | None] = {}
        for key, cell in zip(names.keys, cells, strict=True):
            # Titles of IQN and NQN may have one key: the one with a value counts.
            if cell and values.get(key) is None:
                values[key] = None if cell == "-" else cell
        yield Row(number, values, continued=not names.comma and not cells[0])
