"""``sanlint inventory``: the merged model of the SAN as a file that sanlint can read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.shared_options import ConfigOption, IsolatedOption, JobsOption, Paths, QuietRunOption
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.audit.model import Model

_SUFFIXES = (".yaml", ".yml", ".json", ".parquet")


def inventory(
    paths: Paths,
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="A .yaml, .json or .parquet file (default: YAML to standard output)."
        ),
    ] = None,
    sources: Annotated[
        bool, typer.Option("--sources", help="Add the file and line that each object was read from.")
    ] = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: QuietRunOption = False,
) -> None:
    """Merge all exports into one inventory; checking it gives the same findings.

    An inventory can be checked like any export: keep it in git, add facts that no export contains, and check it.
    """
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.session import open_session, options_of
    from checker.cli.support.terminal import say
    from checker.report.text.words import plural

    demand_paths(paths)
    if output is not None and not output.lower().endswith(_SUFFIXES):
        raise UsageError(f"--output {output}: the name must end in {', '.join(_SUFFIXES)}")
    options = options_of(config, isolated=isolated, jobs=jobs)
    with open_session(paths, options, quiet=quiet) as san:
        san.demand_read()
        model = san.inventory(sources=sources)
    _write(model, output, sources=sources)
    unread = sum(record.format is None and not record.ignored for record in model.records)
    if not quiet:
        objects = sum(len(rows) for kind, rows in model.rows.items() if kind != "export")
        summary = f"{plural(objects, 'object')} from {plural(len(model.records) - unread, 'export')}"
        say(summary + (f"; {unread:,} not recognised" if unread else "") + (f", written to {output}" if output else ""))


def _write(model: Model, output: str | None, *, sources: bool) -> None:
    from pathlib import Path

    from checker.cli.support.terminal import write_file, write_output
    from checker.facts.inventory.parquet import write_parquet
    from checker.facts.inventory.text import as_json, as_yaml

    if output is not None and output.lower().endswith(".parquet"):
        try:
            write_parquet(model.rows, model.header, Path(output))
        except OSError as error:
            raise UsageError(f"{output} cannot be written: {error.strerror or error}") from None
    elif output is not None and output.lower().endswith(".json"):
        write_file(output, as_json(model.tree(), model.header))
    else:
        text = "".join(as_yaml(model.tree(), model.header, sources=sources))
        write_file(output, text) if output is not None else write_output(text)
