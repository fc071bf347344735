"""Rows of a CSV text, each with the line it begins at.

A quoted cell may continue on further lines; a stray quote must not swallow the rest of the text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from checker.readers.toolkit.lines import Lines

_LONGEST = 131_072


def rows(text: str, first_line: int) -> Iterator[tuple[int, str, bool]]:
    """Yield line, text and completeness of every row; a row is incomplete if its quoted cell never ends."""
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
    """Return the cells of a row; an empty list if it is not valid CSV."""
    try:
        if '"' not in row:
            return row.split(separator)
        return next(csv.reader(io.StringIO(row, newline=""), delimiter=separator), [])
    except csv.Error:
        return []


def separator(header: str) -> str:
    """Return the separator of a header: the most frequent of semicolon, tab and comma."""
    return max((",", ";", "\t"), key=header.count)


def may_be_cut(row: str, header: str) -> bool:
    """Return TRUE if a last row without a line end may be cut: it doesn't end as the header does."""
    end = header.rstrip()[-1:]
    return end not in ('"', ",", ";") or not row.rstrip().endswith(end) or row.count(end) < header.count(end)
