"""``sanlint fix``: scripts that mend the findings, with their undo and a checklist. Nothing is executed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.shared_options import JobsOption
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.fix.edit import Edited
    from checker.fix.run import Made

_RULES = "Which rules"
_WHAT = "What is done"


def fix(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input.")
    ],
    *,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="DIR", help="A folder for the scripts.", rich_help_panel=_WHAT),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the plan, and write nothing.", rich_help_panel=_WHAT)
    ] = False,
    simulate: Annotated[
        bool,
        typer.Option(
            "--simulate",
            help="Show on the model that the findings go and none comes; writes only with --output.",
            rich_help_panel=_WHAT,
        ),
    ] = False,
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Change YAML inventories among the paths in place, and show the difference; with --dry-run only show it.",
            rich_help_panel=_WHAT,
        ),
    ] = False,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FINDING|RULE",
            help="You have made sure of the condition of these findings: script their commands too.",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    platform: Annotated[
        str | None,
        typer.Option(
            metavar="powercli",
            help="How machines are reached: powercli writes the scripts of ESXi hosts for a vCenter.",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite scripts of the same names.", rich_help_panel=_WHAT)
    ] = False,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="default, all, go-live, pre-commit, triage or hygiene.", rich_help_panel=_RULES
        ),
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(help="Mend what these find: ids, prefixes, tags.", rich_help_panel=_RULES)
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Not what these find.", rich_help_panel=_RULES)] = None,
    extend_select: Annotated[
        list[str] | None, typer.Option(help="What these find too, experimental ones as well.", rich_help_panel=_RULES)
    ] = None,
    rules: Annotated[
        list[str] | None, typer.Option(metavar="DIR", help="A folder of further rules.", rich_help_panel=_RULES)
    ] = None,
    config: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE|KEY=VALUE", help="The configuration, or one value of it.", rich_help_panel=_RULES),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Leave the findings alone that it knows.", rich_help_panel=_RULES),
    ] = None,
    ignore_suppressions: Annotated[
        bool,
        typer.Option(
            "--ignore-suppressions", help="Mend what configuration or comments hide too.", rich_help_panel=_RULES
        ),
    ] = False,
    isolated: Annotated[bool, typer.Option("--isolated", help="Use no configuration.", rich_help_panel=_RULES)] = False,
    as_of: Annotated[str | None, typer.Option(metavar="DATE", help="Judge ages against this date.")] = None,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing about the run.")] = False,
) -> None:
    """Write scripts that mend the findings: one for each machine, in the order of work, each with its undo.

    What has to be decided or done by hand is a checklist, plan.md. Nothing is ever executed.

    The scripts themselves only say what they would do, until they are told otherwise.

    Exits with 0 when the plan is written, with 1 if --simulate shows that a finding stays or a new one comes.
    """
    import sys

    from checker.audit import AuditOptions
    from checker.cli.arguments import config_arguments, demand_paths, selectors, split, time_argument
    from checker.cli.progress import ProgressLine
    from checker.cli.terminal import write_output
    from checker.fix.edit import edit
    from checker.fix.output import write_files
    from checker.fix.powercli import PLATFORM
    from checker.fix.run import plan_of
    from checker.fix.simulate import simulate as simulated
    from checker.report.base import Presentation

    demand_paths(paths)
    if output is None and not (dry_run or simulate or write):
        raise UsageError("say where the scripts go: --output DIR; or --dry-run or --simulate to look at the plan")
    if (write or simulate) and "-" in paths:
        raise UsageError("--write and --simulate read everything twice: give files or folders, no pipe")
    if output is not None and dry_run:
        raise UsageError("--dry-run writes nothing: leave it out, or --output")
    if platform not in (None, PLATFORM):
        raise UsageError(
            f"--platform {platform}: only {PLATFORM} can be chosen; without it each host has its own shell"
        )
    words = selectors("--accept", accept)
    vcenter = platform is not None
    arguments = config_arguments(config or [])
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file,
            config_values=arguments.values,
            isolated=isolated,
            rules=split(rules, commas=False),
            profile=profile,
            select=selectors("--select", select),
            ignore=selectors("--ignore", ignore),
            extend_select=selectors("--extend-select", extend_select),
            as_of=time_argument(as_of),
            baseline=baseline,
            ignore_suppressions=ignore_suppressions,
            jobs=jobs,
            progress=progress,
        )
        shown = None
        if simulate:
            made, shown = simulated(paths, options, words, vcenter=vcenter)
        else:
            made = plan_of(paths, options, words, vcenter=vcenter)
        changed = edit(paths, made.plan, options) if write else None
    if dry_run and not write:
        write_output(made.files["plan.md"][0])
    if output is not None:
        write_files(output, made.files, paths, force=force)
    if changed is not None:
        write_output(changed.diff())
        if not dry_run:
            changed.write()
    if not quiet:
        _tell(made, output)
        if changed is not None:
            _tell_edited(changed, dry_run=dry_run)
    if shown is not None:
        from checker.cli.terminal import wants_color, width
        from checker.fix.render.simulation import table

        write_output(
            table(made.plan, shown, Presentation(width=width(sys.stdout), color=wants_color("auto", sys.stdout)))
        )
        if not shown.good:
            raise typer.Exit(1)


def _tell(made: Made, output: str | None) -> None:
    import shlex

    from checker.cli.terminal import tell
    from checker.report.words import plural

    plan = made.plan
    for error in made.report.errors:
        tell(error)
    commands, scripts = plural(plan.commands, "command"), plural(len(plan.scripts), "script")
    decide = sum(task.why != "can't" for task in plan.tasks)
    tell(
        f"{plural(plan.findings, 'finding')}: {commands} in {scripts}; {decide} to decide, {len(plan.tasks) - decide} by hand"
    )
    if plan.left_out:
        tell(f"left alone: {plan.left_out}; --ignore-suppressions plans for them too")
    if output is not None:
        tell(f"nothing has been executed; next: read {shlex.quote(output)}/plan.md")


def _tell_edited(changed: Edited, *, dry_run: bool) -> None:
    from checker.cli.terminal import tell
    from checker.report.words import plural

    for reason in dict.fromkeys(reason for _, reason in changed.left):
        named = [f"{mend.rule} {mend.fingerprint}" for mend, because in changed.left if because == reason]
        tell(f"not written, {reason}: {', '.join(named)}")
    if not changed.texts:
        tell("no inventory changed")
        return
    files = plural(len(changed.texts), "inventory", "inventories")
    verb = "would be changed" if dry_run else "changed"
    tell(f"{files} {verb}, for {plural(len(changed.mended), 'finding')}; what runs is still to be changed itself")
