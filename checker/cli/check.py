"""``sanlint check``: check exports and inventories against the rules."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import typer

from checker.cli.support import shared_options as shared
from checker.cli.support.arguments import demand_paths, selectors, split, time_argument
from checker.cli.support.shared_options import Color, FailOnChoice, GroupByChoice, Sort
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.audit.options import Options
    from checker.audit.session import Session
    from checker.cli.support.documents import Document
    from checker.cli.support.ledger import Ledger
    from checker.cli.support.library import Library
    from checker.estimate.workload.model import LoadFile
    from checker.report.base import Presentation, Section
    from checker.report.changes import Earlier
    from checker.rules.config.model import Config, FailOn
    from checker.rules.evaluate.finding import Report
    from checker.topology.picture.graph import Graph


@dataclass(frozen=True)
class _Choices:
    """What a command line chooses beyond the options of the audit."""

    documents: Sequence[Document]
    passes: bool
    coverage: bool
    statistics: bool
    show_suppressed: bool
    by_cost: bool
    group_by: GroupByChoice
    color: Color
    quiet: bool
    fail_on: FailOnChoice | None
    exit_zero: bool
    strict: bool
    may_be_empty: bool
    earlier: Sequence[Earlier]

    def severity(self, config: Config) -> FailOn | None:
        return self.fail_on.value if self.fail_on is not None else config.fail_on


def check(
    paths: shared.Paths,
    *,
    profile: shared.ProfileRules = None, select: shared.SelectRules = None, ignore: shared.IgnoreRules = None,
    extend_select: shared.ExtendSelectRules = None, rules: shared.RulesRules = None,
    config: shared.ConfigRules = None, isolated: shared.IsolatedRules = False,
    show_settings: shared.ShowSettings = False, workload: shared.WorkloadOutput = None,
    as_of: shared.AsOfInput = None, include: shared.IncludeInput = None, exclude: shared.ExcludeInput = None,
    previous: shared.PreviousInput = None, jobs: shared.JobsInput = None, no_cache: shared.NoCacheInput = False,
    baseline: shared.Baseline = None, write_baseline: shared.WriteBaseline = None,
    prune_baseline: shared.PruneBaseline = False, show_suppressed: shared.ShowSuppressed = False,
    ignore_suppressions: shared.IgnoreSuppressions = False,
    output: shared.OutputReport = None, formats: shared.FormatReport = None,
    since: shared.Since = None, passes: shared.Passes = False,
    coverage: shared.Coverage = False, statistics: shared.Statistics = False, sort: shared.SortOutput = Sort.place,
    group_by: shared.GroupByOutput = GroupByChoice.object,
    color: shared.ColorOutput = Color.auto, quiet: shared.QuietOutput = False, verbose: shared.Verbose = False,
    fail_on: shared.FailOn = None, exit_zero: shared.ExitZero = False, strict: shared.Strict = False,
    require: shared.Require = None, pass_without_exports: shared.PassWithoutExports = False,
) -> None:  # fmt: skip
    """Check exports and inventories against the rules. Files are recognised by their content.

    The report goes to standard output, messages about the run go to standard error.
    """
    from checker.cli.support.documents import parse_documents
    from checker.cli.support.session import options_of
    from checker.report.changes import read_earlier
    from checker.report.registry import Suffixes

    if quiet and verbose:
        raise UsageError("--quiet and --verbose cannot be used together")
    demand_paths([*paths, *(previous or [])])
    documents = parse_documents(output, formats, Suffixes(), _default_format(output))
    options = replace(
        options_of(config, isolated=isolated, jobs=jobs, no_cache=no_cache),
        rules=split(rules, commas=False), profile=profile,
        select=selectors("--select", select), ignore=selectors("--ignore", ignore),
        extend_select=selectors("--extend-select", extend_select),
        as_of=time_argument(as_of), require=selectors("--require", require),
        workload=workload,
        include=split(include, commas=False), exclude=split(exclude, commas=False), previous=tuple(previous or ()),
        ignore_suppressions=ignore_suppressions, baseline=baseline, passes=passes or _lists_passes(documents),
    )  # fmt: skip
    choices = _Choices(
        documents, passes, coverage, statistics, show_suppressed, sort == Sort.cost, group_by, color, quiet, fail_on, exit_zero, strict,
        pass_without_exports, read_earlier(since, [file for _, file in documents if file]) if since else (),
    )  # fmt: skip
    if show_settings:
        _show_settings(paths, options, choices)
    else:
        _check(paths, options, choices, write_baseline=write_baseline, prune_baseline=prune_baseline, verbose=verbose)


def _lists_passes(documents: Sequence[Document]) -> bool:
    """Return whether a document lists what passed without being asked to: a sign-off needs it."""
    return any(name == "html" for name, _ in documents)


def _default_format(outputs: Sequence[str] | None) -> str:
    """Return the format of a report without ``--format``: annotations instead of a table in a GitHub Actions job."""
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" and not outputs else "table"


def _show_settings(paths: Sequence[str], options: Options, choices: _Choices) -> None:
    from checker.cli.support.session import open_session
    from checker.cli.support.settings import write_settings

    with open_session(paths, options, quiet=True) as san:
        write_settings(san, choices.severity(san.config))


def _check(
    paths: Sequence[str],
    options: Options,
    choices: _Choices,
    *,
    write_baseline: str | None,
    prune_baseline: bool,
    verbose: bool,
) -> None:
    from checker.cli.support.documents import write_documents
    from checker.cli.support.ledger import Ledger
    from checker.cli.support.library import Library
    from checker.cli.support.session import open_session
    from checker.report.changes import changes_section, changes_since
    from checker.report.passes import passes_section
    from checker.report.registry import format_named

    written = {name: form for name, _ in choices.documents if (form := format_named(name)) is not None}
    graph: Graph | None = None
    sections: tuple[Section, ...] = ()
    with open_session(paths, options, quiet=choices.quiet, verbose=verbose) as san:
        library = Library.of(san)
        library.demand(options.require)
        ledger = Ledger(san, write_baseline, prune=prune_baseline)
        if any(one.graph for one in written.values()):
            graph, sections = page_parts(san, use_baseline=ledger.use_baseline)
        report = san.check(use_baseline=ledger.use_baseline)
    if choices.by_cost:
        from checker.report.cost import by_cost

        report = replace(report, findings=by_cost(report.findings))
    presentation = replace(_presentation(san, library, choices), graph=graph, sections=sections)
    if report.passes:
        sections = (*sections, passes_section(report))
        presentation = replace(presentation, sections=sections)
    if choices.earlier:
        changes = changes_since(choices.earlier, report)
        presentation = replace(presentation, changes=changes, sections=(changes_section(changes), *sections))
    renders = {name: partial(one.render, report) for name, one in written.items()}
    people = [name for name, one in written.items() if one.for_people]
    write_documents(choices.documents, renders, choices.color.value, presentation, for_people=people)
    prescribed = [one.exit_code(report) for one in written.values() if one.exit_code is not None]
    _exit(ledger, report, library, san, choices, prescribed[0] if prescribed else None)


def page_parts(san: Session, *, use_baseline: bool = True) -> tuple[Graph, tuple[Section, ...]]:
    """Return what an HTML page adds to a report: the topology and, under a workload, response times.

    Raises:
        UsageError: a rule, the selection, the baseline or the workload is invalid.
    """
    san.prepare(use_baseline=use_baseline)
    graph = san.graph()
    return graph, () if san.load is None else (_estimate(san, san.load),)


def _estimate(san: Session, load: LoadFile) -> Section:
    from checker.audit.latency import EstimateRequest
    from checker.errors import NothingReadError
    from checker.estimate.answer.asked import Asked
    from checker.estimate.answer.growth import LIMIT
    from checker.report.page.estimate import estimate_section, no_estimate

    try:
        return estimate_section(san.estimate(EstimateRequest(curve=True, asked=Asked(until=LIMIT)), load).answer)
    except NothingReadError as error:
        return no_estimate(str(error))


def _presentation(san: Session, library: Library, choices: _Choices) -> Presentation:
    from checker.rules.config.estimate import workload_of

    presentation = library.presentation(
        coverage=choices.coverage,
        statistics=choices.statistics,
        profile=san.options.profile or san.config.profile or "default",
        quiet=choices.quiet,
    )
    load = workload_of(san.options.workload, san.config)
    return replace(
        presentation,
        passes=choices.passes,
        suppressed=choices.show_suppressed,
        by_cost=choices.by_cost,
        group_by=choices.group_by.value,
        run=(("Input", ", ".join(san.paths)), *((("Workload", load),) if load is not None else ())),
        docs_url=san.config.docs_url or "",
    )


def _exit(
    ledger: Ledger, report: Report, library: Library, san: Session, choices: _Choices, prescribed: int | None
) -> None:
    """End the run with the exit code of the report, or with the one that its format prescribes."""
    from checker.cli.support.terminal import say
    from checker.cli.support.verdict import DEFAULT_FAIL_ON, exit_code

    code, reasons = exit_code(
        ledger.finalized(report, library, notify=None if choices.quiet else say),
        choices.severity(san.config) or DEFAULT_FAIL_ON,
        strict=choices.strict,
        exit_zero=choices.exit_zero,
        require=san.options.require,
        may_be_empty=choices.may_be_empty,
    )
    for reason in reasons:
        say(reason)
    raise typer.Exit(code if prescribed is None or choices.exit_zero else prescribed)
