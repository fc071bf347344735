"""Tables of xmcli: the widths of columns vary, ``Index`` follows every reference, and cells may be empty.

The positions at which the values of a row begin assign them to columns. A value wider than its column shifts the rest of
its row. If positions don't help (runs of blanks were collapsed), a row is read if it has as many values as columns, or if
only one choice of empty references (a name and its index) leaves every value in a column that it fits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations

_WORD = re.compile(r"\S+")
_TITLE = re.compile(r"\S+(?: #(?!\S))?")  # ``Slot #`` is one title
_HEADER_WORD = re.compile(r"[A-Z][A-Za-z0-9]*(?:[-_/#.][A-Za-z0-9]*)*[#%]?(?:\([A-Za-z/%0-9]{1,12}\))?#?\Z")
_MOST_EMPTY = 3
# Columns whose values have a form of their own.
_KINDS = {
    "naa-identifier": re.compile(r"[0-9a-f]{16}(?:[0-9a-f]{16})?\Z", re.IGNORECASE),
    "naa-name": re.compile(r"[0-9a-f]{16}(?:[0-9a-f]{16})?\Z", re.IGNORECASE),
    "vol-size": re.compile(r"\d[\d.]*[KMGTP]?B?\Z", re.IGNORECASE),
    "lb-size": re.compile(r"(?:512|4096|4K)\Z", re.IGNORECASE),
    "port-address": re.compile(r"(?:[0-9a-fx]{2}:){7}[0-9a-fx]{2}\Z|iqn\.", re.IGNORECASE),
    "port-type": re.compile(r"(?:fc|iscsi)\Z", re.IGNORECASE),
    "vsg-index": re.compile(r"\d+\Z"),
    "lun": re.compile(r"\d+\Z"),
    "unaligned-io-alerts": re.compile(r"(?:enabled|disabled)\Z", re.IGNORECASE),
    "small-io-alerts": re.compile(r"(?:enabled|disabled)\Z", re.IGNORECASE),
}


@dataclass(frozen=True)
class Header:
    """The columns of one table: their names in lower case, and the place where each begins."""

    names: tuple[str, ...]
    starts: tuple[int, ...]

    @property
    def collapsed(self) -> bool:
        """TRUE if no column is wider than its name: then positions are meaningless."""
        ends = [start + len(name) for start, name in zip(self.starts, self.names, strict=True)]
        return all(start == end + 1 for start, end in zip(self.starts[1:], ends, strict=False))


def header_of(line: str) -> Header | None:
    """Return the header in a line, or None: at least three column words, one of them ``Index``."""
    if "Index" not in line or len(line) > 4000:
        return None
    words = list(_TITLE.finditer(line))
    if len(words) < 3 or not all(_HEADER_WORD.match(word.group().replace(" ", "")) for word in words):
        return None
    if not any(word.group() == "Index" for word in words[:3]) or not re.search(r"-|\bName\b", line):
        return None
    return Header(tuple(word.group().lower() for word in words), tuple(word.start() for word in words))


def cells(header: Header, line: str) -> list[str] | None:
    """Return one value a column ('' for an empty cell), or None if the row doesn't fit the header."""
    words = list(_WORD.finditer(line))
    if not words:
        return None
    by_place = None if header.collapsed and len(words) != len(header.names) else _by_place(header, words)
    if by_place is not None and not any(by_place[2:]):
        # A title below the table, or a sentence that ends with a number: every object has an index and states more.
        return None
    if by_place is not None and _indexes_fit(header, by_place) and _kinds_fit(header, by_place):
        return by_place
    if len(words) == len(header.names):
        by_count = [word.group() for word in words]
        if _indexes_fit(header, by_count) and _kinds_fit(header, by_count):
            return by_count
    return _by_kind(header, [word.group() for word in words])


def _by_place(header: Header, words: list[re.Match[str]]) -> list[str] | None:
    found = [""] * len(header.names)
    place, shift, end = -1, 0, -1
    for word in words:
        start = word.start()
        pushed = place >= 0 and place + 1 < len(header.starts) and end >= header.starts[place + 1] + shift
        if pushed:
            # the value before was wider than its column: this one is the next
            place += 1
            shift = start - header.starts[place]
        else:
            following = _column_at(header, place, start - shift)
            if following is not None:
                place = following
            elif place >= 0 and start == end + 1:
                found[place] = f"{found[place]} {word.group()}"
                end = word.end()
                continue
            else:
                return None
        found[place] = word.group()
        end = word.end()
    return found


def _by_kind(header: Header, words: list[str]) -> list[str] | None:
    """Return the only way to leave references empty that makes the values fit, or None."""
    names = header.names
    pairs = [
        place for place in range(1, len(names) - 1) if names[place].endswith("-name") and names[place + 1] == "index"
    ]
    fitting: list[list[str]] = []
    for last_empty in (0, 1):
        missing = len(names) - len(words) - last_empty
        if missing < 0 or missing % 2 or missing // 2 > min(len(pairs), _MOST_EMPTY):
            continue
        for chosen in combinations(pairs, missing // 2):
            empty = {place + more for place in chosen for more in (0, 1)}
            left = iter(words)
            found = ["" if place in empty else next(left, "") for place in range(len(names))]
            if _indexes_fit(header, found) and _kinds_fit(header, found):
                fitting.append(found)
    return fitting[0] if len(fitting) == 1 else None


def _kinds_fit(header: Header, values: list[str]) -> bool:
    return all(
        not value or name not in _KINDS or bool(_KINDS[name].match(value))
        for name, value in zip(header.names, values, strict=True)
    )


def _column_at(header: Header, after: int, start: int) -> int | None:
    for place in range(after + 1, len(header.starts)):
        if header.starts[place] == start:
            return place
        if header.starts[place] > start:
            return None
    return None


def _indexes_fit(header: Header, values: list[str]) -> bool:
    return all(
        not value or value.isdecimal() for name, value in zip(header.names, values, strict=True) if name == "index"
    )
