"""``sanlint fail``: lose components, and see who loses what."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.shared_options import (
    Color,
    ColorOption,
    ConfigOption,
    DocumentsOption,
    IsolatedOption,
    JobsOption,
    RulesOption,
)
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.readers.intake import ExportRecord

_LIMIT = 20


class Every(StrEnum):
    """What is lost, one after the other."""

    single = "single"
    pair = "pair"


def fail(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input.")
    ],
    *,
    component: Annotated[
        list[str] | None,
        typer.Option(
            "--component",
            metavar="KIND:NAME",
            help="What fails: initiator, host_hba, switch, switch_port, isl, fabric, target_port, director, engine, "
            "cluster, storage_array or site, such as switch:sw1; several fail together.",
        ),
    ] = None,
    every: Annotated[
        Every | None, typer.Option(help="Rank every component, or every pair, by what its loss costs.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="How many ranks to show; 0 for all.")] = _LIMIT,
    select: Annotated[list[str] | None, typer.Option(help="Judge by these rules only: ids, prefixes, tags.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Don't judge by these rules.")] = None,
    rules: RulesOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    output_format: DocumentsOption = None,
    color: ColorOption = Color.auto,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing beside the report.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 though volumes would be lost.")] = False,
) -> None:
    """Show what a failure costs: who loses all paths, what falls below its need, where load goes.

    Nothing is changed anywhere. Exits with 1 if --component would take a volume away from a host.
    """
    from checker.audit import AuditOptions
    from checker.cli.arguments import config_arguments, demand_paths, selectors, split
    from checker.cli.documents import parse_documents, write_documents
    from checker.cli.progress import ProgressLine
    from checker.whatif import failure_of, ranking_of

    demand_paths(paths)
    if (every is None) == (not component):
        raise UsageError("say what fails: --component KIND:NAME (several fail together), or --every single|pair")
    documents = parse_documents(output_format or [])
    arguments = config_arguments(config or [])
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file,
            config_values=arguments.values,
            isolated=isolated,
            rules=split(rules, commas=False),
            select=selectors("--select", select),
            ignore=selectors("--ignore", ignore),
            jobs=jobs,
            progress=progress,
        )
        if every is None:
            failure = failure_of(paths, component or [], options)
        else:
            ranking = ranking_of(paths, every.value, options)
    from checker.report.failure_page import failure_page, ranking_page
    from checker.report.what_if_json import failure_json, ranking_json

    if every is None:
        _demand_read(failure.records)
        write_documents(
            documents, lambda shown: failure_page(failure, shown), lambda: failure_json(failure), color.value
        )
        lost, total = len(failure.effect.lost), failure.effect.total
    else:
        _demand_read(ranking.records)
        write_documents(
            documents,
            lambda shown: ranking_page(ranking, limit, shown),
            lambda: ranking_json(ranking, limit),
            color.value,
        )
        lost, total = 0, ranking.total
    if not total:
        raise NothingReadError("no path is known to be live: give path lists of hosts, or zoning and masking")
    raise typer.Exit(1 if lost and not exit_zero else 0)


def _demand_read(records: Sequence[ExportRecord]) -> None:
    if not any(record.format for record in records):
        raise NothingReadError("nothing usable was read: sanlint formats lists what it reads")
