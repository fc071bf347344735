"""``--output-format table`` or ``json``, to a file or standard output, for commands other than ``check``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from checker.cli.support.terminal import ColorChoice, use_color, width, write_file, write_output
from checker.errors import UsageError
from checker.report.base import DEFAULT_WIDTH, Presentation
from checker.rules.language.suggest import unknown

FORMATS = ("table", "json")


def parse_documents(given: Sequence[str]) -> list[tuple[str, str | None]]:
    """Return the format and file of each requested document; by default a table on standard output.

    Raises:
        UsageError: a format is unknown, or two documents have the same destination.
    """
    found: list[tuple[str, str | None]] = []
    for text in given or ["table"]:
        name, colon, file = text.partition(":")
        if name not in FORMATS:
            raise UsageError(f"--output-format: {unknown('format', name, FORMATS)}")
        if colon and not file:
            raise UsageError(f"--output-format {text}: missing file name after the colon")
        found.append((name, file or None))
    places = [file for _, file in found]
    if len(set(places)) < len(places):
        raise UsageError("two documents have the same destination; use --output-format FORMAT:FILE")
    return found


def write_documents(
    documents: Sequence[tuple[str, str | None]],
    table: Callable[[Presentation], str],
    as_json: Callable[[], str],
    color: ColorChoice,
) -> None:
    """Render and write every document; files are never coloured and have a fixed width.

    Raises:
        UsageError: a file cannot be written.
    """
    for name, file in documents:
        if file is not None:
            write_file(file, as_json() if name == "json" else table(Presentation(width=DEFAULT_WIDTH)))
        elif name == "json":
            write_output(as_json())
        else:
            write_output(table(Presentation(width=width(sys.stdout), color=use_color(color, sys.stdout))))
