"""The commands together. Each lives in a file of its own; what they need is imported when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from checker import __version__
from checker.cli import (
    anonymize,
    check,
    collect,
    completion,
    diff,
    estimate,
    explain,
    fail,
    fix,
    formats,
    init,
    inventory,
    route,
    rules,
    suppress,
    topology,
    workload,
)

app = typer.Typer(
    name="sanlint",
    help="Check a Fibre Channel SAN against best practice, offline, from the exports it already gives.",
    epilog="Exit codes: 0 clean, 1 findings, 2 wrong usage or configuration, 3 nothing usable was read, "
    "4 internal error, 130 interrupted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sanlint {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Hold the options that stand before a command."""


app.command("check")(check.check)
app.command("explain")(explain.explain)
app.command("init")(init.init)
app.command("suppress")(suppress.suppress)
app.add_typer(rules.app, name="rules")
app.command("formats")(formats.formats)
app.command("completion")(completion.completion)
app.command("collect")(collect.collect)
app.command("diff")(diff.diff)
app.command("inventory")(inventory.inventory)
app.command("anonymize")(anonymize.anonymize)
app.command("topology")(topology.topology)
app.command("fail")(fail.fail)
app.command("fix")(fix.fix)
app.command("route")(route.route)
app.command("workload")(workload.workload)
app.command("estimate")(estimate.estimate)
