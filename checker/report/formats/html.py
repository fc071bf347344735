"""``html``: the whole report as one page; the document that is signed before go-live."""

from __future__ import annotations

from checker.report.base import Format, Presentation
from checker.rules.evaluate.finding import Report


def render(report: Report, presentation: Presentation) -> str:
    """Return the page."""
    from checker.report.page.document import page

    return page(report, presentation)


FORMAT = Format(
    "html",
    "one page with filters, topology picture, coverage and sign-off; works offline and in print",
    render,
    for_people=False,
    suffixes=(".html", ".htm"),
    graph=True,
)
