"""``sanlint inventory``: the merged model of the SAN, as a file that people keep and sanlint reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.shared_options import ConfigOption, IsolatedOption, JobsOption
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from checker.merged import Model

_SUFFIXES = (".yaml", ".yml", ".json", ".parquet")


def inventory(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input.")
    ],
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="A .yaml, .json or .parquet file; YAML to standard output without."
        ),
    ] = None,
    sources: Annotated[
        bool, typer.Option("--sources", help="Write with each object the file and line it was read from.")
    ] = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing about the run.")] = False,
) -> None:
    """Merge everything into one inventory; reading it back gives the same findings.

    An inventory is an export like any other: keep it in git, add what no export tells, and check it.
    """
    from checker.audit import AuditOptions
    from checker.cli.arguments import config_arguments, demand_paths
    from checker.cli.progress import ProgressLine
    from checker.cli.terminal import tell
    from checker.merged import model_of

    demand_paths(paths)
    if output is not None and not output.lower().endswith(_SUFFIXES):
        raise UsageError(f"--output {output}: the name must end in {', '.join(_SUFFIXES)}")
    arguments = config_arguments(config or [])
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file, config_values=arguments.values, isolated=isolated, jobs=jobs, progress=progress
        )
        model = model_of(paths, options, sources=sources)
    if not any(record.format for record in model.records):
        raise NothingReadError("nothing usable was read: sanlint formats lists what it reads")
    _write(model, output, sources=sources)
    unread = sum(record.format is None and not record.ignored for record in model.records)
    if not quiet:
        objects = sum(len(rows) for kind, rows in model.rows.items() if kind != "export")
        told = f"{objects:,} facts of {len(model.records) - unread:,} exports"
        tell(told + (f"; {unread:,} not recognised" if unread else "") + (f" to {output}" if output else ""))


def _write(model: Model, output: str | None, *, sources: bool) -> None:
    from pathlib import Path

    from checker.cli.terminal import write_file, write_output
    from checker.facts.inventory_parquet import write_parquet
    from checker.facts.inventory_text import as_json, as_yaml

    if output is not None and output.lower().endswith(".parquet"):
        try:
            write_parquet(model.rows, model.header, Path(output))
        except OSError as error:
            raise UsageError(f"{output} can't be written: {error.strerror or error}") from None
    elif output is not None and output.lower().endswith(".json"):
        write_file(output, as_json(model.tree(), model.header))
    else:
        text = "".join(as_yaml(model.tree(), model.header, sources=sources))
        write_file(output, text) if output is not None else write_output(text)
