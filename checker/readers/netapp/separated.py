"""Tables of the ONTAP shell for scripts: after ``set -showseparator "|"`` a row is one line, its cells parted by a character.

::

    vserver|path|igroup|lun-id|
    Vserver Name|LUN Path|Igroup Name|LUN ID|
    svm1|/vol/vol_a/lun_a|esx01|0|

The first line has the names of the fields, the second those that ``-instance`` prints; so a row is read like the record of an
``-instance`` listing. Every line ends with the separator.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import pairwise

from checker.facts.observations import Writer
from checker.readers.netapp import ports, san, system
from checker.readers.netapp.records import cluster_in, is_noise
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.relayout import provides_of, read_as, rearranged

_READERS = (*san.READERS, *ports.READERS, *system.READERS)
_FIELDS = re.compile(r"[ \t]*[a-z][a-z0-9\-]{1,60}(?:([|,;~:^!\t])[a-z][a-z0-9\-]{1,60}){1,200}([|,;~:^!\t])[ \t]*\Z")
"""At least two fields: a word with a colon above another one may be in any text."""


def _separator(line: str, below: str) -> str | None:
    """Return the separator of two lines with field names and their titles, or None."""
    found = _FIELDS.match(line)
    if found is None or found.group(1) != found.group(2):
        return None
    separator = found.group(2)
    fields, titles = line.strip().split(separator), below.strip().split(separator)
    fits = len(fields) == len(titles) and below.rstrip().endswith(separator)
    return separator if fits and all(re.match(r"[A-Z(]", title) for title in titles[:-1]) else None


def _detect(capture: Capture) -> Detection | None:
    lines = capture.head.split("\n")[:200]
    if all(_separator(line, below) is None for line, below in pairwise(lines)):
        return None
    return Detection(97, "names of fields and their titles, as ONTAP prints them with -showseparator")


def _listing(capture: Capture, out: Writer) -> Iterator[tuple[int, str]]:
    """Yield the records of the tables as lines of an ``-instance`` listing."""
    lines = capture.numbered()
    titles: list[str] = []
    separator = " "
    is_title_line = False
    for index, (number, line) in enumerate(lines):
        if is_title_line:
            is_title_line = False
            continue
        below = lines[index + 1][1] if index + 1 < len(lines) else ""
        if (found := _separator(line, below)) is not None:
            separator, is_title_line = found, True
            titles = [title.strip() for title in below.strip().split(separator)][:-1]
            continue
        if not line.strip() or is_noise(line) or re.match(r"[ \t]*[0-9]+ entr(?:y|ies) ", line):
            continue
        cells = next(csv.reader([line.strip()], delimiter=separator), [])
        if not titles or len(cells) != len(titles) + 1 or cells[-1]:
            out.unread(number)
            continue
        for title, cell in zip(titles, cells, strict=False):
            yield number, f"{title}: {cell.strip()}"
        yield number, ""


def _read(capture: Capture, out: Writer) -> None:
    listing = rearranged(capture, _listing(capture, out))
    if listing.places and not read_as(listing, _READERS, out):
        out.note(capture.first_line, "skipped the output of this command: sanlint reads nothing from it")


READERS = (
    Reader(
        name="netapp-separated", platform="netapp", command='set -showseparator "|"', provides=provides_of(_READERS),
        detect=_detect, read=_read, owner_in=cluster_in,
    ),
)  # fmt: skip
