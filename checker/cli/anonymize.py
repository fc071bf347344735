"""``sanlint anonymize``: the same exports without names, to show to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.shared_options import ConfigOption, IsolatedOption, JobsOption
from checker.errors import InternalError

if TYPE_CHECKING:
    from checker.anonymize.run import Outcome

_SHOWN = 20


def anonymize(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or archives.")],
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="DIR", help="A new or empty folder for the anonymised exports.")
    ],
    known_map: Annotated[
        str | None, typer.Option("--map", metavar="FILE", help="Use the stand-ins of this earlier map again.")
    ] = None,
    write_map: Annotated[
        str | None,
        typer.Option("--write-map", metavar="FILE", help="Where to write the private map; DIR-map.json without."),
    ] = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing about the run.")] = False,
) -> None:
    """Write the exports again with stand-ins for every name, WWN, serial and address, and without credentials.

    An audit of the result gives the same findings; that is checked. The private map leads back: keep it to yourself.
    """
    from checker.anonymize.run import anonymise
    from checker.audit import AuditOptions
    from checker.cli.arguments import config_arguments, demand_paths
    from checker.cli.progress import ProgressLine

    demand_paths(paths)
    arguments = config_arguments(config or [])
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file, config_values=arguments.values, isolated=isolated, jobs=jobs, progress=progress
        )
        outcome = anonymise(paths, output, options, known_map=known_map, write_map=write_map)
    _report(outcome, output, quiet=quiet)
    if outcome.differences or outcome.left_over:
        raise typer.Exit(InternalError.exit_code)


def _report(outcome: Outcome, output: str, *, quiet: bool) -> None:
    import shlex

    from checker.cli.terminal import tell
    from checker.report.words import plural

    for title, problems in (
        ("names that still stand in the result; don't give it away before you have looked", outcome.left_over),
        ("the audit of the result differs", outcome.differences),
    ):
        if problems:
            tell(f"{title}:")
            for problem in problems[:_SHOWN]:
                tell(f"  {problem}")
            if len(problems) > _SHOWN:
                tell(f"  and {len(problems) - _SHOWN:,} more")
    if quiet:
        return
    if outcome.left_out:
        tell(f"{plural(len(outcome.left_out), 'file')} not written, because nobody recognised anything in it:")
        for name in outcome.left_out[:_SHOWN]:
            tell(f"  {name}")
        if len(outcome.left_out) > _SHOWN:
            tell(f"  and {len(outcome.left_out) - _SHOWN:,} more")
    if outcome.archives:
        tell("archives were written unpacked, as folders")
    if outcome.rules_left_out:
        tell("the configuration's folders of rules are not part of the result; rules name what they were written for")
    tell(f"{plural(outcome.files, 'file')} to {output}; {outcome.names:,} stand-ins; private map in {outcome.map_file}")
    if not outcome.differences and not outcome.left_over:
        tell(f"checked: the same {plural(outcome.findings, 'finding')}, and no name is left")
    given = " ".join(shlex.quote(path) for path in outcome.paths)
    config = f" --config {shlex.quote(outcome.config)}" if outcome.config else " --isolated"
    tell(f"next: sanlint check {given}{config}")
