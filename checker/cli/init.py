"""``sanlint init``: a configuration to begin with, for the estate that the exports show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from checker.cli.shared_options import JobsOption
from checker.errors import UsageError


def init(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]…", help="Exports: what they name is listed, for you to fill in the rest."),
    ] = None,
    *,
    output_file: Annotated[
        str, typer.Option("--output-file", "-o", metavar="FILE", help="Where to write it.")
    ] = "sanlint.yaml",
    schema: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Put a copy of the JSON Schema here, for editors of everybody who shares it."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing.")] = False,
) -> None:
    """Write a configuration to begin with: every key explained, and everything commented out.

    With exports it lists their hosts, switches and arrays, with sites, failure domains and clusters to fill in, and the
    files whose owner only their names tell.
    """
    from checker.audit import AuditOptions
    from checker.cli.arguments import demand_paths
    from checker.cli.init_estate import estate_of
    from checker.cli.init_text import init_text
    from checker.cli.progress import ProgressLine
    from checker.cli.terminal import tell, write_file

    demand_paths(paths or [])
    target = Path(output_file)
    copy = Path(schema) if schema is not None else None
    for path in (target, *([copy] if copy is not None else [])):
        if path.exists() and not force:
            raise UsageError(f"{path} is there already; --force writes over it")
    estate = None
    if paths:
        with ProgressLine(not quiet, False) as progress:
            estate = estate_of(tuple(paths), AuditOptions(isolated=True, jobs=jobs, progress=progress))
    write_file(str(target), init_text(estate, paths or [], _schema(target, copy)))
    if quiet:
        return
    tell(f"{target}: written; everything in it is commented out")
    if estate is not None and not estate.read:
        tell("no export was recognised, so nothing of the estate is in it: sanlint formats lists what is read")
    if target.name == "sanlint.yaml" and (target.parent / ".sanlint.yaml").exists():
        tell(f"{target.parent / '.sanlint.yaml'} doesn't count any more: sanlint.yaml comes first")


def _schema(target: Path, copy: Path | None) -> str:
    """Return how the configuration names its schema; writes the copy that is asked for."""
    import os

    from checker import resources
    from checker.cli.terminal import write_file

    source = resources.schema("config")
    if copy is None:
        return source.as_uri()
    write_file(str(copy), source.read_text(encoding="utf-8"))
    relative = Path(os.path.relpath(copy.resolve(), target.resolve().parent)).as_posix()
    return relative if relative.startswith(".") else f"./{relative}"
