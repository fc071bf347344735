"""Places as SARIF locations: relative addresses, and regions with start and end line and column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.text.words import clean, place_text

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.report.text.paths import Paths
    from checker.rules.evaluate.finding import Place

INSIDE = "%SRCROOT%"
OUTSIDE = "OUTSIDE"


def artifact(file: str, paths: Paths) -> dict[str, Any]:
    """Return a file's location relative to the working directory, or to the root of the file system if it is elsewhere.

    Code scanning resolves every relative address within the repository and shows findings in other files without
    their text; other viewers resolve the base.
    """
    return {"uri": paths.uri(file), "uriBaseId": INSIDE if paths.is_inside(file) else OUTSIDE}


def bases() -> dict[str, Any]:
    """Describe the two bases used by ``artifact``; the address of the working directory is left to the viewer."""
    return {
        INSIDE: {"description": {"text": "The working directory of the run."}},
        OUTSIDE: {"uri": "file:///", "description": {"text": "The root of the file system."}},
    }


def physical(place: Place, paths: Paths, presentation: Presentation) -> dict[str, Any]:
    """Return a place as a physical location.

    A member of an archive is located by the archive. Its region is the first character, because archives have no lines.
    """
    if place.member is not None:
        region = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}
    else:
        region = _region(place, presentation)
    return {"artifactLocation": artifact(place.file, paths), "region": region}


def _region(place: Place, presentation: Presentation) -> dict[str, int]:
    """Return lines and columns from 1, the end column one past the last character; without columns the whole lines.

    If the length of a line is unknown, the region is its first character. Regions are never empty.
    """
    start_line = max(place.line, 1)
    start = max(place.column or 1, 1)
    end_line = max(place.end_line or start_line, start_line)
    end = place.end_column if place.end_column is not None else presentation.line_end(place.file, end_line)
    least = start + 1 if end_line == start_line else 2
    return {"startLine": start_line, "startColumn": start, "endLine": end_line, "endColumn": max(end or 1, least)}


def link_text(place: Place, base: Place | None = None) -> str:
    """Return the link text for a place; only the line if the place is in the same file as ``base``."""
    where = place_text(place)
    if base is not None and (base.file, base.member) == (place.file, place.member):
        where = f"line {place.line}"
    text = f"{place.label}: {where}" if place.label else where
    return clean(text).replace("[", "(").replace("]", ")")


def literal(text: str) -> str:
    """Break ``](`` in a text, which SARIF messages would parse as a link."""
    return clean(text).replace("](", "] (")
