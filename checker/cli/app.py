"""The command-line application. Each command has its own module; imports that a command needs happen when it runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Annotated

import typer

from checker import __version__
from checker.cli.support import replaced

_MODULES = (
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
    "analysis.topology",
    "analysis.ports",
    "analysis.cabling",
    "analysis.fail",
    "fix",
    "analysis.route",
    "analysis.workload",
    "analysis.estimate",
    "analysis.calibrate",
    "analysis.triage",
    "fleet",
    "lsp",
    "plugin",
)
COMMANDS = {module.rpartition(".")[2]: f"checker.cli.{module}" for module in _MODULES}
"""The module of each command, in the order of the help. It has a function of the command's name, or a Typer ``app``."""


def application(commands: Collection[str] = COMMANDS) -> typer.Typer:
    """Return the application with these commands; running one needs no other."""
    app = typer.Typer(
        name="sanlint",
        help="Check a Fibre Channel SAN against best practice, offline, from exports of its hosts, switches and arrays.",
        epilog="Exit codes: 0 clean, 1 findings, 2 usage or configuration error, 3 nothing usable was read, "
        "4 internal error, 130 interrupted.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": replaced.current_name},
    )
    app.callback()(_options)
    for name in commands:
        module = import_module(COMMANDS[name])
        if isinstance(group := getattr(module, "app", None), typer.Typer):
            app.add_typer(group, name=name)
        else:
            app.command(name)(getattr(module, name))
    return app


def needed(arguments: Sequence[str]) -> Collection[str]:
    """Return the command that the arguments begin with, else all commands."""
    return arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"sanlint {__version__}")
        raise typer.Exit


def _options(
    _version: Annotated[
        bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Accept the options that precede a command."""
