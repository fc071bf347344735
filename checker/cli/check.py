"""``sanlint check``: audit exports and inventories."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli import complete
from checker.cli.arguments import config_arguments, demand_paths, selectors, split, time_argument
from checker.cli.shared_options import Color
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.engine.config import Config, FailOn
    from checker.report.base import Section
    from checker.topology.graph import Graph

_WHAT = "What is audited"
_RULES = "Which rules"
_SHOW = "What is shown"
_EXIT = "What the exit code means"
_HIDE = "What is hidden"


class FailOnChoice(StrEnum):
    """The least severity that makes the exit code 1."""

    error = "error"
    warning = "warning"
    info = "info"
    never = "never"


class Sort(StrEnum):
    """In which order findings are shown."""

    place = "place"
    cost = "cost"


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input."),
    ],
    *,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="default, all, go-live, pre-commit, triage or hygiene.",
            autocompletion=complete.profiles,
            rich_help_panel=_RULES,
        ),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            help="Run only these: ids, prefixes, tags.", autocompletion=complete.selectors, rich_help_panel=_RULES
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(help="Don't run these.", autocompletion=complete.selectors, rich_help_panel=_RULES),
    ] = None,
    extend_select: Annotated[
        list[str] | None,
        typer.Option(
            help="Run these too, experimental ones as well.", autocompletion=complete.selectors, rich_help_panel=_RULES
        ),
    ] = None,
    rules: Annotated[
        list[str] | None, typer.Option(metavar="DIR", help="A folder of further rules.", rich_help_panel=_RULES)
    ] = None,
    config: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE|KEY=VALUE", help="The configuration, or one value of it.", rich_help_panel=_RULES),
    ] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="Use no configuration.", rich_help_panel=_RULES)] = False,
    show_settings: Annotated[
        bool,
        typer.Option("--show-settings", help="Say what is set, and where; audit nothing.", rich_help_panel=_RULES),
    ] = False,
    workload: Annotated[
        str | None,
        typer.Option(
            "--workload",
            "-W",
            metavar="FILE",
            help="A workload.yaml, a plan or captured loads: what findings cost under it; response times in HTML.",
            rich_help_panel=_SHOW,
        ),
    ] = None,
    as_of: Annotated[
        str | None, typer.Option(metavar="DATE", help="Judge ages against this date.", rich_help_panel=_WHAT)
    ] = None,
    include: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Of folders, read only files that fit.", rich_help_panel=_WHAT),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Of folders, leave out files that fit.", rich_help_panel=_WHAT),
    ] = None,
    previous: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH", help="An older capture: its counters make rates of today's.", rich_help_panel=_WHAT
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes that read.", rich_help_panel=_WHAT)
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Don't use the cache.", rich_help_panel=_WHAT)] = False,
    baseline: Annotated[
        str | None, typer.Option(metavar="FILE", help="Hide the findings that it knows.", rich_help_panel=_HIDE)
    ] = None,
    write_baseline: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write today's findings as the baseline.", rich_help_panel=_HIDE),
    ] = None,
    prune_baseline: Annotated[
        bool, typer.Option("--prune-baseline", help="Take what is mended out of the baseline.", rich_help_panel=_HIDE)
    ] = False,
    show_suppressed: Annotated[
        bool, typer.Option("--show-suppressed", help="Show hidden findings too, apart.", rich_help_panel=_HIDE)
    ] = False,
    ignore_suppressions: Annotated[
        bool,
        typer.Option(
            "--ignore-suppressions", help="Hide nothing that configuration or comments hide.", rich_help_panel=_HIDE
        ),
    ] = False,
    output_format: Annotated[
        list[str] | None,
        typer.Option(
            "--output-format",
            "-o",
            metavar="FORMAT[:FILE]",
            autocompletion=complete.formats,
            rich_help_panel=_SHOW,
            help="table, full, concise, html, markdown, json, jsonl, csv, sarif, junit, github or gitlab; "
            "several times for several documents.",
        ),
    ] = None,
    output_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the report here.", rich_help_panel=_SHOW)
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show in full what was and wasn't looked at.", rich_help_panel=_SHOW)
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count the findings of each rule.", rich_help_panel=_SHOW)
    ] = False,
    sort: Annotated[
        Sort,
        typer.Option(help="Order findings by place, or by what they cost, the dearest first.", rich_help_panel=_SHOW),
    ] = Sort.place,
    color: Annotated[Color, typer.Option(help="Use colour.", rich_help_panel=_SHOW)] = Color.auto,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say nothing beside the report.", rich_help_panel=_SHOW)
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say what is done and how long it takes.", rich_help_panel=_SHOW)
    ] = False,
    fail_on: Annotated[
        FailOnChoice | None, typer.Option(help="Exit with 1 from this severity on.", rich_help_panel=_EXIT)
    ] = None,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 in spite of findings.", rich_help_panel=_EXIT)
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if input was not understood in full.", rich_help_panel=_EXIT)
    ] = False,
    require: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="Exit with 3 if this rule was not evaluated.",
            autocompletion=complete.rule_ids,
            rich_help_panel=_EXIT,
        ),
    ] = None,
) -> None:
    """Audit exports and inventories; every file is recognised by its content.

    A report goes to standard output, everything about the run to standard error.
    """
    from dataclasses import replace

    from checker.cli import audit_run
    from checker.cli.ledger import Ledger
    from checker.cli.outputs import parse_outputs, write_outputs
    from checker.cli.terminal import tell
    from checker.cli.verdict import DEFAULT_FAIL_ON, exit_code
    from checker.engine.config_estimate import workload_of

    if quiet and verbose:
        raise UsageError("--quiet and --verbose exclude each other")
    demand_paths([*paths, *(previous or [])])
    outputs = parse_outputs(output_format or [], output_file)
    arguments = config_arguments(config or [])
    request = audit_run.Request(
        paths=tuple(paths),
        config=arguments.file,
        config_values=arguments.values,
        isolated=isolated,
        rules=split(rules, commas=False),
        profile=profile,
        select=selectors("--select", select),
        ignore=selectors("--ignore", ignore),
        extend_select=selectors("--extend-select", extend_select),
        as_of=time_argument(as_of),
        jobs=jobs,
        require=selectors("--require", require),
        cache=not no_cache,
        workload=workload,
        include=split(include, commas=False),
        exclude=split(exclude, commas=False),
        previous=tuple(previous or ()),
        ignore_suppressions=ignore_suppressions,
        baseline=baseline,
    )
    settings = audit_run.configuration(request)
    if show_settings:
        from checker.cli.settings import write_settings

        write_settings(request, settings, _fail_on(fail_on, settings))
        return
    library = audit_run.Library(request.rules + settings.rules, cache=request.cache)
    library.demand(request.require)
    ledger = Ledger(request, settings, write_baseline, prune=prune_baseline)
    graph: Graph | None = None
    sections: tuple[Section, ...] = ()
    if any(output.format.graph for output in outputs):
        report, graph, sections = audit_run.run_for_page(ledger.request, settings, shown=not quiet, verbose=verbose)
    else:
        report = audit_run.run(ledger.request, shown=not quiet, verbose=verbose)
    if sort == Sort.cost:
        from checker.report.cost import by_cost

        report = replace(report, findings=by_cost(report.findings))
    presentation = library.presentation(
        coverage=coverage,
        statistics=statistics,
        profile=request.profile or settings.profile or "default",
        quiet=quiet,
    )
    load = workload_of(workload, settings)
    given = (("Input", ", ".join(paths)), *((("Workload", load),) if load is not None else ()))
    presentation = replace(
        presentation,
        suppressed=show_suppressed,
        by_cost=sort == Sort.cost,
        graph=graph,
        run=given,
        sections=sections,
        docs_url=settings.docs_url or "",
    )
    write_outputs(outputs, report, presentation, color.value)
    code, reasons = exit_code(
        ledger.settled(report, library, tell=None if quiet else tell),
        _fail_on(fail_on, settings) or DEFAULT_FAIL_ON,
        strict=strict,
        exit_zero=exit_zero,
        require=request.require,
    )
    for reason in reasons:
        tell(reason)
    raise typer.Exit(code)


def _fail_on(option: FailOnChoice | None, settings: Config) -> FailOn | None:
    return option.value if option is not None else settings.fail_on
