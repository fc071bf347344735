"""``sanlint fix``: scripts that fix the findings, with their undo and a checklist. Nothing is executed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support import complete
from checker.cli.support import shared_options as shared
from checker.cli.support.arguments import demand_paths, selectors, split, time_argument
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.audit.options import Options
    from checker.remediate.edit import Edited
    from checker.remediate.run import PlannedFix
    from checker.remediate.simulate import Simulation

_ACTIONS = "Actions"

_Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="DIR", help="Folder for the scripts.", rich_help_panel=_ACTIONS)
]
_DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show the plan without writing anything.", rich_help_panel=_ACTIONS)
]
_Simulate = Annotated[
    bool,
    typer.Option(
        "--simulate",
        help="Apply the plan to the model and show which findings it fixes or causes; writes only with --output.",
        rich_help_panel=_ACTIONS,
    ),
]
_Write = Annotated[
    bool,
    typer.Option(
        "--write",
        help="Edit YAML inventories among the paths in place and show the diff; with --dry-run, only show it.",
        rich_help_panel=_ACTIONS,
    ),
]
_Accept = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FINDING|RULE",
        help="You have confirmed the condition of these findings: include their commands in the scripts.",
        rich_help_panel=_ACTIONS,
    ),
]
_Platform = Annotated[
    str | None,
    typer.Option(
        metavar="powercli",
        help="Target shell: powercli writes the scripts of ESXi hosts for a vCenter.",
        rich_help_panel=_ACTIONS,
    ),
]
_CustomCommands = Annotated[
    bool,
    typer.Option(
        "--custom-commands",
        help="Also write commands of rules that are not built in into the scripts; by default they are only listed.",
        rich_help_panel=_ACTIONS,
    ),
]
_Force = Annotated[bool, typer.Option("--force", help="Overwrite scripts of the same name.", rich_help_panel=_ACTIONS)]
_Select = Annotated[
    list[str] | None,
    typer.Option(
        help="Fix findings of these rules: ids, prefixes or tags.",
        autocompletion=complete.selectors,
        rich_help_panel=shared.RULES,
    ),
]
_Ignore = Annotated[
    list[str] | None,
    typer.Option(help="Skip findings of these rules.", autocompletion=complete.selectors, rich_help_panel=shared.RULES),
]
_ExtendSelect = Annotated[
    list[str] | None,
    typer.Option(
        help="Also fix findings of these rules, including experimental ones.",
        autocompletion=complete.selectors,
        rich_help_panel=shared.RULES,
    ),
]
_Baseline = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Skip findings listed in this baseline.", rich_help_panel=shared.RULES),
]
_IgnoreSuppressions = Annotated[
    bool,
    typer.Option(
        "--ignore-suppressions",
        help="Also fix findings suppressed in the configuration or in comments.",
        rich_help_panel=shared.RULES,
    ),
]


@dataclass(frozen=True)
class _Actions:
    """What to do with the plan."""

    output: str | None
    dry_run: bool
    simulate: bool
    write: bool
    force: bool
    platform: str | None
    custom_commands: bool
    accepted: tuple[str, ...]
    quiet: bool


def fix(
    paths: shared.Paths,
    *,
    output: _Output = None, dry_run: _DryRun = False, simulate: _Simulate = False, write: _Write = False,
    accept: _Accept = None, platform: _Platform = None, custom_commands: _CustomCommands = False,
    force: _Force = False,
    profile: shared.ProfileRules = None, select: _Select = None, ignore: _Ignore = None,
    extend_select: _ExtendSelect = None, rules: shared.RulesRules = None, config: shared.ConfigRules = None,
    baseline: _Baseline = None, ignore_suppressions: _IgnoreSuppressions = False,
    isolated: shared.IsolatedRules = False,
    as_of: shared.AsOfOption = None, jobs: shared.JobsOption = None, no_cache: shared.NoCacheOption = False,
    quiet: shared.QuietRunOption = False,
) -> None:  # fmt: skip
    """Write scripts that fix the findings: one per device, in the order of work, each with its undo.

    Decisions and manual steps go into a checklist, plan.md. Nothing is executed.

    The scripts only print what they would do unless DRY_RUN=0 is set (PowerShell: -Run).

    Exits with 0 when the plan is written, and with 1 if --simulate shows that a finding remains or a new one appears.
    """
    from checker.cli.support.session import options_of

    demand_paths(paths)
    accepted = selectors("--accept", accept)
    actions = _Actions(output, dry_run, simulate, write, force, platform, custom_commands, accepted, quiet)
    _check_actions(paths, actions)
    options = replace(
        options_of(config, isolated=isolated, jobs=jobs, no_cache=no_cache),
        rules=split(rules, commas=False), profile=profile,
        select=selectors("--select", select), ignore=selectors("--ignore", ignore),
        extend_select=selectors("--extend-select", extend_select), as_of=time_argument(as_of),
        baseline=baseline, ignore_suppressions=ignore_suppressions,
    )  # fmt: skip
    planned, shown, changed = _planned(paths, options, actions)
    _write(paths, actions, planned, changed)
    if shown is not None:
        _show_simulation(planned, shown)


def _check_actions(paths: list[str], actions: _Actions) -> None:
    from checker.remediate.powercli import PLATFORM

    if actions.output is None and not (actions.dry_run or actions.simulate or actions.write):
        raise UsageError("no output folder: add --output DIR, or --dry-run or --simulate to see the plan only")
    if (actions.write or actions.simulate) and "-" in paths:
        raise UsageError("--write and --simulate need files or folders, not standard input")
    if actions.output is not None and actions.dry_run:
        raise UsageError("--dry-run writes nothing: remove it, or remove --output")
    if actions.platform not in (None, PLATFORM):
        raise UsageError(
            f"--platform {actions.platform}: the only choice is {PLATFORM}; without it each host uses its own shell"
        )


def _planned(
    paths: list[str], options: Options, actions: _Actions
) -> tuple[PlannedFix, Simulation | None, Edited | None]:
    from checker.cli.support.session import open_session
    from checker.remediate.edit import edit
    from checker.remediate.run import plan_of
    from checker.remediate.simulate import simulate

    vcenter = actions.platform is not None
    shown: Simulation | None = None
    with open_session(paths, options, quiet=actions.quiet) as san:
        if actions.simulate:
            planned, shown = simulate(san, actions.accepted, vcenter=vcenter, custom_commands=actions.custom_commands)
        else:
            planned = plan_of(san, actions.accepted, vcenter=vcenter, custom_commands=actions.custom_commands)
        return planned, shown, edit(san, planned.plan) if actions.write else None


def _write(paths: list[str], actions: _Actions, planned: PlannedFix, changed: Edited | None) -> None:
    from checker.cli.support.terminal import write_output
    from checker.remediate.output import write_files

    if actions.dry_run and not actions.write:
        write_output(planned.files["plan.md"][0])
    if actions.output is not None:
        write_files(actions.output, planned.files, paths, force=actions.force)
    if changed is not None:
        write_output(changed.diff())
        if not actions.dry_run:
            changed.write()
    if not actions.quiet:
        _report_plan(planned, actions.output)
        if changed is not None:
            _report_edits(changed, dry_run=actions.dry_run)


def _show_simulation(planned: PlannedFix, shown: Simulation) -> None:
    import sys

    from checker.cli.support.terminal import use_color, width, write_output
    from checker.remediate.render.simulation import table
    from checker.report.base import Presentation

    presentation = Presentation(width=width(sys.stdout), color=use_color("auto", sys.stdout))
    write_output(table(planned.plan, shown, presentation))
    if not shown.good:
        raise typer.Exit(1)


def _report_plan(planned: PlannedFix, output: str | None) -> None:
    import shlex

    from checker.cli.support.terminal import say
    from checker.report.text.words import plural

    plan = planned.plan
    for error in planned.report.errors:
        say(error)
    commands, scripts = plural(plan.commands, "command"), plural(len(plan.scripts), "script")
    decide = sum(task.why != "cannot" for task in plan.tasks)
    say(
        f"{plural(plan.findings, 'finding')}: {commands} in {scripts}; {decide} to decide, {len(plan.tasks) - decide} manual"
    )
    if plan.excluded:
        say(f"skipped: {plan.excluded}; --ignore-suppressions includes them")
    if output is not None:
        say(f"nothing was executed; next: read {shlex.quote(output)}/plan.md")


def _report_edits(changed: Edited, *, dry_run: bool) -> None:
    from checker.cli.support.terminal import say
    from checker.report.text.words import plural

    for reason in dict.fromkeys(reason for _, reason in changed.left):
        named = [f"{ref.rule} {ref.fingerprint}" for ref, because in changed.left if because == reason]
        say(f"not written, {reason}: {', '.join(named)}")
    if not changed.texts:
        say("no inventory changed")
        return
    files = plural(len(changed.texts), "inventory", "inventories")
    verb = "would be changed" if dry_run else "changed"
    say(f"{files} {verb}, for {plural(len(changed.fixed), 'finding')}; the devices themselves are unchanged")
