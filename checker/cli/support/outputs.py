"""Destinations of a report: ``--output-format FORMAT[:FILE]``, repeatable, and ``--output-file``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from checker.cli.support.terminal import ColorChoice, use_color, use_links, width, write_file, write_output
from checker.errors import UsageError
from checker.report.base import DEFAULT_WIDTH, Format, Presentation
from checker.report.registry import format_named, format_names
from checker.rules.evaluate.finding import Report
from checker.rules.language.suggest import unknown

DEFAULT_FORMAT = "table"
# A GitHub Actions job shows annotations instead of a table.
GITHUB_FORMAT = "github"


@dataclass(frozen=True)
class Output:
    """One document to write: its format and its file, None for standard output."""

    format: Format
    file: str | None


def parse_outputs(given: Sequence[str], output_file: str | None) -> list[Output]:
    """Return the documents to write; ``--output-file`` applies to the one format without a file.

    The default format is ``table``, or ``github`` in a GitHub Actions job.

    Raises:
        UsageError: a format is unknown, two documents have the same destination, or a file name is empty.
    """
    outputs = []
    for text in given or [_default_format(output_file)]:
        name, colon, file = text.partition(":")
        form = format_named(name)
        if form is None:
            raise UsageError(f"--output-format: {unknown('format', name, format_names())}")
        if colon and not file:
            raise UsageError(f"--output-format {text}: missing file name after the colon")
        outputs.append(Output(form, file or None))
    if output_file is not None:
        without = [number for number, output in enumerate(outputs) if output.file is None]
        if len(without) != 1:
            raise UsageError("--output-file needs exactly one --output-format without a file of its own")
        outputs[without[0]] = replace(outputs[without[0]], file=output_file)
    places = [output.file or "standard output" for output in outputs]
    for place in places:
        if places.count(place) > 1:
            raise UsageError(f"two documents have the same destination, {place}; use --output-format FORMAT:FILE")
    return outputs


def _default_format(output_file: str | None) -> str:
    in_job = os.environ.get("GITHUB_ACTIONS") == "true" and output_file is None
    return GITHUB_FORMAT if in_job else DEFAULT_FORMAT


def write_outputs(outputs: Sequence[Output], report: Report, presentation: Presentation, color: ColorChoice) -> None:
    """Render and write every document; files are never coloured and have a fixed width.

    Raises:
        UsageError: a file cannot be written.
    """
    for output in outputs:
        if output.file is not None:
            shown = replace(presentation, width=DEFAULT_WIDTH, color=False)
            write_file(output.file, output.format.render(report, shown))
        else:
            colored = output.format.for_people and use_color(color, sys.stdout)
            shown = replace(
                presentation,
                width=width(sys.stdout),
                color=colored,
                links=output.format.for_people and use_links(sys.stdout, color=colored),
            )
            write_output(output.format.render(report, shown))
