"""``--output-format table`` or ``json``, with a file or without, for commands that make no audit report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from checker.cli.terminal import ColorChoice, wants_color, width, write_file, write_output
from checker.engine.suggest import unknown
from checker.errors import UsageError
from checker.report.base import DEFAULT_WIDTH, Presentation

FORMATS = ("table", "json")


def parse_documents(given: Sequence[str]) -> list[tuple[str, str | None]]:
    """Return format and file of each document that is asked for; the table on standard output without any.

    Raises:
        UsageError: an unknown format, or two documents for one place.
    """
    found: list[tuple[str, str | None]] = []
    for text in given or ["table"]:
        name, colon, file = text.partition(":")
        if name not in FORMATS:
            raise UsageError(f"--output-format: {unknown('format', name, FORMATS)}")
        if colon and not file:
            raise UsageError(f"--output-format {text}: a file name must follow the colon")
        found.append((name, file or None))
    places = [file for _, file in found]
    if len(set(places)) < len(places):
        raise UsageError("two documents can't go to one place; write --output-format FORMAT:FILE")
    return found


def write_documents(
    documents: Sequence[tuple[str, str | None]],
    table: Callable[[Presentation], str],
    as_json: Callable[[], str],
    color: ColorChoice,
) -> None:
    """Render and write every document; files are never coloured and have a fixed width.

    Raises:
        UsageError: a file can't be written.
    """
    for name, file in documents:
        if file is not None:
            write_file(file, as_json() if name == "json" else table(Presentation(width=DEFAULT_WIDTH)))
        elif name == "json":
            write_output(as_json())
        else:
            write_output(table(Presentation(width=width(sys.stdout), color=wants_color(color, sys.stdout))))
