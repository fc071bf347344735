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
            metavar="WHERE",
            help="Where editors find the JSON Schema: a file to copy it to (else sanlint.schema.json beside the"
            " configuration), a URL to name, or none.",
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
    if target.exists() and not force:
        raise UsageError(f"{target} is there already; --force writes over it")
    named = _schema(target, schema, force=force)
    estate = None
    if paths:
        with ProgressLine(not quiet, False) as progress:
            estate = estate_of(tuple(paths), AuditOptions(isolated=True, jobs=jobs, progress=progress))
    write_file(str(target), init_text(estate, paths or [], named))
    if quiet:
        return
    tell(f"{target}: written; everything in it is commented out")
    if named is not None and named.startswith("."):
        tell(f"{target.parent / named}: the schema it names, for editors; keep both together, or see --schema")
    if estate is not None and not estate.read:
        tell("no export was recognised, so nothing of the estate is in it: sanlint formats lists what is read")
    if target.name == "sanlint.yaml" and (target.parent / ".sanlint.yaml").exists():
        tell(f"{target.parent / '.sanlint.yaml'} doesn't count any more: sanlint.yaml comes first")


def _schema(target: Path, where: str | None, *, force: bool) -> str | None:
    """Return how the configuration names its schema, None if not at all; writes the copy unless it is at a URL."""
    from checker.cli.schema_copy import schema_beside

    if where == "none":
        return None
    if where is not None and where.startswith(("https://", "http://")):
        if not where.isprintable() or " " in where:
            raise UsageError("--schema: a URL has no blanks")
        return where
    copy = target.with_name("sanlint.schema.json") if where is None else Path(where)
    return schema_beside("config", copy, target, force=force)
