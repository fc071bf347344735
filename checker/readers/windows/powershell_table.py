"""Tables of PowerShell's ``Format-Table`` with any properties: the dashes below the header show where each name is.

::

    Number FriendlyName     HealthStatus          Size
    ------ ------------     ------------          ----
         1 PURE FlashArray  Healthy      1099511627776

Texts begin below their name, numbers end below it, and a cell may contain blanks. Two columns are therefore divided at the
last place between their names at which every row has a blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

_DASHES = re.compile(r"-+")
_RULER = re.compile(r"[ \t]*-+(?:[ \t]+-+)+[ \t]*\Z")
_NAME = re.compile(r"[A-Za-z][\w ()%-]{0,60}\Z")
_MOST_COLUMNS = 60


def names_over(header: str, ruler: str) -> list[tuple[int, int, str]] | None:
    """Return begin, end and name of each column of a header above its ruler; None if these lines are no header."""
    if not _RULER.match(ruler):
        return None
    spans = [match.span() for match in _DASHES.finditer(ruler)]
    names = [(start, end, header[start:end].strip()) for start, end in spans]
    covered = sum(len(name.replace(" ", "")) for _, _, name in names)
    if len(names) > _MOST_COLUMNS or not all(_NAME.match(name) for _, _, name in names):
        return None
    return names if covered == len("".join(header.split())) else None


def ruled_rows(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Yield line and cells of each row by the name of its column, or line and problem ('' if there is none to name)."""
    lines = [*numbered, (0, "")]
    at = 0
    while at < len(lines) - 1:
        names = names_over(lines[at][1], lines[at + 1][1])
        if names is None:
            if lines[at][1].strip():
                yield lines[at][0], ""
            at += 1
            continue
        # An empty line ends a table.
        end = next(
            place for place in range(at + 2, len(lines) + 1) if place == len(lines) or not lines[place][1].strip()
        )
        rows = lines[at + 2 : end]
        places = _cuts(names, [line for _, line in rows])
        titles = [name.replace(" ", "").lower() for _, _, name in names]
        for number, line in rows:
            if places is None:
                yield number, "skipped a row: its cells are not aligned with the header"
            else:
                yield number, dict(zip(titles, _cells(line, places), strict=True))
        at = end


def _cuts(names: Sequence[tuple[int, int, str]], rows: Sequence[str]) -> list[int] | None:
    """Return the places that divide the columns of these rows; None if a pair of columns cannot be divided."""
    found: list[int] = []
    for (_, end, _), (start, _, _) in pairwise(names):
        place = next(
            (at for at in range(start - 1, end - 1, -1) if all(not row[at : at + 1].strip() for row in rows)), None
        )
        if place is None:
            return None
        found.append(place)
    return found


def _cells(row: str, places: Sequence[int]) -> list[str]:
    """Return the cells of a row that is divided at these places."""
    bounds = [0, *places, len(row)]
    return [row[start:end].strip() for start, end in pairwise(bounds)]
