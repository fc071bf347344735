"""Places as SARIF locations: relative addresses, and regions with all four numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.words import clean, place_text

if TYPE_CHECKING:
    from checker.engine.finding import Place
    from checker.report.base import Presentation
    from checker.report.paths import Paths

INSIDE = "%SRCROOT%"
OUTSIDE = "OUTSIDE"


def artifact(file: str, paths: Paths) -> dict[str, Any]:
    """Return a file's location: relative to the working directory, or for files elsewhere to the file system's root.

    Code scanning takes every relative address as one in the repository, and shows a finding in a file that isn't
    there without its text; other viewers resolve the base.
    """
    return {"uri": paths.uri(file), "uriBaseId": INSIDE if paths.is_inside(file) else OUTSIDE}


def bases(paths: Paths) -> dict[str, Any]:
    """Return what the two bases of ``artifact`` stand for."""
    return {INSIDE: {"uri": paths.root_uri()}, OUTSIDE: {"uri": "file:///"}}


def physical(place: Place, paths: Paths, presentation: Presentation) -> dict[str, Any]:
    """Return a place as a physical location.

    A member of an archive is given by the archive, whose first character stands for the region: there are no lines.
    """
    if place.member is not None:
        region = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}
    else:
        region = _region(place, presentation)
    return {"artifactLocation": artifact(place.file, paths), "region": region}


def _region(place: Place, presentation: Presentation) -> dict[str, int]:
    """Return lines and columns from 1, the end column one past the last character; whole lines without columns.

    Where nothing is known of a line's length, the region is its first character. No region is empty.
    """
    start_line = max(place.line, 1)
    start = max(place.column or 1, 1)
    end_line = max(place.end_line or start_line, start_line)
    end = place.end_column if place.end_column is not None else presentation.line_end(place.file, end_line)
    least = start + 1 if end_line == start_line else 2
    return {"startLine": start_line, "startColumn": start, "endLine": end_line, "endColumn": max(end or 1, least)}


def link_text(place: Place, beside: Place | None = None) -> str:
    """Return a place as the text of a link in a message, short if it is in the same file as ``beside``."""
    where = place_text(place)
    if beside is not None and (beside.file, beside.member) == (place.file, place.member):
        where = f"line {place.line}"
    text = f"{place.label}: {where}" if place.label else where
    return clean(text).replace("[", "(").replace("]", ")")


def literal(text: str) -> str:
    """Take from a text what SARIF messages would read as a link: a bracket and a parenthesis side by side."""
    return clean(text).replace("](", "] (")
