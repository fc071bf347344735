"""``sanlint plugin``: list the installed plugins, and create a new one."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.errors import UsageError

app = typer.Typer(
    no_args_is_help=True,
    help="List the installed plugins, which add readers, reports and rules; create a new one.",
)


@app.command("list")
def list_() -> None:
    """List the readers, reports and rules that other installed packages provide, and what is wrong with them.

    Exits with 1 if one of them cannot be used.
    """
    from checker.audit.options import Options
    from checker.audit.selection import load_books
    from checker.cli.support.terminal import say, write_output
    from checker.plugins import GROUPS, plugins, problems
    from checker.readers.registry import cards
    from checker.report.registry import formats
    from checker.report.text.words import clean
    from checker.rules.config.model import Config

    # Everything is loaded, so that everything that fails is known.
    _ = cards(), formats(), load_books(Options(), Config())
    found = [plugin for group in GROUPS for plugin in plugins(group)]
    lines = [f"{plugin.group:<16} {plugin.name:<24} {plugin.distribution}" for plugin in found]
    write_output("".join(f"{clean(line)}\n" for line in lines) or "no plugins installed\n")
    for problem in problems():
        say(problem)
    raise typer.Exit(1 if problems() else 0)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the package, such as acme-san.")],
    folder: Annotated[
        str | None, typer.Option("--output", "-o", metavar="DIR", help="Folder to create; NAME by default.")
    ] = None,
) -> None:
    """Create a package with a reader, a report and a rule, and with tests that prove that sanlint uses them."""
    from pathlib import Path

    from checker.cli.plugin.template import NAME, files
    from checker.cli.support.terminal import say
    from checker.system.files import replacing_folder, write_text

    if not NAME.fullmatch(name):
        raise UsageError(f"{name!r}: a name consists of lower-case letters, digits and hyphens, such as acme-san")
    if (owner := _owner(name)) is not None:
        raise UsageError(f"{name!r} is the name of {owner}; choose another")
    target = Path(folder or name)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(f"{target}: exists and is not an empty folder")
    try:
        with replacing_folder(target, mode=0o755) as package:
            for path, text in files(name).items():
                (package / path).parent.mkdir(parents=True, exist_ok=True)
                write_text(package / path, text)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from None
    say(f"created {target}; next: pip install -e {target} pytest && pytest {target}")


def _owner(name: str) -> str | None:
    """Return what a plugin of this name would replace or hide: a report, a package, or a word or module of Python."""
    from importlib.metadata import PackageNotFoundError, distribution
    from importlib.util import find_spec
    from keyword import iskeyword

    from checker.report.registry import format_names

    package = name.replace("-", "_")
    if name in format_names():
        return "an output format"
    if iskeyword(package):
        return "a keyword of Python"
    if find_spec(package) is not None:
        return "an installed Python module"
    try:
        distribution(name)
    except PackageNotFoundError:
        return None
    return "an installed package"
