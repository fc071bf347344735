"""Output of IBM's dscli for DS8000: a banner, tables over a ruler, separated values (``-fmt delim``), and ``key value`` lines.

::

    Date/Time: January 21, 2016 10:36:55 AM BRST IBM DSCLI Version: 7.7.5.61 DS: IBM.2107-75AA001
    ID    WWPN             State  Type             topo     portgrp
    ===============================================================
    I0030 50050763040300EA Online Fibre Channel-SW SCSI-FCP 0

The storage image (``DS:``) owns what follows. Values contain blanks and numbers are right-aligned, so rows are cut by the
form of their values. The abbreviation of the time zone is ambiguous: times are taken as UTC.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import computed, const, owner
from checker.readers.toolkit.declarations.records import Context, Record, TextRow

_BANNER = re.compile(
    r"Date/Time: ([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4} [0-9]{1,2}:[0-9]{2}:[0-9]{2} [AP]M)\b[^\n]{0,20} IBM DSCLI Version: (\S{1,30})"
    r"(?: DS: (IBM\.[0-9]{4}-[0-9A-Z]{7}))?"
)
BANNER = r"^(?:[ \t]*Date/Time: [^\n]{10,200}\n)?"
"""Prefix of a pattern for the first line of a table: the banner above it names the storage image."""
_RULER = re.compile(r"={10,}\Z")
_NOISE = re.compile(
    r"(?:dscli>.*|CMU[CN]\d{5}I? .*|Date/Time: .*|ls[a-z]{2,20}(?: -.*| [0-9A-Fa-fV]{2,8})?|show[a-z]{2,20}(?: .*)?|\.{3})\Z"
)
_KEY = re.compile(r"([A-Za-z%][A-Za-z0-9%]{0,30}(?: (?:\([^)]{2,8}\)|Unit|Group|Memory|Recovered))?)(?:\s+(\S.*))?\Z")


def owner_in(text: str) -> str | None:
    """Return the storage image that the banner names."""
    found = _BANNER.search(text[:16_384])
    return found.group(3) if found else None


def captured_in(text: str) -> datetime | None:
    """Return the time that the banner prints."""
    found = _BANNER.search(text[:16_384])
    if found is None:
        return None
    try:
        return datetime.strptime(found.group(1), "%B %d, %Y %I:%M:%S %p").replace(tzinfo=UTC)
    except ValueError:
        return None


def has_titles(reason: str, header: re.Pattern[str]) -> Callable[[Capture], Detection | None]:
    """Return the detection of a table by its titles, which commas separate in separated values."""

    def detect(capture: Capture) -> Detection | None:
        found = any(header.match(_titles(line.strip())) for line in capture.head.split("\n"))
        return Detection(96, reason) if found else None

    return detect


def _titles(line: str) -> str:
    return line.removeprefix("dscli> ").replace(",", " ")


def table(header: re.Pattern[str], row: re.Pattern[str]) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields the rows of every table with such a header.

    Args:
        header: matches the titles, in their order; they name the columns of separated values.
        row: matches a row as the console prints it; its groups name the columns.
    """

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        names: list[str] | None = None
        inside = False
        for number, line in capture.lines():
            text = line.strip().removeprefix("dscli> ")
            if not text or _RULER.match(text):
                continue
            if header.match(_titles(text)):
                inside = True
                names = [title.strip() for title in text.split(",")] if "," in text else None
                continue
            if inside and names is not None:
                cells = text.split(",")
                if len(cells) == len(names):
                    yield TextRow(number, dict(zip(names, map(str.strip, cells), strict=True)))
                    continue
            elif inside and (found := row.match(text)) is not None:
                yield TextRow(number, found.groupdict(""))
                continue
            if not _NOISE.match(text):
                out.unread(number)

    return rows


def key_values(identity: str) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields the objects of ``key value`` lines whose ``ID`` matches the pattern."""
    is_identity = re.compile(identity).fullmatch

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        for row in _blocks(capture, out):
            if is_identity(row.text("ID") or ""):
                yield row
            else:
                out.unread(row.line)

    return rows


def _blocks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the objects of ``key value`` lines; a repeated name or number begins the next object."""
    row: TextRow | None = None
    for number, line in capture.lines():
        text = line.strip()
        if not text or _NOISE.match(text) or _RULER.match(text):
            continue
        match = _KEY.match(text)
        if match is None:
            out.unread(number)
            continue
        key, value = match.groups("")
        if row is not None and key in row.values and key in ("Name", "ID"):
            yield row
            row = None
        row = row or TextRow(number)
        row.values.setdefault(key, value)
    if row is not None:
        yield row


def has_keys(reason: str, *keys: str) -> Callable[[Capture], Detection | None]:
    """Return the detection of ``key value`` lines by some of their keys."""

    def detect(capture: Capture) -> Detection | None:
        matches = (_KEY.match(line.strip()) for line in capture.head.split("\n")[:120])
        found = {match.group(1) for match in matches if match is not None}
        return Detection(94, reason) if found.issuperset(keys) else None

    return detect


_IMAGE = re.compile(r"IBM\.[0-9]{4}-([0-9A-Z]{7})\Z")


def _serial(row: Record, context: Context) -> str | None:
    image = _IMAGE.match(context.owner)
    return image.group(1) if image else None


ARRAY: Facts[Record] = Facts(
    "storage_array", needs="storage_array", distinct=True, storage_array=owner, serial=computed(_serial),
    vendor=const("IBM"), family=const("other"),
)  # fmt: skip
"""The storage image that a table belongs to, at the line of its first row."""
DS8000: Family[TextRow] = Family("ds8000", key_values("[0-9A-F]{4}"))
reader = partial(DS8000.reader, owner_in=owner_in, captured_in=captured_in)
"""The function that makes a reader from a declaration; ``rows`` is a :func:`table` or other :func:`key_values`."""
