"""Lists as one page without a script, which looks like the HTML report and works offline and in print."""

from __future__ import annotations

from checker import __version__
from checker.report.lists.base import Document, Listing
from checker.report.page.escape import shown, table
from checker.report.page.policy import policy, style
from checker.report.text.words import plural

_EXTRA = (
    "main,.top{max-width:1720px}.part>p{color:var(--dim);max-width:110ch}table.list th{white-space:nowrap}"
    "table.list caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"
    "@page{size:A4 landscape}@media print{table.list{font-size:10px}table.list th,table.list td{white-space:normal;overflow-wrap:anywhere;padding-right:8px}}"
)


def html(document: Document) -> str:
    """Return the page."""
    links = "".join(f'<a href="#{shown(one.name)}">{shown(one.title)}</a>' for one in document.lists)
    read = f"sanlint {__version__}, {plural(document.files, 'export')} read"
    missing = (
        f'<p class="notice">{plural(len(document.unrecognised), "file")} not recognised; the lists may be incomplete: '
        f"{shown(', '.join(document.unrecognised))}</p>"
        if document.unrecognised
        else ""
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy([style(), _EXTRA], [])}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="sanlint {__version__}"><meta name="referrer" content="no-referrer">\n'
        f"<title>sanlint: {shown(document.title)}</title>\n<style>{style()}</style><style>{_EXTRA}</style></head>\n<body>\n"
        f'<header class="top"><p class="brand">sanlint</p><h1>{shown(document.title)}</h1>'
        f'<nav aria-label="Lists on this page">{links}</nav></header>\n<main><p class="dim">{read}</p>{missing}'
        + "".join(_section(one) for one in document.lists)
        + "</main>\n</body></html>\n"
    )


def _section(listing: Listing) -> str:
    header = tuple(column.heading for column in listing.columns)
    rows = [tuple(shown(str(column.value(row))) for column in listing.columns) for row in listing.rows]
    name = shown(listing.name)
    body = table(listing.title, header, rows, "list") if rows else ""
    return (
        f'<section class="part" id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{shown(listing.title)}</h2>'
        f"<p>{plural(len(rows), 'row')}. {shown(listing.note)}</p>{body}</section>\n"
    )
