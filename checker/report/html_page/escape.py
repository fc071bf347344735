"""Text from outside as text of the page: in markup, and in the block of data that the script reads."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from checker.report.words import clean

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def shown(text: str) -> str:
    """Return text for markup or a quoted attribute: without control characters or overrides of direction, escaped."""
    return escape(clean(text), quote=True)


def prose(text: str) -> str:
    """Return what a rule says as markup; what stands between backticks is code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return shown(text)
    return "".join(f"<code>{shown(part)}</code>" if number % 2 else shown(part) for number, part in enumerate(parts))


def block(value: Any) -> str:
    """Return plain values as JSON that may stand in a ``<script>`` block of any type.

    The parser of HTML ends such a block at ``</script`` and changes its mind at ``<!--``: no ``<`` is left to read.
    """
    return _JSON.encode(value).replace("<", "\\u003c")


def table(caption: str, header: tuple[str, ...], rows: list[tuple[str, ...]], kind: str = "") -> str:
    """Return a table; cells are markup already, caption and header are plain text.

    It stands in a region that scrolls by itself, and by keyboard, where the screen is narrower than the table.
    """
    head = "".join(f'<th scope="col">{shown(name)}</th>' for name in header)
    body = "".join(
        "<tr>"
        + "".join(f"<td>{cell}</td>" if n else f'<th scope="row">{cell}</th>' for n, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{shown(caption)}"><table class="{kind}">'
        f"<caption>{shown(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
