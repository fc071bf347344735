"""``sanlint init``: a configuration to start from, filled with the devices in the exports."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from checker.cli.support.shared_options import JobsOption, output_option
from checker.errors import UsageError


def init(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]…", help="Exports: their devices are listed, for you to complete."),
    ] = None,
    *,
    output: Annotated[str, output_option("Where to write it.")] = "sanlint.yaml",
    schema: Annotated[
        str | None,
        typer.Option(
            metavar="WHERE",
            help="Where editors find the JSON Schema: a file to copy it to (default: sanlint.schema.json next to the"
            " configuration), a URL, or none.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no messages.")] = False,
) -> None:
    """Write a configuration to start from: every key explained, everything commented out.

    With exports, it lists their hosts, switches and arrays, with sites, failure domains and clusters to complete, and
    the files that are assigned to a device by file name only.
    """
    from checker.audit.options import Options
    from checker.cli.init.san import summarize
    from checker.cli.init.text import init_text
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.session import open_session
    from checker.cli.support.terminal import say, write_file

    demand_paths(paths or [])
    target = Path(output)
    if target.exists() and not force:
        raise UsageError(f"{target} already exists; --force overwrites it")
    named = _schema(target, schema, force=force)
    summary = None
    if paths:
        with open_session(paths, Options(isolated=True, jobs=jobs), quiet=quiet) as san:
            summary = summarize(san)
    write_file(str(target), init_text(summary, paths or [], named))
    if quiet:
        return
    say(f"{target}: written; everything in it is commented out")
    if named is not None and named.startswith("."):
        say(
            f"{target.parent / named}: schema for editors, referenced by the configuration; keep both together, or see --schema"
        )
    if summary is not None and not summary.read:
        say("no export was recognised, so no devices are listed; sanlint formats lists the supported formats")
    if target.name == "sanlint.yaml" and (target.parent / ".sanlint.yaml").exists():
        say(f"{target.parent / '.sanlint.yaml'} is no longer used: sanlint.yaml takes precedence")


def _schema(target: Path, where: str | None, *, force: bool) -> str | None:
    """Return the schema reference of the configuration, or None; copy the schema unless the reference is a URL."""
    from checker.cli.support.schema_copy import copy_schema

    if where == "none":
        return None
    if where is not None and where.startswith(("https://", "http://")):
        if not where.isprintable() or " " in where:
            raise UsageError("--schema: the URL contains blanks")
        return where
    copy = target.with_name("sanlint.schema.json") if where is None else Path(where)
    return copy_schema("config", copy, target, force=force)
