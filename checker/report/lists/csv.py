"""One list as CSV, for spreadsheets: RFC 4180, with cells that no spreadsheet treats as formulas."""

from __future__ import annotations

import csv as csv_module
import io
from typing import TYPE_CHECKING

from checker.report.formats.csv import safe

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.report.lists.base import Document


def csv(document: Document, presentation: Presentation) -> str:
    """Return the first list; a warning names the others, because a CSV file is one table."""
    text = io.StringIO()
    writer = csv_module.writer(text, quoting=csv_module.QUOTE_NONNUMERIC, lineterminator="\r\n")
    first, *others = document.lists
    writer.writerow([column.key for column in first.columns])
    for row in first.rows:
        cells = [column.value(row) for column in first.columns]
        writer.writerow([safe(cell) if isinstance(cell, str) else cell for cell in cells])
    if others:
        presentation.warn(
            f"csv: only the list {first.name}; --list NAME writes {', '.join(one.name for one in others)}"
        )
    if document.notice:
        presentation.warn(f"csv: {document.notice}")
    return text.getvalue()
