"""CSV with a header, cells by title, numbers of any locale; shared by the readers of RVTools and PowerCLI lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import ClassVar

from checker.facts.observations import Writer
from checker.readers.esxi import csv_rows
from checker.readers.toolkit import numbers
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import note_truncated
from checker.readers.toolkit.declarations.records import TextRow

_NOT_TITLE = re.compile(r"[^a-z0-9#%]")
_TAB_PREFIX = re.compile(
    r"v(?:HBA|Host|MultiPath|Datastore|Disk|Info|Cluster|Partition|CPU|Memory|Network|NIC)(?=[A-Z#])"
)
_SEPARATOR_LINE = re.compile(r"sep=.\s*\Z", re.IGNORECASE)
_NUMBER = re.compile(
    r"-?[0-9]{1,3}(?:([.,' \u00a0\u202f])[0-9]{3}(?:\1[0-9]{3})*)?(?:([.,])[0-9]+)?\Z|-?[0-9]+(?:[.,][0-9]+)?\Z"
)
_VML = re.compile(r"(?:vml\.)?02[0-9a-f]{8}(6[0-9a-f]{31})[0-9a-f]{12}\Z", re.IGNORECASE)
_DIGIT = re.compile(r"[0-9]")
_HEADER_LINES = 12


@dataclass
class Row(TextRow):
    """One row: the line it begins at, and its cells by title in lower case without blanks."""

    EMPTY: ClassVar[frozenset[str]] = frozenset(("",))

    decimal_comma: bool = False

    def decimal(self, *titles: str) -> float | None:
        """Return a number in any locale; None if missing or invalid."""
        text = self.text(*titles)
        return None if text is None else parse_number(text, self.decimal_comma)

    def number(self, *titles: str) -> int | None:
        """Return a whole number, also one written as 64.0; None if missing or invalid."""
        number = self.decimal(*titles)
        return numbers.whole(number) if number is not None and number == numbers.whole(number) else None


def parse_number(text: str, decimal_comma: bool) -> float | None:
    """Return the value of ``1024``, ``1,024.5``, ``1.024,5``, ``1'024`` …; a lone mark before three digits groups thousands."""
    text = text.strip()
    if len(text) > 30 or not _NUMBER.match(text):
        return None
    text = re.sub(r"[' \u00a0\u202f]", "", text)
    comma, dot = text.rfind(","), text.rfind(".")
    if comma >= 0 and dot >= 0:
        decimal = max(comma, dot)
    else:
        decimal = max(comma, dot)
        sign_is_decimal = (text[decimal : decimal + 1] == ",") == decimal_comma
        if decimal >= 0 and (
            text.count(text[decimal]) > 1 or (len(text) - decimal == 4 and not sign_is_decimal and decimal <= 4)
        ):
            decimal = -1
    digits = "".join(
        "." if index == decimal else character
        for index, character in enumerate(text)
        if index == decimal or character not in ",."
    )
    return numbers.decimal(digits)


def title(text: str) -> str:
    """Return a column's title in lower case, without blanks and punctuation."""
    return _NOT_TITLE.sub("", text.strip().lower())


def titles_of(line: str) -> list[str] | None:
    """Return the titles of a header line; None for other lines.

    RVTools can also print its database names, which begin with the name of the tab: ``vHostConfigStatus``.
    """
    separator = csv_rows.separator(line)
    if separator not in line or line.startswith("#"):
        return None
    names = [name.strip() for name in csv_rows.cells(line, separator)]
    prefixes = {found.group() for name in names[:4] if (found := _TAB_PREFIX.match(name))}
    if len(prefixes) == 1 and all(name.startswith(tuple(prefixes)) for name in names[:4]):
        names = [name.removeprefix(next(iter(prefixes))) for name in names]
    return [title(name) for name in names]


def header_in(head: str) -> frozenset[str] | None:
    """Return the titles in the first line that is neither a comment nor blank, or None."""
    for line in head.split("\n", _HEADER_LINES)[:_HEADER_LINES]:
        if line.strip() and not line.startswith("#") and not _SEPARATOR_LINE.match(line):
            titles = titles_of(line)
            return None if titles is None else frozenset(titles)
    return None


IsHeader = Callable[[Set[str]], bool]


def by_titles(reason: str, is_header: IsHeader, score: int = 95) -> Callable[[Capture], Detection | None]:
    """Return the detection of captures with such a header."""

    def detect(capture: Capture) -> Detection | None:
        titles = header_in(capture.head)
        return Detection(score, reason) if titles and is_header(titles) else None

    return detect


def rows(is_header: IsHeader, *needed: str) -> Callable[[Capture, Writer], Iterator[Row]]:
    """Return the function that yields the rows with all needed cells; others are unread.

    Each needed cell has one of several titles, separated by blanks.
    """
    titles = [names.split() for names in needed]

    def read(capture: Capture, out: Writer) -> Iterator[Row]:
        for row in read_rows(capture, out, is_header):
            if any(row.text(*names) is None for names in titles):
                out.unread(row.line)
            else:
                yield row

    return read


def read_rows(capture: Capture, out: Writer, is_header: IsHeader) -> Iterator[Row]:
    """Yield the rows below a header; rows that don't fit it count as unread, rows of empty cells are ignored."""
    titles: list[str] | None = None
    separator, header = ",", ""
    last = capture.first_line + capture.text.count("\n")
    for line, row, whole in csv_rows.rows(capture.text, capture.first_line):
        if not row.strip(' \t,;"') or row.startswith("#TYPE") or _SEPARATOR_LINE.match(row):
            continue
        # Data rows contain digits, so few of them are tested as headers.
        if titles is None or row == header or not _DIGIT.search(row):
            found = titles_of(row)
            if found and is_header(frozenset(found)):
                titles, separator, header = found, csv_rows.separator(row), row
                continue
        if line == last and csv_rows.may_be_cut(row, header):
            whole = False
        cells = csv_rows.cells(row, separator) if titles and whole else []
        # A single cell is a title below the rows.
        if (
            titles is None
            or len(cells) < 2
            or len(cells) > len(titles) + 1
            or (line == last and len(cells) < len(titles))
        ):
            if titles is not None and line == last:
                note_truncated(out, line, "row")
            else:
                out.unread(line)
            continue
        values = {name: cell.strip() for name, cell in zip(titles, cells, strict=False) if name}
        yield Row(line, values, decimal_comma=separator == ";")


def naa_in_vml(text: str | None) -> str | None:
    """Return the NAA name in a ``vml.02…`` identifier: type, LUN, 16 bytes of the name, 6 of the model."""
    found = _VML.match(text.strip()) if text else None
    return f"naa.{found.group(1).lower()}" if found else None
