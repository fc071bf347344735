"""Convert workbooks (.xlsx): each sheet with data becomes the CSV text that the same tool would export.

Numbers keep their precision, and dates become ISO texts. Row *n* of a sheet is line *n* of its text, so a finding points
at the row.
"""

from __future__ import annotations

import csv
import datetime as time
import io
import zipfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from checker.intake.bundles.limits import Account, LimitError

_WORKBOOK = "xl/workbook.xml"
_MOST_ROWS = 1_048_576
"""Rows of a sheet; the format has no more."""
_EMPTY_ROWS = 50
"""Empty rows after which a sheet ends; some exports declare a million rows."""


class BrokenWorkbookError(Exception):
    """Raised for a workbook that cannot be read."""


def is_workbook(path: Path, head: bytes) -> bool:
    """Recognise an Office Open XML workbook by its content."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return _WORKBOOK in archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def sheets(path: Path) -> Iterator[tuple[str, str]]:
    """Yield name and CSV text of every sheet that has cells; call :func:`checked_size` first, and this in a child only.

    Raises:
        BrokenWorkbookError: the workbook cannot be read.
    """
    import python_calamine

    try:
        book = python_calamine.CalamineWorkbook.from_path(str(path))
        names = book.sheet_names
        for name in names:
            text = _text(book.get_sheet_by_name(name).iter_rows())
            if text:
                yield name, text
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise BrokenWorkbookError(f"the workbook cannot be read: {error}") from None


def checked_size(path: Path, account: Account) -> int:
    """Return the declared size of all parts; they are checked first, because the library unpacks whole parts into memory.

    Raises:
        LimitError: the workbook would exceed a limit for unpacking.
    """
    limits = account.limits
    size = 0
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            size += info.file_size
            if info.file_size > limits.max_member_bytes:
                raise LimitError("a workbook part that is too large (bundles.max_member_bytes)")
            if info.file_size > 32 * 2**20 and info.file_size > max(info.compress_size, 1) * limits.max_ratio:
                raise LimitError("a workbook that unpacks to too many times its size (bundles.max_ratio)")
    return size


def _text(rows: Iterator[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    empty = 0
    filled = False
    # Without this, a cell in row 4,294,967,295 is preceded by as many empty rows.
    for row in islice(rows, _MOST_ROWS):
        cells = [_cell(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            for _ in range(empty):
                out.write("\n")
            empty = 0
            filled = True
            writer.writerow(cells)
        else:
            empty += 1
            if filled and empty > _EMPTY_ROWS:
                break
    return out.getvalue() if filled else ""


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "True" if value else "False"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, time.datetime | time.date | time.time):
        return value.isoformat()
    # A line break in a cell would shift the line numbers of all rows below it.
    return " ".join(str(value).split("\n")).strip() if value is not None else ""
