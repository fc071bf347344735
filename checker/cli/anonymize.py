"""``sanlint anonymize``: copies of exports without names, safe to share."""

from __future__ import annotations

from collections.abc import Sequence
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
    unread: Annotated[
        str | None,
        typer.Option(
            "--unread",
            metavar="FILE",
            help="Also write the anonymised lines that were not read, to attach to a question.",
        ),
    ] = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no messages about the run.")] = False,
) -> None:
    """Write copies of the exports with pseudonyms for names, WWNs, serial numbers and addresses, and no credentials.

    sanlint verifies that the copies give the same findings. The private map resolves the pseudonyms: don't share it.
    """
    from dataclasses import replace

    from checker.anonymize.run import anonymise
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.progress import ProgressLine
    from checker.cli.support.session import options_of
    from checker.cli.support.terminal import say
    from checker.report.text.words import plural

    demand_paths(paths)
    options = options_of(config, isolated=isolated, jobs=jobs)
    with ProgressLine(not quiet, False) as progress:
        outcome = anonymise(
            paths,
            output,
            replace(options, progress=progress),
            known_map=known_map,
            write_map=write_map,
            write_unread=unread,
        )
    _report(outcome, output, quiet=quiet)
    if unread is not None and not quiet and not (outcome.differences or outcome.leftovers):
        say(f"{plural(outcome.unread, 'unread line')} in {unread}; review the file before you share it")
    if outcome.differences or outcome.leftovers:
        raise typer.Exit(InternalError.exit_code)


def _list(title: str, lines: Sequence[str]) -> None:
    from checker.cli.support.terminal import say

    if lines:
        say(f"{title}:")
        for line in lines[:_SHOWN]:
            say(f"  {line}")
        if len(lines) > _SHOWN:
            say(f"  and {len(lines) - _SHOWN:,} more")


def _report(outcome: Outcome, output: str, *, quiet: bool) -> None:
    import shlex

    from checker.cli.support.terminal import say
    from checker.report.text.words import plural

    _list("names that are still in the result", outcome.leftovers)
    _list("findings of the result differ", outcome.differences)
    if outcome.leftovers or outcome.differences:
        say(f"nothing was written to {output}")
        return
    if quiet:
        return
    _list(f"{plural(len(outcome.skipped), 'file')} skipped, format not recognised", outcome.skipped)
    _list(f"{plural(len(outcome.left_out), 'file')} left out, cannot be anonymised", outcome.left_out)
    if outcome.archives:
        say("archives were written as folders")
    if outcome.rules_skipped:
        say("rule folders of the configuration were not copied: rules can contain real names")
    say(f"{plural(outcome.files, 'file')} to {output}; {outcome.names:,} pseudonyms; private map in {outcome.map_file}")
    say(f"verified: same {plural(outcome.findings, 'finding')}, no real name left")
    given = " ".join(shlex.quote(path) for path in outcome.paths)
    config = f" --config {shlex.quote(outcome.config)}" if outcome.config else " --isolated"
    say(f"next: sanlint check {given}{config}")
