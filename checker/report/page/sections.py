"""Additional parts of the page, such as an estimate with its breakdown and curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.page.escape import shown, table
from checker.report.page.gaps import long_table
from checker.report.page.view import anchor_of

if TYPE_CHECKING:
    from checker.report.base import Section, Table


def section(part: Section) -> str:
    """Return the body of a section that is in the appendix on paper."""
    more = '<p class="sign-off-only">Further results, tables and curves: see the appendix.</p>'
    return content(part) + (more if part.tables or part.pictures else "")


def content(part: Section) -> str:
    """Return paragraphs, pictures and tables; texts are escaped, pictures are not."""
    paragraphs = "".join(f"<p>{shown(text)}</p>" for text in part.paragraphs)
    tables = "".join(
        (long_table if one.collapsed else table)(one.caption, one.header, _rows(one)) for one in part.tables
    )
    pictures = "".join(
        f'<figure><div class="picture" tabindex="0" role="region" aria-label="{shown(caption)}">{svg}</div>'
        f"<figcaption>{shown(caption)}</figcaption></figure>"
        for caption, svg in part.pictures
    )
    return paragraphs + pictures + tables


def _rows(one: Table) -> list[tuple[str, ...]]:
    rows = [tuple(shown(cell) for cell in row) for row in one.rows]
    if not one.findings:
        return rows
    return [
        (f'<a href="#{anchor_of(fingerprint)}">{row[0]}</a>', *row[1:])
        for fingerprint, row in zip(one.findings, rows, strict=True)
    ]
