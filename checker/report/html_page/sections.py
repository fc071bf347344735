"""Further parts of the page that other modules fill: an estimate with its breakdown and curves, for example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.html_page.escape import shown, table

if TYPE_CHECKING:
    from checker.report.base import Section


def section(part: Section) -> str:
    """Return the body of a section: paragraphs, tables, pictures; every text is escaped, pictures are taken as they are."""
    paragraphs = "".join(f"<p>{shown(text)}</p>" for text in part.paragraphs)
    tables = "".join(
        table(one.caption, one.header, [tuple(shown(cell) for cell in row) for row in one.rows]) for one in part.tables
    )
    pictures = "".join(
        f'<figure><div class="picture" tabindex="0" role="region" aria-label="{shown(caption)}">{svg}</div>'
        f"<figcaption>{shown(caption)}</figcaption></figure>"
        for caption, svg in part.pictures
    )
    return paragraphs + pictures + tables
