"""Additional parts of the page, such as an estimate with its breakdown and curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.page.escape import shown, table

if TYPE_CHECKING:
    from checker.report.base import Section


def section(part: Section) -> str:
    """Return the body of a section: paragraphs, pictures, tables; texts are escaped, pictures are not."""
    paragraphs = "".join(f"<p>{shown(text)}</p>" for text in part.paragraphs)
    tables = "".join(
        table(one.caption, one.header, [tuple(shown(cell) for cell in row) for row in one.rows]) for one in part.tables
    )
    pictures = "".join(
        f'<figure><div class="picture" tabindex="0" role="region" aria-label="{shown(caption)}">{svg}</div>'
        f"<figcaption>{shown(caption)}</figcaption></figure>"
        for caption, svg in part.pictures
    )
    more = (
        '<p class="sign-off-only">Further results, tables and curves: see the appendix.</p>'
        if tables or pictures
        else ""
    )
    return paragraphs + pictures + tables + more
