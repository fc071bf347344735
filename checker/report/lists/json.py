"""All lists as one JSON document (``schemas/lists.schema.json``): rows with every column of their views, null for unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.failure.what_if_json import dumped

if TYPE_CHECKING:
    from checker.report.lists.base import Document


def json(document: Document) -> str:
    """Return the document as text."""
    return dumped(
        {
            "command": document.command,
            "lists": {one.name: [dict(row) for row in one.rows] for one in document.lists},
            "unrecognised_files": list(document.unrecognised),
        }
    )
