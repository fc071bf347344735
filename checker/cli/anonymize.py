"""``sanlint anonymize``: copies of exports without names, safe to share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.shared_options import ConfigOption, IsolatedOption, JobsOption
from checker.errors import InternalError

if TYPE_CHECKING:
    from checker.anonymize.run import Outcome

_SHOWN = 20


def anonymize(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or archives.")],
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="DIR", help="New or empty folder for the anonymised exports.")
    ],
    known_map: Annotated[
        str | None, typer.Option("--map", metavar="FILE", help="Reuse the pseudonyms of an earlier map.")
    ] = None,
    write_map: Annotated[
        str | None,
        typer.Option("--write-map", metavar="FILE", help="Where to write the private map (default: DIR-map.json)."),
    ] = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing about the run.")] = False,
) -> None:
    """Write copies of the exports with pseudonyms for names, WWNs, serial numbers and addresses, and no credentials.

    sanlint verifies that the copies give the same findings. The private map resolves the pseudonyms: don't share it.
    """
    from dataclasses import replace

    from checker.anonymize.run import anonymise
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.progress import ProgressLine
    from checker.cli.support.session import options_of

    demand_paths(paths)
    options = options_of(config, isolated=isolated, jobs=jobs)
    with ProgressLine(not quiet, False) as progress:
        outcome = anonymise(
            paths, output, replace(options, progress=progress), known_map=known_map, write_map=write_map
        )
    _report(outcome, output, quiet=quiet)
    if outcome.differences or outcome.leftovers:
        raise typer.Exit(InternalError.exit_code)


def _report(outcome: Outcome, output: str, *, quiet: bool) -> None:
    import shlex

    from checker.cli.support.terminal import say
    from checker.report.text.words import plural

    for title, problems in (
        ("names that are still in the result; check them before you share it", outcome.leftovers),
        ("findings of the result differ", outcome.differences),
    ):
        if problems:
            say(f"{title}:")
            for problem in problems[:_SHOWN]:
                say(f"  {problem}")
            if len(problems) > _SHOWN:
                say(f"  and {len(problems) - _SHOWN:,} more")
    if quiet:
        return
    if outcome.skipped:
        say(f"{plural(len(outcome.skipped), 'file')} skipped, format not recognised:")
        for name in outcome.skipped[:_SHOWN]:
            say(f"  {name}")
        if len(outcome.skipped) > _SHOWN:
            say(f"  and {len(outcome.skipped) - _SHOWN:,} more")
    if outcome.archives:
        say("archives were written as folders")
    if outcome.rules_skipped:
        say("rule folders of the configuration were not copied: rules can contain real names")
    say(f"{plural(outcome.files, 'file')} to {output}; {outcome.names:,} pseudonyms; private map in {outcome.map_file}")
    if not outcome.differences and not outcome.leftovers:
        say(f"verified: same {plural(outcome.findings, 'finding')}, no real name left")
    given = " ".join(shlex.quote(path) for path in outcome.paths)
    config = f" --config {shlex.quote(outcome.config)}" if outcome.config else " --isolated"
    say(f"next: sanlint check {given}{config}")
