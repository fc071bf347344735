"""``sanlint fleet run``: audit many bundles."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support import shared_options as shared
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from checker.fleet.run import Summary

_SHOWN = 20


def run(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE…",
            help="Bundles, folders of bundles or globs, on any storage that fsspec knows (s3://…), or a manifest (.csv, .yaml).",
        ),
    ],
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="RESULTS", help="Folder of results; an existing one is continued.")
    ],
    engine: Annotated[
        str,
        typer.Option(
            metavar="local|ADDRESS", help="Workers of this machine, or a Dask scheduler such as tcp://host:8786."
        ),
    ] = "local",
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Local workers (default: one per core).")
    ] = None,
    profile: shared.ProfileRules = None,
    select: shared.SelectRules = None,
    ignore: shared.IgnoreRules = None,
    extend_select: shared.ExtendSelectRules = None,
    rules: shared.RulesRules = None,
    config: shared.ConfigRules = None,
    isolated: shared.IsolatedRules = False,
    max_bundle: Annotated[
        int, typer.Option("--max-bundle", metavar="MIB", min=1, help="Size of a bundle; a larger one is not audited.")
    ] = 4096,
    max_memory: Annotated[
        int, typer.Option("--max-memory", metavar="MIB", min=256, help="Memory for the audit of one bundle.")
    ] = 4096,
    max_seconds: Annotated[
        int, typer.Option("--max-seconds", metavar="S", min=1, help="Processor time for the audit of one bundle.")
    ] = 600,
    html: Annotated[
        bool,
        typer.Option("--html", help="Also write the HTML report of each bundle; sanlint fleet report links to it."),
    ] = False,
    anonymize: Annotated[
        str | None,
        typer.Option(
            "--anonymize",
            metavar="MAP",
            help="Replace all names by pseudonyms. The private map resolves them: a new file, or that of earlier runs.",
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 if a bundle could not be audited.")] = False,
    quiet: shared.QuietRunOption = False,
) -> None:
    """Audit every bundle that is new or has changed, and add its findings, coverage and versions to the results.

    A bundle is a file, an archive or a folder with the exports of one site at one time. One that cannot be audited gets a
    row with the reason; all others are audited.
    """
    from contextlib import ExitStack
    from dataclasses import replace
    from pathlib import Path

    from checker.cli.support.arguments import selectors, split
    from checker.cli.support.progress import ProgressLine
    from checker.cli.support.session import options_of
    from checker.cli.support.terminal import say
    from checker.fleet.engine import Engine, check_engine, check_installed
    from checker.fleet.pseudonyms import FleetMap
    from checker.fleet.request import MIB, TaskLimits
    from checker.fleet.run import run as run_fleet
    from checker.fleet.settings import settings_of
    from checker.fleet.sources import bundles_of
    from checker.fleet.store.results import Results
    from checker.report.text.words import clean

    check_engine(engine)
    check_installed()
    options = replace(
        options_of(config, isolated=isolated),
        rules=split(rules, commas=False), profile=profile, select=selectors("--select", select),
        ignore=selectors("--ignore", ignore), extend_select=selectors("--extend-select", extend_select),
    )  # fmt: skip
    limits = TaskLimits(max_bundle * MIB, max_memory * MIB, max_seconds)
    settings = settings_of(options, limits, pages=html, anonymous=anonymize is not None)
    bundles, problems = bundles_of(sources)
    for problem in problems:
        say(clean(problem))
    results = Results.create(Path(output), anonymous=settings.anonymous)
    workers = Engine(engine, jobs or os.cpu_count() or 1)
    with ExitStack() as stack:
        names = stack.enter_context(FleetMap.opened(Path(anonymize), results.folder)) if anonymize else None
        if names is not None:
            names.demand_sites(one.site for one in results.known())
            bundles = [names.disguised(one) for one in bundles]
        progress = stack.enter_context(ProgressLine(not quiet, False))
        summary = run_fleet(bundles, settings, results, workers, progress, names)
        if names is not None:
            summary.problems = [(names.real(source), reason) for source, reason in summary.problems]
    _report(summary, output, quiet=quiet)
    if problems:
        raise typer.Exit(UsageError.exit_code)
    audited = summary.states["audited"] + summary.states["unchanged"]
    if not audited or (strict and summary.problems):
        raise typer.Exit(NothingReadError.exit_code)


def _report(summary: Summary, output: str, *, quiet: bool) -> None:
    from checker.cli.support.terminal import say, write_output
    from checker.report.text.words import clean, plural

    for source, reason in summary.problems[:_SHOWN]:
        say(clean(f"{source}: {reason}"))
    if len(summary.problems) > _SHOWN:
        say(f"and {len(summary.problems) - _SHOWN:,} more, in the table bundles of the results")
    if quiet:
        return
    audited, unchanged = summary.states["audited"], summary.states["unchanged"]
    parts = [f"{audited:,} audited, {summary.with_errors:,} of them with errors"]
    parts += [f"{unchanged:,} unchanged"] if unchanged else []
    parts += [f"{summary.states['nothing read']:,} without a known export"] if summary.states["nothing read"] else []
    parts += [f"{summary.states['error']:,} could not be audited"] if summary.states["error"] else []
    write_output(f"{plural(summary.bundles, 'bundle')}: {'; '.join(parts)}. Results in {clean(output)}.\n")
