"""``sanlint route``: every path from a host to a volume hop by hop, and why one is missing."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.shared_options import Color, ColorOption, ConfigOption, DocumentsOption, IsolatedOption, JobsOption
from checker.errors import NothingReadError


def route(
    host: Annotated[str, typer.Argument(metavar="HOST", help="The host's name.")],
    volume: Annotated[str, typer.Argument(metavar="VOLUME", help="The volume's NAA, WWID or name.")],
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input.")
    ],
    *,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    output_format: DocumentsOption = None,
    color: ColorOption = Color.auto,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing beside the report.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 though no path is live.")] = False,
) -> None:
    """Show every path from a host to a volume hop by hop, and why one is missing.

    Exits with 1 if no path is, or may be, live.
    """
    from checker.audit import AuditOptions
    from checker.cli.arguments import config_arguments, demand_paths
    from checker.cli.documents import parse_documents, write_documents
    from checker.cli.progress import ProgressLine
    from checker.report.route_page import route_json, route_page
    from checker.topology.route_report import route_report
    from checker.whatif import opened

    demand_paths(paths)
    documents = parse_documents(output_format or [])
    arguments = config_arguments(config or [])
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file, config_values=arguments.values, isolated=isolated, jobs=jobs, progress=progress
        )
        with opened(paths, options) as (store, records):
            if not any(record.format for record in records):
                raise NothingReadError("nothing usable was read: sanlint formats lists what it reads")
            report = route_report(store, host, volume)
    write_documents(
        documents, lambda shown: route_page(report, shown), lambda: route_json(report, records), color.value
    )
    works = any(way.live is not False for way in report.ways)
    raise typer.Exit(0 if works or exit_zero else 1)
