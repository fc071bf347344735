"""Lists as one page without a script, which looks like the HTML report and works offline and in print."""

from __future__ import annotations

from checker import __version__
from checker.report.lists.base import Document, Listing, without_unknown
from checker.report.page.escape import shown, table
from checker.report.page.policy import document
from checker.report.text.words import plural

_EXTRA = (
    "main,.top{max-width:1720px}.part>p{color:var(--dim);max-width:110ch}table.list th{white-space:nowrap}"
    "table.list caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"
    "@page{size:A4 landscape}@media print{table.list{font-size:10px}table.list th,table.list td{white-space:normal;overflow-wrap:anywhere;padding-right:8px}}"
)


def html(found: Document) -> str:
    """Return the page."""
    read = f"sanlint {__version__}, {plural(found.files, 'export')} read"
    missing = f'<p class="notice">{found.notice}: {shown(", ".join(found.unrecognised))}</p>' if found.notice else ""
    body = f'<p class="dim">{read}</p>{missing}{"".join(_section(one) for one in found.lists)}'
    return document(found.title, ("Lists on this page", {one.name: one.title for one in found.lists}), body, _EXTRA)


def _section(listing: Listing) -> str:
    columns, omitted = without_unknown(listing.columns, listing.rows)
    header = tuple(column.heading for column in columns)
    rows = [tuple(shown(str(column.value(row))) for column in columns) for row in listing.rows]
    name, note = shown(listing.name), " ".join(filter(None, (listing.note, omitted)))
    body = table(listing.title, header, rows, "list") if rows else ""
    return (
        f'<section class="part" id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{shown(listing.title)}</h2>'
        f"<p>{plural(len(rows), 'row')}. {shown(note)}</p>{body}</section>\n"
    )
