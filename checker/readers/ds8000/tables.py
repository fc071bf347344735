"""Output of IBM's dscli for DS8000: a banner, tables over a ruler, separated values (``-fmt delim``), and ``key value`` lines.

::

    Date/Time: January 21, 2016 10:36:55 AM BRST IBM DSCLI Version: 7.7.5.61 DS: IBM.2107-75AA001
    ID    WWPN             State  Type             topo     portgrp
    ===============================================================
    I0030 50050763040300EA Online Fibre Channel-SW SCSI-FCP 0

The storage image (``DS:``) owns what follows. Values have blanks inside and numbers are set to the right, so rows are cut
by the form of their values. The zone of the time is an abbreviation that may stand for several: it is taken as UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture

_BANNER = re.compile(
    r"Date/Time: ([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4} [0-9]{1,2}:[0-9]{2}:[0-9]{2} [AP]M)\b[^\n]{0,20} IBM DSCLI Version: (\S{1,30})"
    r"(?: DS: (IBM\.[0-9]{4}-[0-9A-Z]{7}))?"
)
BANNER = r"^(?:[ \t]*Date/Time: [^\n]{10,200}\n)?"
"""Prefix of a pattern for the first line of a table: the banner above it names the storage image."""
_RULER = re.compile(r"={10,}\Z")
_NOISE = re.compile(
    r"(?:dscli>.*|CMU[CN]\d{5}I? .*|Date/Time: .*|(?:ls|show)[a-z]{2,20}(?: -.*| [0-9A-Fa-fV]{2,8})?|\.{3})\Z"
)


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


def values(
    capture: Capture, out: Writer, header: re.Pattern[str], row: re.Pattern[str]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of every table with such a header: the named groups of ``row``, or the columns of separated values.

    Args:
        capture: the text.
        out: receives unrecognized lines.
        header: matches the titles, in their order; groups name the columns of separated values.
        row: matches a row as the console sets it.
    """
    names: list[str] | None = None
    inside = False
    for number, line in capture.lines():
        text = line.strip().removeprefix("dscli> ")
        if not text or _RULER.match(text):
            continue
        titles = header.match(text.replace(",", " "))
        if titles is not None:
            inside = True
            names = [title.strip() for title in text.split(",")] if "," in text else None
            continue
        if inside and names is not None:
            cells = text.split(",")
            if len(cells) == len(names):
                yield number, dict(zip(names, (cell.strip() for cell in cells), strict=True))
                continue
        elif inside and (found := row.match(text)) is not None:
            yield number, {name: value or "" for name, value in found.groupdict().items()}
            continue
        if not _NOISE.match(text):
            out.unread(number)


ARRAY = ("storage_array", "serial", "vendor", "family")
_IMAGE = re.compile(r"IBM\.[0-9]{4}-([0-9A-Z]{7})\Z")


def write_array(capture: Capture, out: Writer, line: int | None) -> None:
    """Write the array that the export belongs to, unless it contains no objects."""
    if line is not None:
        image = _IMAGE.match(capture.owner)
        serial = image.group(1) if image else None
        out.add("storage_array", line, storage_array=capture.owner, serial=serial, vendor="IBM", family="other")
