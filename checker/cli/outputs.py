"""Where a report goes: ``--output-format FORMAT[:FILE]``, several times, and ``--output-file``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from checker.cli.terminal import ColorChoice, wants_color, wants_links, width, write_file, write_output
from checker.engine.finding import Report
from checker.engine.suggest import unknown
from checker.errors import UsageError
from checker.report.base import DEFAULT_WIDTH, Format, Presentation
from checker.report.registry import format_named, formats

DEFAULT_FORMAT = "table"
# Where nobody reads a table: a job of GitHub Actions shows annotations.
GITHUB_FORMAT = "github"


@dataclass(frozen=True)
class Output:
    """One document to write: its format and its file, None for standard output."""

    format: Format
    file: str | None


def parse_outputs(given: Sequence[str], output_file: str | None) -> list[Output]:
    """Read the options; ``--output-file`` is for the one format that names no file.

    Without a format it is ``table``, in a job of GitHub Actions ``github``.

    Raises:
        UsageError: an unknown format, two documents for one place, or an empty file name.
    """
    outputs = []
    for text in given or [_default_format(output_file)]:
        name, colon, file = text.partition(":")
        form = format_named(name)
        if form is None:
            raise UsageError(f"--output-format: {unknown('format', name, formats())}")
        if colon and not file:
            raise UsageError(f"--output-format {text}: a file name must follow the colon")
        outputs.append(Output(form, file or None))
    if output_file is not None:
        without = [number for number, output in enumerate(outputs) if output.file is None]
        if len(without) != 1:
            raise UsageError("--output-file needs exactly one --output-format without a file of its own")
        outputs[without[0]] = replace(outputs[without[0]], file=output_file)
    places = [output.file or "standard output" for output in outputs]
    for place in places:
        if places.count(place) > 1:
            raise UsageError(f"two documents can't both go to {place}; write --output-format FORMAT:FILE")
    return outputs


def _default_format(output_file: str | None) -> str:
    in_job = os.environ.get("GITHUB_ACTIONS") == "true" and output_file is None
    return GITHUB_FORMAT if in_job else DEFAULT_FORMAT


def write_outputs(outputs: Sequence[Output], report: Report, presentation: Presentation, color: ColorChoice) -> None:
    """Render and write every document; files are never coloured and have a fixed width.

    Raises:
        UsageError: a file can't be written.
    """
    for output in outputs:
        if output.file is not None:
            shown = replace(presentation, width=DEFAULT_WIDTH, color=False)
            write_file(output.file, output.format.render(report, shown))
        else:
            colored = output.format.for_people and wants_color(color, sys.stdout)
            shown = replace(
                presentation,
                width=width(sys.stdout),
                color=colored,
                links=output.format.for_people and wants_links(sys.stdout, color=colored),
            )
            write_output(output.format.render(report, shown))
