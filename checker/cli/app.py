"""The commands together. Each lives in a file of its own; what they need is imported when they run."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from checker import __version__

COMMANDS = (
    "check",
    "explain",
    "init",
    "suppress",
    "rules",
    "formats",
    "completion",
    "collect",
    "diff",
    "inventory",
    "anonymize",
    "topology",
    "fail",
    "fix",
    "route",
    "workload",
    "estimate",
)
"""The commands in the order of the help; each is a module here with a function of its name, or an ``app`` of its own."""


def application(commands: Sequence[str] = COMMANDS) -> typer.Typer:
    """Return the command line with these commands; what runs one of them needs none of the others."""
    made = typer.Typer(
        name="sanlint",
        help="Check a Fibre Channel SAN against best practice, offline, from the exports it already gives.",
        epilog="Exit codes: 0 clean, 1 findings, 2 wrong usage or configuration, 3 nothing usable was read, "
        "4 internal error, 130 interrupted.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_options)
    for name in commands:
        module = import_module(f"checker.cli.{name}")
        if isinstance(group := getattr(module, "app", None), typer.Typer):
            made.add_typer(group, name=name)
        else:
            made.command(name)(getattr(module, name))
    return made


def needed(arguments: Sequence[str]) -> Sequence[str]:
    """Return the commands that a command line can mean: the one it begins with, else all."""
    return arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sanlint {__version__}")
        raise typer.Exit


def _options(
    _version: Annotated[
        bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Hold the options that stand before a command."""
