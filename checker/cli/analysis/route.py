"""``sanlint route``: all paths from a host to a volume hop by hop, and why one is missing."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths


@analysis()
def route(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Host name.")],
    volume: Annotated[str, typer.Argument(metavar="VOLUME", help="NAA, WWID or name of the volume.")],
    paths: Paths,
    *,
    run: Run,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 even if no path is live.")] = False,
) -> None:
    """Show all paths from a host to a volume hop by hop, and why one is missing.

    Exits with 1 if no path is live; unknown states count as live.
    """
    from checker.report.failure.route_page import route_json, route_page

    with run.open(paths) as san:
        san.demand_read()
        report, records = san.route(host, volume), san.records
    pages = {"table": lambda shown: route_page(report, shown), "json": lambda _: route_json(report, records)}
    run.write(pages)
    works = any(way.live is not False for way in report.ways)
    raise typer.Exit(0 if works or exit_zero else 1)
