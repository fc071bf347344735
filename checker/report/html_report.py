"""``html``: the report as one page for people, with everything in it; the document that is signed at go-live."""

from __future__ import annotations

from checker.engine.finding import Report
from checker.report.base import Format, Presentation


def render(report: Report, presentation: Presentation) -> str:
    """Return the page."""
    from checker.report.html_page.document import page

    return page(report, presentation)


FORMAT = Format(
    "html",
    "one page with everything: filters, topology picture, coverage, sign-off; works offline and in print",
    render,
    for_people=False,
    graph=True,
)
