"""Lists for a terminal: columns as wide as their cells where that fits, else wrapped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from checker.report.lists.base import UNKNOWN, Column, Document, Listing, Row, without_unknown
from checker.report.text.sheet import Sheet, columns
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from checker.report.base import Presentation

_INDENT = 2
_GAP = 2
_NARROWEST = 8
# Columns of this width are not narrowed as long as wider ones can be.
_COMFORTABLE = 18


def table(document: Document, presentation: Presentation) -> str:
    """Return the lists one below the other, with the columns that fit a terminal."""
    sheet = Sheet(presentation)
    for listing in document.lists:
        sheet.blank()
        sheet.heading([(listing.title, "head")], [(plural(len(listing.rows), "row"), "dim")])
        sheet.paragraph([(listing.note, "dim")])
        _write_rows(sheet, listing)
    if document.notice:
        sheet.blank()
        sheet.paragraph([(document.notice, "warning")])
    return sheet.render()


def _write_rows(sheet: Sheet, listing: Listing) -> None:
    """Write the rows of a list: those with the same values in the ``once`` columns below one line with these values."""
    shown = [column for column in listing.columns if not column.wide]
    grouped = shown.pop(0) if listing.grouped else None
    shown, omitted = without_unknown(shown, listing.rows)
    if omitted:
        sheet.paragraph([(omitted, "dim")])
    once = [column for column in shown if column.once]
    others = [column for column in shown if not column.once]
    body = [
        (str(grouped.value(row)) if grouped else "", _cells(once, row), _cells(others, row)) for row in listing.rows
    ]
    if not body:
        return
    indent = 2 * _INDENT if once else _INDENT
    above = _widths(once, [cells for _, cells, _ in body], sheet.width - _INDENT)
    widths = _widths(others, [cells for _, _, cells in body], sheet.width - indent)
    sheet.blank()
    for columns_shown, room, margin in ((once, above, _INDENT), (others, widths, indent)):
        if columns_shown:
            sheet.row([(column.heading, "dim") for column in columns_shown], room, margin, _GAP)
    for title, rows in groupby(body, key=lambda entry: entry[0]):
        if grouped:
            sheet.paragraph([(f"{grouped.heading} unknown" if title == UNKNOWN else title, "head")])
        for shared, alike in groupby(rows, key=lambda entry: entry[1]):
            if once:
                sheet.row([(cell, "") for cell in shared], above, _INDENT, _GAP)
            for _, _, cells in alike:
                sheet.row([(cell, "") for cell in cells], widths, indent, _GAP)


def _cells(shown: Sequence[Column], row: Row) -> list[str]:
    return [clean(str((column.brief or column.value)(row))) for column in shown]


def _widths(shown: Sequence[Column], body: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return the width of each column: that of its widest cell; the widest columns shrink until all fit."""
    if not shown:
        return []
    widths = [
        max(columns(column.heading), *(columns(cells[number]) for cells in body)) for number, column in enumerate(shown)
    ]
    room -= _GAP * (len(widths) - 1)
    while sum(widths) > room and max(widths) > _NARROWEST:
        widest = max(widths)
        # Down to the next widest at once: cells may be very long.
        floor = _COMFORTABLE if widest > _COMFORTABLE else _NARROWEST
        second = max([floor, *(width for width in widths if width < widest)])
        count = widths.count(widest)
        target = max(second, widest - -(-(sum(widths) - room) // count))
        widths = [target if width == widest else width for width in widths]
    return widths
