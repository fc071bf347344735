"""``sanlint diff``: what changed between two states of a SAN."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from checker.cli.shared_options import ConfigOption, IsolatedOption, JobsOption
from checker.errors import NothingReadError


class DiffFormat(StrEnum):
    """How the difference is shown."""

    table = "table"
    json = "json"


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="File, folder, archive or inventory of the old state.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same of the new state.")],
    *,
    fail_on_new: Annotated[bool, typer.Option("--fail-on-new", help="Exit with 1 if there is a new finding.")] = False,
    output_format: Annotated[
        DiffFormat, typer.Option("--output-format", "-o", help="table or json.")
    ] = DiffFormat.table,
    full: Annotated[bool, typer.Option("--full", help="Name every finding and object.")] = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Compare two states: findings new, mended and unchanged; objects added, removed and changed.

    A finding is mended only if its rule was evaluated on the new state too; otherwise it is no longer looked at.
    """
    import sys

    from checker.audit import AuditOptions, audit
    from checker.cli.arguments import config_arguments, demand_paths
    from checker.cli.progress import ProgressLine
    from checker.cli.terminal import wants_color, width, write_output
    from checker.engine.difference import compare
    from checker.merged import model_of
    from checker.report.base import Presentation
    from checker.report.difference import render_json, render_table

    demand_paths([old, new])
    arguments = config_arguments(config or [])
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file, config_values=arguments.values, isolated=isolated, jobs=jobs, progress=progress
        )
        reports = [audit([path], options) for path in (old, new)]
        models = [model_of([path], options) for path in (old, new)]
    for path, report in zip((old, new), reports, strict=True):
        if not any(file.format and file.path != report.config for file in report.files):
            raise NothingReadError(f"{path}: nothing usable was read: sanlint formats lists what it reads")
    difference = compare(reports[0], reports[1], models[0].rows, models[1].rows)
    if output_format is DiffFormat.json:
        write_output(render_json(difference, old, new))
    else:
        shown = Presentation(width=width(sys.stdout), color=wants_color("auto", sys.stdout))
        write_output(render_table(difference, shown, full=full))
    if fail_on_new and difference.new:
        raise typer.Exit(1)
