"""Rows of a CSV text with the line each begins at.

A quoted cell may go on in further lines; a stray quote must not swallow the rest of the text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from checker.readers.lines import Lines

_LONGEST = 131_072


def rows(text: str, first_line: int) -> Iterator[tuple[int, str, bool]]:
    """Yield line, text and completeness of every row; incomplete is a row whose quoted cell never ends."""
    lines = Lines(text, range(text.count("\n") + 1))
    index = 0
    while index < len(lines):
        row = lines.whole(index)
        taken = 1
        if row.count('"') % 2:
            joined, size, ends = [row], len(row), False
            for following in (lines.whole(at) for at in range(index + 1, len(lines))):
                joined.append(following)
                size += len(following)
                if following.count('"') % 2:
                    ends = True
                    break
                if size > _LONGEST:
                    break
            if not ends:
                yield first_line + index, row, False
                index += 1
                continue
            row, taken = "\n".join(joined), len(joined)
        yield first_line + index, row, True
        index += taken


def cells(row: str, separator: str) -> list[str]:
    """Return the cells of a row; none where it is no CSV."""
    try:
        if '"' not in row:
            return row.split(separator)
        return next(csv.reader(io.StringIO(row, newline=""), delimiter=separator), [])
    except csv.Error:
        return []


def separator(header: str) -> str:
    """Return what parts the cells of a header: semicolon, tab or comma, whichever comes most."""
    return max((",", ";", "\t"), key=header.count)


def may_be_cut(row: str, header: str) -> bool:
    """Tell of a last row without line end whether it may be cut: it doesn't end as the header does."""
    end = header.rstrip()[-1:]
    return end not in ('"', ",", ";") or not row.rstrip().endswith(end) or row.count(end) < header.count(end)
