"""Escape text from exports for the page: for markup, and for the data block that the script reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from checker.report.text.words import clean

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def shown(text: str) -> str:
    """Return text for markup or a quoted attribute: escaped, without control characters or direction overrides."""
    return escape(clean(text), quote=True)


def prose(text: str) -> str:
    """Return text of a rule as markup; text between backticks becomes code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return shown(text)
    return "".join(f"<code>{shown(part)}</code>" if number % 2 else shown(part) for number, part in enumerate(parts))


def block(value: Any) -> str:
    """Return plain values as JSON that is safe in a ``<script>`` block of any type.

    An HTML parser ends such a block at ``</script`` and changes state at ``<!--``, so every ``<`` is escaped.
    """
    return _JSON.encode(value).replace("<", "\\u003c")


def table(caption: str, header: tuple[str, ...], rows: Sequence[tuple[str, ...]], kind: str = "") -> str:
    """Return a table; cells are markup, caption and header are plain text.

    The table is in a region that scrolls on its own, also by keyboard, if the screen is narrower than the table.
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
